"""Draws synthetic digits and other marks from strokes, with random variation.

They add shapes that are rare in the data: the 1 with a long upstroke or a foot, the crossed 7, the
open and the closed 4, and everything that is not a digit from 1 to 7.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Chance: TypeAlias = np.random.Generator
Glyph: TypeAlias = NDArray[np.uint8]
"""Strokes as a mask, 255 where there is ink; its edge is that of the ink."""

_Stroke: TypeAlias = Sequence[tuple[float, float]]
_Shape: TypeAlias = Sequence[_Stroke]

_CANVAS: Final = 72
_ROOM: Final = 14
_SPAN: Final = _CANVAS - 2 * _ROOM

DIGITS: Final[Mapping[int, Sequence[_Shape]]] = {
    1: (
        [[(0.5, 0), (0.5, 1)]],
        [[(0.6, 0), (0.45, 1)]],
        [[(0.3, 0.3), (0.55, 0), (0.55, 1)]],
        [[(0.15, 0.45), (0.6, 0), (0.6, 0.5), (0.6, 1)]],
        [[(0.1, 0.55), (0.6, 0), (0.55, 1)]],
        [[(0.3, 0.25), (0.5, 0), (0.5, 1)], [(0.2, 1), (0.8, 1)]],
        [[(0.2, 0.4), (0.55, 0), (0.55, 1)], [(0.25, 1), (0.85, 1)]],
    ),
    2: (
        [[(0.1, 0.25), (0.4, 0), (0.8, 0.2), (0.6, 0.6), (0.1, 1)], [(0.1, 1), (0.9, 1)]],
        [[(0.1, 0.2), (0.5, 0), (0.85, 0.25), (0.5, 0.65), (0.1, 0.95), (0.5, 0.95), (0.95, 0.9)]],
        [
            [
                (0.15, 0.25),
                (0.5, 0),
                (0.8, 0.3),
                (0.4, 0.8),
                (0.1, 0.95),
                (0.15, 0.75),
                (0.45, 0.9),
                (0.95, 0.95),
            ]
        ],
        [[(0.1, 0.05), (0.8, 0.05)], [(0.8, 0.05), (0.1, 1)], [(0.1, 1), (0.9, 1)]],
    ),
    3: (
        [
            [(0.1, 0.1), (0.5, 0), (0.8, 0.2), (0.45, 0.45)],
            [(0.45, 0.45), (0.9, 0.7), (0.5, 1), (0.1, 0.9)],
        ],
        [[(0.1, 0.1), (0.6, 0), (0.75, 0.25), (0.4, 0.48), (0.85, 0.7), (0.5, 1), (0.05, 0.9)]],
        [
            [(0.1, 0.02), (0.85, 0.02)],
            [(0.85, 0.02), (0.4, 0.4)],
            [(0.4, 0.4), (0.85, 0.55), (0.8, 0.9), (0.4, 1), (0.05, 0.85)],
        ],
    ),
    4: (
        [[(0.3, 0), (0.1, 0.6)], [(0.1, 0.6), (0.9, 0.6)], [(0.7, 0.2), (0.7, 1)]],
        [[(0.15, 0), (0.15, 0.5)], [(0.15, 0.5), (0.85, 0.5)], [(0.8, 0), (0.8, 1)]],
        [[(0.65, 0), (0.05, 0.65)], [(0.05, 0.65), (0.95, 0.65)], [(0.65, 0), (0.65, 1)]],
        [[(0.7, 0), (0.4, 0.35), (0.05, 0.7)], [(0.05, 0.7), (0.95, 0.68)], [(0.6, 0.4), (0.6, 1)]],
        [[(0.2, 0), (0.15, 0.35), (0.3, 0.55), (0.8, 0.4)], [(0.8, 0), (0.75, 1)]],
    ),
    5: (
        [
            [(0.85, 0), (0.2, 0)],
            [(0.2, 0), (0.15, 0.45)],
            [(0.15, 0.45), (0.6, 0.35), (0.9, 0.65), (0.6, 1), (0.1, 0.9)],
        ],
        [
            [(0.2, 0), (0.2, 0.4), (0.7, 0.4), (0.85, 0.7), (0.5, 1), (0.1, 0.9)],
            [(0.2, 0.02), (0.9, 0)],
        ],
        [[(0.85, 0.02), (0.3, 0.05), (0.2, 0.4), (0.75, 0.55), (0.75, 0.9), (0.4, 1), (0.1, 0.9)]],
    ),
    6: (
        [[(0.75, 0), (0.3, 0.3), (0.12, 0.7), (0.45, 1), (0.8, 0.75), (0.5, 0.5), (0.15, 0.7)]],
        [[(0.55, 0), (0.2, 0.5), (0.2, 0.85), (0.5, 1), (0.8, 0.8), (0.6, 0.55), (0.2, 0.75)]],
        [[(0.3, 0), (0.15, 0.5), (0.2, 0.9), (0.6, 1), (0.8, 0.75), (0.5, 0.6), (0.2, 0.8)]],
    ),
    7: (
        [[(0.1, 0.02), (0.85, 0.02)], [(0.85, 0.02), (0.4, 1)]],
        [[(0.1, 0.02), (0.85, 0.02)], [(0.85, 0.02), (0.4, 1)], [(0.3, 0.5), (0.85, 0.5)]],
        [[(0.1, 0.15), (0.12, 0)], [(0.12, 0), (0.85, 0.02)], [(0.85, 0.02), (0.45, 1)]],
        [[(0.1, 0.05), (0.5, 0.08), (0.9, 0), (0.6, 0.4), (0.5, 1)]],
        [
            [(0.1, 0.15), (0.12, 0.02), (0.9, 0.02)],
            [(0.9, 0.02), (0.5, 0.5), (0.4, 1)],
            [(0.25, 0.55), (0.8, 0.45)],
        ],
    ),
}
"""Strokes of each digit in the unit square, y down; a stroke is a spline through its points."""

OTHERS: Final[Sequence[_Shape]] = (
    [[(0.5, 0), (0.1, 0.3), (0.15, 0.8), (0.5, 1), (0.85, 0.7), (0.85, 0.25), (0.5, 0)]],
    [[(0.7, 0.1), (0.2, 0.15), (0.75, 0.75), (0.4, 1), (0.2, 0.75), (0.75, 0.25), (0.6, 0.05)]],
    [
        [(0.5, 0), (0.15, 0.2), (0.5, 0.48), (0.85, 0.2), (0.5, 0)],
        [(0.5, 0.48), (0.1, 0.8), (0.5, 1), (0.9, 0.75), (0.5, 0.48)],
    ],
    [[(0.8, 0.1), (0.35, 0), (0.2, 0.35), (0.6, 0.5), (0.8, 0.1), (0.8, 0.5), (0.75, 1)]],
    [[(0.75, 0.15), (0.4, 0), (0.2, 0.35), (0.7, 0.35), (0.8, 0.1), (0.7, 0.8), (0.3, 1)]],
    [[(0, 0), (1, 1)], [(1, 0), (0, 1)]],
    [[(0.1, 0.1), (0.9, 0.9)], [(0.9, 0.05), (0.15, 0.95)]],
    [[(0, 0.6), (0.35, 1)], [(0.35, 1), (1, 0)]],
    [[(0.1, 0.5), (0.9, 0.5)]],
    [[(0.1, 1), (0.5, 0)], [(0.5, 0), (0.9, 1)], [(0.25, 0.65), (0.75, 0.65)]],
    [[(0.1, 0), (0.1, 1)], [(0.1, 0), (0.9, 0)], [(0.1, 0.5), (0.7, 0.5)], [(0.1, 1), (0.9, 1)]],
    [[(0.1, 0), (0.1, 1)], [(0.9, 0), (0.9, 1)], [(0.1, 0.5), (0.9, 0.5)]],
    [[(0.1, 0), (0.1, 1)], [(0.9, 0), (0.1, 0.5)], [(0.1, 0.5), (0.9, 1)]],
    [[(0.1, 1), (0.1, 0)], [(0.1, 0), (0.5, 0.6)], [(0.5, 0.6), (0.9, 0)], [(0.9, 0), (0.9, 1)]],
    [[(0.1, 1), (0.1, 0)], [(0.1, 0), (0.9, 1)], [(0.9, 1), (0.9, 0)]],
    [[(0.1, 0), (0.1, 1)], [(0.1, 0), (0.85, 0.1), (0.8, 0.45), (0.1, 0.5)], [(0.3, 0.5), (1, 1)]],
    [[(0, 0), (0.25, 1)], [(0.25, 1), (0.5, 0.2)], [(0.5, 0.2), (0.75, 1)], [(0.75, 1), (1, 0)]],
    [[(0.1, 0), (0.12, 0.8), (0.5, 1), (0.88, 0.8), (0.9, 0)]],
    [[(0.15, 0.25), (0.5, 0), (0.85, 0.2), (0.5, 0.5), (0.5, 0.7)], [(0.5, 0.95), (0.5, 1)]],
    [[(0.9, 0.2), (0.5, 0), (0.1, 0.5), (0.5, 1), (0.9, 0.8)]],
    [[(0.3, 0), (0.25, 1)], [(0.75, 0), (0.7, 1)]],
    [[(0.05, 0.35), (0.95, 0.3)], [(0.05, 0.7), (0.95, 0.65)]],
    [[(0.5, 0), (0.5, 1)], [(0, 0.5), (1, 0.5)]],
)
"""Marks that are not a digit from 1 to 7: 0, 8, 9, crosses, ticks, letters."""


def digit(chance: Chance, number: int) -> Glyph:
    """Return a digit in one of its shapes."""
    shapes = DIGITS[number]
    return drawn(chance, shapes[int(chance.integers(len(shapes)))])


def other(chance: Chance) -> Glyph:
    """Return a mark that is not a digit from 1 to 7."""
    if chance.random() < 0.25:
        return scribble(chance)
    return drawn(chance, OTHERS[int(chance.integers(len(OTHERS)))])


def scribble(chance: Chance) -> Glyph:
    """Return a zigzag, as of a square blackened in a hurry."""
    turns = int(chance.integers(9, 18))
    x = np.where(np.arange(turns) % 2, chance.uniform(0.6, 1), chance.uniform(0, 0.4))
    across = list(zip(x, np.linspace(0, 1, turns), strict=True))
    stroke = across if chance.random() < 0.5 else [(y, x) for x, y in across]
    return drawn(chance, [stroke])


def drawn(chance: Chance, shape: _Shape) -> Glyph:
    """Return strokes drawn with a random pen width and jittered points."""
    canvas = np.zeros((_CANVAS, _CANVAS), np.uint8)
    width = int(chance.integers(2, 8))
    loose = chance.uniform(0.01, 0.06)
    curl = chance.uniform(-0.08, 0.08)
    for stroke in shape:
        points = np.array(stroke, float) + chance.normal(0, loose, (len(stroke), 2))
        bent = bent_line(points, curl)
        pixels = np.round((bent * _SPAN + _ROOM) * 8).astype(np.int32)
        line = [pixels.reshape(-1, 1, 2)]
        cv2.polylines(
            canvas, line, isClosed=False, color=255, thickness=width, lineType=cv2.LINE_AA, shift=3
        )
    return canvas


def bent_line(points: NDArray[Any], curl: float) -> NDArray[Any]:
    """Return a Catmull-Rom spline through points; between just two it curls to one side."""
    if len(points) == 2:
        along = points[1] - points[0]
        middle = points.mean(axis=0) + curl * np.array([-along[1], along[0]])
        points = np.array([points[0], middle, points[1]])
    before, after = 2 * points[0] - points[1], 2 * points[-1] - points[-2]
    known = np.vstack([before, points, after])
    at = np.linspace(0, 1, 9)[:, None]
    parts = []
    for first, second, third, fourth in zip(known, known[1:], known[2:], known[3:], strict=False):
        parts.append(
            0.5
            * (
                2 * second
                + (third - first) * at
                + (2 * first - 5 * second + 4 * third - fourth) * at**2
                + (3 * second - first - 3 * third + fourth) * at**3
            )
        )
    return np.vstack(parts)
