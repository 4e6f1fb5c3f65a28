"""Compares what was read on boards with what stands on them, and counts what matters to people."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from written_boards import OTHER, Board

from camera.boards import BoardReading


@dataclass(frozen=True)
class Cell:
    """One field: what stands there, what was read, and how sure that was."""

    kind: str
    truth: Any
    value: Any
    state: str
    confidence: float

    @property
    def asked(self) -> bool:
        return self.state == "ask"

    @property
    def right(self) -> bool:
        """Return whether the likeliest value is the true one, asked or not."""
        return self.truth == self.value and type(self.truth) is type(self.value)

    @property
    def silently_wrong(self) -> bool:
        return not self.asked and not self.right


def cells(board: Board, reading: BoardReading) -> list[Cell]:
    """Pair the fields of one board with its truth; a board that was not found asks them all."""
    read = {cell.name: cell for cell in reading.cells}
    paired = []
    for field in board.layout.fields:
        truth, cell = board.truth[field.name], read.get(field.name)
        if cell is None:
            paired.append(Cell(field.kind, truth, None, "ask", 0.0))
        else:
            paired.append(Cell(field.kind, truth, cell.value, cell.state, cell.confidence))
    return paired


@dataclass(frozen=True)
class Tally:
    """What many boards gave."""

    boards: tuple[tuple[Cell, ...], ...]

    @property
    def asked_per_board(self) -> float:
        """Count the fields that are asked on a board, on average."""
        return float(np.mean([sum(cell.asked for cell in board) for board in self.boards]))

    @property
    def silently_wrong_boards(self) -> int:
        """Count the boards of which somebody gets a wrong total and no question about it.

        A board on which anything is asked is looked at, but a wrong field that was not asked stays.
        """
        return sum(any(cell.silently_wrong for cell in board) for board in self.boards)

    @property
    def wrong_without_any_question(self) -> int:
        """Count the boards with a wrong field on which nothing at all was asked."""
        return sum(
            any(cell.silently_wrong for cell in board) and not any(cell.asked for cell in board)
            for board in self.boards
        )

    @property
    def wrong_if_never_asked(self) -> int:
        """Count the boards with a wrong field if the likeliest value were always taken."""
        return sum(any(not cell.right for cell in board) for board in self.boards)

    def blank(self) -> tuple[int, int]:
        """Count the blank fields that are read as written, and all blank ones."""
        blank = [cell for cell in self._all() if cell.truth in {None, False}]
        return sum(cell.silently_wrong for cell in blank), len(blank)

    def digits(self) -> list[Cell]:
        """Return the squares with a digit from 1 to 7."""
        return [cell for cell in self._all() if type(cell.truth) is int]

    def strange(self) -> tuple[int, int]:
        """Count the squares with something else that were not asked, and all of them."""
        strange = [cell for cell in self._all() if cell.truth == OTHER]
        return sum(not cell.asked for cell in strange), len(strange)

    def _all(self) -> list[Cell]:
        return [cell for board in self.boards for cell in board]


def error_at(cells: Iterable[Cell], coverage: float) -> float:
    """Return the share that is wrong among the surest cells; `coverage` is how many those are."""
    sorted_cells = sorted(cells, key=lambda cell: -cell.confidence)
    kept = sorted_cells[: max(1, round(coverage * len(sorted_cells)))]
    return float(np.mean([not cell.right for cell in kept]))
