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
from referee.games.waves.actions import (
    Discard,
    Elder,
    Follow,
    OverruleCollect,
    OverruleGive,
    OverruleReturn,
    OverruleShells,
    OverruleTablet,
    OverruleTake,
    Rebel,
    Reveal,
    Shells,
)
from referee.games.waves.components import CLASS_NAMES, CLASS_PLURALS, Class
from referee.games.waves.facts_told import FACTS
from referee.games.waves.refusals_told import REFUSALS
from referee.games.waves.rulings import Refusal
from referee.games.waves.state import State
from referee.games.waves.words import WON_BY, place, side_name, tablet_name


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
    """Say who won and by what."""
    if not outcome.winners:
        return say("A draw: {by}.", by=WON_BY[outcome.reason])
    return say_count(
        "{names} wins with {by}!",
        "{names} win with {by}!",
        len(outcome.winners),
        names=side_name(state.table, outcome.winners),
        by=WON_BY[outcome.reason],
    )


def _decided(state: State, action: Overrule) -> Text:
    table = state.table
    match action:
        case OverruleCollect(slot=slot):
            return say("{place} collects the Elder", place=place(table, slot))
        case OverruleReturn(slot=slot):
            return say("{place} does not collect the Elder", place=place(table, slot))
        case OverruleShells(count=count):
            return say_count("{count} Shell in the centre", "{count} Shells in the centre", count)
        case OverruleTablet(tablet=tablet):
            return say(
                "the tablet “{tablet}” is active", tablet=tablet_name(state.table.edition, tablet)
            )
        case OverruleGive(seat=seat, card=card):
            return say(
                "{name} lays a {card} to the collected Elders",
                name=table.names[seat],
                card=CLASS_NAMES[card],
            )
    assert isinstance(action, OverruleTake)
    return say(
        "{name} takes a collected {card} to the hand",
        name=table.names[action.seat],
        card=CLASS_NAMES[action.card],
    )


def _tell_elder(state: State, action: Elder) -> Text:
    if action.slot not in state.table.ring:
        return say("The extra Elder is a {card}.", card=CLASS_NAMES[action.card])
    return say(
        "{place}: the Elder is a {card}.",
        place=place(state.table, action.slot),
        card=CLASS_NAMES[action.card],
    )


def _tell_shells(state: State, action: Shells) -> Text:
    held = CLASS_PLURALS[state.open_majority or Class.NOBLE]
    return say_count(
        "Council card: {count} Shell for {classes}.",
        "Council card: {count} Shells for {classes}.",
        action.count,
        classes=held,
    )


def _tell_follow(state: State, action: Follow) -> Text:
    return say("{place} laid a Follower.", place=place(state.table, action.slot))


def _tell_rebel(state: State, action: Rebel) -> Text:
    edition = state.table.edition
    return say_count(
        "{place} laid {count} {rebel}.",
        "{place} laid {count} {rebels}.",
        action.count,
        place=place(state.table, action.slot),
        rebel=edition.rebel,
        rebels=edition.rebels,
    )


def _tell_reveal(state: State, action: Reveal) -> Text:
    agent = state.agents[action.slot]
    count = agent.count if agent else 1
    return say_count(
        "{place} turned over a {card}.",
        "{place} turned over {count} {cards}.",
        count,
        place=place(state.table, action.slot),
        card=CLASS_NAMES[action.card],
        cards=CLASS_PLURALS[action.card],
    )


def _tell_discard(state: State, action: Discard) -> Text:
    return say(
        "{name} had discarded a {card}.",
        name=state.table.names[action.seat],
        card=CLASS_NAMES[action.card],
    )


_ENTRIES: Mapping[type[Action], Callable[[State, Any], Text]] = {
    Elder: _tell_elder,
    Shells: _tell_shells,
    Follow: _tell_follow,
    Rebel: _tell_rebel,
    Reveal: _tell_reveal,
    Discard: _tell_discard,
}
