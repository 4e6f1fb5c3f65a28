"""How a game of WAVE ends, and what it is worth then."""

from typing import Final

from referee.core import Fact, Outcome, RuleId, Seat
from referee.games.wave.components import row_of, to_next
from referee.games.wave.facts import Ended, Result
from referee.games.wave.state import Phase, State

PERFECT_WAVE: Final = "perfect-wave"
STUCK: Final = "stuck"
WRONG_CARD: Final = "wrong-card"
FORBIDDEN_TALK: Final = "forbidden-talk"

REASONS: Final = (PERFECT_WAVE, STUCK, WRONG_CARD, FORBIDDEN_TALK)


def end(state: State, ended: Ended, winners: tuple[Seat, ...] = ()) -> tuple[State, list[Fact]]:
    """End the game, and count the cards that are left over."""
    state = state._replace(
        phase=Phase.OVER, place=None, outcome=Outcome(ended.reason, winners), news=()
    )
    remaining = state.remaining
    result = Result(
        RuleId("result" if remaining else "K24"),
        row_of(remaining),
        remaining,
        to_next(remaining),
        tuple(state.held(place) for place in range(state.table.places)),
        state.pile,
    )
    return state, [ended, result]
