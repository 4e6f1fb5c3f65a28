"""What the referee says about entries, refusals and what follows, as sentences for people."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.core import (
    Action,
    Fact,
    Outcome,
    Overrule,
    Ruling,
    Text,
    say,
    say_count,
    tell,
    tell_overrule,
)
from referee.games.wave.actions import (
    OverruleDirection,
    OverruleFacing,
    OverruleTurn,
    Play,
    Start,
    Stuck,
    Talk,
    Wrong,
)
from referee.games.wave.components import Facing, name_of, row_of
from referee.games.wave.endings import PERFECT_WAVE
from referee.games.wave.facts_told import FACTS
from referee.games.wave.refusals_told import REFUSALS
from referee.games.wave.rulings import Refusal
from referee.games.wave.state import State
from referee.games.wave.words import DIRECTIONS, ENDS, ROW_NAMES, facing_name, place_name


def tell_action(state: State, action: Action) -> Text:
    """Describe an entry as a line of the story; `state` is the one before it."""
    if isinstance(action, Overrule):
        return tell_overrule(action, _decided(state, action), state.table.names)
    return _ENTRIES[type(action)](state, action)


def tell_fact(state: State, fact: Fact) -> Text:
    """Describe what followed; `state` is the one after it."""
    return FACTS[type(fact)](state, fact)


def tell_refusal(state: State, action: Action, ruling: Ruling) -> Text:
    """Say what was expected instead, of whom, and why."""
    return tell(REFUSALS, Refusal(ruling.reason), state, action, ruling.numbers)


def tell_outcome(state: State, outcome: Outcome) -> Text:
    """Say how well it went, and why it is over."""
    if outcome.reason == PERFECT_WAVE:
        return say("The perfect wave: all {count} cards are laid!", count=state.table.variant.deck)
    return say_count(
        "{why} {count} card is left over: {row}.",
        "{why} {count} cards are left over: {row}.",
        state.remaining,
        row=ROW_NAMES[row_of(state.remaining)],
        why=ENDS[outcome.reason],
    )


def _decided(state: State, action: Overrule) -> Text:
    match action:
        case OverruleTurn(place=place):
            return say("it is the turn of {name}", name=place_name(state.table, place))
        case OverruleDirection(direction=direction):
            return say("play goes {direction}", direction=DIRECTIONS[direction])
    assert isinstance(action, OverruleFacing)
    return say(
        "{name} holds {own} facing {name}, the others face the team",
        name=state.table.names[action.seat],
        own=action.self,
    )


def _tell_start(_state: State, action: Start) -> Text:
    return say("The start card is {card}.", card=name_of(action.card))


def _tell_play(state: State, action: Play) -> Text:
    place = _place(state)
    if action.facing is Facing.OPEN:
        return say("Silver laid {card}.", card=name_of(action.card))
    return say(
        "{name} laid {card}, {facing}.",
        name=place_name(state.table, place),
        card=name_of(action.card),
        facing=facing_name(state.table, place, action.facing),
    )


def _tell_wrong(state: State, action: Wrong) -> Text:
    name = place_name(state.table, _place(state))
    return say("{name} laid {card}, which does not fit.", name=name, card=name_of(action.card))


def _tell_stuck(state: State, _action: Stuck) -> Text:
    return say("{name} can lay nothing.", name=place_name(state.table, _place(state)))


def _tell_talk(state: State, action: Talk) -> Text:
    name = state.table.names[action.seat]
    return say("{name} named or compared colours or numbers.", name=name)


def _place(state: State) -> int:
    return state.table.first if state.place is None else state.place


_ENTRIES: Mapping[type[Action], Callable[[State, Any], Text]] = {
    Start: _tell_start,
    Play: _tell_play,
    Wrong: _tell_wrong,
    Stuck: _tell_stuck,
    Talk: _tell_talk,
}
