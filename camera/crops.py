"""Small parts of a frame that may hold a code, each cut out so that it reads best.

A crop remembers the way back into the frame. Three kinds: around a spot, enlarged; around a
quad that is known (a symbol that was seen but not read, or where a card is expected); and around a
spot on a slanted table, stretched until a code is square again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import cv2
import numpy as np

from camera.mats import Mat
from camera.passes import Grey, Matrix, enlarge, rectify
from camera.scans import Point, Quad, centre
from camera.spots import Spot
from camera.symbols import Symbol, read, transform

_FINE: Final = 6.0
"""Pixels a module in a rectified crop."""

_AROUND: Final = 24.0
"""Modules from the middle of a slanted crop to its edge."""

_MODULES: Final = 21.0
_MARGIN: Final = 0.35
_SLANTED: Final = 1.2
"""Below this ratio of both directions, stretching gains nothing."""

_MODULE_MM: Final = 15.0 / 21.0


_Way: TypeAlias = Callable[[Grey], Grey]


@dataclass(frozen=True, slots=True)
class Crop:
    """Pixels, the way from them into the frame, and the point of the frame they are about.

    `stretched` is the way from a square code into the pixels, on a slanted table.
    """

    pixels: Grey
    to_frame: Matrix
    middle: Point
    stretched: Matrix | None = None

    def read(self, way: _Way) -> list[Symbol]:
        """Read the crop after it went through one of the ways to make codes stand out."""
        dressed = way(self.pixels)
        if self.stretched is None:
            return read(dressed, self.to_frame)
        # Blur is as wide in both directions of the picture, so it is undone before the stretching.
        side = round(2 * _AROUND * _FINE)
        square = rectify(dressed, self.stretched, (side, side))
        return read(square, self.to_frame @ self.stretched)


def around_spot(grey: Grey, spot: Spot) -> Crop:
    """Cut out a spot, three times as large at its own level."""
    times = 3 / 2**spot.level
    left, top = (max(0, round(at - spot.reach)) for at in (spot.x, spot.y))
    part = grey[top : round(spot.y + spot.reach), left : round(spot.x + spot.reach)]
    to_frame = np.array([[1 / times, 0, left], [0, 1 / times, top], [0, 0, 1]])
    return Crop(enlarge(part, times), to_frame, (spot.x, spot.y))


def around_quad(grey: Grey, quad: Quad) -> Crop:
    """Cut out a quad and a margin, rectified into a square."""
    side = _MODULES * _FINE
    margin = side * _MARGIN
    low, high = margin, margin + side
    own = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(own, np.array(quad, np.float32)), np.float64)
    size = round(side + 2 * margin)
    return Crop(rectify(grey, matrix, (size, size)), matrix, centre(quad))


def slanted(crop: Crop, directions: Matrix) -> Crop:
    """Stretch a crop so that one module along each of these two directions is a square."""
    reach = _AROUND * _FINE
    matrix = np.eye(3)
    matrix[:2, :2] = directions / _FINE
    matrix[:2, 2] = np.array(crop.middle) - matrix[:2, :2] @ (reach, reach)
    return replace(crop, stretched=np.linalg.inv(crop.to_frame) @ matrix)


def slant(point: Point, mat: Mat | None, known: Iterable[Symbol]) -> Matrix | None:
    """Find both directions of a module at a point: by the mat, or as the nearest symbol has them.

    None where the table is seen from above, or nothing tells.
    """
    symbols = list(known)
    if mat is not None:
        directions = _by_mat(point, mat, symbols)
    elif symbols:
        nearest = min(symbols, key=lambda one: _apart(one.middle, point))
        directions = _directions(nearest)
    else:
        return None
    long, short = np.linalg.svd(directions, compute_uv=False)
    return directions if long > _SLANTED * short > 0 else None


def _by_mat(point: Point, mat: Mat, known: list[Symbol]) -> Matrix:
    to_frame = np.asarray(np.linalg.inv(mat.to_mm), np.float64)
    x, y = transform(mat.to_mm, np.array([point]))[0]
    module = _module_mm(mat, known)
    around = np.array([[x, y], [x + module, y], [x, y + module]])
    here, across, down = transform(to_frame, around)
    return np.column_stack([across - here, down - here])


def _module_mm(mat: Mat, known: list[Symbol]) -> float:
    """Return the middle size of a module of what was read, or what is usual."""
    if not known:
        return _MODULE_MM
    sizes = []
    for symbol in known:
        place = np.array(mat.place(symbol.corners), np.float32)
        sizes.append(cv2.contourArea(place) ** 0.5 / symbol.modules)
    return float(np.median(sizes))


def _directions(symbol: Symbol) -> Matrix:
    one, two, three, four = (np.array(corner) for corner in symbol.corners)
    across, down = (two - one + three - four) / 2, (four - one + three - two) / 2
    return np.column_stack([across, down]) / symbol.modules


def _apart(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
