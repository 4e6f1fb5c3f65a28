"""Handwriting of people whom the net has never seen, and what pens make of it.

The pictures are the test part of MNIST, whose writers are not those of the training part. They come
from a small file beside the tests; the bench may bring others.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

Floats: TypeAlias = np.ndarray[Any, Any]
Pixels: TypeAlias = np.ndarray[Any, Any]
Chance: TypeAlias = np.random.Generator

PX_PER_MM = 10.0
KEPT = Path(__file__).parent / "handwriting.npz"

_PENNED = 64
_ROOM = 8

NOT_READ_SO = frozenset({627, 1043, 1737, 1936, 1979, 2830, 2847})
"""Places in that file of pictures that people do not read as their label says.

They are the numbers 2130, 3558, 5937, 6651, 6783, 9679 and 9729 of MNIST's test part: of five
people each who were asked, fewer than three read the label (`mturk/mnist_mturk.json` of
github.com/cleanlab/label-errors; Northcutt, Athalye and Mueller, "Pervasive label errors in test
sets", 2021).
"""


@dataclass(frozen=True)
class Hands:
    """Pictures of digits, white on black, and which digit each is."""

    pictures: Pixels
    labels: Pixels
    not_read_so: frozenset[int] = frozenset()
    """Places of pictures whose label is not what people read; none of them is given."""

    def one(self, chance: Chance, number: int) -> Pixels:
        """Return one picture of a digit."""
        places = np.nonzero(self.labels == number)[0].tolist()
        first = int(chance.integers(len(places)))
        # The next one instead, so that all other pictures of all boards stay what they are.
        fit = (place for place in places[first:] + places if place not in self.not_read_so)
        return np.asarray(self.pictures[next(fit)])


@cache
def kept_hands() -> Hands:
    """Return the handwriting that is kept beside the tests."""
    with np.load(KEPT) as kept:
        side = int(kept["side"])
        packed = kept["pictures"]
        both = np.stack([packed >> 4, packed & 15], axis=-1)
        return Hands(
            (both * 17).astype(np.uint8).reshape(-1, side, side), kept["labels"], NOT_READ_SO
        )


@cache
def pen_hands() -> Hands:
    """Return digits that were written with a pen on a tablet, drawn from their strokes.

    Half are of the test part of UCI Pendigits (E. Alpaydin and F. Alimoglu, 1998; 14 writers; the
    way from one stroke to the next is among the eight points of each), half of writers of UNIPEN
    train_r01_v07 (I. Guyon et al., 1994; doi.org/10.5281/zenodo.1195803) that trained nothing. Both
    are CC BY 4.0; `tools.digits.others` chose them and put them into a box of 250.
    """
    with np.load(KEPT.with_name("pens.npz")) as kept:
        fine, labels, digits = int(kept["fine"]), kept["labels"], kept["digits"]
        strokes = np.split(kept["points"], np.cumsum(kept["lengths"])[:-1])
    pictures = np.zeros((len(labels), _PENNED, _PENNED), np.uint8)
    for number, stroke in zip(digits.tolist(), strokes, strict=True):
        at = stroke.astype(float) / fine * (_PENNED - 2 * _ROOM) + _ROOM
        line = [np.round(at * 8).astype(np.int32).reshape(-1, 1, 2)]
        cv2.polylines(
            pictures[number],
            line,
            isClosed=False,
            color=255,
            thickness=4,
            lineType=cv2.LINE_AA,
            shift=3,
        )
    return Hands(pictures, labels)


@dataclass(frozen=True)
class Pen:
    """A pen and the hand that holds it; lengths in mm."""

    width: float
    dark: float
    grain: float
    """How uneven its ink is: a pencil's, or that of a dry-erase marker on foil."""
    size: float
    """How tall a digit is, as a share of its square."""
    lean: float
    drift: float
    """How far from the middle of the square it is written, as a share."""


def write(  # noqa: PLR0917 - what is written, with what, where and on what
    chance: Chance, shape: Pixels, pen: Pen, square: Floats, canvas: Floats
) -> None:
    """Write a shape into a square (mm) of a sheet: `canvas` is how dark its ink is, 0 to 1."""
    px_per_mm = PX_PER_MM
    side = square[2] - square[0]
    inked = np.argwhere(shape > 100)[:, ::-1]
    low, high = inked.min(axis=0), inked.max(axis=0) + 1
    wide, tall = (float(length) for length in high - low)
    # Who leans far writes smaller, to stay in the square.
    times = px_per_mm * min(pen.size * side[1] / tall, 0.95 * side[0] / wide)
    times *= float(np.exp(chance.normal(0, 0.08)))
    lean = pen.lean + chance.normal(0, 0.06)
    turn = np.radians(chance.normal(0, 4))
    aspect = float(np.exp(chance.normal(0, 0.08)))
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    way = np.zeros((2, 3))
    way[:, :2] = spin @ np.array([[aspect, -lean], [0, 1]]) * times
    reach = round(1.2 * side.max() * px_per_mm)
    way[:, 2] = reach - way[:, :2] @ ((low + high) / 2)
    drawn = cv2.warpAffine(shape, way, (2 * reach, 2 * reach), flags=cv2.INTER_CUBIC)
    ink = _stroked(drawn.astype(np.float32) / 255, pen, times, px_per_mm) * pen.dark
    ink *= 1 - pen.grain * _cloud(chance, ink.shape, px_per_mm)
    middle = (square[0] + square[2]) / 2 + chance.normal(0, pen.drift / 2, 2) * side
    left, top = np.round(middle * px_per_mm).astype(int) - reach
    part = canvas[max(0, top) : top + 2 * reach, max(0, left) : left + 2 * reach]
    cut = ink[max(0, -top) :, max(0, -left) :][: part.shape[0], : part.shape[1]]
    np.maximum(part, cut, out=part)


def _stroked(drawn: Floats, pen: Pen, times: float, px_per_mm: float) -> Floats:
    """Make the strokes about as wide as the pen is, whoever wrote them with what."""
    soft = cv2.GaussianBlur(drawn, (0, 0), max(0.8, 0.35 * times))
    inside = (soft > 0.45).astype(np.uint8)
    deep = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    away = cv2.distanceTransform(1 - inside, cv2.DIST_L2, 5)
    own = float(np.percentile(deep[inside > 0], 90))
    # Much thinner than it was written, a stroke would break; much wider, loops would close.
    wider = np.clip(pen.width * px_per_mm / 2 - own, -0.6 * own, 0.5 * own)
    return np.asarray(np.clip(deep - away + wider + 0.5, 0, 1), np.float32)


def _cloud(chance: Chance, shape: tuple[int, ...], px_per_mm: float) -> Floats:
    side = max(2, round(shape[0] / px_per_mm / chance.uniform(0.3, 1.2)))
    rough = chance.random((side, side), np.float32)
    return np.asarray(cv2.resize(rough, shape[::-1], interpolation=cv2.INTER_LINEAR))
