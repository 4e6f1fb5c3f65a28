"""Reads dice in a colour picture: pip detection, grouping into faces, and classification by hue.

A colour is one of the caller's samples. Brightness hardly counts, because one die may be in the
light and another in the shadow; a sample of grey is the colour of clear dice. Where two colours are
possible, both are returned.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist
from typing import Final, TypeAlias, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from camera.passes import Grey, Matrix
from camera.pips import Pattern, Pip, colours_at, find_pips, fit_pattern
from camera.scans import Quad

_Shade = TypeVar("_Shade", bound=np.generic)

LONGEST: Final = 1280
"""Longer side in px to which a picture is reduced; more would only take longer."""

MOST_DICE: Final = 40
_SMALLEST_PICTURE: Final = 24
_MOST_PIPS: Final = 240
_MOST_TOGETHER: Final = 13
"""Most pips of two dice that touch; a larger group is no dice."""

_MOST_RADIUS_RATIO: Final = 1.5
"""Greatest ratio of the radii of two pips of one die."""

_SAME_COLOUR: Final = 26.0
"""Greatest distance of two colours of one face, in L, a, b of 8 bits."""

_REACH: Final = 10.0
"""Greatest distance of two pips of one die, in radii."""

_MOST_OTHER_COLOUR: Final = 0.35
"""Share of the line between two pips that may have another colour: a third pip may be there."""

_LEAST_CONTRAST: Final = 12.0
"""Least distance of the colour around a die from that of its face."""

_MOST_UNEVEN: Final = 0.5
"""Greatest unevenness of a face, as a share of the contrast of its pips."""

_MANY_PIPS: Final = 4
_AROUND_FEW: Final = 0.7
_AROUND_MANY: Final = 0.2
"""Least share of the surroundings of a die that differ from it: more where few pips prove a die."""

_LEAST_FREE: Final = 0.8
"""Least share of a face without pips that has its colour."""

_SQUARE: Final = 0.72
_LONG: Final = 1.6
_SIZE: Final = (0.45, 1.9)
"""Least fill of its bounding box, greatest aspect ratio, and area relative to its pips, of a
face."""

_LEAST_APART: Final = 0.85
"""Least distance of two faces, in sides: the side face of a die is closer to its top."""

_CROP: Final = 96
_MARGIN: Final = 0.75


Samples: TypeAlias = Mapping[str, tuple[int, int, int]]
"""The possible colours by name, each as red, green and blue."""

_MOST_GREY: Final = 0.16
"""Saturation below which a colour is certainly grey."""

_LEAST_COLOURED: Final = 0.3
"""Saturation above which a colour is certainly not grey."""

_MOST_HUE_DISTANCE: Final = 34.0
"""Greatest distance of a hue from its sample, in degrees."""

_LEAST_HUE_GAP: Final = 11.0
"""Least difference in distance to the next sample, in degrees."""

_NEUTRAL: Final = 128.0


@dataclass(frozen=True, slots=True)
class NamedColour:
    """A classified colour: `name` is None if several are possible.

    `names` are all possible ones, the likeliest first.
    """

    name: str | None
    confidence: float
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DieSighting:
    """A die that was detected: its number and colour, and the confidence of each, from 0 to 1.

    `corners` are those of its upper face, in px of the picture; `crop` is an RGB picture of the
    die.
    """

    corners: Quad
    face: int
    confidence: float
    colour: NamedColour
    crop: Grey


@dataclass(frozen=True, slots=True, eq=False)
class _Face:
    """The pips of one face and the pattern fitted to them."""

    pips: tuple[Pip, ...]
    pattern: Pattern
    confidence: float

    @property
    def surface(self) -> Matrix:
        return np.asarray(np.median([pip.surface for pip in self.pips], axis=0), np.float64)


def read_dice(picture: Grey, samples: Samples) -> tuple[DieSighting, ...]:
    """Return the dice of an RGB picture, row by row; empty if there are none."""
    if picture.ndim != 3 or min(picture.shape[:2]) < _SMALLEST_PICTURE:  # noqa: PLR2004 - colours
        return ()
    scale = min(1.0, LONGEST / max(picture.shape[:2]))
    small = picture if scale == 1 else _smaller(picture, scale)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2LAB), np.float64)
    found = _without_side_faces(_faces(lab, find_pips(lab)[:_MOST_PIPS]))[:MOST_DICE]
    return tuple(_sighting(one, small, samples, 1 / scale) for one in _in_rows(found))


# ---------------------------------------------------------------- faces


def _faces(lab: Matrix, pips: list[Pip]) -> Iterator[_Face]:
    for together in _grouped(lab, pips):
        yield from _faces_of(lab, together)


def _grouped(lab: Matrix, pips: list[Pip]) -> list[list[Pip]]:
    """Return groups of pips that pairwise share a face with a neighbour."""
    groups: list[list[Pip]] = []
    for pip in pips:
        joining = [one for one in groups if any(_on_one_face(lab, pip, other) for other in one)]
        groups = [one for one in groups if one not in joining]
        groups.append([pip, *(other for one in joining for other in one)])
    return groups


def _on_one_face(lab: Matrix, one: Pip, other: Pip) -> bool:
    """Return whether two pips are similar and close, with only the colour of their face between."""
    small, large = sorted((one.radius, other.radius))
    apart = dist(one.middle, other.middle)
    if (
        one.is_light is not other.is_light
        or large > _MOST_RADIUS_RATIO * small
        or apart > _REACH * large
    ):
        return False
    if np.linalg.norm(one.surface - other.surface) > _SAME_COLOUR:
        return False
    start, end = np.array(one.middle), np.array(other.middle)
    edge = 1.6 * large / apart
    steps = np.linspace(min(edge, 0.5), max(1 - edge, 0.5), 12)[:, None]
    between = colours_at(lab, start + steps * (end - start))
    surface = (one.surface + other.surface) / 2
    return float(np.mean(_differs(between, surface, _SAME_COLOUR))) < _MOST_OTHER_COLOUR


def _faces_of(lab: Matrix, pips: list[Pip]) -> Iterator[_Face]:
    """Yield the faces in a group of pips: one of all if that fits, else the largest first."""
    left = pips[: _MOST_TOGETHER + 1]
    if len(left) > _MOST_TOGETHER:
        return
    while left:
        found = _largest_face(lab, left)
        if found is None:
            return
        yield found
        left = [pip for pip in left if pip not in found.pips]


def _largest_face(lab: Matrix, pips: list[Pip]) -> _Face | None:
    for count in range(min(len(pips), 6), 0, -1):
        tried = (_face_of(lab, some) for some in combinations(pips, count))
        fitting = [one for one in tried if one is not None]
        if fitting:
            return max(fitting, key=lambda one: one.confidence)
    return None


def _face_of(lab: Matrix, pips: tuple[Pip, ...]) -> _Face | None:
    radius = float(np.median([pip.radius for pip in pips]))
    pattern = fit_pattern([pip.middle for pip in pips], radius)
    if pattern is None:
        return None
    found = _Face(pips, pattern, 0.0)
    uneven = min(_SAME_COLOUR, _MOST_UNEVEN * min(pip.stands_out for pip in pips))
    free = 1 - float(np.mean(_differs(colours_at(lab, pattern.free()), found.surface, uneven)))
    sides = np.median(colours_at(lab, pattern.beyond()).reshape(4, -1, 3), axis=1)
    beyond = float(np.mean(_differs(sides, found.surface, _LEAST_CONTRAST)))
    if free < _LEAST_FREE or beyond < (_AROUND_FEW if pattern.face < _MANY_PIPS else _AROUND_MANY):
        return None
    if pattern.face < _MANY_PIPS and not _is_bounded(lab, found, uneven):
        return None
    return replace(found, confidence=free * min(1.0, 0.4 + beyond) * (1 - pattern.misfit))


def _is_bounded(lab: Matrix, found: _Face, uneven: float) -> bool:
    """Return whether the surface around pips is bounded, in the shape and size of a face."""
    part, (left, top) = _around(lab, found.pattern, found.pattern.side * 1.3 + 4)
    alike = (np.linalg.norm(part - found.surface, axis=2) <= uneven).astype(np.uint8)
    for pip in found.pips:
        at_pip = (round(pip.middle[0] - left), round(pip.middle[1] - top))
        cv2.circle(alike, at_pip, round(pip.radius * 1.5 + 1), 1, -1)
    alike = np.asarray(cv2.morphologyEx(alike, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    outlines, _ = cv2.findContours(alike, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    x, y = found.pattern.middle
    middle = (x - left, y - top)
    own = [one for one in outlines if cv2.pointPolygonTest(one, middle, measureDist=False) >= 0]
    if not own:
        return False
    area = cv2.contourArea(own[0])
    _, (across, down), _ = cv2.minAreaRect(own[0])
    square = found.pattern.side**2
    is_square = area >= _SQUARE * across * down and max(across, down) < _LONG * min(across, down)
    return is_square and _SIZE[0] * square <= area <= _SIZE[1] * square


def _differs(colours: Matrix, surface: Matrix, limit: float) -> Matrix:
    return np.asarray(np.linalg.norm(colours - surface, axis=1) > limit)


def _without_side_faces(found: Iterator[_Face]) -> list[_Face]:
    """Return faces without those too close to a clearer one: sides of the same die, or glare."""
    kept: list[_Face] = []
    for one in sorted(
        found, key=lambda one: -one.confidence * min(pip.roundness for pip in one.pips)
    ):
        near = (_LEAST_APART * max(one.pattern.side, other.pattern.side) for other in kept)
        apart = (dist(one.pattern.middle, other.pattern.middle) for other in kept)
        if all(far >= limit for far, limit in zip(apart, near, strict=True)):
            kept.append(one)
    return kept


def _in_rows(found: list[_Face]) -> Iterator[_Face]:
    """Yield faces in reading order: a row is what overlaps vertically with its highest face."""
    left = sorted(found, key=lambda one: one.pattern.middle[1])
    while left:
        bottom = left[0].pattern.middle[1] + left[0].pattern.side
        row = [one for one in left if one.pattern.middle[1] < bottom]
        yield from sorted(row, key=lambda one: one.pattern.middle[0])
        left = left[len(row) :]


# ---------------------------------------------------------------- sightings


def _sighting(found: _Face, small: Grey, samples: Samples, scale: float) -> DieSighting:
    a, b, c, d = ((x * scale, y * scale) for x, y in found.pattern.corners)
    colour = colour_of(found.surface, samples)
    crop = _crop(small, found.pattern)
    return DieSighting((a, b, c, d), found.pattern.face, found.confidence, colour, crop)


def _crop(small: Grey, pattern: Pattern) -> Grey:
    part, _ = _around(small, pattern, max(pattern.side * _MARGIN, 4.0))
    return np.asarray(cv2.resize(part, (_CROP, _CROP), interpolation=cv2.INTER_CUBIC), np.uint8)


def _around(
    picture: NDArray[_Shade], pattern: Pattern, reach: float
) -> tuple[NDArray[_Shade], tuple[int, int]]:
    """Return the part of a picture around a face, and the position of its upper left corner."""
    x, y = pattern.middle
    left, top = max(0, round(x - reach)), max(0, round(y - reach))
    part = picture[top : round(y + reach) + 1, left : round(x + reach) + 1]
    return part, (left, top)


def _smaller(picture: Grey, scale: float) -> Grey:
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


# ---------------------------------------------------------------- colours


def colour_of(surface: Matrix, samples: Samples) -> NamedColour:
    """Return the colour of a surface (L, a, b in 8 bits) among samples."""
    known = {name: _lab(sample) for name, sample in samples.items()}
    hued = {name: _hue(lab) for name, lab in known.items() if _saturation(lab) > _MOST_GREY}
    grey = tuple(name for name in known if name not in hued)
    saturation, hue = _saturation(surface), _hue(surface)
    away = {name: abs((hue - one + 180) % 360 - 180) for name, one in hued.items()}
    near = tuple(sorted(away, key=away.__getitem__))
    if saturation < _MOST_GREY or not near:
        return NamedColour(grey[0] if len(grey) == 1 else None, 1 - saturation, (*grey, *near))
    first, second = away[near[0]], away[near[1]] if len(near) > 1 else 180.0
    confidence = (second - first) / max(second + first, 1.0)
    if grey and saturation < _LEAST_COLOURED:
        return NamedColour(None, confidence / 2, (near[0], *grey, *near[1:]))
    is_clear = first <= _MOST_HUE_DISTANCE and second - first >= _LEAST_HUE_GAP
    return NamedColour(near[0] if is_clear else None, confidence, (*near, *grey))


def _lab(sample: tuple[int, int, int]) -> Matrix:
    pixel = np.array([[sample]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB)[0, 0], np.float64)


def _hue(lab: Matrix) -> float:
    return float(np.degrees(np.arctan2(lab[2] - _NEUTRAL, lab[1] - _NEUTRAL)))


def _saturation(lab: Matrix) -> float:
    return float(np.hypot(lab[1] - _NEUTRAL, lab[2] - _NEUTRAL) / max(lab[0], 24.0))
