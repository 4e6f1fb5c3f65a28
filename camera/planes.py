"""Finds a board in a photo: marker detection and a homography from board millimetres to pixels.

Three markers suffice, because they have twelve corners; the code of the sheet adds four more. If
the edge of the picture cuts off two of them, the homography of the other two is refined by the
printed edges of the fields. Of several boards, the most complete is found.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import inf, isfinite, sqrt
from typing import Final

import cv2
import numpy as np

from camera.boards import BoardLayout, Field
from camera.crops import around_quad
from camera.marks import patch_at
from camera.mats import find_markers
from camera.passes import Grey, Matrix, rectify, sharpen
from camera.scans import Point, Quad
from camera.symbols import Symbol, as_quad, transform

_FEWEST: Final = 3
_ON_ONE_SIDE: Final = 2
_MOST_PER_NUMBER: Final = 3
"""Most markers of one number that are examined: no photo shows more boards."""

_MOST_ERROR_MM: Final = 1.5
"""Greatest reprojection error of a corner: above it the sheet is another, or crumpled."""

_LEAST_EDGE: Final = 0.12
"""Least darkness of the printed edge of a field that refines the homography."""

_FEWEST_FIELDS: Final = 6
_FIELD_OFF: Final = 0.12
"""Greatest reprojection error of a field, as a share of its side."""

_MOST_FIELDS_OFF: Final = 0.25
"""Greatest share of fields above it: with more the sheet is bent, or another."""

_FINEST: Final = 8.0
_LARGEST: Final = 6e6
_SPARE: Final = 1.4
_SHARP: Final = (2.0, 2.0)


@dataclass(frozen=True, slots=True)
class Plane:
    """A board in a photo: the homography from mm to px, the text of its code, and problems."""

    to_picture: Matrix
    sheet: str | None
    problems: tuple[str, ...]

    def in_picture(self, quad: Quad) -> Quad:
        """Return a quad of the board, in mm, as px of the photo."""
        return as_quad(transform(self.to_picture, np.array(quad)))

    def px_per_mm(self, at: Point) -> float:
        """Return the scale of the photo at a point of the board."""
        x, y = at
        square = np.array([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]])
        corners = transform(self.to_picture, square).astype(np.float32)
        return sqrt(cv2.contourArea(corners))


def find_plane(grey: Grey, layout: BoardLayout) -> tuple[Plane | None, tuple[str, ...]]:
    """Return the board of a layout, or None, and the problems: ids such as `missing-marker-17`."""
    found, others = _markers_of_board(find_markers(grey), layout)
    problems = tuple(
        f"missing-marker-{number}" for number in sorted(layout.markers) if number not in found
    )
    if others >= _FEWEST or (len(found) >= _FEWEST and others >= _ON_ONE_SIDE):
        problems = ("two-boards", *problems)
    if not found:
        return None, problems if others else ("no-board",)
    own, seen = [layout.markers[number] for number in found], list(found.values())
    to_picture = _homography(own, seen)
    if len(found) < _FEWEST:
        cut = _cut_off(grey, to_picture, layout, found) if len(found) == _ON_ONE_SIDE else None
        return (None if cut is None else Plane(cut, None, problems)), problems
    if to_picture is None or not _is_before_lens(to_picture, layout):
        return None, (*problems, "markers-disagree")
    code = _code(grey, to_picture, layout)
    if len(found) < len(layout.markers) and code is not None and layout.code is not None:
        # A corner without a marker is far from the others; the code adds four points.
        better = _homography([*own, layout.code], [*seen, code.corners])
        to_picture = to_picture if better is None else better
    return Plane(to_picture, None if code is None else code.text, problems), problems


def flattened(grey: Grey, plane: Plane, layout: BoardLayout) -> tuple[Grey, float]:
    """Return the rectified board and its scale in px per mm, at most 8."""
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
    homography = ratio @ plane.to_picture @ np.diag([1 / scale, 1 / scale, 1.0])
    return rectify(small, homography, size), scale


def _markers_of_board(
    markers: list[tuple[int, Quad]], layout: BoardLayout
) -> tuple[dict[int, Quad], int]:
    """Return the markers of the most complete board, and the number of markers of others."""
    by_number: dict[int, list[Quad]] = {}
    for number, quad in sorted(markers, key=lambda one: -_area(one[1])):
        if number in layout.markers:
            by_number.setdefault(number, []).append(quad)
    largest = {number: quads[0] for number, quads in by_number.items()}
    twice = sum(len(quads) > 1 for quads in by_number.values())
    if not twice:
        return _without_outlier(largest, layout), 0
    whole = max(
        _possible_boards(by_number, layout), key=lambda one: (len(one), _size(one)), default=None
    )
    if whole is None:
        # Markers of several boards that form none: with three of each the choice would be a guess.
        return ({}, twice) if twice >= _FEWEST else (_without_outlier(largest, layout), 0)
    return whole, sum(map(len, by_number.values())) - len(whole)


def _possible_boards(
    by_number: dict[int, list[Quad]], layout: BoardLayout
) -> Iterator[dict[int, Quad]]:
    """Yield each choice of three or more markers that fits the layout of one board."""
    for chosen in product(*((None, *quads[:_MOST_PER_NUMBER]) for quads in by_number.values())):
        one = {n: quad for n, quad in zip(by_number, chosen, strict=True) if quad is not None}
        if len(one) >= _FEWEST and _error_mm(one, layout) <= _MOST_ERROR_MM:
            yield one


def _size(found: dict[int, Quad]) -> float:
    return sum(map(_area, found.values()))


def _cut_off(
    grey: Grey, to_picture: Matrix | None, layout: BoardLayout, found: dict[int, Quad]
) -> Matrix | None:
    """Return the homography of a board with two markers cut off by the edge of the picture."""
    if to_picture is None:
        return None
    refined = _refined_by_fields(grey, to_picture, layout, found)
    if refined is None or not _is_before_lens(refined, layout):
        return None
    height, width = grey.shape
    for number, quad in layout.markers.items():
        there = transform(refined, np.array(quad))
        is_whole = bool(((there >= 0) & (there <= (width, height))).all())
        # A marker missing inside the picture is not cut off: the sheet may be folded there.
        if is_whole and number not in found:
            return None
    return refined


def _without_outlier(found: dict[int, Quad], layout: BoardLayout) -> dict[int, Quad]:
    """Return markers without the one that does not fit, for example because of glare."""
    if len(found) <= _FEWEST or _error_mm(found, layout) <= _MOST_ERROR_MM:
        return found
    rests = [{n: quad for n, quad in found.items() if n != left_out} for left_out in found]
    best = min(rests, key=lambda rest: _error_mm(rest, layout))
    return best if _error_mm(best, layout) <= _MOST_ERROR_MM else found


def _error_mm(found: dict[int, Quad], layout: BoardLayout) -> float:
    """Return the greatest reprojection error of the best homography."""
    own = [layout.markers[number] for number in found]
    return _fit(own, list(found.values()))[1]


def _area(quad: Quad) -> float:
    return float(cv2.contourArea(np.array(quad, np.float32)))


def _homography(own: list[Quad], seen: list[Quad]) -> Matrix | None:
    """Return the homography from mm to px; None if the corners do not fit one."""
    to_picture, error = _fit(own, seen)
    return to_picture if error <= _MOST_ERROR_MM else None


def _fit(own: list[Quad], seen: list[Quad]) -> tuple[Matrix, float]:
    """Return the least-squares homography from mm to px and its greatest error in mm."""
    plane = np.array(own, np.float64).reshape(-1, 2)
    there = np.array(seen, np.float64).reshape(-1, 2)
    matrix, _ = cv2.findHomography(plane, there)
    to_picture = np.asarray(matrix, np.float64)
    if to_picture.shape != (3, 3) or abs(np.linalg.det(to_picture)) < np.finfo(float).eps:
        return to_picture, inf
    back = transform(np.asarray(np.linalg.inv(to_picture), np.float64), there)
    error = float(np.hypot(*(back - plane).T).max())
    return to_picture, error if isfinite(error) else inf


def _is_before_lens(to_picture: Matrix, layout: BoardLayout) -> bool:
    """Return whether the whole sheet is in front of the camera; else markers were confused."""
    width, height = layout.width_mm, layout.height_mm
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]])
    depth = corners @ to_picture[2]
    return bool((depth > 0).all() or (depth < 0).all())


def _code(grey: Grey, to_picture: Matrix, layout: BoardLayout) -> Symbol | None:
    if layout.code is None:
        return None
    quad = as_quad(transform(to_picture, np.array(layout.code)))
    crop = around_quad(grey, quad)
    for homography in (lambda pixels: pixels, lambda pixels: sharpen(pixels, *_SHARP)):
        for symbol in crop.read(homography):
            if symbol.text is not None:
                return symbol
    return None


# ---------------------------------------------------------------- two markers


def _refined_by_fields(
    grey: Grey, to_picture: Matrix, layout: BoardLayout, found: dict[int, Quad]
) -> Matrix | None:
    """Return the homography refined by the printed edges of fields, from the markers outwards.

    None if the edges of too few fields are visible, or if they do not fit one homography.
    """
    own = [np.array(layout.markers[number], np.float64) for number in found]
    seen = [np.array(quad, np.float64) for quad in found.values()]
    homography = to_picture
    for field in _outwards(layout, own):
        quad = np.array(field.quad, np.float64)
        there = transform(homography, quad)
        if not _is_inside(there, grey):
            continue
        patch = patch_at(grey, field, there)
        if patch.edge < _LEAST_EDGE:
            continue
        own.append(quad)
        seen.append(np.array(patch.place))
        better = _fit_robustly(own, seen)
        if better is None:
            return None
        homography = better
    return homography if _is_consistent(homography, own[len(found) :], seen[len(found) :]) else None


def _outwards(layout: BoardLayout, own: list[Matrix]) -> list[Field]:
    """Return the fields sorted by their distance from the line through the markers."""
    first, last = own[0].mean(axis=0), own[-1].mean(axis=0)
    along = (last - first) / max(float(np.hypot(*(last - first))), 1e-6)

    def far(field: Field) -> float:
        x, y = np.array(field.quad).mean(axis=0) - first
        return abs(float(x * along[1] - y * along[0]))

    return sorted(layout.fields, key=far)


def _is_inside(quad: Matrix, grey: Grey) -> bool:
    height, width = grey.shape
    inside = ((quad >= 0) & (quad <= (width, height))).all()
    return bool(inside) and cv2.isContourConvex(quad.astype(np.float32))


def _fit_robustly(own: list[Matrix], seen: list[Matrix]) -> Matrix | None:
    there = np.vstack(seen)
    reach = float(np.ptp(seen[-1], axis=0).min()) * _FIELD_OFF
    matrix, _ = cv2.findHomography(np.vstack(own), there, cv2.RANSAC, max(1.0, reach))
    return np.asarray(matrix, np.float64) if np.shape(matrix) == (3, 3) else None


def _is_consistent(homography: Matrix, own: list[Matrix], seen: list[Matrix]) -> bool:
    if len(own) < _FEWEST_FIELDS:
        return False
    error = [
        np.hypot(*(transform(homography, quad) - there).T).max() / np.ptp(there, axis=0).min()
        for quad, there in zip(own, seen, strict=True)
    ]
    return float(np.mean(np.array(error) > _FIELD_OFF)) <= _MOST_FIELDS_OFF
