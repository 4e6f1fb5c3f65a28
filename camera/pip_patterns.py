"""The six faces of a die as patterns of spots, and which of them some spots in a picture show."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2
from typing import Final

import numpy as np

from camera.passes import Matrix
from camera.scans import Point, Quad

SPOTS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    5: ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)),
    6: ((-1, -1), (0, -1), (1, -1), (1, 1), (0, 1), (-1, 1)),
}
"""Where the spots are, in steps from the middle of the face; those around it in turn."""

HALF: Final = 1.9
"""Steps from the middle of a face to its edge."""

_STEP_OF_ONE: Final = 2.45
"""Radii of a spot in a step, where a single spot does not tell."""

_STEPS: Final = (1.7, 3.8)
"""Radii of a spot in a step: what dice have."""

_MISFIT: Final = 0.2
_SLANTED: Final = 1.55
"""How many times as long one direction of a face may look as the other."""

_FREE: Final = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A face that fits spots: its number, the way from steps into pixels, and how far it is off.

    `misfit` is in steps.
    """

    face: int
    to_picture: Matrix
    misfit: float

    @property
    def middle(self) -> Point:
        """Return the middle of the face."""
        return (float(self.to_picture[0, 2]), float(self.to_picture[1, 2]))

    @property
    def side(self) -> float:
        """Return how long an edge is in the picture, in the middle of its directions."""
        return float(2 * HALF * np.sqrt(abs(np.linalg.det(self.to_picture[:, :2]))))

    @property
    def corners(self) -> Quad:
        """Return the corners of the face."""
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * HALF
        a, b, c, d = ((float(x), float(y)) for x, y in self.placed(square))
        return (a, b, c, d)

    def placed(self, points: Matrix) -> Matrix:
        """Bring points from steps into pixels."""
        return np.asarray(points @ self.to_picture[:, :2].T + self.to_picture[:, 2])

    def free(self) -> Matrix:
        """Return the points of the face, in pixels, at which it has no spot."""
        turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        circle = np.column_stack([np.cos(turns), np.sin(turns)])
        asked = np.vstack([circle * 1.41, circle]) if self.face == 1 else _GRID
        spots = np.array(SPOTS[self.face])
        apart = np.linalg.norm(asked[:, None] - spots[None], axis=2).min(axis=1)
        return self.placed(asked[apart > _FREE])

    def beyond(self) -> Matrix:
        """Return points around the face, in pixels."""
        line = np.linspace(-1, 1, 7)
        edges = [np.column_stack([line, np.full(7, end)]) for end in (-1, 1)]
        around = np.vstack([*edges, *(edge[:, ::-1] for edge in edges)])
        return self.placed(around * HALF * 1.4)


_LINE: Final = np.linspace(-1.2, 1.2, 5)
_GRID: Final = np.array([(x, y) for x in _LINE for y in _LINE])


def fitted(spots: Sequence[Point], radius: float) -> Pattern | None:
    """Find the face that spots of this radius show; None where they show none."""
    if len(spots) not in SPOTS:
        return None
    points = np.array(spots, np.float64)
    if len(spots) == 1:
        step = radius * _STEP_OF_ONE
        return Pattern(1, np.array([[step, 0, points[0, 0]], [0, step, points[0, 1]]]), 0.0)
    tried = [_fit(len(spots), ordered) for ordered in _orders(points)]
    best = min(tried, key=lambda one: one.misfit)
    return best if _is_likely(best, radius) else None


def _is_likely(pattern: Pattern, radius: float) -> bool:
    long, short = np.linalg.svd(pattern.to_picture[:, :2], compute_uv=False)
    if short <= 0 or long > _SLANTED * short or pattern.misfit > _MISFIT:
        return False
    return _STEPS[0] <= float(np.sqrt(long * short)) / radius <= _STEPS[1]


def _orders(points: Matrix) -> Iterator[Matrix]:
    """Return the spots in each order in which they may be those of the face."""
    middle = points.mean(axis=0)
    count = len(points)
    if count <= 3:  # noqa: PLR2004 - on one line
        along = np.linalg.svd(points - middle)[2][0]
        yield points[np.argsort((points - middle) @ along)]
        return
    inner = [int(np.argmin(np.linalg.norm(points - middle, axis=1)))] if count % 2 else []
    outer = [number for number in range(count) if number not in inner]
    outer.sort(key=lambda number: atan2(*(points[number] - middle)[::-1]))
    # Only where the spots are not as far from the middle as each other does the first one matter.
    for turn in range(len(outer) // 2):
        yield points[[*outer[turn:], *outer[:turn], *inner]]


def _fit(face: int, points: Matrix) -> Pattern:
    steps = np.array(SPOTS[face], np.float64)
    if face <= 3:  # noqa: PLR2004 - on one line: nothing tells how the face is slanted
        matrix = _upright(steps, points)
    else:
        solved = np.linalg.lstsq(np.column_stack([steps, np.ones(len(steps))]), points, rcond=None)
        matrix = np.asarray(solved[0].T, np.float64)
    pattern = Pattern(face, matrix, 0.0)
    step = max(pattern.side / (2 * HALF), 1e-6)
    off = np.linalg.norm(pattern.placed(steps) - points, axis=1) / step
    return Pattern(face, matrix, float(off.max()))


def _upright(steps: Matrix, points: Matrix) -> Matrix:
    (fx, fy), (tx, ty) = steps[-1] - steps[0], points[-1] - points[0]
    turn = complex(tx, ty) / complex(fx, fy)
    middle = points.mean(axis=0)
    return np.array([[turn.real, -turn.imag, middle[0]], [turn.imag, turn.real, middle[1]]])
