"""Scoring: what a map is worth line by line, the winner, and how a tie is broken.

The end of a game, the score page and photographed boards all use it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from referee.core import RuleId, Seat
from referee.games.rolling.boards import Board
from referee.games.rolling.components import (
    CHESTS,
    INFAMY_PER_POINT,
    POINTS_BURIED,
    POINTS_TRACK,
    TRACKS,
    Place,
)

CHEST: Final = "chest"
BURIED: Final = "buried"
TRACK: Final = "track"
INFAMY: Final = "infamy"


class ScoreLine(NamedTuple):
    """One line of a sum: what is counted, the numbers in it, and the points.

    `kind` is `chest` (numbers are its dice), `buried` (how many chests, 2 points each), `track`
    (its dice, if all squares are full) or `infamy` (how much there is, 1 point for every 3).
    """

    kind: str
    rule: RuleId
    numbers: tuple[int, ...]
    points: int
    place: Place | None = None


class Score(NamedTuple):
    """What a map is worth, line by line; `infamy` breaks a tie."""

    lines: tuple[ScoreLine, ...]
    total: int
    infamy: int

    def of(self, kind: str) -> tuple[ScoreLine, ...]:
        """Return the lines of a kind."""
        return tuple(line for line in self.lines if line.kind == kind)


class Standing(NamedTuple):
    """The ranking of several maps.

    `best` are those with the most points, `winners` those of them with the most Infamy.
    `rule` is the one that decided: `score`, `tie` if Infamy broke it, `shared` if even that is
    equal.
    """

    scores: tuple[Score, ...]
    best: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    rule: RuleId


@lru_cache(1_000)
def score(board: Board) -> Score:
    """Return what a map is worth; cached, as most maps are the same after an entry."""
    lines = (*_chests(board), _buried(board), *_tracks(board), _infamy(board))
    return Score(lines, sum(line.points for line in lines), board.infamy)


def _chests(board: Board) -> list[ScoreLine]:
    return [
        ScoreLine(CHEST, RuleId("score"), board.at(chest), sum(board.at(chest)), chest)
        for chest in CHESTS
    ]


def _buried(board: Board) -> ScoreLine:
    count = sum(board.buried)
    return ScoreLine(BURIED, RuleId("score"), (count,), count * POINTS_BURIED)


def _tracks(board: Board) -> list[ScoreLine]:
    return [
        ScoreLine(TRACK, RuleId("R36"), board.at(track), POINTS_TRACK * board.is_full(track), track)
        for track in TRACKS
    ]


def _infamy(board: Board) -> ScoreLine:
    points = board.infamy // INFAMY_PER_POINT
    return ScoreLine(INFAMY, RuleId("score"), (board.infamy,), points)


def standing(boards: Sequence[Board]) -> Standing:
    """Return who wins among these maps, and by which rule."""
    scores = tuple(score(board) for board in boards)
    most = max(one.total for one in scores)
    best = tuple(Seat(seat) for seat, one in enumerate(scores) if one.total == most)
    infamy = max(scores[seat].infamy for seat in best)
    winners = tuple(seat for seat in best if scores[seat].infamy == infamy)
    if len(best) == 1:
        return Standing(scores, best, winners, RuleId("score"))
    rule = "tie" if len(winners) == 1 else "shared"
    return Standing(scores, best, winners, RuleId(rule))
