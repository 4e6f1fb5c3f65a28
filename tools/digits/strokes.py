"""Digits as the strokes of a pen, with the pen lifted where the writer lifted it.

Photographed pictures of digits (MNIST) come from few countries and one kind of form. Strokes come
from tablets: 7s with a bar, 1s with a flag, 4s that stay open or are written in one go. They can
be drawn with any pen.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.digits.shapes import Chance, Glyph, bent_line

_CANVAS: Final = 72
_ROOM: Final = 14
_SPAN: Final = _CANVAS - 2 * _ROOM
_SEGMENT: Final = re.compile(r'^\.SEGMENT\s+\S+\s+([\d,-]+)\s+\S+\s+"(\d)"', re.MULTILINE)
_INCLUDE: Final = re.compile(r"^\.INCLUDE\s+(\S+)", re.MULTILINE)
_NOT_TRAINED: Final = 8
"""One writer of UNIPEN in so many trains nothing."""

_POINT: Final = re.compile(r"\s*(-?[\d.]+)\s+(-?[\d.]+)")
_COARSE: Final = 8
"""Points of a digit of Pendigits, whatever its length; between them the line was curved."""


@dataclass(frozen=True, slots=True, eq=False)
class Penned:
    """A digit that somebody wrote: its strokes, each points of (x, y), y down, longest side 1."""

    label: int
    writer: str
    strokes: tuple[NDArray[np.float32], ...]


def pendigits(path: Path) -> list[Penned]:
    """Read a part of UCI Pendigits: eight points a digit, the way between two strokes among them.

    Raises `ValueError` where a line is not seventeen numbers.
    """
    found = []
    for line in path.read_text("ascii").splitlines():
        parts = line.split(",")
        if not parts[0].strip().isdecimal():
            continue
        *points, label = map(int, parts)
        stroke = np.array(points, np.float32).reshape(_COARSE, 2) * (1, -1)
        found.append(Penned(label, "pendigits", _scaled([stroke])))
    return found


def unipen(folder: Path) -> list[Penned]:
    """Read the isolated digits of UNIPEN `train_r01_v07`, its part 1a.

    What another file that is missing would hold is left out.
    """
    found = []
    for path in sorted((folder / "data" / "1a").rglob("*.dat")):
        told = path.read_text("latin-1")
        included = [folder / "include" / name for name in _INCLUDE.findall(told)]
        texts = [one.read_text("latin-1") for one in included if one.is_file()]
        runs = [run for text in texts for run in _runs(text)]
        writer = str(path.relative_to(folder / "data" / "1a"))
        for places, label in _SEGMENT.findall(told):
            strokes = [runs[n][1] for n in _numbers(places) if n < len(runs) and runs[n][0]]
            if strokes and sum(map(len, strokes)) > 1:
                found.append(Penned(int(label), writer, _scaled(strokes)))
    return found


def kept_back(every: Sequence[Penned]) -> list[Penned]:
    """Return what the writers wrote that calibrate and judge, and train nothing."""
    back = set(sorted({one.writer for one in every})[::_NOT_TRAINED])
    return [one for one in every if one.writer in back]


def drawn(chance: Chance, penned: Penned) -> Glyph:
    """Draw a digit with a pen of some width."""
    strokes: Sequence[NDArray[Any]] = penned.strokes
    if penned.writer == "pendigits":
        strokes = _lifted(chance, penned)
        if chance.random() < 0.7:
            strokes = [bent_line(stroke, 0.0) if len(stroke) > 2 else stroke for stroke in strokes]
    canvas = np.zeros((_CANVAS, _CANVAS), np.uint8)
    width = int(chance.integers(2, 8))
    for stroke in strokes:
        pixels = np.round((stroke * _SPAN + _ROOM) * 8).astype(np.int32)
        line = [pixels.reshape(-1, 1, 2)]
        cv2.polylines(
            canvas, line, isClosed=False, color=255, thickness=width, lineType=cv2.LINE_AA, shift=3
        )
    return canvas


def _lifted(chance: Chance, penned: Penned) -> list[NDArray[Any]]:
    """Leave out what was most likely the way through the air, for most digits of two strokes.

    Pendigits joins the strokes of a digit into one. The way to the last stroke of a 5 or a 4 leads
    up, that to the bar of a 7 up and to the left.
    """
    (stroke,) = penned.strokes
    if penned.label not in {4, 5, 7} or chance.random() < 0.35:
        return [stroke]
    steps = np.diff(stroke, axis=0)
    up = -steps[:, 1]
    up[:2] = -1
    if penned.label == 7:
        up = np.where(stroke[:-1, 1] > 0.6, up, -1)
    last = int(np.argmax(up))
    if up[last] < 0.08:
        return [stroke]
    first = last
    while first > 2 and up[first - 1] > 0.1:
        first -= 1
    return [part for part in (stroke[: first + 1], stroke[last + 1 :]) if len(part) > 1]


def _scaled(strokes: Sequence[NDArray[Any]]) -> tuple[NDArray[np.float32], ...]:
    every = np.vstack(strokes)
    low, size = every.min(axis=0), float(np.ptp(every, axis=0).max())
    room = (1 - np.ptp(every, axis=0) / max(size, 1e-6)) / 2
    return tuple(((stroke - low) / max(size, 1e-6) + room).astype(np.float32) for stroke in strokes)


def _runs(text: str) -> Iterator[tuple[bool, NDArray[Any]]]:
    """Return each run of points in a UNIPEN file, and whether the pen was down; no empty ones.

    Its y points up.
    """
    is_down = is_run = False
    points: list[tuple[float, float]] = []
    for line in [*text.splitlines(), ".END"]:
        told = line.split()
        if not told:
            continue
        if told[0].startswith("."):
            if told[0] in {".DT", ".COMMENT"}:
                continue
            if points:
                yield is_down, np.array(points)
            points = []
            is_down = told[0] == ".PEN_DOWN"
            is_run = told[0] in {".PEN_DOWN", ".PEN_UP"}
        elif is_run and (point := _POINT.match(line)):
            points.append((float(point[1]), -float(point[2])))


def _numbers(places: str) -> Iterator[int]:
    for part in places.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)
