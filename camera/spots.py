"""Where in a frame a code may lie, whether or not it can be read there.

A code is the densest pattern on a table: nearly every pixel lies on an edge between the darkest
and the lightest that is near. Finding such spots costs far less than reading, and trying a few
dozen small crops in many ways costs less than one way for the whole frame.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from camera.passes import Grey, brighten, halve
from camera.scans import Quad

_CELL: Final = 8
"""Pixels of a side of what is weighed together; the smallest code is four of them wide."""

_LEVELS: Final = 5
"""The frame itself, its half and so on: codes of 1.4 to 50 pixels a module."""

_USUAL: Final = 3
"""Levels at which a table's codes are found; beyond them a code was held before the lens."""

_COARSE: Final = 8
"""The most spots of those other levels."""

_REACH: Final = 60
"""Pixels from the middle of a spot to the edge of its crop, at the spot's own level."""

_WITHIN: Final = 40
"""The most spots of a part of a frame, of which many are known."""

_DENSE: Final = 0.25
_LEAST: Final = 64


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that looks like a code: its middle in pixels, and how often the frame was halved."""

    x: float
    y: float
    level: int
    density: float

    @property
    def reach(self) -> float:
        """Return how far its crop reaches from the middle, in pixels."""
        return float(_REACH * 2**self.level)


def find_spots(grey: Grey, most: int) -> list[Spot]:
    """Find the spots that look most like a code, the densest first."""
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
    """Find the spots of a part of a frame; faint ones too, which the rest of it would outshine."""
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
    """Return for each cell which share of the local contrast lies between neighbouring pixels."""
    size = (grey.shape[1] // _CELL, grey.shape[0] // _CELL)
    near = np.ones((3, 3), np.uint8)
    around = np.ones((5, 5), np.uint8)
    light, dark = cv2.dilate(grey, near), cv2.erode(grey, near)
    edges = cv2.resize(cv2.subtract(light, dark), size, interpolation=cv2.INTER_AREA)
    lightest = cv2.dilate(cv2.resize(light, size, interpolation=cv2.INTER_NEAREST), around)
    darkest = cv2.erode(cv2.resize(dark, size, interpolation=cv2.INTER_NEAREST), around)
    contrast = cv2.subtract(lightest, darkest).astype(np.float32)
    # The grain of felt or wood is as dense as a code, but faint beside what is printed.
    floor = max(8.0, 0.4 * float(np.percentile(contrast, 97)))
    return cv2.blur(edges.astype(np.float32), (5, 5)) / np.maximum(contrast, floor)
