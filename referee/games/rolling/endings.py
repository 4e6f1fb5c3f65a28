"""Drop Anchor: whether the game ends, what the maps are worth, and else the next round."""

from collections import Counter
from typing import Final

from referee.core import Fact, Outcome, RuleId, Seat
from referee.games.rolling.components import CHESTS, COLOURS
from referee.games.rolling.facts import EndReached, RoundBegan, Scored, TieBroken
from referee.games.rolling.scoring import BURIED, CHEST, INFAMY, TRACK, Score, standing
from referee.games.rolling.state import Phase, State

THREE_CHESTS: Final = "three-chests"
THREE_TRACKS: Final = "three-tracks"

REASONS: Final = (THREE_CHESTS, THREE_TRACKS)


def drop_anchor(state: State) -> tuple[State, list[Fact]]:
    """End the game where somebody has ended it; else put the dice back and pass the bag on."""
    reached = [fact for seat in state.order if (fact := _reached(state, seat))]
    if reached:
        return _end(state, reached)
    back = Counter(die.colour for nest in state.nests for die in nest)
    seats = len(state.order)
    state = state._replace(
        phase=Phase.ROLL,
        round=state.round + 1,
        first=state.order[1],
        bag=tuple(count + back[colour] for colour, count in zip(COLOURS, state.bag, strict=True)),
        nests=((),) * seats,
        laid=((),) * seats,
        step=0,
        turn=0,
    )
    return state, [RoundBegan(RuleId("anchor"), state.round, state.first, also=(RuleId("R33"),))]


def _reached(state: State, seat: Seat) -> EndReached | None:
    board = state.boards[seat]
    also = [RuleId("R33"), RuleId("R35")]
    if board.chests_done:
        both = any(board.is_full(chest) and board.is_buried(chest) for chest in CHESTS)
        also += [RuleId("R34")] if both else []
        return EndReached(RuleId("end-chests"), seat, THREE_CHESTS, also=tuple(also))
    if board.tracks_done:
        return EndReached(RuleId("end-tracks"), seat, THREE_TRACKS, also=tuple(also))
    return None


def _end(state: State, reached: list[EndReached]) -> tuple[State, list[Fact]]:
    found = standing(state.boards)
    scored: list[Fact] = [_scored(Seat(seat), one) for seat, one in enumerate(found.scores)]
    tied: list[Fact] = []
    if len(found.best) > 1:
        winner = found.scores[found.winners[0]]
        tied = [TieBroken(found.rule, found.best, winner.total, found.winners, winner.infamy)]
    outcome = Outcome(reached[0].reason, found.winners)
    state = state._replace(phase=Phase.OVER, outcome=outcome)
    return state, [*reached, *scored, *tied]


def _scored(seat: Seat, one: Score) -> Scored:
    tracks = tuple(line.place for line in one.of(TRACK) if line.points and line.place)
    return Scored(
        *(RuleId("score"), seat, tuple(line.points for line in one.of(CHEST))),
        buried=one.of(BURIED)[0].numbers[0],
        tracks=tracks,
        infamy=one.infamy,
        points=one.of(INFAMY)[0].points,
        total=one.total,
        also=(RuleId("R36"),) if tracks else (),
    )
