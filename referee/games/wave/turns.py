"""Whose turn it is, who enters it, and whose turn is next."""

from referee.core import Fact, RuleId, Seat
from referee.games.wave.facts import Skipped, Turn
from referee.games.wave.state import Phase, State


def acting(state: State) -> Seat | None:
    """Return the seat that makes the next entry; None when the game is over."""
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.START or state.place is None:
        return state.table.first
    if state.place == state.table.silver:
        return _enters_for_silver(state, state.place)
    return Seat(state.place)


def _enters_for_silver(state: State, silver: int) -> Seat:
    """Return the player who moves next after Silver (K16); the nearer one with both hands empty."""
    places = state.table.places
    others = [(silver + turn * state.direction.step) % places for turn in range(1, places)]
    return Seat(next((place for place in others if state.held(place)), others[0]))


def pass_turn(state: State) -> tuple[State, list[Fact]]:
    """Pass the turn to the next place with a card, in the current direction."""
    assert state.place is not None
    facts: list[Fact] = []
    places = state.table.places
    for step in range(1, places + 1):
        place = (state.place + step * state.direction.step) % places
        if state.held(place):
            alone = place == state.place
            state = state._replace(place=place)
            return state, [*facts, turn_fact(state, RuleId("K6" if alone else "turn"))]
        facts.append(Skipped(RuleId("skip"), place, also=(RuleId("K13"),)))
    message = "a turn cannot go on when all cards are laid"
    raise AssertionError(message)


def turn_fact(state: State, rule: RuleId) -> Turn:
    """Return the fact that says whose turn it is."""
    seat = acting(state)
    assert seat is not None
    assert state.place is not None
    also = (RuleId("K16"),) if state.place == state.table.silver else ()
    return Turn(rule, state.place, seat, state.direction, also=also)
