"""The kinds of refusal and their sentences: what was expected, from whom, and why."""

from referee.core import Action, Numbers, RefusalKind, Ruling, Text, say, say_count
from referee.games.waves.actions import Elder, OverruleGive
from referee.games.waves.cards import seen, with_deck
from referee.games.waves.components import CLASS_PLURALS, COPIES, Class
from referee.games.waves.state import Phase, State
from referee.games.waves.words import SENTENCES


def _no_such_place(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("There is no place {slot} at this table for that.", slot=numbers["slot"])


def _no_such_seat(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("There is no seat {seat} at this table.", seat=numbers["seat"])


def _no_card_left(state: State, action: Action, numbers: Numbers) -> Text:
    kind = Class(numbers["card"])
    if isinstance(action, Elder):  # an empty deck is renewed before the card is turned up (W31)
        state, _ = with_deck(state)
    return say(
        "There are only {copies} {cards}, and {seen} of them are elsewhere: {places}.",
        copies=COPIES,
        cards=CLASS_PLURALS[kind],
        places=where_cards_lie(state, kind, seen(state, kind) - numbers["seen"]),
    )


def where_cards_lie(state: State, kind: Class, own: int = 0) -> Text:
    """Return where the known cards of a class are, place by place.

    `own` cards are in the hand that shows them now, so they are not elsewhere.
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


def _out_of_turn(state: State, _action: Action, _numbers: Numbers) -> Text:
    if state.table.picks_elder:
        return say("{next} is next; {slot} has to wait.")
    return say("{next} is next, then the others clockwise; {slot} has to wait.")


def _too_many_rebels(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say_count(
        "{slot} holds {count} card, so {wanted} {rebels} cannot be laid.",
        "{slot} holds {count} cards, so {wanted} {rebels} cannot be laid.",
        "hand",
        wanted=numbers["count"],
    )


def _empty_hand(_state: State, action: Action, _numbers: Numbers) -> Text:
    if isinstance(action, OverruleGive):
        return say("{seat} has no card in hand to give.")
    return say("That hand is empty: draw 1 card and lay it as a Follower.")


def _follower_too_early(state: State, _action: Action, _numbers: Numbers) -> Text:
    if state.phase is Phase.PLAY:
        return say("{slot} keeps the cards face down: {next} has yet to lay.")
    return say("{slot} keeps the Follower face down: first {turn} turns over the {rebels}.")


def _nothing_to_name(state: State, _action: Action, numbers: Numbers) -> Text:
    if state.round == 1:
        return say("No round is over yet, so {seat} has discarded nothing.")
    if not numbers["discarded"]:
        return say("{seat} had nothing to discard at the last round’s end.")
    if state.shuffled:
        return say("What {seat} discarded at the last round’s end was shuffled back into the deck.")
    return say_count(
        "{seat} discarded {count} card at the last round’s end, and it is named already.",
        "{seat} discarded {count} cards at the last round’s end, and all are named already.",
        "discarded",
    )


class Refusal(RefusalKind):
    """The kinds of refusal."""

    OVER = "over", say("The game is over. Undo the last entry to go on.")
    NO_SUCH_PLACE = "no-such-place", _no_such_place
    NO_SUCH_SEAT = "no-such-seat", _no_such_seat
    NOT_NOW = "not-now", say("Not now. {expected}")
    ELDER_THERE = "elder-there", say("{slot} already has an Elder: a {card}.")
    NO_CARD_LEFT = "no-card-left", _no_card_left
    SHELLS_OUT_OF_BOX = (
        "shells-out-of-box",
        say("There are 5 Shells in the box, so it cannot be {count}."),
    )
    ALREADY_LAID = "already-laid", say("{slot} has already laid. {expected}")
    OUT_OF_TURN = "out-of-turn", _out_of_turn
    NO_REBELS = "no-rebels", say("At least one card is laid as a {rebel}.")
    TOO_MANY_REBELS = "too-many-rebels", _too_many_rebels
    EMPTY_HAND = "empty-hand", _empty_hand
    NOTHING_THERE = "nothing-there", say("{slot} has no Agent yet. {expected}")
    ALREADY_SHOWN = "already-shown", say("{slot} has already turned over: a {card}. {expected}")
    FOLLOWER_TOO_EARLY = "follower-too-early", _follower_too_early
    FOLLOWER_OUT_OF_ORDER = (
        "follower-out-of-order",
        say("{slot} keeps the Follower face down: {turn} is next."),
    )
    NOTHING_TO_NAME = "nothing-to-name", _nothing_to_name
    NO_WAVES = (
        "no-waves",
        say("No waves can be judged again now; give or take the Elder instead. {expected}"),
    )
    NOT_TESTED = "not-tested", say("The Elder of {slot} has not been tested yet.")
    SAME_ALREADY = "same-already", say("That is already the case.")
    NO_REASON = "no-reason", say("Please give a reason.")
    NOT_COLLECTED = "not-collected", say("{seat} has collected no {card}.")
    TABLET_NOT_HERE = (
        "tablet-not-here",
        say("The tablet “{tablet}” is not one of the five of this game."),
    )


def tell_refusal(state: State, action: Action, ruling: Ruling) -> Text:
    """Return what was expected instead, of whom, and why."""
    return SENTENCES.refusal(Refusal(ruling.reason), state, action, ruling.numbers)
