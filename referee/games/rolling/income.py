"""Infamy that is gained, as far as the map has circles for it."""

from referee.core import Fact, RuleId, Seat
from referee.games.rolling.facts import InfamyFull
from referee.games.rolling.state import State


def gain(state: State, seat: Seat, infamy: int) -> tuple[State, int, list[Fact]]:
    """Return somebody Infamy: the state after it, what there is then, and what was lost."""
    board, circles = state.boards[seat], state.table.circles.infamy
    wanted = board.infamy + infamy
    held = wanted if circles is None else min(wanted, max(circles, board.infamy))
    state = state.with_board(seat, board._replace(infamy=held))
    if circles is None or held == wanted:
        return state, held, []
    return state, held, [InfamyFull(RuleId("infamy-circles"), seat, wanted - held, circles)]
