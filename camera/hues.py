"""Which of some named colours a surface has, and how certain that is.

Brightness says little: one die lies in the light and another in the shadow. So the hue decides, and
whether there is any; a colour of which the sample is grey is the one without.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np

from camera.passes import Matrix

Samples: TypeAlias = Mapping[str, tuple[int, int, int]]
"""The colours that come into question, by name: red, green and blue of one that has it."""

_GREY: Final = 0.16
"""Strength of a colour, against its brightness, below which it surely has none."""

_STRONG: Final = 0.3
"""The same, above which it surely has one."""

_NEAR: Final = 34.0
"""Degrees between a hue and its sample, at most."""

_CLEARLY: Final = 11.0
"""Degrees by which the next sample is further away, at least."""

_MIDDLE: Final = 128.0


@dataclass(frozen=True, slots=True)
class Named:
    """A colour: its name where that is certain, how certain, and all names, the likeliest first."""

    name: str | None
    confidence: float
    names: tuple[str, ...]


def named(surface: Matrix, samples: Samples) -> Named:
    """Name the colour of a surface (L, a, b as OpenCV gives them in 8 bits)."""
    known = {name: _lab(sample) for name, sample in samples.items()}
    hued = {name: _hue(lab) for name, lab in known.items() if _strength(lab) > _GREY}
    grey = tuple(name for name in known if name not in hued)
    strength, hue = _strength(surface), _hue(surface)
    away = {name: abs((hue - one + 180) % 360 - 180) for name, one in hued.items()}
    near = tuple(sorted(away, key=away.__getitem__))
    if strength < _GREY or not near:
        return Named(grey[0] if len(grey) == 1 else None, 1 - strength, (*grey, *near))
    first, second = away[near[0]], away[near[1]] if len(near) > 1 else 180.0
    certain = (second - first) / max(second + first, 1.0)
    if grey and strength < _STRONG:
        return Named(None, certain / 2, (near[0], *grey, *near[1:]))
    is_clear = first <= _NEAR and second - first >= _CLEARLY
    return Named(near[0] if is_clear else None, certain, (*near, *grey))


def _lab(sample: tuple[int, int, int]) -> Matrix:
    pixel = np.array([[sample]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB)[0, 0], np.float64)


def _hue(lab: Matrix) -> float:
    return float(np.degrees(np.arctan2(lab[2] - _MIDDLE, lab[1] - _MIDDLE)))


def _strength(lab: Matrix) -> float:
    return float(np.hypot(lab[1] - _MIDDLE, lab[2] - _MIDDLE) / max(lab[0], 24.0))
