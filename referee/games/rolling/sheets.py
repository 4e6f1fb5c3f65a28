"""A map as it was typed or photographed: the value of each cell, and contradictions in them.

Nothing is corrected silently. `contradictions` lists what is impossible, cell by cell, and only a
sheet without any becomes a `Board` that can be scored.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from referee.core import RuleId, Text, Written, literal, say, tell
from referee.games.rolling.boards import Board
from referee.games.rolling.components import (
    CHESTS,
    FACES,
    HOUSE_CIRCLES,
    INFAMY_PER_POINT,
    POINTS_BURIED,
    RAISED,
    SQUARED,
    Circles,
    Place,
    chest_number,
)
from referee.games.rolling.scoring import BURIED, CHEST, TRACK, ScoreLine
from referee.games.rolling.words import PLACE_NAMES, points_said

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
    """An impossible value: the cell, the rule against it, and the number in the cell."""

    cell: str
    rule: RuleId
    wrong: Wrong
    value: int | None = None


class Sheet(NamedTuple):
    """A map cell by cell: the values of each place in the order of its squares, None for blank.

    The first square of a chest is its bottom right one. `infamy` is None if it is not counted.
    """

    squares: tuple[tuple[int | None, ...], ...] = _BLANK
    buried: tuple[bool, ...] = (False,) * len(CHESTS)
    infamy: int | None = None

    def at(self, place: Place) -> tuple[int | None, ...]:
        """Return the values in the squares of a place."""
        return self.squares[SQUARED.index(place)]


def cell_name(place: Place, square: int) -> str:
    """Return the name of a square of a map, counted from 1: `hull.3`."""
    return f"{place.value}.{square}"


def buried_cell(chest: Place) -> str:
    """Return the name of the mark that a chest is buried: `buried.2`."""
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
    """Return a sheet with the values of each place, by its id; places left out are blank.

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
    """Return everything that is impossible, in the order of the cells."""
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
    """Return the map that a sheet shows; None if it has contradictions."""
    if contradictions(sheet, circles) or sheet.infamy is None:
        return None
    board = Board(infamy=sheet.infamy, buried=sheet.buried)
    for place in SQUARED:
        written = tuple(value for value in sheet.at(place) if value is not None)
        board = board.having(place, written)
    return board


def written_on(board: Board) -> Written:
    """Return what is written on a map, cell by cell."""
    squares = {
        cell_name(place, square): value
        for place in SQUARED
        for square, value in enumerate(board.at(place), start=1)
    }
    crosses = {buried_cell(chest): 1 for chest in CHESTS if board.is_buried(chest)}
    return squares | crosses | {INFAMY_CELL: board.infamy}


def tell_line(line: ScoreLine) -> Text:
    """Return one line of a sum with its numbers: Chest 1: 4 + 2 + 6 = 12."""
    if line.kind == CHEST:
        return _chest(line)
    if line.kind == BURIED:
        return say(
            "Buried chests: {count} × {each} = {points}",
            count=line.numbers[0],
            each=POINTS_BURIED,
            points=line.points,
        )
    if line.kind == TRACK:
        return _track(line)
    return _infamy(line.numbers[0], line.points)


def line_name(line: ScoreLine) -> Text:
    """Return what a line counts."""
    if line.place is not None:
        return PLACE_NAMES[line.place]
    return say("Buried chests") if line.kind == BURIED else say("Infamy")


def _infamy(infamy: int, points: int) -> Text:
    if left := infamy % INFAMY_PER_POINT:
        return say(
            "Infamy: {infamy} / 3 = {points}, {left} left over",
            infamy=infamy,
            points=points,
            left=left,
        )
    return say("Infamy: {infamy} / 3 = {points}", infamy=infamy, points=points)


def _chest(line: ScoreLine) -> Text:
    assert line.place is not None
    chest = PLACE_NAMES[line.place]
    if not line.numbers:
        return say("{chest}: empty, {points}", chest=chest, points=points_said(0))
    if len(line.numbers) == 1:
        return say("{chest}: {points}", chest=chest, points=points_said(line.points))
    terms = literal(" + ".join(str(value) for value in line.numbers))
    return say("{chest}: {terms} = {points}", chest=chest, terms=terms, points=line.points)


def _track(line: ScoreLine) -> Text:
    assert line.place is not None
    return say(
        "{track}: {count} of {squares} squares, {points}",
        track=PLACE_NAMES[line.place],
        count=len(line.numbers),
        squares=line.place.squares,
        points=points_said(line.points),
    )


def tell_contradiction(found: Contradiction) -> Text:
    """Return what is impossible, and in which cell."""
    cell = cell_said(found.cell)
    if found.wrong is Wrong.NO_INFAMY and found.value is not None:
        return say("{cell}: there cannot be {value}.", cell=cell, value=found.value)
    return tell(_WRONG, found.wrong, cell, found.value)


_WRONG: Final[Mapping[Wrong, Callable[[Text, int | None], Text]]] = {
    Wrong.NO_SUCH_VALUE: lambda cell, value: say(
        "{cell}: {value} cannot go there, only 1 to 7.", cell=cell, value=value
    ),
    Wrong.GAP: lambda cell, _: say("{cell} is blank, but a later square is not.", cell=cell),
    Wrong.TOO_MANY: lambda cell, value: say(
        "{cell}: there is no such square for the {value}.", cell=cell, value=value
    ),
    Wrong.BURIED_EMPTY: lambda cell, _: say("{cell}, but it is empty.", cell=cell),
    Wrong.NO_INFAMY: lambda cell, _: say("{cell}: how many circles are filled?", cell=cell),
    Wrong.TOO_MUCH_INFAMY: lambda cell, value: say(
        "{cell}: the map has fewer than {value} circles.", cell=cell, value=value
    ),
}


def cell_said(cell: str) -> Text:
    """Return the name of a cell for people: Hull, square 3."""
    if cell == INFAMY_CELL:
        return say("Infamy")
    place, _, number = cell.partition(".")
    if place == "buried":
        return say("Chest {number} is marked as buried", number=number)
    return say("{place}, square {number}", place=PLACE_NAMES[Place(place)], number=number)
