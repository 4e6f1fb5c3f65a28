"""Overrules: the table decides whose turn it is, which way play goes, how a hand is held."""

from referee.core import Fact, Overrule, RuleId, TableDecided, replaced
from referee.games.wave.actions import OverruleDirection, OverruleFacing, OverruleTurn
from referee.games.wave.facts import TableChanged
from referee.games.wave.state import Hand, State


def overrule(state: State, action: Overrule) -> tuple[State, list[Fact]]:
    """Apply what the table decided; `explain` has allowed it."""
    rule = RuleId("table")
    said: Fact = TableDecided.of(rule, action)
    match action:
        case OverruleTurn(place=place):
            changed = state._replace(place=place)
            return changed, [said, TableChanged(rule, place=place)]
        case OverruleDirection(direction=direction):
            changed = state._replace(direction=direction)
            return changed, [said, TableChanged(rule, direction=direction)]
    assert isinstance(action, OverruleFacing)
    seat, own = action.seat, action.self
    hand = Hand(own, state.held(seat) - own)
    changed = state._replace(hands=replaced(state.hands, seat, hand))
    return changed, [said, TableChanged(rule, hand=(seat, *hand))]
