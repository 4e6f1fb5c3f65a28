"""Detects pips by local thresholding, and fits the patterns of the six faces of a die to them.

Pips may be darker or lighter than the face. Colours are L, a, b in 8 bits, as OpenCV returns them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import atan2, dist
from typing import Final

import cv2
import numpy as np

from camera.passes import Grey, Matrix
from camera.scans import Point, Quad

_STEP: Final = 9
"""Least difference in brightness between a pip and its surroundings."""

_WINDOWS: Final = ((15, _STEP), (15, 32), (31, _STEP), (61, _STEP))
"""Local thresholds: side of the window in pixels, at least twice the width of the pip, and
offset from its mean. A larger offset keeps small pips that are close to each other apart."""

_SMALLEST: Final = 2.2
_LARGEST: Final = 34.0
_ROUND: Final = 0.6
"""Least ratio of the axes of a pip: on the side of a die, seen at an angle, pips are narrower."""

_FILLED: Final = (0.8, 1.2)
_EVEN: Final = 0.4
"""Greatest spread within the ring around a pip, as a share of the contrast of pip and ring."""

_RING: Final = 1.6
_AROUND: Final = np.linspace(0, 2 * np.pi, 20, endpoint=False)
_MOST: Final = 4000
"""Most contours examined per threshold: a picture with more of them shows no dice."""


@dataclass(frozen=True, slots=True, eq=False)
class Pip:
    """A pip: its centre and radius in px, whether it is light, and the colour around it.

    `stands_out` is its contrast in levels of 8 bits, `roundness` the ratio of its short to its long
    axis.
    """

    middle: Point
    radius: float
    is_light: bool
    surface: Matrix
    stands_out: float
    roundness: float


def find_pips(lab: Matrix) -> list[Pip]:
    """Return the pips of an L, a, b picture, the highest contrast first."""
    channels = (_channel(lab, 0), _darkest(lab))
    found: list[Pip] = []
    for grey in channels:
        for window_and_step in _WINDOWS:
            for is_light in (False, True):
                found += _pips_of_window(grey, lab, window_and_step, is_light=is_light)
    return _without_duplicates(found)


def colours_at(lab: Matrix, points: Matrix) -> Matrix:
    """Return the colours at points (x, y); outside the picture those of its nearest edge."""
    height, width = lab.shape[:2]
    across = np.clip(np.round(points[:, 0]), 0, width - 1).astype(int)
    down = np.clip(np.round(points[:, 1]), 0, height - 1).astype(int)
    return np.asarray(lab[down, across], np.float64)


def ring(middle: Point, radius: float) -> Matrix:
    """Return 20 points on a circle."""
    return np.column_stack(
        [middle[0] + radius * np.cos(_AROUND), middle[1] + radius * np.sin(_AROUND)]
    )


# ---------------------------------------------------------------- inside


def _channel(lab: Matrix, number: int) -> Grey:
    return np.ascontiguousarray(lab[..., number], np.uint8)


def _darkest(lab: Matrix) -> Grey:
    """Return the minimum of red, green and blue: a white pip on yellow has contrast only there."""
    rgb = cv2.cvtColor(np.asarray(lab, np.uint8), cv2.COLOR_LAB2RGB)
    return np.ascontiguousarray(rgb.min(axis=2), np.uint8)


def _pips_of_window(
    grey: Grey, lab: Matrix, window_and_step: tuple[int, int], *, is_light: bool
) -> Iterator[Pip]:
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.8)
    kind = cv2.THRESH_BINARY if is_light else cv2.THRESH_BINARY_INV
    window, step = window_and_step
    step = -step if is_light else step
    spots = cv2.adaptiveThreshold(smooth, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, window, step)
    outlines, _ = cv2.findContours(spots, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for outline in outlines[:_MOST]:
        pip = _pip(np.asarray(outline), grey, lab, is_light=is_light)
        if pip is not None:
            yield pip


def _pip(outline: Matrix, grey: Grey, lab: Matrix, *, is_light: bool) -> Pip | None:
    if len(outline) < 8 or len(outline) > 8 * _LARGEST:  # noqa: PLR2004 - px around the smallest pip
        return None
    (x, y), axes, _ = cv2.fitEllipse(outline)
    short, long = min(axes) / 2 + 0.5, max(axes) / 2 + 0.5
    if not (short >= _SMALLEST and long <= _LARGEST and short >= _ROUND * long):
        return None
    # The contour runs through the centres of the outermost pixels.
    area = cv2.contourArea(outline) + len(outline) / 2
    if not _FILLED[0] <= area / (np.pi * short * long) <= _FILLED[1]:
        return None
    pip = _measured((x, y), float(np.sqrt(short * long)), grey, lab, is_light=is_light)
    return pip and replace(pip, roundness=short / long)


def _measured(
    middle: Point, radius: float, grey: Grey, lab: Matrix, *, is_light: bool
) -> Pip | None:
    """Return a pip with its radius, contrast and colour; None if its surroundings are uneven."""
    shade = grey[..., None].astype(np.float64)
    inside = float(np.median(colours_at(shade, ring(middle, radius * 0.3))))
    radius = _half_maximum_radius(
        grey,
        middle,
        radius,
        inside - float(np.median(colours_at(shade, ring(middle, radius * _RING + 1)))),
    )
    around = ring(middle, radius * _RING + 1)
    shades = colours_at(shade, around)[:, 0]
    apart = inside - float(np.median(shades))
    if radius < _SMALLEST or (apart > 0) is not is_light or abs(apart) < 2 * _STEP:
        return None
    # Other pips of the same die may touch the ring, but only on the side of the pip's brightness.
    low, high = np.percentile(shades, (10, 60) if is_light else (40, 90))
    if high - low > _EVEN * abs(apart):
        return None
    surface = np.median(colours_at(lab, around), axis=0)
    return Pip(middle, radius, is_light, surface, abs(apart), 1.0)


def _half_maximum_radius(grey: Grey, middle: Point, radius: float, apart: float) -> float:
    """Return the radius at half the contrast: thresholds alone include the blur."""
    reach = radius * 1.3
    left, top = (max(0, round(at_ - reach)) for at_ in middle)
    part = grey[top : round(middle[1] + reach) + 1, left : round(middle[0] + reach) + 1]
    down, across = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    is_near = np.hypot(across - middle[0], down - middle[1]) <= reach
    core = part[is_near].astype(np.float64)
    best = np.percentile(core, 92 if apart > 0 else 8)
    strong = (core - best) * np.sign(apart) > -abs(apart) / 2
    return float(np.sqrt(strong.sum() / np.pi))


def _without_duplicates(found: list[Pip]) -> list[Pip]:
    kept: list[Pip] = []
    for pip in sorted(found, key=lambda one: -one.stands_out):
        if all(dist(pip.middle, one.middle) > max(pip.radius, one.radius) for one in kept):
            kept.append(pip)
    return kept


# ---------------------------------------------------------------- patterns of faces

SPOTS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    5: ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)),
    6: ((-1, -1), (0, -1), (1, -1), (1, 1), (0, 1), (-1, 1)),
}
"""The pips of each face, in steps from its centre; the outer ones in cyclic order."""

HALF: Final = 1.9
"""Half the side of a face, in steps."""

_STEP_OF_ONE: Final = 2.45
"""Radii of a pip in a step, where a single pip leaves it open."""

_STEPS: Final = (1.7, 3.8)
"""Radii of a pip in a step: the range of real dice."""

_MISFIT: Final = 0.2
_SLANTED: Final = 1.55
"""Greatest ratio of the two directions of a face in the picture."""

_FREE: Final = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """The pattern of a face fitted to pips: an affine transform from steps to pixels.

    `misfit` is the greatest distance of a pip from its place in the pattern, in steps.
    """

    face: int
    to_picture: Matrix
    misfit: float

    @property
    def middle(self) -> Point:
        """Return the centre of the face, in px."""
        return (float(self.to_picture[0, 2]), float(self.to_picture[1, 2]))

    @property
    def side(self) -> float:
        """Return the side of the face in px: the geometric mean of its two directions."""
        return float(2 * HALF * np.sqrt(abs(np.linalg.det(self.to_picture[:, :2]))))

    @property
    def corners(self) -> Quad:
        """Return the corners of the face, in px."""
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * HALF
        a, b, c, d = ((float(x), float(y)) for x, y in self.placed(square))
        return (a, b, c, d)

    def placed(self, points: Matrix) -> Matrix:
        """Return points, given in steps, in px."""
        return np.asarray(points @ self.to_picture[:, :2].T + self.to_picture[:, 2])

    def free(self) -> Matrix:
        """Return sample points on the face that no pip covers, in px."""
        turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        circle = np.column_stack([np.cos(turns), np.sin(turns)])
        asked = np.vstack([circle * 1.41, circle]) if self.face == 1 else _GRID
        spots = np.array(SPOTS[self.face])
        apart = np.linalg.norm(asked[:, None] - spots[None], axis=2).min(axis=1)
        return self.placed(asked[apart > _FREE])

    def beyond(self) -> Matrix:
        """Return sample points around the face, seven on each side, in px."""
        line = np.linspace(-1, 1, 7)
        edges = [np.column_stack([line, np.full(7, end)]) for end in (-1, 1)]
        around = np.vstack([*edges, *(edge[:, ::-1] for edge in edges)])
        return self.placed(around * HALF * 1.4)


_LINE: Final = np.linspace(-1.2, 1.2, 5)
_GRID: Final = np.array([(x, y) for x in _LINE for y in _LINE])


def fit_pattern(spots: Sequence[Point], radius: float) -> Pattern | None:
    """Return the pattern that pips of this radius (px) form; None if they form none."""
    if len(spots) not in SPOTS:
        return None
    points = np.array(spots, np.float64)
    if len(spots) == 1:
        step = radius * _STEP_OF_ONE
        return Pattern(1, np.array([[step, 0, points[0, 0]], [0, step, points[0, 1]]]), 0.0)
    fits = [_fit(len(spots), ordered) for ordered in _orders(points)]
    best = min(fits, key=lambda one: one.misfit)
    return best if _is_likely(best, radius) else None


def _is_likely(pattern: Pattern, radius: float) -> bool:
    long, short = np.linalg.svd(pattern.to_picture[:, :2], compute_uv=False)
    if short <= 0 or long > _SLANTED * short or pattern.misfit > _MISFIT:
        return False
    return _STEPS[0] <= float(np.sqrt(long * short)) / radius <= _STEPS[1]


def _orders(points: Matrix) -> Iterator[Matrix]:
    """Yield the pips in every order in which they may match the pattern."""
    middle = points.mean(axis=0)
    count = len(points)
    if count <= 3:  # noqa: PLR2004 - on one line
        along = np.linalg.svd(points - middle)[2][0]
        yield points[np.argsort((points - middle) @ along)]
        return
    inner = [int(np.argmin(np.linalg.norm(points - middle, axis=1)))] if count % 2 else []
    outer = [number for number in range(count) if number not in inner]
    outer.sort(key=lambda number: atan2(*(points[number] - middle)[::-1]))
    # Which pip comes first matters only where their distances from the centre differ.
    for turn in range(len(outer) // 2):
        yield points[[*outer[turn:], *outer[:turn], *inner]]


def _fit(face: int, points: Matrix) -> Pattern:
    steps = np.array(SPOTS[face], np.float64)
    if face <= 3:  # noqa: PLR2004 - on one line, which leaves the slant open
        matrix = _similarity(steps, points)
    else:
        solved = np.linalg.lstsq(np.column_stack([steps, np.ones(len(steps))]), points, rcond=None)
        matrix = np.asarray(solved[0].T, np.float64)
    pattern = Pattern(face, matrix, 0.0)
    step = max(pattern.side / (2 * HALF), 1e-6)
    off = np.linalg.norm(pattern.placed(steps) - points, axis=1) / step
    return Pattern(face, matrix, float(off.max()))


def _similarity(steps: Matrix, points: Matrix) -> Matrix:
    (fx, fy), (tx, ty) = steps[-1] - steps[0], points[-1] - points[0]
    turn = complex(tx, ty) / complex(fx, fy)
    middle = points.mean(axis=0)
    return np.array([[turn.real, -turn.imag, middle[0]], [turn.imag, turn.real, middle[1]]])
