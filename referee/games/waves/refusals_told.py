"""How each kind of refusal is said: what was expected, of whom, and why."""

from collections.abc import Callable, Mapping
from typing import Final

from referee.core import Action, Numbers, Text, literal, say, say_count
from referee.games.waves.actions import Elder, OverruleGive
from referee.games.waves.cards import seen, with_deck
from referee.games.waves.components import CLASS_NAMES, CLASS_PLURALS, COPIES, Class, Tablet
from referee.games.waves.rulings import Refusal, next_to_lay
from referee.games.waves.state import Phase, State
from referee.games.waves.words import place, tablet_name

Teller = Callable[[State, Action, Numbers], Text]


def expected_now(state: State) -> Text:
    """Say what the table is waiting for."""
    match state.phase:
        case Phase.COUNCIL:
            slot = next(slot for slot, elder in enumerate(state.elders) if elder is None)
            return say("First the Elder of {place} is turned up.", place=place(state.table, slot))
        case Phase.SHELLS:
            return say("First the Council card tells how many Shells there are.")
        case Phase.PLAY:
            return say("Now {place} lays Agents.", place=whose_lay(state))
        case Phase.REBELS:
            return say("Now the {rebels} are turned over.", rebels=state.table.edition.rebels)
        case Phase.WAVES:
            return say("Now the Followers are turned over, one after the other.")
        case _:
            return say("The game is over.")


def whose_lay(state: State) -> Text:
    """Say who lays next: the place, or only the player who picks at which of two Elders."""
    slots = next_to_lay(state)
    if len(slots) > 1:
        return literal(state.table.names[state.table.owners[slots[0]]])
    return place(state.table, slots[0] if slots else 0)


def _no_such_place(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("There is no place {slot} at this table for that.", slot=numbers["slot"])


def _no_such_seat(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("There is no seat {seat} at this table.", seat=numbers["seat"])


def _not_now(state: State, _action: Action, _numbers: Numbers) -> Text:
    return say("Not yet, or not any more. {expected}", expected=expected_now(state))


def _elder_there(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{place} already has an Elder: a {card}.",
        place=place(state.table, numbers["slot"]),
        card=CLASS_NAMES[Class(numbers["card"])],
    )


def _no_card_left(state: State, action: Action, numbers: Numbers) -> Text:
    kind = Class(numbers["card"])
    if isinstance(action, Elder):  # an empty deck is renewed before the card is turned up (W31)
        state, _ = with_deck(state)
    return say(
        "There are only {copies} {cards}, and {seen} of them lie elsewhere: {places}.",
        copies=COPIES,
        cards=CLASS_PLURALS[kind],
        seen=numbers["seen"],
        places=where_cards_lie(state, kind, seen(state, kind) - numbers["seen"]),
    )


def where_cards_lie(state: State, kind: Class, own: int = 0) -> Text:
    """Say where the known cards of a class are, place by place.

    `own` are cards in the very hand that shows some, so that they do not lie elsewhere.
    """
    index = kind.number - 1
    agents = sum(agent.count for agent in state.agents if agent and agent.card is kind)
    return say(
        "{council} in the Council, {agents} as Agents, {collected} collected, "
        "{discarded} discarded, {held} seen going to a hand",
        council=state.elders.count(kind),
        agents=agents,
        collected=sum(pile.count(kind) for pile in state.collected),
        discarded=state.known.discarded[index],
        held=sum(held[index] for held in state.known.held) - own,
    )


def _shells_out_of_box(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("There are 5 Shells in the box, so it cannot be {count}.", count=numbers["count"])


def _already_laid(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{place} has already laid. {expected}",
        place=place(state.table, numbers["slot"]),
        expected=expected_now(state),
    )


def _out_of_turn(state: State, _action: Action, numbers: Numbers) -> Text:
    if state.table.picks_elder:
        return say(
            "It is the turn of {turn}; {place} waits.",
            turn=whose_lay(state),
            place=place(state.table, numbers["slot"]),
        )
    return say(
        "It is the turn of {turn}, then the others clockwise; {place} waits.",
        turn=whose_lay(state),
        place=place(state.table, numbers["slot"]),
    )


def _no_rebels(state: State, _action: Action, _numbers: Numbers) -> Text:
    return say("At least one card is laid as a {rebel}.", rebel=state.table.edition.rebel)


def _too_many_rebels(state: State, _action: Action, numbers: Numbers) -> Text:
    return say_count(
        "{place} holds {count} card, so {wanted} {rebels} cannot be laid.",
        "{place} holds {count} cards, so {wanted} {rebels} cannot be laid.",
        numbers["hand"],
        place=place(state.table, numbers["slot"]),
        wanted=numbers["count"],
        rebels=state.table.edition.rebels,
    )


def _empty_hand(state: State, action: Action, _numbers: Numbers) -> Text:
    if isinstance(action, OverruleGive):
        name = state.table.names[action.seat]
        return say("{name} has no card in hand that could be given.", name=name)
    return say("That hand is empty: draw 1 card and lay it as a Follower.")


def _nothing_there(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{place} has no Agent yet. {expected}",
        place=place(state.table, numbers["slot"]),
        expected=expected_now(state),
    )


def _already_shown(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{place} has already turned over: a {card}. {expected}",
        place=place(state.table, numbers["slot"]),
        card=CLASS_NAMES[Class(numbers["card"])],
        expected=expected_now(state),
    )


def _follower_too_early(state: State, _action: Action, numbers: Numbers) -> Text:
    if state.phase is Phase.PLAY:
        return say(
            "{place} keeps the cards face down: {turn} has yet to lay.",
            place=place(state.table, numbers["slot"]),
            turn=whose_lay(state),
        )
    return say(
        "{place} keeps the Follower face down: first {turn} turns over the {rebels}.",
        place=place(state.table, numbers["slot"]),
        turn=place(state.table, numbers["turn"]),
        rebels=state.table.edition.rebels,
    )


def _follower_out_of_order(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{place} keeps the Follower face down: it is the turn of {turn}.",
        place=place(state.table, numbers["slot"]),
        turn=place(state.table, numbers["turn"]),
    )


def _nothing_to_name(state: State, _action: Action, numbers: Numbers) -> Text:
    name, count = state.table.names[numbers["seat"]], numbers["discarded"]
    if state.round == 1:
        return say("No round is over yet, so {name} has discarded nothing.", name=name)
    if not count:
        return say("{name} had nothing to discard at the last round’s end.", name=name)
    if state.shuffled:
        return say(
            "What {name} discarded at the last round’s end was shuffled back into the deck.",
            name=name,
        )
    return say_count(
        "{name} discarded {count} card at the last round’s end, and it is named already.",
        "{name} discarded {count} cards at the last round’s end, and all are named already.",
        count,
        name=name,
    )


def _no_waves(state: State, _action: Action, _numbers: Numbers) -> Text:
    return say(
        "No waves can be judged again now; give or take the Elder instead. {expected}",
        expected=expected_now(state),
    )


def _not_tested(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "The Elder of {place} was not tested yet.", place=place(state.table, numbers["slot"])
    )


def _not_collected(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{name} has collected no {card}.",
        name=state.table.names[numbers["seat"]],
        card=CLASS_NAMES[Class(numbers["card"])],
    )


def _tablet_not_here(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "The tablet “{tablet}” is not one of the five of this game.",
        tablet=tablet_name(state.table.edition, Tablet(numbers["tablet"])),
    )


REFUSALS: Final[Mapping[Refusal, Text | Teller]] = {
    Refusal.OVER: say("The game is over. Undo the last entry to go on."),
    Refusal.NO_SUCH_PLACE: _no_such_place,
    Refusal.NO_SUCH_SEAT: _no_such_seat,
    Refusal.NOT_NOW: _not_now,
    Refusal.ELDER_THERE: _elder_there,
    Refusal.NO_CARD_LEFT: _no_card_left,
    Refusal.SHELLS_OUT_OF_BOX: _shells_out_of_box,
    Refusal.ALREADY_LAID: _already_laid,
    Refusal.OUT_OF_TURN: _out_of_turn,
    Refusal.NO_REBELS: _no_rebels,
    Refusal.TOO_MANY_REBELS: _too_many_rebels,
    Refusal.EMPTY_HAND: _empty_hand,
    Refusal.NOTHING_THERE: _nothing_there,
    Refusal.ALREADY_SHOWN: _already_shown,
    Refusal.FOLLOWER_TOO_EARLY: _follower_too_early,
    Refusal.FOLLOWER_OUT_OF_ORDER: _follower_out_of_order,
    Refusal.NOTHING_TO_NAME: _nothing_to_name,
    Refusal.NO_WAVES: _no_waves,
    Refusal.NOT_TESTED: _not_tested,
    Refusal.SAME_ALREADY: say("It is so already."),
    Refusal.NO_REASON: say("Say in a few words why the table decides so."),
    Refusal.NOT_COLLECTED: _not_collected,
    Refusal.TABLET_NOT_HERE: _tablet_not_here,
}
"""Every kind of refusal and how it is said."""
