"""Crops of a frame that may contain a code: candidates by edge density, enlarged or rectified.

A code is the densest pattern on a table: nearly every pixel is on an edge between the darkest and
the lightest of its surroundings. Finding such spots costs far less than decoding, and decoding a
few dozen crops with several filters costs less than one filter on the whole frame.

A crop is around a spot, around a known quad (a symbol detected but not decoded, or an expected
card), or around a spot on a slanted table, with the perspective removed. It maps its coordinates
back to the frame.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from camera.mats import Mat
from camera.passes import Grey, Matrix, brighten, enlarge, halve, rectify
from camera.scans import Point, Quad, centre
from camera.symbols import Symbol, read, transform

_CELL: Final = 8
"""Side in px of a cell of the density map; the smallest code is four cells wide."""

_LEVELS: Final = 5
"""Levels of the image pyramid, for codes of 1.4 to 50 pixels per module."""

_USUAL: Final = 3
"""Levels with the codes on a table; on the others a code was held close to the lens."""

_COARSE: Final = 8
"""Most spots of the other levels."""

_REACH: Final = 60
"""Half the side of the crop of a spot, in px of its level."""

_WITHIN: Final = 40
"""Most spots of an area, many of them read already."""

_DENSE: Final = 0.25
_LEAST: Final = 64

_PX_PER_MODULE: Final = 6.0
"""Pixels per module in a rectified crop."""

_REACH_MODULES: Final = 24.0
"""Half the side of the crop of a slanted spot, in modules."""

_MODULES: Final = 21.0
_MARGIN: Final = 0.35
_LEAST_SLANT: Final = 1.2
"""Ratio of the two axes below which rectifying gains nothing."""

_MODULE_MM: Final = 15.0 / 21.0


_Filter: TypeAlias = Callable[[Grey], Grey]


@dataclass(frozen=True, slots=True)
class Spot:
    """A local maximum of edge density: its centre in px of the frame and its pyramid level."""

    x: float
    y: float
    level: int
    density: float

    @property
    def reach(self) -> float:
        """Return half the side of its crop, in px of the frame."""
        return float(_REACH * 2**self.level)


@dataclass(frozen=True, slots=True)
class Crop:
    """The pixels of a crop, the matrix from them to the frame, and the point at its centre.

    `stretched` is the matrix from a square code to the pixels, on a slanted table.
    """

    pixels: Grey
    to_frame: Matrix
    middle: Point
    stretched: Matrix | None = None

    def read(self, filter_: _Filter) -> list[Symbol]:
        """Return the symbols in the crop after a filter, with corners in px of the frame."""
        filtered = filter_(self.pixels)
        if self.stretched is None:
            return read(filtered, self.to_frame)
        # Blur is isotropic in the picture, not on the table, so it is removed before rectifying.
        side = round(2 * _REACH_MODULES * _PX_PER_MODULE)
        square = rectify(filtered, self.stretched, (side, side))
        return read(square, self.to_frame @ self.stretched)


def find_spots(grey: Grey, most: int) -> list[Spot]:
    """Return the spots with the highest edge density, at most `most`, the densest first."""
    spots: list[Spot] = []
    picture = grey
    for level in range(_LEVELS):
        if min(picture.shape) < _LEAST:
            break
        spots += _spots_of_level(picture, level)
        picture = halve(picture)
    spots.sort(key=lambda spot: -spot.density)
    usual = [spot for spot in spots if spot.level < _USUAL][:most]
    return usual + [spot for spot in spots if spot.level >= _USUAL][:_COARSE]


def spots_within(grey: Grey, area: Quad) -> list[Spot]:
    """Return the spots in an area of a frame, including those that are outranked elsewhere."""
    if not np.isfinite(area).all():
        return []
    corners = np.clip(np.array(area), 0, grey.shape[::-1]).round().astype(int)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    if min(right - left, bottom - top) < _LEAST:
        return []
    spots = find_spots(brighten(grey[top:bottom, left:right]), _WITHIN)
    return [replace(spot, x=spot.x + left, y=spot.y + top) for spot in spots]


def _spots_of_level(grey: Grey, level: int) -> list[Spot]:
    density = _density(grey)
    highest = cv2.dilate(density, np.ones((5, 5), np.uint8))
    scale = _CELL * 2**level
    return [
        Spot((x + 0.5) * scale, (y + 0.5) * scale, level, float(density[y, x]))
        for y, x in np.argwhere((density == highest) & (density > _DENSE))
    ]


def _density(grey: Grey) -> NDArray[Any]:
    """Return for each cell the mean step between neighbouring pixels, relative to the contrast."""
    size = (grey.shape[1] // _CELL, grey.shape[0] // _CELL)
    near = np.ones((3, 3), np.uint8)
    around = np.ones((5, 5), np.uint8)
    light, dark = cv2.dilate(grey, near), cv2.erode(grey, near)
    edges = cv2.resize(cv2.subtract(light, dark), size, interpolation=cv2.INTER_AREA)
    lightest = cv2.dilate(cv2.resize(light, size, interpolation=cv2.INTER_NEAREST), around)
    darkest = cv2.erode(cv2.resize(dark, size, interpolation=cv2.INTER_NEAREST), around)
    contrast = cv2.subtract(lightest, darkest).astype(np.float32)
    # The texture of felt or wood is as dense as a code, but has less contrast than print.
    floor = max(8.0, 0.4 * float(np.percentile(contrast, 97)))
    return cv2.blur(edges.astype(np.float32), (5, 5)) / np.maximum(contrast, floor)


def around_spot(grey: Grey, spot: Spot) -> Crop:
    """Return the crop of a spot, enlarged three times relative to its level."""
    times = 3 / 2**spot.level
    left, top = (max(0, round(at - spot.reach)) for at in (spot.x, spot.y))
    part = grey[top : round(spot.y + spot.reach), left : round(spot.x + spot.reach)]
    to_frame = np.array([[1 / times, 0, left], [0, 1 / times, top], [0, 0, 1]])
    return Crop(enlarge(part, times), to_frame, (spot.x, spot.y))


def around_quad(grey: Grey, quad: Quad) -> Crop:
    """Return the crop of a quad and a margin, rectified to a square."""
    side = _MODULES * _PX_PER_MODULE
    margin = side * _MARGIN
    low, high = margin, margin + side
    own = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(own, np.array(quad, np.float32)), np.float64)
    size = round(side + 2 * margin)
    return Crop(rectify(grey, matrix, (size, size)), matrix, centre(quad))


def slanted(crop: Crop, directions: Matrix) -> Crop:
    """Return a rectified crop; the columns of `directions` are the axes of a module, in px."""
    reach = _REACH_MODULES * _PX_PER_MODULE
    matrix = np.eye(3)
    matrix[:2, :2] = directions / _PX_PER_MODULE
    matrix[:2, 2] = np.array(crop.middle) - matrix[:2, :2] @ (reach, reach)
    return replace(crop, stretched=np.linalg.inv(crop.to_frame) @ matrix)


def slant(point: Point, mat: Mat | None, known: Iterable[Symbol]) -> Matrix | None:
    """Return the axes of a module at a point, by the mat or else by the nearest symbol.

    None if the table is seen from above, or if there is neither mat nor symbol.
    """
    symbols = list(known)
    if mat is not None:
        directions = _axes_by_mat(point, mat, symbols)
    elif symbols:
        nearest = min(symbols, key=lambda one: _squared_distance(one.middle, point))
        directions = _module_axes(nearest)
    else:
        return None
    long, short = np.linalg.svd(directions, compute_uv=False)
    return directions if long > _LEAST_SLANT * short > 0 else None


def _axes_by_mat(point: Point, mat: Mat, known: list[Symbol]) -> Matrix:
    to_frame = np.asarray(np.linalg.inv(mat.to_mm), np.float64)
    x, y = transform(mat.to_mm, np.array([point]))[0]
    module = _module_mm(mat, known)
    around = np.array([[x, y], [x + module, y], [x, y + module]])
    here, across, down = transform(to_frame, around)
    return np.column_stack([across - here, down - here])


def _module_mm(mat: Mat, known: list[Symbol]) -> float:
    """Return the median side of a module of what was read, in mm, or the usual one."""
    if not known:
        return _MODULE_MM
    sizes = []
    for symbol in known:
        place = np.array(mat.place(symbol.corners), np.float32)
        sizes.append(cv2.contourArea(place) ** 0.5 / symbol.modules)
    return float(np.median(sizes))


def _module_axes(symbol: Symbol) -> Matrix:
    one, two, three, four = (np.array(corner) for corner in symbol.corners)
    across, down = (two - one + three - four) / 2, (four - one + three - two) / 2
    return np.column_stack([across, down]) / symbol.modules


def _squared_distance(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
