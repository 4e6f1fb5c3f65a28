"""What people do with their hands after an entry, as short orders made from what followed."""

from collections.abc import Callable, Mapping
from itertools import dropwhile
from typing import Any, Final

from referee.core import Fact, RuleId, Text, listed, say, say_count, tell
from referee.games.waves.changes_told import changes
from referee.games.waves.components import CLASS_NAMES, CLASS_PLURALS, Class
from referee.games.waves.facts import (
    Collection,
    Discarded,
    Drawn,
    ExtraElder,
    ExtraRebels,
    NewRound,
    OpenMajority,
    Reshuffled,
    Rotated,
    ShellsSet,
    TableChanged,
    TrueMajority,
)
from referee.games.waves.state import State
from referee.games.waves.words import place, tablet_name

SHUFFLE: Final = say("Shuffle the discard pile: it is the new deck.")
"""What W31 asks of the table, whether before an entry takes a card or in the middle of drawing."""


def hands(state: State) -> tuple[Text, ...]:
    """Return what is to be done at the table now, in order, after the last entry.

    After an overrule only what it changed is told: the rest has been done already.
    """
    for fact in state.news:
        if isinstance(fact, TableChanged):
            return changes(state, fact)
    told: list[Text] = []
    everybody = _everybody_draws(state)
    for fact in dropwhile(_was_asked_for, state.news):
        if isinstance(fact, Drawn) and fact.rule == "new-round" and everybody:
            continue
        if type(fact) in _ORDERS and fact.rule != "W1":
            told.append(tell(_ORDERS, type(fact), state, fact))
        if isinstance(fact, NewRound) and everybody:
            told.append(say("Everybody: draw 1 card."))
    return tuple(told)


def _was_asked_for(fact: Fact) -> bool:
    """Return whether the step before has said a leading fact: a card fetched for the entry."""
    return isinstance(fact, Drawn | Reshuffled)


def _everybody_draws(state: State) -> bool:
    # When the deck runs out in between, the draws are told one by one, in their order.
    if any(isinstance(fact, Reshuffled) for fact in state.news):
        return False
    drew = [fact for fact in state.news if isinstance(fact, Drawn) and fact.rule == "new-round"]
    return len(drew) == len(state.hands)


def _open_majority(state: State, fact: OpenMajority) -> Text:
    lying = [one.before for one in state.news if isinstance(one, ShellsSet) and one.rule == "W1"]
    if lying:
        return say_count(
            "Make it {count} Shell in the centre ({lying} there): {classes} hold the Open "
            "Majority.",
            "Make it {count} Shells in the centre ({lying} there): {classes} hold the Open "
            "Majority.",
            fact.shells,
            lying=lying[0],
            classes=CLASS_PLURALS[fact.card],
        )
    return say_count(
        "Put {count} Shell in the centre: {classes} hold the Open Majority.",
        "Put {count} Shells in the centre: {classes} hold the Open Majority.",
        fact.shells,
        classes=CLASS_PLURALS[fact.card],
    )


def _shells(_state: State, fact: ShellsSet) -> Text:
    if RuleId("W21") in fact.also:
        return say("Put all 5 Shells in the centre: there are no more for so many Followers.")
    return say_count(
        "Make it {count} Shell in the centre: one for each Follower.",
        "Make it {count} Shells in the centre: one for each Follower.",
        fact.shells,
    )


def _drawn(state: State, fact: Drawn) -> Text:
    return say_count(
        "{name}: draw {count} card.",
        "{name}: draw {count} cards.",
        fact.count,
        name=state.table.names[fact.seat],
    )


def _true_majority(state: State, fact: TrueMajority) -> Text:
    return say(
        "{classes} hold the True Majority: lay the tablet “{tablet}” beside the Council.",
        classes=CLASS_PLURALS[fact.card],
        tablet=tablet_name(state.table.edition, fact.tablet),
    )


def _extra(state: State, fact: ExtraRebels) -> Text:
    return say_count(
        "{place}: discard {count} {card}, keep one.",
        "{place}: discard {count} {cards}, keep one.",
        fact.count,
        place=place(state.table, fact.slot),
        card=CLASS_NAMES[fact.card],
        cards=CLASS_PLURALS[fact.card],
    )


def _rotated(state: State, fact: Rotated) -> Text:
    lying = [
        say(
            "{card} to {place}",
            card=CLASS_NAMES[fact.elders[slot] or Class.NOBLE],
            place=place(state.table, slot),
        )
        for slot in state.table.ring
    ]
    return say("Move each Elder one place to the right: {elders}.", elders=listed(lying))


def _collection(state: State, fact: Collection) -> Text:
    words = {"place": place(state.table, fact.slot), "elder": CLASS_NAMES[fact.elder]}
    if fact.returned:
        return say("{place}: take the {elder} to your hand; the Shell stays.", **words)
    if fact.collected:
        return say("{place}: collect the {elder} ({why}), remove 1 Shell.", why=_why(fact), **words)
    return say("{place}: take the {elder} to your hand ({why}).", why=_why(fact), **words)


def _why(fact: Collection) -> Text:
    match fact.decided:
        case "shells":
            return say("no Shell is left")
        case "tablet":
            return say("the tablet forbids it")
        case "table":
            return say("the table decided")
        case _:
            return say("{agent} against {elder}", agent=fact.agent_power, elder=fact.elder_power)


def _new_round(state: State, fact: NewRound) -> Text:
    return say(
        "Put the tablet back. Wave token to {place}. The Agents are the new Elders.",
        place=place(state.table, fact.token),
    )


def _discarded(state: State, fact: Discarded) -> Text:
    return say_count(
        "{name}: discard {count} card face up.",
        "{name}: discard {count} cards face up.",
        fact.count,
        name=state.table.names[fact.seat],
    )


def _extra_elder(_state: State, fact: ExtraElder) -> Text:
    return say("Discard the extra {card}.", card=CLASS_NAMES[fact.card])


_ORDERS: Final[Mapping[type[Fact], Text | Callable[[State, Any], Text]]] = {
    OpenMajority: _open_majority,
    ShellsSet: _shells,
    Drawn: _drawn,
    Reshuffled: SHUFFLE,
    TrueMajority: _true_majority,
    ExtraRebels: _extra,
    Rotated: _rotated,
    Collection: _collection,
    NewRound: _new_round,
    Discarded: _discarded,
    ExtraElder: _extra_elder,
}
