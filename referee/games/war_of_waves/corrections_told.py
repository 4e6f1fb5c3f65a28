"""How the deck list is corrected in words: what the table says it has, and what leads there."""

from referee.core import Action, Numbers, Text, say
from referee.games.war_of_waves.actions import OverruleBack, OverruleCopies
from referee.games.war_of_waves.components import (
    KIND_NAMES,
    LEADER_NAMES,
    Card,
    Kind,
    LeaderName,
    card_name,
)
from referee.games.war_of_waves.facts import ShownAgain
from referee.games.war_of_waves.state import State
from referee.games.war_of_waves.words import name, section_name


def tell_list(state: State, action: OverruleCopies | OverruleBack) -> Text:
    """Say what the table has in its deck; one place of the sentence differs."""
    if isinstance(action, OverruleBack):
        return say("a Leader of this deck is {what}", what=_has(action))
    if action.count == state.table.deck_list.copies(action.card):
        return say("this deck has {what}", what=say("{copies}, as now", copies=_has(action)))
    return say("this deck has {what}", what=_has(action))


def _has(action: OverruleCopies | OverruleBack) -> Text:
    if isinstance(action, OverruleCopies):
        return say("{count} × {card}", count=action.count, card=card_name(action.card))
    return say(
        "{leader} with a {kind} back",
        leader=LEADER_NAMES[action.leader],
        kind=KIND_NAMES[action.back],
    )


def led_to_list(refused: Text, numbers: Numbers) -> Text:
    """Add where people can correct the deck list, if it may be wrong."""
    if not numbers.get("mend"):
        return refused
    return say(
        "{refused} If your cards say otherwise, correct the list under “The table decides”.",
        refused=refused,
    )


def refuse_leaders_once(_state: State, _action: Action, numbers: Numbers) -> Text:
    """Say that a Leader has no copies."""
    return say("{card} is there once, like each Leader.", card=card_name(Card(numbers["card"])))


def refuse_copies(_state: State, _action: Action, numbers: Numbers) -> Text:
    """Say how many copies there can be as the cards lie."""
    return say(
        "As the cards lie now, there can be {fewest} to {most} of {card}.",
        fewest=numbers["fewest"],
        most=numbers["most"],
        card=card_name(Card(numbers["card"])),
    )


def refuse_back(_state: State, _action: Action, numbers: Numbers) -> Text:
    """Say what comes first where all Leaders with the other back are out of the deck."""
    leader, kind = LeaderName(numbers["leader"]), Kind(numbers["back"])
    return say(
        "Then too few Leaders with the other back would be there. "
        "First say which other Leader has no {kind} back; then {leader} can have one.",
        leader=LEADER_NAMES[leader],
        kind=KIND_NAMES[kind],
    )


def tell_shown_again(state: State, fact: ShownAgain) -> Text:
    """Say that a card which everybody knows is turned up to be counted."""
    return say(
        "{name} turns up {card} on {place} again: it counts now.",
        name=name(state, fact.side),
        card=card_name(fact.card),
        place=section_name(fact.at),
    )
