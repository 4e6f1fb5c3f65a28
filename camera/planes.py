"""Finds a board in a photo: its markers, the way from its millimetres to pixels, and back.

Three markers are enough, for they have twelve corners; the code of the sheet adds four more. Where
the edge of the picture cuts off two of them, the printed squares lead on from the other two
(`camera.cut_off`). Of two boards the one of which most is in the picture is found.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import inf, isfinite, sqrt
from typing import Final

import cv2
import numpy as np

from camera.boards import BoardLayout
from camera.crops import around_quad
from camera.cut_off import followed
from camera.mats import find_markers
from camera.passes import Grey, Matrix, rectify, sharpen
from camera.scans import Point, Quad
from camera.symbols import Symbol, as_quad, transform

_FEWEST: Final = 3
_ON_ONE_SIDE: Final = 2
_MOST_ALIKE: Final = 3
"""Markers of one number that are looked at: more boards than that are in no photo."""

_OFF_MM: Final = 1.5
"""How far a corner may lie from where it should: more is another sheet, or a crumpled one."""

_FINEST: Final = 8.0
_LARGEST: Final = 6e6
_SPARE: Final = 1.4
_SHARP: Final = (2.0, 2.0)


@dataclass(frozen=True, slots=True)
class Plane:
    """A board in a photo: the way from mm to pixels, the text of its code, what is amiss."""

    to_picture: Matrix
    sheet: str | None
    problems: tuple[str, ...]

    def in_picture(self, quad: Quad) -> Quad:
        """Return where in the photo a quad of the board lies."""
        return as_quad(transform(self.to_picture, np.array(quad)))

    def px_per_mm(self, at: Point) -> float:
        """Return how many pixels of the photo a millimetre has at a point of the board."""
        x, y = at
        square = np.array([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]])
        corners = transform(self.to_picture, square).astype(np.float32)
        return sqrt(cv2.contourArea(corners))


def find_plane(grey: Grey, layout: BoardLayout) -> tuple[Plane | None, tuple[str, ...]]:
    """Find the board of a layout; without it, what is missing."""
    found, others = _board_of(find_markers(grey), layout)
    problems = tuple(
        f"missing-marker-{number}" for number in sorted(layout.markers) if number not in found
    )
    if others >= _FEWEST or (len(found) >= _FEWEST and others >= _ON_ONE_SIDE):
        problems = ("two-boards", *problems)
    if not found:
        return None, problems if others else ("no-board",)
    own, seen = [layout.markers[number] for number in found], list(found.values())
    to_picture = _way(own, seen)
    if len(found) < _FEWEST:
        cut = _cut_off(grey, to_picture, layout, found) if len(found) == _ON_ONE_SIDE else None
        return (None if cut is None else Plane(cut, None, problems)), problems
    if to_picture is None or not _before_lens(to_picture, layout):
        return None, (*problems, "markers-disagree")
    code = _code(grey, to_picture, layout)
    if len(found) < len(layout.markers) and code is not None and layout.code is not None:
        # A corner without a marker is far from all that is known; the code is one more place.
        better = _way([*own, layout.code], [*seen, code.corners])
        to_picture = to_picture if better is None else better
    return Plane(to_picture, None if code is None else code.text, problems), problems


def flattened(grey: Grey, plane: Plane, layout: BoardLayout) -> tuple[Grey, float]:
    """Return the board as seen from straight above, and how many pixels a millimetre has in it."""
    width, height = layout.width_mm, layout.height_mm
    there = plane.px_per_mm((width / 2, height / 2))
    scale = min(_FINEST, max(4.0, there), sqrt(_LARGEST / (width * height)))
    size = (round(width * scale), round(height * scale))
    shrink = min(1.0, _SPARE * scale / there)
    small = grey
    if shrink < 1:
        how = cv2.INTER_AREA
        small = np.asarray(cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=how))
    ratio = np.diag([small.shape[1] / grey.shape[1], small.shape[0] / grey.shape[0], 1.0])
    way = ratio @ plane.to_picture @ np.diag([1 / scale, 1 / scale, 1.0])
    return rectify(small, way, size), scale


def _board_of(markers: list[tuple[int, Quad]], layout: BoardLayout) -> tuple[dict[int, Quad], int]:
    """Return the markers of the board that is most wholly there, and how many are of others."""
    alike: dict[int, list[Quad]] = {}
    for number, quad in sorted(markers, key=lambda one: -_area(one[1])):
        if number in layout.markers:
            alike.setdefault(number, []).append(quad)
    largest = {number: quads[0] for number, quads in alike.items()}
    twice = sum(len(quads) > 1 for quads in alike.values())
    if not twice:
        return _agreeing(largest, layout), 0
    whole = max(_boards(alike, layout), key=lambda one: (len(one), _size(one)), default=None)
    if whole is None:
        # Corners of several boards that make up none: with three of each nobody knows which is.
        return ({}, twice) if twice >= _FEWEST else (_agreeing(largest, layout), 0)
    return whole, sum(map(len, alike.values())) - len(whole)


def _boards(alike: dict[int, list[Quad]], layout: BoardLayout) -> Iterator[dict[int, Quad]]:
    """Return each choice of three or more markers that lie as those of one board do."""
    for chosen in product(*((None, *quads[:_MOST_ALIKE]) for quads in alike.values())):
        one = {n: quad for n, quad in zip(alike, chosen, strict=True) if quad is not None}
        if len(one) >= _FEWEST and _off(one, layout) <= _OFF_MM:
            yield one


def _size(found: dict[int, Quad]) -> float:
    return sum(map(_area, found.values()))


def _cut_off(
    grey: Grey, to_picture: Matrix | None, layout: BoardLayout, found: dict[int, Quad]
) -> Matrix | None:
    """Find the board whose other two markers the edge of the picture has cut off."""
    if to_picture is None:
        return None
    led = followed(grey, to_picture, layout, found)
    if led is None or not _before_lens(led, layout):
        return None
    height, width = grey.shape
    for number, quad in layout.markers.items():
        there = transform(led, np.array(quad))
        is_whole = bool(((there >= 0) & (there <= (width, height))).all())
        # What is covered in the midst of the picture is no edge: the sheet may be folded there.
        if is_whole and number not in found:
            return None
    return led


def _agreeing(found: dict[int, Quad], layout: BoardLayout) -> dict[int, Quad]:
    """Leave out the marker that does not fit to the others: glare has eaten one of its corners."""
    if len(found) <= _FEWEST or _off(found, layout) <= _OFF_MM:
        return found
    rests = [{n: quad for n, quad in found.items() if n != left_out} for left_out in found]
    best = min(rests, key=lambda rest: _off(rest, layout))
    return best if _off(best, layout) <= _OFF_MM else found


def _off(found: dict[int, Quad], layout: BoardLayout) -> float:
    """Return how many millimetres the worst corner lies off, at best."""
    own = [layout.markers[number] for number in found]
    return _fitted(own, list(found.values()))[1]


def _area(quad: Quad) -> float:
    return float(cv2.contourArea(np.array(quad, np.float32)))


def _way(own: list[Quad], seen: list[Quad]) -> Matrix | None:
    """Find the way from mm to pixels; None where the corners do not fit together."""
    to_picture, off = _fitted(own, seen)
    return to_picture if off <= _OFF_MM else None


def _fitted(own: list[Quad], seen: list[Quad]) -> tuple[Matrix, float]:
    """Fit the way from mm to pixels, and return how many mm the worst corner lies off."""
    told = np.array(own, np.float64).reshape(-1, 2)
    there = np.array(seen, np.float64).reshape(-1, 2)
    matrix, _ = cv2.findHomography(told, there)
    to_picture = np.asarray(matrix, np.float64)
    if to_picture.shape != (3, 3) or abs(np.linalg.det(to_picture)) < np.finfo(float).eps:
        return to_picture, inf
    back = transform(np.asarray(np.linalg.inv(to_picture), np.float64), there)
    off = float(np.hypot(*(back - told).T).max())
    return to_picture, off if isfinite(off) else inf


def _before_lens(to_picture: Matrix, layout: BoardLayout) -> bool:
    """Return whether the whole sheet lies before the camera; else markers were taken for others."""
    width, height = layout.width_mm, layout.height_mm
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]])
    depth = corners @ to_picture[2]
    return bool((depth > 0).all() or (depth < 0).all())


def _code(grey: Grey, to_picture: Matrix, layout: BoardLayout) -> Symbol | None:
    if layout.code is None:
        return None
    quad = as_quad(transform(to_picture, np.array(layout.code)))
    crop = around_quad(grey, quad)
    for way in (lambda pixels: pixels, lambda pixels: sharpen(pixels, *_SHARP)):
        for symbol in crop.read(way):
            if symbol.text is not None:
                return symbol
    return None
