"""Scores of typed or photographed maps, without a match: sums, a winner, contradictions."""

from collections.abc import Iterator, Sequence
from typing import Final

from referee.core import (
    Boards,
    Contradicted,
    Counted,
    Ranking,
    SumLine,
    Text,
    Written,
    listed,
    say,
)
from referee.games.rolling.boards import Board
from referee.games.rolling.components import CHESTS, FACES, RAISED, SQUARED
from referee.games.rolling.plan import AREAS, SIGN, SIZE
from referee.games.rolling.scoring import BURIED, ScoreLine, Standing, score, standing
from referee.games.rolling.sheets import (
    INFAMY_CELL,
    Sheet,
    board_of,
    buried_cell,
    cell_name,
    contradictions,
    line_name,
    tell_contradiction,
    tell_line,
    written_on,
)
from referee.games.rolling.state import State
from referee.games.rolling.words import points_said


def count(written: Written) -> Counted:
    """Return the score of a map; if cells contradict, what contradicts and no total."""
    sheet = _sheet(written)
    found = contradictions(sheet)
    board = board_of(sheet)
    if board is None:
        told = (Contradicted(one.cell, one.rule, tell_contradiction(one)) for one in found)
        return Counted(tuple(told))
    counted = score(board)
    return Counted((), tuple(_line(one) for one in counted.lines), counted.total)


def rank(names: Sequence[str], boards: Sequence[Written]) -> Ranking:
    """Return who wins, and how a tie is broken."""
    found = standing([_board(written) for written in boards])
    return Ranking(found.best, found.winners, found.rule, _told(names, found))


def written(state: State) -> tuple[Written, ...]:
    """Return what is written on each map of a match, by seat."""
    return tuple(written_on(board) for board in state.boards)


def _line(line: ScoreLine) -> SumLine:
    return SumLine(tell_line(line), line.points, line.rule, line_name(line), tuple(_cells(line)))


def _cells(line: ScoreLine) -> Iterator[str]:
    if line.place is not None:
        yield from (cell_name(line.place, number + 1) for number in range(line.place.squares))
    elif line.kind == BURIED:
        yield from map(buried_cell, CHESTS)
    else:
        yield INFAMY_CELL


def _sheet(written: Written) -> Sheet:
    squares = tuple(
        tuple(written.get(cell_name(place, number + 1)) for number in range(place.squares))
        for place in SQUARED
    )
    buried = tuple(bool(written.get(buried_cell(chest))) for chest in CHESTS)
    return Sheet(squares, buried, written.get(INFAMY_CELL))


def _board(written: Written) -> Board:
    board = board_of(_sheet(written))
    assert board is not None  # only boards without contradictions are compared
    return board


def _told(names: Sequence[str], found: Standing) -> Text:
    points = points_said(found.scores[found.best[0]].total)
    first = listed([names[seat] for seat in found.best])
    if len(names) == 1:
        return say("{name} has {points}.", name=names[0], points=points)
    if len(found.best) == 1:
        others = [one.total for seat, one in enumerate(found.scores) if seat not in found.best]
        return say(
            "{name} wins with {points}, against {others}.",
            name=first,
            points=points,
            others=listed(sorted(others, reverse=True)),
        )
    infamy = found.scores[found.winners[0]].infamy
    if len(found.winners) == 1:
        others = [found.scores[seat].infamy for seat in found.best if seat not in found.winners]
        return say(
            "{names} have {points} each. {winner} has more Infamy left, {infamy} against"
            " {others}, and wins.",
            names=first,
            points=points,
            winner=names[found.winners[0]],
            infamy=infamy,
            others=listed(others),
        )
    return _shared(names, found)


def _shared(names: Sequence[str], found: Standing) -> Text:
    points = points_said(found.scores[found.best[0]].total)
    infamy = found.scores[found.winners[0]].infamy
    winners = listed([names[seat] for seat in found.winners])
    if len(found.best) == len(found.winners):
        return say(
            "{names} have {points} and {infamy} Infamy each, and share the win.",
            names=winners,
            points=points,
            infamy=infamy,
        )
    return say(
        "{all} have {points} each. {names} have the most Infamy left, {infamy}, and share the win.",
        all=listed([names[seat] for seat in found.best]),
        points=points,
        names=winners,
        infamy=infamy,
    )


BOARDS: Final = Boards(
    plan=SIGN,
    size=SIZE,
    areas=AREAS,
    players=(1, 2, 3, 4, 5),
    digits=(*FACES, RAISED),
    count=count,
    rank=rank,
    legend=say(
        "A circle is reached once its squares add up to the number in it. A 7 is written where"
        " Raise Spirits is full."
    ),
)
"""The map as it can be typed, printed, photographed and counted."""
