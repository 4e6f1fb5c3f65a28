"""Round spots in a picture that stand out from an even surface around them, as pips do on a die.

They may be darker or lighter than what is around them. Nothing here knows how spots belong
together.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import dist
from typing import Final

import cv2
import numpy as np

from camera.passes import Grey, Matrix
from camera.scans import Point

_STEP: Final = 9
"""Shades by which a spot differs from its surroundings, at least."""

_LOOKS: Final = ((15, _STEP), (15, 32), (31, _STEP), (61, _STEP))
"""Pixels of the surroundings that a spot is compared with, at least twice as wide as the spot, and
shades between them; with more shades small spots that are close to each other stay apart."""

_SMALLEST: Final = 2.2
_LARGEST: Final = 34.0
_ROUND: Final = 0.6
"""How long the short axis of a spot is at least, of the long one: on the side of a die, which is
seen aslant, pips are narrower."""

_FILLED: Final = (0.8, 1.2)
_EVEN: Final = 0.4
"""How uneven the ring around a spot may be, of the difference between ring and spot."""

_RING: Final = 1.6
_AROUND: Final = np.linspace(0, 2 * np.pi, 20, endpoint=False)
_MOST: Final = 4000
"""Outlines that are looked at for one window: a picture with more of them shows no dice."""


@dataclass(frozen=True, slots=True, eq=False)
class Pip:
    """A spot: its middle and radius in pixels, whether it is light, and the colour around it.

    `roundness` is its short axis in parts of the long one.
    """

    middle: Point
    radius: float
    is_light: bool
    surface: Matrix
    stands_out: float
    roundness: float


def find(lab: Matrix) -> list[Pip]:
    """Find the spots of a picture (L, a, b as OpenCV gives them in 8 bits); the clearest first."""
    channels = (_channel(lab, 0), _darkest(lab))
    found: list[Pip] = []
    for grey in channels:
        for look in _LOOKS:
            for is_light in (False, True):
                found += _of_look(grey, lab, look, is_light=is_light)
    return _without_twins(found)


def at(lab: Matrix, points: Matrix) -> Matrix:
    """Return the colours at points; beyond the picture those of its edge."""
    height, width = lab.shape[:2]
    across = np.clip(np.round(points[:, 0]), 0, width - 1).astype(int)
    down = np.clip(np.round(points[:, 1]), 0, height - 1).astype(int)
    return np.asarray(lab[down, across], np.float64)


def ring(middle: Point, radius: float) -> Matrix:
    """Return points on a circle."""
    return np.column_stack(
        [middle[0] + radius * np.cos(_AROUND), middle[1] + radius * np.sin(_AROUND)]
    )


# ---------------------------------------------------------------- inside


def _channel(lab: Matrix, number: int) -> Grey:
    return np.ascontiguousarray(lab[..., number], np.uint8)


def _darkest(lab: Matrix) -> Grey:
    """Return the darkest of red, green and blue: a white spot on yellow stands out only there."""
    rgb = cv2.cvtColor(np.asarray(lab, np.uint8), cv2.COLOR_LAB2RGB)
    return np.ascontiguousarray(rgb.min(axis=2), np.uint8)


def _of_look(grey: Grey, lab: Matrix, look: tuple[int, int], *, is_light: bool) -> Iterator[Pip]:
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.8)
    way = cv2.THRESH_BINARY if is_light else cv2.THRESH_BINARY_INV
    window, step = look
    step = -step if is_light else step
    spots = cv2.adaptiveThreshold(smooth, 255, cv2.ADAPTIVE_THRESH_MEAN_C, way, window, step)
    outlines, _ = cv2.findContours(spots, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for outline in outlines[:_MOST]:
        pip = _pip(np.asarray(outline), grey, lab, is_light=is_light)
        if pip is not None:
            yield pip


def _pip(outline: Matrix, grey: Grey, lab: Matrix, *, is_light: bool) -> Pip | None:
    if len(outline) < 8 or len(outline) > 8 * _LARGEST:  # noqa: PLR2004 - pixels around the least
        return None
    (x, y), axes, _ = cv2.fitEllipse(outline)
    short, long = min(axes) / 2 + 0.5, max(axes) / 2 + 0.5
    if not (short >= _SMALLEST and long <= _LARGEST and short >= _ROUND * long):
        return None
    # The outline runs through the middles of the outermost pixels.
    area = cv2.contourArea(outline) + len(outline) / 2
    if not _FILLED[0] <= area / (np.pi * short * long) <= _FILLED[1]:
        return None
    pip = _on_even_ground((x, y), float(np.sqrt(short * long)), grey, lab, is_light=is_light)
    return pip and replace(pip, roundness=short / long)


def _on_even_ground(
    middle: Point, radius: float, grey: Grey, lab: Matrix, *, is_light: bool
) -> Pip | None:
    shade = grey[..., None].astype(np.float64)
    inside = float(np.median(at(shade, ring(middle, radius * 0.3))))
    radius = _up_to_half(
        grey, middle, radius, inside - float(np.median(at(shade, ring(middle, radius * _RING + 1))))
    )
    around = ring(middle, radius * _RING + 1)
    shades = at(shade, around)[:, 0]
    apart = inside - float(np.median(shades))
    if radius < _SMALLEST or (apart > 0) is not is_light or abs(apart) < 2 * _STEP:
        return None
    # Other pips of the same die may lie on the ring, and only make it more like this one.
    low, high = np.percentile(shades, (10, 60) if is_light else (40, 90))
    if high - low > _EVEN * abs(apart):
        return None
    surface = np.median(at(lab, around), axis=0)
    return Pip(middle, radius, is_light, surface, abs(apart), 1.0)


def _up_to_half(grey: Grey, middle: Point, radius: float, apart: float) -> float:
    """Measure a spot up to where it is half as strong: its first outline runs where it fades."""
    reach = radius * 1.3
    left, top = (max(0, round(at_ - reach)) for at_ in middle)
    part = grey[top : round(middle[1] + reach) + 1, left : round(middle[0] + reach) + 1]
    down, across = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    is_near = np.hypot(across - middle[0], down - middle[1]) <= reach
    core = part[is_near].astype(np.float64)
    best = np.percentile(core, 92 if apart > 0 else 8)
    strong = (core - best) * np.sign(apart) > -abs(apart) / 2
    return float(np.sqrt(strong.sum() / np.pi))


def _without_twins(found: list[Pip]) -> list[Pip]:
    kept: list[Pip] = []
    for pip in sorted(found, key=lambda one: -one.stands_out):
        if all(dist(pip.middle, one.middle) > max(pip.radius, one.radius) for one in kept):
            kept.append(pip)
    return kept
