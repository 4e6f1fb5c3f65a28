"""Boards that players write on, as data: how they are drawn, filled, counted and ranked.

A game with such boards provides `Boards`. Typing, printing, reading and counting use this data and
know no game. Positions and lengths are in mm on the board, from its upper left corner.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final, TypeAlias

from referee.core.prose import EMPTY, Text
from referee.core.rulings import RuleId
from referee.core.seats import Seat

Written: TypeAlias = Mapping[str, int]
"""The content of a board by cell name; a crossed box is 1, blank cells are left out."""

Point: TypeAlias = tuple[float, float]

MOST_CIRCLES: Final = 60
_CIRCLE_NUMBERS: Final = frozenset(map(str, range(1, MOST_CIRCLES + 1)))


class CellKind(Enum):
    """What is written into a cell: a digit, a cross, or a number of filled circles."""

    DIGIT = "digit"
    BOX = "box"
    CIRCLES = "circles"


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A square, a box or a row of circles, with its name, label and position in mm.

    `corners` are the upper left corners of its squares, each `side` wide; only circles have more
    than one.
    """

    name: str
    kind: CellKind
    label: Text
    corners: tuple[Point, ...]
    side: float

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the names of the fields: the cell itself, or each of its circles."""
        if self.kind is not CellKind.CIRCLES:
            return (self.name,)
        return tuple(f"{self.name}.{number}" for number in range(1, len(self.corners) + 1))

    def has(self, field: str) -> bool:
        """Return whether a field belongs to this cell; the number of circles is not checked."""
        if self.kind is not CellKind.CIRCLES:
            return field == self.name
        name, _, number = field.rpartition(".")
        return name == self.name and number in _CIRCLE_NUMBERS


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number in a circle that is printed on the board and never written on."""

    number: int
    centre: Point
    width: float


@dataclass(frozen=True, slots=True)
class BoardArea:
    """Cells that belong together, under a label with an icon; `corner` and `size` in mm."""

    label: Text
    icon: str
    corner: Point
    size: Point
    cells: tuple[BoardCell, ...]
    numbers: tuple[PrintedNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A cell whose content breaks a rule, and the sentence that says so."""

    cell: str
    rule: RuleId
    text: Text


@dataclass(frozen=True, slots=True)
class SumLine:
    """One line of a score: the sentence with its arithmetic, and the points.

    `name` is what it counts, from `cells`. `points` is None while one of these is in doubt.
    """

    text: Text
    points: int | None
    rule: RuleId
    name: Text = EMPTY
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """The score of a board, line by line; `total` is None if there are contradictions."""

    contradictions: tuple[Contradicted, ...] = ()
    lines: tuple[SumLine, ...] = ()
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of boards: the seats with most points, the winners, and the deciding rule.

    `text` is the sentence with its numbers.
    """

    best: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    rule: RuleId
    text: Text


@dataclass(frozen=True)  # without slots: what is looked up often is built once
class Boards:
    """The boards of a game: layout, allowed content, counting and ranking.

    The layout keeps a strip of 16 mm at the top and squares of 16 mm in the lower corners free for
    markers. `plan` identifies the layout in the codes on printed boards and changes with it. `rank`
    is called only if all boards have a total. `legend` is one line of rules for players.
    """

    plan: str
    size: Point
    areas: tuple[BoardArea, ...]
    players: tuple[int, ...]
    digits: tuple[int, ...]
    count: Callable[[Written], Counted]
    rank: Callable[[Sequence[str], Sequence[Written]], Ranking]
    legend: Text = EMPTY

    @cached_property
    def cells(self) -> tuple[BoardCell, ...]:
        """All cells, in the order of the areas."""
        return tuple(cell for area in self.areas for cell in area.cells)

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[BoardCell, BoardArea]]:
        return {cell.name: (cell, area) for area in self.areas for cell in area.cells}

    def cell(self, name: str) -> BoardCell | None:
        """Return the cell with this name, or None."""
        found = self._by_name.get(name)
        return found[0] if found else None

    def area_of(self, field: str) -> BoardArea | None:
        """Return the area that contains a field or a whole cell, or None."""
        cell = self.cell(field) or self.cell_of(field)
        return self._by_name[cell.name][1] if cell else None

    def cell_of(self, field: str) -> BoardCell | None:
        """Return the cell that a field belongs to, or None; another board may have more circles."""
        cell = self.cell(field) or self.cell(field.rpartition(".")[0])
        return cell if cell and cell.has(field) else None
