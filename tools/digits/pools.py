"""Renders data sets of fields in parallel: inputs of the nets, and labels."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import Final

import cv2
import numpy as np

from camera.digits import EMPTY, OTHER
from camera.ink import View, darkness, evened, seen
from tools.digits.cells import Cells
from tools.digits.shapes import Chance, Glyph, digit, other
from tools.digits.sources import Labels, Pictures
from tools.digits.strokes import Penned, drawn

_PARTS: Final = 64
_BLANK: Final = 0.14
_OTHER: Final = 0.2
_DRAWN: Final = 0.12
_PENNED: Final = 0.45
"""Share of the handwriting that is drawn from strokes, if there are any."""

_BENT: Final = 0.85
_SOFT: Final = 0.3
_MILD: Final = 2.2
"""Exponent of the severity: most photos are good; the higher, the fewer bad ones."""

_FINE: Final = 60
_NODES: Final = (3, 6)
"""Range of the nodes of the elastic distortion, per side."""

_KNOWN: Final = range(1, 8)


@dataclass(frozen=True, slots=True)
class Hands:
    """Handwriting to render: pictures with labels, and digits as strokes."""

    pictures: Pictures
    labels: Labels
    penned: Sequence[Sequence[Penned]] = ()
    """Sources of strokes, each used equally often."""

    def of(self, chance: Chance, numbers: Sequence[int]) -> Glyph:
        """Return a glyph of one of these digits."""
        number = numbers[int(chance.integers(len(numbers)))]
        if self.penned and chance.random() < _PENNED:
            glyph = self._penned(chance, number)
        else:
            places = np.nonzero(self.labels == number)[0]
            glyph = np.asarray(self.pictures[places[chance.integers(len(places))]], np.uint8)
        return bent(chance, glyph) if chance.random() < _BENT else glyph

    def _penned(self, chance: Chance, number: int) -> Glyph:
        source = self.penned[int(chance.integers(len(self.penned)))]
        while True:
            one = source[int(chance.integers(len(source)))]
            if one.label == number:
                return drawn(chance, one)


def bent(chance: Chance, glyph: Glyph) -> Glyph:
    """Return a glyph after an elastic distortion, as by another hand; a coarse one is enlarged."""
    side = 2 * len(glyph) if len(glyph) < _FINE else len(glyph)
    nodes = int(chance.integers(*_NODES, endpoint=True))
    times = side / len(glyph)
    strong = chance.uniform(0.2, 1.0) * side / 16
    pull = chance.normal(0, strong, (nodes, nodes, 2)).astype(np.float32) * np.float32(0.6)
    across = (np.arange(side, dtype=np.float32) + 0.5) / np.float32(times) - np.float32(0.5)
    field = cv2.resize(pull, (side, side), interpolation=cv2.INTER_CUBIC) / np.float32(times)
    x, y = across[None, :] + field[..., 0], across[:, None] + field[..., 1]
    return np.asarray(cv2.remap(glyph, x, y, cv2.INTER_CUBIC), np.uint8)


def pool(hands: Hands, count: int, seed: int, workers: int = 2) -> tuple[Pictures, Labels]:
    """Return this many rendered fields and their labels; the same seed gives the same ones."""
    share = -(-count // _PARTS)
    with ProcessPoolExecutor(workers, initializer=_keep, initargs=(hands,)) as processes:
        seeds = [[seed, part] for part in range(_PARTS)]
        parts = list(processes.map(_part, repeat(share), seeds))
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


_kept: list[Hands] = []
"""What a worker process renders from; it is sent once."""


def _keep(hands: Hands) -> None:
    _kept[:] = [hands]


def _part(count: int, seed: Sequence[int]) -> tuple[Pictures, Labels]:
    (hands,) = _kept
    chance = np.random.default_rng(seed)
    cv2.setNumThreads(1)
    cells = Cells(chance, list(hands.pictures))
    rendered, labels = [], []
    for _ in range(count):
        glyph, label = _any(chance, hands)
        patch = cells.patch(glyph, float(chance.random() ** _MILD))
        x, y = chance.normal(0, 1.2, 2)
        scale, degrees = float(np.exp(chance.normal(0, 0.04))), chance.normal(0, 3)
        soft = chance.uniform(1.0, 2.5) if chance.random() < _SOFT else 0.0
        look = View(x, y, scale, degrees, soft)
        rendered.append(seen(evened(darkness(patch)), look))
        labels.append(label)
    return np.array(rendered), np.array(labels)


def _any(chance: Chance, hands: Hands) -> tuple[Glyph | None, int]:
    kind = chance.random()
    if kind < _BLANK:
        return None, EMPTY
    if kind < _BLANK + _OTHER:
        return _no_digit(chance, hands), OTHER
    number = int(chance.integers(_KNOWN.start, _KNOWN.stop))
    drawn = chance.random() < _DRAWN
    return digit(chance, number) if drawn else hands.of(chance, [number]), number


def _no_digit(chance: Chance, hands: Hands) -> Glyph:
    """Return a glyph that must be asked about: 0, 8, 9, letters, two digits, a crossed-out one."""
    kind = chance.random()
    if kind < 0.45:
        return hands.of(chance, (0, 8, 9))
    if kind < 0.85:
        return other(chance)
    first = cv2.resize(hands.of(chance, _KNOWN), (56, 56), interpolation=cv2.INTER_CUBIC)
    canvas = np.zeros((72, 96), np.uint8)
    canvas[8:64, 4:60] = first
    if kind < 0.93:
        second = cv2.resize(hands.of(chance, _KNOWN), (56, 56), interpolation=cv2.INTER_CUBIC)
        canvas[8:64, 36:92] = np.maximum(canvas[8:64, 36:92], second)
        return canvas
    canvas = np.ascontiguousarray(canvas[:, :64])
    for _ in range(int(chance.integers(1, 4))):
        start, end = chance.integers(2, [16, 70]), chance.integers([48, 2], [62, 70])
        cv2.line(canvas, tuple(map(int, start)), tuple(map(int, end)), 255, 4, cv2.LINE_AA)
    return canvas
