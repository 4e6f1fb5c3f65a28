"""Image filters applied before decoding: brightness, contrast, sharpening, scaling, perspective.

Each returns a new picture. On hard scenes, codes that were missed are read most often after
brightening, enlarging and sharpening, in that order of gain for time.
"""

from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Grey: TypeAlias = NDArray[np.uint8]
Matrix: TypeAlias = NDArray[np.float64]

_SHADES: Final = np.arange(256) / 255
_BRIGHTER: Final[Grey] = np.round(255 * _SHADES**0.5).astype(np.uint8)
_DARKER: Final[Grey] = np.round(255 * _SHADES**2).astype(np.uint8)

# One core per frame leaves the others of a small machine to the web server, and OpenCV's threads
# gain little on pictures of this size.
cv2.setNumThreads(1)


def brighten(grey: Grey) -> Grey:
    """Return the picture with gamma 0.5, which lifts shadows."""
    return _grey(cv2.LUT(grey, _BRIGHTER))


def darken(grey: Grey) -> Grey:
    """Return the picture with gamma 2, which spreads highlights."""
    return _grey(cv2.LUT(grey, _DARKER))


def equalize(grey: Grey) -> Grey:
    """Return the picture after contrast-limited adaptive histogram equalization (CLAHE)."""
    return _grey(cv2.createCLAHE(3.0, (8, 8)).apply(grey))


def enlarge(grey: Grey, times: float) -> Grey:
    """Return the picture scaled by a factor: bicubic when larger, area average when smaller."""
    if times == 1:
        return grey
    how = cv2.INTER_CUBIC if times > 1 else cv2.INTER_AREA
    return _grey(cv2.resize(grey, None, fx=times, fy=times, interpolation=how))


def halve(grey: Grey) -> Grey:
    """Return the picture at half size."""
    size = (max(1, grey.shape[1] // 2), max(1, grey.shape[0] // 2))
    return _grey(cv2.resize(grey, size, interpolation=cv2.INTER_AREA))


def sharpen(grey: Grey, radius: float, amount: float) -> Grey:
    """Return the picture after unsharp masking."""
    return _grey(cv2.addWeighted(grey, 1 + amount, _soft(grey, radius), -amount, 0))


def smooth(grey: Grey, radius: float) -> Grey:
    """Return the picture after a Gaussian blur, which removes noise before sharpening."""
    return _grey(_soft(grey, radius))


def even_out(grey: Grey, radius: float) -> Grey:
    """Return the picture with local mean and contrast normalized, as under even light."""
    shades = grey.astype(np.float32)
    mean: NDArray[Any] = _soft(shades, radius)
    spread = np.sqrt(np.maximum(_soft(shades * shades, radius) - mean * mean, 16.0))
    return _grey(np.clip(128 + 60 * (shades - mean) / spread, 0, 255))


def _soft(picture: NDArray[Any], radius: float) -> NDArray[Any]:
    # OpenCV's own kernel is larger and slower without a visible gain.
    side = 2 * round(2.5 * radius) + 1
    return cv2.GaussianBlur(picture, (side, side), radius)


def rectify(grey: Grey, to_frame: Matrix, size: tuple[int, int]) -> Grey:
    """Return a picture of this size (px) by perspective transform; the matrix maps into `grey`."""
    matrix = _of_middles(to_frame)
    how = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return _grey(
        cv2.warpPerspective(grey, matrix, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    )


def stretch(grey: Grey, times: float, degrees: float) -> tuple[Grey, Matrix]:
    """Return the picture stretched in one direction, and the matrix back."""
    turn = np.radians(degrees)
    along = np.array([np.cos(turn), np.sin(turn)])
    longer = np.eye(2) + (times - 1) * np.outer(along, along)
    height, width = grey.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ longer.T
    across, down = np.ceil(np.ptp(corners, axis=0)).astype(int)
    way_back = np.eye(3)
    way_back[:2, :2] = np.linalg.inv(longer)
    way_back[:2, 2] = way_back[:2, :2] @ corners.min(axis=0)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = _of_middles(way_back)[:2]
    size = (int(across), int(down))
    return _grey(cv2.warpAffine(grey, matrix, size, flags=how, borderValue=255)), way_back


def _of_middles(matrix: Matrix) -> Matrix:
    """Return the matrix for OpenCV, whose pixel centres are at integers; ours are at halves."""
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    return np.asarray(np.linalg.inv(half) @ matrix @ half)


def _grey(pixels: NDArray[Any]) -> Grey:
    return np.ascontiguousarray(pixels, np.uint8)
