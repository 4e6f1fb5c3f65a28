"""Choose what `camera/doubts.py` demands, and what the outputs of the net are divided by.

python -m tests.bench.board_doubts --cache build/digits --boards 200

The handwriting is that part of MNIST's training part which trained nothing, though other digits of
the same people did, which flatters. No test and no bench sees these boards.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "scenes"))

from board_tallies import Cell, cells
from handwriting import Hands
from written_boards import OTHER, Board, board

from camera.digits import DigitReader, Shares, digit_reader
from camera.doubts import Sure
from camera.written import read_board
from tools.digits.sources import mnist

KEPT_BACK: Final = 6_000
"""Pictures at the end of MNIST's training part that train nothing, as `tools.digits.train`."""

FIRST: Final = 600_000
_DEMANDS: Final = (0.9, 0.95, 0.97, 0.98, 0.985, 0.99, 0.993, 0.995, 0.998)


class _Recorder(DigitReader):
    """Remembers what the net of the package said of each field."""

    def __init__(self) -> None:
        self.said: list[Shares] = []

    def shares(self, fields: Sequence[Any]) -> Shares:
        found = digit_reader().shares(fields)
        self.said.extend(found)
        return found


def boards(hands: Hands, condition: str, count: int) -> Iterator[Board]:
    """Make boards of which one in ten also bears what is no digit."""
    for seed in range(FIRST, FIRST + count):
        yield board(condition, seed, hands=hands, strange=seed % 10 == 0)


def demands(hands: Hands, condition: str, count: int) -> Iterator[str]:
    """Describe the temperature, and for each demand what it asks and what it lets through."""
    recorder = _Recorder()
    read: list[Cell] = []
    labels: list[int] = []
    for photo in boards(hands, condition, count):
        # Nothing is demanded: then only what is hidden, faint or strange is asked.
        reading = read_board(photo.frame, photo.layout, reader=recorder, sure=Sure(0, 0, 0))
        read += [one for one in cells(photo, reading) if one.kind == "digit"]
        labels += [_label(photo.truth[cell.name]) for cell in reading.cells]
    kept = np.array(labels) >= 0
    yield f"{condition}, {count} boards: temperature times {_temperature(recorder.said, labels)}"
    yield f"{kept.sum()} squares; demanded: asked a board, wrong in all, no digit but not asked"
    for demand in _DEMANDS:
        passed = [one for one in read if not one.asked and one.confidence >= demand]
        digits = [one for one in passed if type(one.value) is int]
        wrong = sum(not one.right and one.truth != OTHER for one in digits)
        strange = sum(one.truth == OTHER for one in digits)
        written = [one for one in read if type(one.truth) is int]
        asked = len(written) - sum(type(one.truth) is int for one in digits)
        yield f"{demand}: {asked / count:.2f}, {wrong}, {strange}"


def _label(truth: Any) -> int:
    """Return the class of a square; what is no square has none."""
    if truth == OTHER:
        return 8
    if truth is None:
        return 0
    return -1 if isinstance(truth, bool) else int(truth)


def _temperature(said: Sequence[Shares], labels: Sequence[int]) -> float:
    """Find by what the outputs should be divided besides, so that shares are what is right."""
    known = np.array(labels) >= 0
    logs = np.log(np.maximum(np.array(said)[known], 1e-30))
    wanted = np.array(labels)[known]
    tried = np.exp(np.linspace(np.log(0.4), np.log(2.5), 100))
    losses = []
    for one in tried:
        raised = logs / one
        top = raised.max(axis=1)
        whole = np.log(np.exp(raised - top[:, None]).sum(axis=1)) + top
        losses.append(float((whole - raised[np.arange(len(wanted)), wanted]).mean()))
    return round(float(tried[int(np.argmin(losses))]), 3)


def main() -> None:
    """Print the tables of all conditions that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True, help="where training keeps its data")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--condition", action="append", help="easy, usual or hard")
    asked = parser.parse_args()
    pictures, labels = mnist(asked.cache, "train")
    hands = Hands(pictures[-KEPT_BACK:], labels[-KEPT_BACK:])
    for condition in asked.condition or ("usual", "hard"):
        for line in demands(hands, condition, asked.boards):
            print(line, flush=True)


if __name__ == "__main__":
    main()
