"""What is done to pixels before a code is looked for in them.

Each function gives a new picture and knows nothing of codes. Why these: on hard scenes a code that
was missed as found is read most often after brightening, enlarging and sharpening, in that order
of what each adds for its time.
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

# One frame is read by one core: the other ones of a small machine serve the screens, and frames
# are many anyway. Threads of OpenCV gain little on pictures of this size.
cv2.setNumThreads(1)


def brighten(grey: Grey) -> Grey:
    """Lift the shadows: the square root of the brightness."""
    return _grey(cv2.LUT(grey, _BRIGHTER))


def darken(grey: Grey) -> Grey:
    """Spread shades that are nearly white: the square of the brightness."""
    return _grey(cv2.LUT(grey, _DARKER))


def equalize(grey: Grey) -> Grey:
    """Stretch every part of a picture to all shades from black to white, but not mere grain."""
    return _grey(cv2.createCLAHE(3.0, (8, 8)).apply(grey))


def enlarge(grey: Grey, times: float) -> Grey:
    """Make a picture larger (or smaller) with smooth edges."""
    if times == 1:
        return grey
    how = cv2.INTER_CUBIC if times > 1 else cv2.INTER_AREA
    return _grey(cv2.resize(grey, None, fx=times, fy=times, interpolation=how))


def halve(grey: Grey) -> Grey:
    """Make a picture half as large."""
    size = (max(1, grey.shape[1] // 2), max(1, grey.shape[0] // 2))
    return _grey(cv2.resize(grey, size, interpolation=cv2.INTER_AREA))


def sharpen(grey: Grey, radius: float, amount: float) -> Grey:
    """Make edges stand out: add what a blurred copy lacks."""
    return _grey(cv2.addWeighted(grey, 1 + amount, _soft(grey, radius), -amount, 0))


def smooth(grey: Grey, radius: float) -> Grey:
    """Take away grain, which sharpening would make stand out more than the edges."""
    return _grey(_soft(grey, radius))


def even_out(grey: Grey, radius: float) -> Grey:
    """Bring every spot to the same brightness and contrast, as under even light without glare."""
    shades = grey.astype(np.float32)
    mean: NDArray[Any] = _soft(shades, radius)
    spread = np.sqrt(np.maximum(_soft(shades * shades, radius) - mean * mean, 16.0))
    return _grey(np.clip(128 + 60 * (shades - mean) / spread, 0, 255))


def _soft(picture: NDArray[Any], radius: float) -> NDArray[Any]:
    # Four radii hold all that matters; OpenCV's own choice is larger and slower.
    side = 2 * round(2.5 * radius) + 1
    return cv2.GaussianBlur(picture, (side, side), radius)


def rectify(grey: Grey, to_frame: Matrix, size: tuple[int, int]) -> Grey:
    """Cut a picture of this size out of a frame; the matrix leads from it into the frame."""
    matrix = _of_middles(to_frame)
    how = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return _grey(
        cv2.warpPerspective(grey, matrix, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    )


def stretch(grey: Grey, times: float, degrees: float) -> tuple[Grey, Matrix]:
    """Make a picture longer in one direction; the matrix leads back."""
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
    """Return the same way for OpenCV, which has a pixel's middle at a whole; ours is at a half."""
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    return np.asarray(np.linalg.inv(half) @ matrix @ half)


def _grey(pixels: NDArray[Any]) -> Grey:
    return np.ascontiguousarray(pixels, np.uint8)
