"""The table decides against the referee: whose turn it is, and what lies in a gateway."""

from referee.core import Fact, Overrule, RuleId
from referee.games.war_of_waves.actions import (
    OverrulePlace,
    OverruleRemove,
    OverruleTurn,
    OverruleValue,
)
from referee.games.war_of_waves.facts import TableDecided
from referee.games.war_of_waves.gateways import change, destroy, lay, turning_points
from referee.games.war_of_waves.piles import plus, with_hand
from referee.games.war_of_waves.state import Laid, Spot, State
from referee.games.war_of_waves.turns import begin_turn

Result = tuple[State, list[Fact]]


def overrule(state: State, action: Overrule) -> Result:
    """Do what the table decided, and say so first."""
    what = type(action).__name__.removeprefix("Overrule").lower()
    decided = TableDecided(RuleId("table"), what, action.why, action.by)
    state, facts = _carry_out(state, action)
    return state, [decided, *facts]


def _carry_out(state: State, action: Overrule) -> Result:
    match action:
        case OverruleTurn(seat=seat):
            return begin_turn(state, seat)
        case OverruleValue(side=side, at=at, kind=kind, card=card, value=value):
            return change(state, Spot(side, at, kind, card), Laid(value)), []
        case OverruleRemove(side=side, at=at, kind=kind, card=card):
            return destroy(state, (Spot(side, at, kind, card),))
    assert isinstance(action, OverrulePlace)
    return _place(state, action)


def _place(state: State, action: OverrulePlace) -> Result:
    seat, before = action.seat, state
    hand = plus(state.hands[seat], action.kind.place, -1)
    state = lay(with_hand(state, seat, hand), seat, action.at, action.kind)
    return state, turning_points(before, state)
