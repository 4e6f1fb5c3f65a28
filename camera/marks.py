"""Patches of fields: cut out where the printed edge really is; how dark what they hold is.

Paper is never quite flat and a lens never quite straight, so a field is a little beside where
the markers say. Its own printed edge tells where.
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from camera.boards import Field
from camera.ink import FIELD, PATCH, Ink, darkness
from camera.passes import Grey, rectify
from camera.scans import Quad
from camera.symbols import as_quad, transform

_LOW: Final = (PATCH - FIELD) // 2
_HIGH: Final = _LOW + FIELD
_REACH: Final = 7
"""Pixels of a patch that a field may lie beside its place: a ninth of its side."""

_FARTHER: Final = 0.004
_CAP: Final = 0.5
_CLEAR: Final = 0.06
"""An edge fainter than this tells nothing about where the field is."""

_ALONG: Final = {"digit": slice(22, 74), "box": slice(22, 74), "circle": slice(41, 55)}
_ROUND: Final = 0.6
_GRAIN: Final = 0.09
"""What is less dark than this covers nothing."""

_WHITE: Final = 250
_LIT: Final = 235
_NEARLY_WHITE: Final = 244
_SWALLOWED: Final = 0.2
_CORNERS: Final = np.array([[_LOW, _LOW], [_HIGH, _LOW], [_HIGH, _HIGH], [_LOW, _HIGH]], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A field cut out of a picture: pixels, its ink, how dark its printed edge is."""

    field: Field
    pixels: Grey
    dark: Ink
    edge: float
    place: Quad
    """Its corners in pixels of the picture, which mostly is the flattened board."""


def patch_of(flat: Grey, field: Field, px_per_mm: float) -> Patch:
    """Cut out a field, moved to where its printed edge is."""
    return patch_at(flat, field, np.array(field.quad, np.float64) * px_per_mm)


def patch_at(picture: Grey, field: Field, quad: NDArray[Any]) -> Patch:
    """Cut out a field whose corners (4 by 2 pixels) are about known, moved likewise."""
    way = _way_to(quad)
    pixels = rectify(picture, way, (PATCH, PATCH))
    dark = darkness(pixels)
    x, y, edge = _beside(dark, _ALONG[field.kind])
    if x or y:
        way = way @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
        pixels = rectify(picture, way, (PATCH, PATCH))
        dark = darkness(pixels)
    return Patch(field, pixels, dark, edge, as_quad(transform(way, _CORNERS.astype(np.float64))))


class Filling(NamedTuple):
    """How dark a field's middle is against paper in the same shadow, and how much of it."""

    dark: float
    """How dark the darkest tenth is."""

    common: float
    """How dark half of it is at least."""

    covered: float
    """The share of it that is at least half as dark as the darkest tenth."""


def filling(patch: Patch) -> Filling:
    """Measure the middle of a field against the paper around the field.

    Unlike the ink of strokes this also sees a field that is blackened all over.
    """
    soft = cv2.GaussianBlur(patch.pixels, (5, 5), 0).astype(np.float32)
    paper = _paper_across(soft)
    dark = np.clip((paper - soft) / np.maximum(paper, 1.0), 0, 1)[_MIDDLE]
    darkest, common = (float(one) for one in np.percentile(dark, (90, 50)))
    covered = float((dark > max(_GRAIN, darkest / 2)).mean())
    return Filling(darkest, common, covered)


def _paper_across(soft: NDArray[Any]) -> NDArray[Any]:
    """Estimate the paper's shade in a field from that on opposite sides, the darkest of four ways.

    A shadow, such as a finger's, goes on beyond the field on two sides, and ink does not.
    """
    sides = [float(np.percentile(soft[side], 70)) for side in _SECTORS]
    ways = [
        np.float32(sides[n]) * share + np.float32(sides[n + len(_SHARES)]) * (1 - share)
        for n, share in enumerate(_SHARES)
    ]
    return np.asarray(np.minimum.reduce(ways))


def white(patch: Patch) -> float:
    """Return how large a share of a field's middle is as white as a picture can show."""
    return float((patch.pixels[_MIDDLE] >= np.uint8(_WHITE)).mean())


def blown_out(patch: Patch, usual: float) -> bool:
    """Return whether glare may have swallowed what is written: white where the rest is not.

    `usual` is how white the fields of this board are; on a scan all of them are, and blank.
    """
    lightless = np.median(patch.pixels[_AROUND]) < _LIT
    return white(patch) > _SWALLOWED and bool(lightless or usual <= _SWALLOWED)


def is_bright_around(patch: Patch) -> bool:
    """Return whether the paper around a field is nearly white too: too much light, not a spot."""
    return float(np.median(patch.pixels[_AROUND])) > _NEARLY_WHITE


def _way_to(quad: NDArray[Any]) -> NDArray[np.float64]:
    matrix = cv2.getPerspectiveTransform(_CORNERS, quad.astype(np.float32))
    return np.asarray(matrix, np.float64)


def _beside(dark: Ink, along: slice) -> tuple[int, int, float]:
    """Find how far right and down of its place the printed edge lies, and how dark it is."""
    columns = _ridges(dark[along].mean(axis=0))
    rows = _ridges(dark[:, along].mean(axis=1))
    (x, across), (y, down) = _best(columns), _best(rows)
    return x, y, (across + down) / 2


def _ridges(profile: NDArray[Any]) -> NDArray[Any]:
    """Lift narrow dark lines out of a profile, whatever the shade beside them."""
    # What is dark over a width of many pixels is a shadow or a blackened field.
    broad = cv2.blur(profile.reshape(1, -1).astype(np.float32), (13, 1)).ravel()
    return np.asarray(np.clip(np.ravel(profile) - 0.5 * broad, 0, _CAP))


def _best(profile: NDArray[Any]) -> tuple[int, float]:
    shifts = np.arange(-_REACH, _REACH + 1)
    found = (profile[_LOW + shifts] + profile[_HIGH - 1 + shifts]) / 2
    best = int(np.argmax(found - _FARTHER * np.abs(shifts)))
    shift = int(shifts[best]) if found[best] > _CLEAR else 0
    return shift, float(found[best])


_AT: Final = np.arange(PATCH, dtype=np.float32) - (PATCH - 1) / 2
_MIDDLE: Final = np.hypot(_AT[:, None], _AT[None, :]) < _ROUND * FIELD / 2
_AROUND: Final = np.maximum(np.abs(_AT[:, None]), np.abs(_AT[None, :])) > FIELD / 2 + 4


def _sectors() -> list[NDArray[np.bool_]]:
    """Part what is around a field into eight directions, from the right clockwise."""
    turn = np.degrees(np.arctan2(_AT[:, None], _AT[None, :]))
    return [_AROUND & ((turn + 22.5) // 45 % 8 == n) for n in range(8)]


def _shares() -> list[NDArray[Any]]:
    """Return for the first four directions how near each pixel is to their end, from 0 to 1."""
    ways = np.radians(45 * np.arange(4, dtype=np.float32))
    reach = PATCH / 2 - 6
    along = [_AT[None, :] * np.cos(way) + _AT[:, None] * np.sin(way) for way in ways]
    return [np.clip((1 + one / reach) / 2, 0, 1).astype(np.float32) for one in along]


_SECTORS: Final = _sectors()
_SHARES: Final = _shares()
