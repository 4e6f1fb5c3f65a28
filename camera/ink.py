"""A written field as ink: how much darker than its own paper each spot is, whatever the light.

A patch is a field cut out of a rectified board with a quarter of its side around it, always of the
same size. Training and reading both come through here, so that the net sees the same in both.
"""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from camera.passes import Grey

Ink: TypeAlias = NDArray[np.float32]
"""Darkness against the paper around it: 0 is blank, 1 the darkest ink of this field."""

FIELD: Final = 64
"""Pixels of a field's side in a patch."""

PATCH: Final = 96
"""Pixels of a patch's side: the field, and a quarter of it all round."""

SIDE: Final = 32
"""Pixels of a side of what the net sees: the field, and an eighth of it all round."""

_SEEN: Final = 80 / SIDE
_INNER: Final = slice(24, 72)
_FAINTEST: Final = 0.15
"""Ink fainter than this is not made darker: else the grain of blank paper would look like ink."""

_DARKEST: Final = 97
_ANYTHING: Final = 99.5
_WITHIN: Final = slice(20, 76)
_STROKED: Final = 0.4
_HOLE: Final = 6
"""Pixels of paper that make a hole in a stroke a loop."""

_LINE: Final = np.ones((3, 3), np.uint8)
_STROKE: Final = np.ones((17, 17), np.uint8)


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at a patch: shifted by pixels of it, larger or smaller, turned, softened."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    degrees: float = 0.0
    soft: float = 0.0
    """By how many pixels of the patch what is seen is blurred: grain and ragged edges go."""


def darkness(patch: Grey) -> Ink:
    """Return how much darker than the paper around it each pixel of a patch is, from 0 to 1."""
    soft = cv2.GaussianBlur(patch, (3, 3), 0)
    paper = cv2.GaussianBlur(cv2.dilate(soft, _STROKE), (25, 25), 0)
    dark = cv2.divide(cv2.subtract(paper, soft), paper, scale=1.0, dtype=cv2.CV_32F)
    return np.asarray(dark, np.float32)


def strength(dark: Ink) -> float:
    """Return how dark the ink well inside a field is; next to nothing for a blank one."""
    return float(np.percentile(dark[_INNER, _INNER], _DARKEST))


def traces(dark: Ink) -> float:
    """Return how dark the darkest specks inside a field are; on photos even grain is seen."""
    return float(np.percentile(dark[_INNER, _INNER], _ANYTHING))


def has_loop(dark: Ink) -> bool:
    """Return whether the strokes in a field enclose paper, as those of a 6 do."""
    inside = evened(dark)[_WITHIN, _WITHIN] < _STROKED
    paper = np.pad(inside, 1, constant_values=True).astype(np.uint8)
    count, _, found, _ = cv2.connectedComponentsWithStats(paper, connectivity=4)
    return any(found[n, cv2.CC_STAT_AREA] >= _HOLE for n in range(2, count))


def evened(dark: Ink) -> Ink:
    """Make faint ink as dark as strong ink."""
    return np.asarray(np.minimum(dark / max(strength(dark), _FAINTEST), 1.0), np.float32)


def seen(even: Ink, view: View) -> Grey:
    """Return the pixels that the net sees of a patch."""
    turn = np.radians(view.degrees)
    across, down = np.cos(turn) * _SEEN * view.scale, np.sin(turn) * _SEEN * view.scale
    way: NDArray[Any] = np.array([[across, -down, 0], [down, across, 0]])
    middle = (SIDE - 1) / 2
    way[:, 2] = (PATCH - 1) / 2 + np.array([view.x, view.y]) - way[:, :2] @ (middle, middle)
    # Each pixel of the net is two and a half of the patch: soften first, or thin lines flicker.
    calm = cv2.GaussianBlur(even, (0, 0), view.soft) if view.soft else even
    soft = cv2.GaussianBlur(calm, (3, 3), 0.9)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    small = cv2.warpAffine(soft, way, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(small * 255, np.uint8)
