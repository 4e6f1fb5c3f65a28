"""How the lines of a sum are said, and what contradicts on a sheet."""

from collections.abc import Callable, Mapping
from typing import Final

from referee.core import Text, literal, say, tell
from referee.games.rolling.components import INFAMY_PER_POINT, POINTS_BURIED, Place
from referee.games.rolling.scoring import BURIED, CHEST, TRACK, ScoreLine
from referee.games.rolling.sheets import INFAMY_CELL, Contradiction, Wrong
from referee.games.rolling.words import PLACE_NAMES, points_said


def tell_line(line: ScoreLine) -> Text:
    """Say one line of a sum with its numbers: Chest 1: 4 + 2 + 6 = 12."""
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
    """Say what a line counts."""
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
    """Say what cannot stand so, and in which cell."""
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
    """Call a cell as people do: Hull, square 3."""
    if cell == INFAMY_CELL:
        return say("Infamy")
    place, _, number = cell.partition(".")
    if place == "buried":
        return say("Chest {number} is marked as buried", number=number)
    return say("{place}, square {number}", place=PLACE_NAMES[Place(place)], number=number)
