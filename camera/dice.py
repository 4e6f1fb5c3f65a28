"""Finds dice in a picture, and reads the number and the colour of each by its pips and its face.

The colours are the caller's: a sample of each, by name. What is not certain is said so: a colour
may stay open, with what comes into question.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist
from typing import Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from camera.hues import Named, Samples, named
from camera.passes import Grey, Matrix
from camera.pip_patterns import Pattern, fitted
from camera.pips import Pip, at, find
from camera.scans import Quad

_Shade = TypeVar("_Shade", bound=np.generic)

LONGEST: Final = 1280
"""Pixels of the longer side that are looked at; more would only take longer."""

MOST_DICE: Final = 40
_SMALLEST_PICTURE: Final = 24
_MOST_PIPS: Final = 240
_MOST_TOGETHER: Final = 13
"""Pips that may belong to two dice which touch; more together are no dice."""

_ALIKE: Final = 1.5
"""How many times as large as another a pip of the same die may be."""

_SAME: Final = 26.0
"""How far two shades of one face may lie apart, in Lab of 8 bits."""

_REACH: Final = 10.0
"""Radii between two pips of one die, at most."""

_STRANGE: Final = 0.35
"""How much of the way between two pips may look otherwise: a third pip may lie there."""

_OTHER: Final = 12.0
"""How far what is around a die differs from its face, at least."""

_EVEN: Final = 0.5
"""How uneven a face may be, of how much its pips stand out."""

_MANY: Final = 4
_AROUND_FEW: Final = 0.7
_AROUND_MANY: Final = 0.2
"""How much of what is around a die must differ from it: more where few pips tell of a die."""

_FREE: Final = 0.8
"""How much of a face, where it has no pip, must look like the rest of it."""

_SQUARE: Final = 0.72
_LONG: Final = 1.6
_SIZE: Final = (0.45, 1.9)
"""How much of its upright frame a face fills, how long it is, and how large for its pips."""

_OWN: Final = 0.85
"""Sides between the middles of two faces, at least: the sides of a die are nearer to its top."""

_CROP: Final = 96
_MARGIN: Final = 0.75


@dataclass(frozen=True, slots=True, eq=False)
class DieSighting:
    """A die that was seen: its number, its colour, and how certain each of them is.

    `corners` are those of its upper face in pixels of the picture. The colour's name is None where
    it stays open, and its names are all that come into question, the likeliest first. `crop` shows
    the die in red, green and blue.
    """

    corners: Quad
    face: int
    confidence: float
    colour: Named
    crop: Grey


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    pips: tuple[Pip, ...]
    pattern: Pattern
    confidence: float

    @property
    def surface(self) -> Matrix:
        return np.asarray(np.median([pip.surface for pip in self.pips], axis=0), np.float64)


def read_dice(picture: Grey, samples: Samples) -> tuple[DieSighting, ...]:
    """Read the dice of a picture (red, green, blue), row by row; empty where there are none."""
    if picture.ndim != 3 or min(picture.shape[:2]) < _SMALLEST_PICTURE:  # noqa: PLR2004 - colours
        return ()
    scale = min(1.0, LONGEST / max(picture.shape[:2]))
    small = picture if scale == 1 else _smaller(picture, scale)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2LAB), np.float64)
    found = _without_sides(_faces(lab, find(lab)[:_MOST_PIPS]))[:MOST_DICE]
    return tuple(_sighting(one, small, samples, 1 / scale) for one in _in_rows(found))


# ---------------------------------------------------------------- faces


def _faces(lab: Matrix, pips: list[Pip]) -> Iterator[_Found]:
    for together in _joined(lab, pips):
        yield from _split(lab, together)


def _joined(lab: Matrix, pips: list[Pip]) -> list[list[Pip]]:
    """Join the pips that lie on one face, as far as neighbours tell."""
    groups: list[list[Pip]] = []
    for pip in pips:
        joining = [one for one in groups if any(_on_one_face(lab, pip, other) for other in one)]
        groups = [one for one in groups if one not in joining]
        groups.append([pip, *(other for one in joining for other in one)])
    return groups


def _on_one_face(lab: Matrix, one: Pip, other: Pip) -> bool:
    """Return whether two pips are alike, near each other, and only their face lies between them."""
    small, large = sorted((one.radius, other.radius))
    apart = dist(one.middle, other.middle)
    if one.is_light is not other.is_light or large > _ALIKE * small or apart > _REACH * large:
        return False
    if np.linalg.norm(one.surface - other.surface) > _SAME:
        return False
    start, end = np.array(one.middle), np.array(other.middle)
    edge = 1.6 * large / apart
    steps = np.linspace(min(edge, 0.5), max(1 - edge, 0.5), 12)[:, None]
    between = at(lab, start + steps * (end - start))
    surface = (one.surface + other.surface) / 2
    return float(np.mean(_differs(between, surface, _SAME))) < _STRANGE


def _split(lab: Matrix, pips: list[Pip]) -> Iterator[_Found]:
    """Return the faces that pips show: one of all where that fits, else the largest first."""
    left = pips[: _MOST_TOGETHER + 1]
    if len(left) > _MOST_TOGETHER:
        return
    while left:
        found = _largest(lab, left)
        if found is None:
            return
        yield found
        left = [pip for pip in left if pip not in found.pips]


def _largest(lab: Matrix, pips: list[Pip]) -> _Found | None:
    for count in range(min(len(pips), 6), 0, -1):
        tried = (_face(lab, some) for some in combinations(pips, count))
        fitting = [one for one in tried if one is not None]
        if fitting:
            return max(fitting, key=lambda one: one.confidence)
    return None


def _face(lab: Matrix, pips: tuple[Pip, ...]) -> _Found | None:
    radius = float(np.median([pip.radius for pip in pips]))
    pattern = fitted([pip.middle for pip in pips], radius)
    if pattern is None:
        return None
    found = _Found(pips, pattern, 0.0)
    even = min(_SAME, _EVEN * min(pip.stands_out for pip in pips))
    free = 1 - float(np.mean(_differs(at(lab, pattern.free()), found.surface, even)))
    sides = np.median(at(lab, pattern.beyond()).reshape(4, -1, 3), axis=1)
    beyond = float(np.mean(_differs(sides, found.surface, _OTHER)))
    if free < _FREE or beyond < (_AROUND_FEW if pattern.face < _MANY else _AROUND_MANY):
        return None
    if pattern.face < _MANY and not _is_bounded(lab, found, even):
        return None
    return replace(found, confidence=free * min(1.0, 0.4 + beyond) * (1 - pattern.misfit))


def _is_bounded(lab: Matrix, found: _Found, even: float) -> bool:
    """Return whether the surface around pips ends where a face would, in the shape of a square."""
    part, (left, top) = _around(lab, found.pattern, found.pattern.side * 1.3 + 4)
    alike = (np.linalg.norm(part - found.surface, axis=2) <= even).astype(np.uint8)
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


def _without_sides(found: Iterator[_Found]) -> list[_Found]:
    """Leave out what is too near to a face that is clearer: a side of the same die, or glare."""
    kept: list[_Found] = []
    for one in sorted(
        found, key=lambda one: -one.confidence * min(pip.roundness for pip in one.pips)
    ):
        near = (_OWN * max(one.pattern.side, other.pattern.side) for other in kept)
        apart = (dist(one.pattern.middle, other.pattern.middle) for other in kept)
        if all(far >= limit for far, limit in zip(apart, near, strict=True)):
            kept.append(one)
    return kept


def _in_rows(found: list[_Found]) -> Iterator[_Found]:
    """Return faces as people read: those that lie about as high as each other are one row."""
    left = sorted(found, key=lambda one: one.pattern.middle[1])
    while left:
        bottom = left[0].pattern.middle[1] + left[0].pattern.side
        row = [one for one in left if one.pattern.middle[1] < bottom]
        yield from sorted(row, key=lambda one: one.pattern.middle[0])
        left = left[len(row) :]


# ---------------------------------------------------------------- what is told of each


def _sighting(found: _Found, small: Grey, samples: Samples, scale: float) -> DieSighting:
    a, b, c, d = ((x * scale, y * scale) for x, y in found.pattern.corners)
    colour = named(found.surface, samples)
    crop = _cut(small, found.pattern)
    return DieSighting((a, b, c, d), found.pattern.face, found.confidence, colour, crop)


def _cut(small: Grey, pattern: Pattern) -> Grey:
    part, _ = _around(small, pattern, max(pattern.side * _MARGIN, 4.0))
    return np.asarray(cv2.resize(part, (_CROP, _CROP), interpolation=cv2.INTER_CUBIC), np.uint8)


def _around(
    picture: NDArray[_Shade], pattern: Pattern, reach: float
) -> tuple[NDArray[_Shade], tuple[int, int]]:
    """Cut out what lies so far around the middle of a face, and return where that begins."""
    x, y = pattern.middle
    left, top = max(0, round(x - reach)), max(0, round(y - reach))
    part = picture[top : round(y + reach) + 1, left : round(x + reach) + 1]
    return part, (left, top)


def _smaller(picture: Grey, scale: float) -> Grey:
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
