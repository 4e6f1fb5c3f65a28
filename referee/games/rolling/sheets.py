"""A map as somebody typed it or a picture shows it: what stands in each cell, right or wrong.

Nothing is mended silently. `contradictions` lists what cannot stand so, cell by cell, and only a
sheet without any becomes a `Board` that can be scored.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from referee.core import RuleId, Written
from referee.games.rolling.boards import Board
from referee.games.rolling.components import (
    CHESTS,
    FACES,
    HOUSE_CIRCLES,
    RAISED,
    SQUARED,
    Circles,
    Place,
    chest_number,
)

INFAMY_CELL: Final = "infamy"
_VALUES: Final = (*FACES, RAISED)
_BLANK: Final = tuple((None,) * place.squares for place in SQUARED)


class Wrong(Enum):
    """The kinds of contradiction."""

    NO_SUCH_VALUE = "no-such-value"
    GAP = "gap"
    TOO_MANY = "too-many"
    BURIED_EMPTY = "buried-empty"
    NO_INFAMY = "no-infamy"
    TOO_MUCH_INFAMY = "too-much-infamy"


class Contradiction(NamedTuple):
    """What cannot stand so: the cell, the rule against it, and the number that stands there."""

    cell: str
    rule: RuleId
    wrong: Wrong
    value: int | None = None


class Sheet(NamedTuple):
    """A map cell by cell: the values of each place in the order of its squares, None for blank.

    The first square of a chest is its bottom right one. `infamy` is None where nobody has counted.
    """

    squares: tuple[tuple[int | None, ...], ...] = _BLANK
    buried: tuple[bool, ...] = (False,) * len(CHESTS)
    infamy: int | None = None

    def at(self, place: Place) -> tuple[int | None, ...]:
        """Return what stands in the squares of a place."""
        return self.squares[SQUARED.index(place)]


def cell_name(place: Place, square: int) -> str:
    """Name a square of a map, counted from 1: `hull.3`."""
    return f"{place.value}.{square}"


def buried_cell(chest: Place) -> str:
    """Name the mark that a chest is buried: `buried.2`."""
    return f"buried.{chest_number(chest)}"


CELLS: Final = (
    *(cell_name(place, square + 1) for place in SQUARED for square in range(place.squares)),
    *(buried_cell(chest) for chest in CHESTS),
    INFAMY_CELL,
)
"""The names of all cells of a map."""


def sheet_of(
    values: Mapping[str, Sequence[int | None]],
    buried: Sequence[int] = (),
    infamy: int | None = None,
) -> Sheet:
    """Make a sheet of what stands in each place, by the place's id; what is left out is blank.

    `buried` are the numbers of the chests. More values than a place has squares are kept: they
    are a contradiction.
    """
    return Sheet(
        tuple(_padded(place, values.get(place.value, ())) for place in SQUARED),
        tuple(chest_number(chest) in buried for chest in CHESTS),
        infamy,
    )


def _padded(place: Place, values: Sequence[int | None]) -> tuple[int | None, ...]:
    blank = place.squares - len(values)
    return (*values, *(None,) * blank)


def contradictions(sheet: Sheet, circles: Circles = HOUSE_CIRCLES) -> tuple[Contradiction, ...]:
    """List everything that cannot stand so, in the order of the cells."""
    return tuple(_contradictions(sheet, circles))


def _contradictions(sheet: Sheet, circles: Circles) -> Iterator[Contradiction]:
    for place in SQUARED:
        yield from _in_squares(place, sheet.at(place))
    for chest, is_buried in zip(CHESTS, sheet.buried, strict=True):
        if is_buried and not any(value is not None for value in sheet.at(chest)):
            yield Contradiction(buried_cell(chest), RuleId("R8"), Wrong.BURIED_EMPTY)
    if sheet.infamy is None or sheet.infamy < 0:
        yield Contradiction(INFAMY_CELL, RuleId("score"), Wrong.NO_INFAMY, sheet.infamy)
    elif circles.infamy is not None and sheet.infamy > circles.infamy:
        rule = RuleId("infamy-circles")
        yield Contradiction(INFAMY_CELL, rule, Wrong.TOO_MUCH_INFAMY, sheet.infamy)


def _in_squares(place: Place, values: tuple[int | None, ...]) -> Iterator[Contradiction]:
    rule = RuleId("chest" if place in CHESTS else "next-square")
    filled = [square for square, value in enumerate(values, start=1) if value is not None]
    last = filled[-1] if filled else 0
    for square, value in enumerate(values, start=1):
        cell = cell_name(place, square)
        if value is None:
            if square < last:
                yield Contradiction(cell, rule, Wrong.GAP)
        elif square > place.squares:
            yield Contradiction(cell, rule, Wrong.TOO_MANY, value)
        elif value not in _VALUES:
            yield Contradiction(cell, RuleId("faces"), Wrong.NO_SUCH_VALUE, value)


def board_of(sheet: Sheet, circles: Circles = HOUSE_CIRCLES) -> Board | None:
    """Return the map that a sheet shows; None while anything contradicts."""
    if contradictions(sheet, circles) or sheet.infamy is None:
        return None
    board = Board(infamy=sheet.infamy, buried=sheet.buried)
    for place in SQUARED:
        written = tuple(value for value in sheet.at(place) if value is not None)
        board = board.having(place, written)
    return board


def written_on(board: Board) -> Written:
    """Return what stands on a map, cell by cell."""
    squares = {
        cell_name(place, square): value
        for place in SQUARED
        for square, value in enumerate(board.at(place), start=1)
    }
    crosses = {buried_cell(chest): 1 for chest in CHESTS if board.is_buried(chest)}
    return squares | crosses | {INFAMY_CELL: board.infamy}
