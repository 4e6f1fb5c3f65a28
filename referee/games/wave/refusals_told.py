"""How each kind of refusal is said: what was expected, of whom, and why."""

from collections.abc import Callable, Mapping
from typing import Final

from referee.core import Action, Numbers, Text, listed, say, say_count
from referee.games.wave.actions import Talk
from referee.games.wave.components import Card, Facing, Higher, name_of
from referee.games.wave.rulings import Refusal
from referee.games.wave.state import Phase, State
from referee.games.wave.words import facing_name, needed, place_name

Teller = Callable[[State, Action, Numbers], Text]


def _not_now(state: State, _action: Action, _numbers: Numbers) -> Text:
    if state.phase is Phase.START:
        return say("Not yet: first the start card is turned over.")
    return say(
        "The start card has been turned over already: {card}.", card=name_of(state.laid[0].card)
    )


def _not_higher(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{card} does not fit on {top}: that takes {what}. If it was really laid, enter it as a "
        "wrong card: that ends the game.",
        card=_card(numbers),
        top=_top(numbers),
        what=needed(state),
    )


def _laid_before(state: State, _action: Action, numbers: Numbers) -> Text:
    if numbers["place"] is None:
        return say("{card} is the start card: it lies under the others.", card=_card(numbers))
    return say(
        "{card} was laid already: by {name} in turn {turn}.",
        card=_card(numbers),
        name=place_name(state.table, numbers["place"]),
        turn=numbers["turn"],
    )


def _no_such_facing(state: State, _action: Action, numbers: Numbers) -> Text:
    place = numbers["place"]
    facing = Facing(numbers["facing"])
    held = [facing_name(state.table, place, Facing(one)) for one in numbers["held"]]
    return say(
        "It is the turn of {name}, who has no card that is {facing}; only cards that are {held}.",
        name=place_name(state.table, place),
        facing=facing_name(state.table, place, facing),
        held=listed(held),
    )


_WHY_IT_FITS: Final[Mapping[tuple[Higher, bool], Text]] = {
    (Higher.NUMBER, False): say("its number is higher"),
    (Higher.NUMBER, True): say("its number is lower, which counts as higher now"),
    (Higher.COLOUR, False): say("its colour is higher"),
    (Higher.COLOUR, True): say("its colour is lower, which counts as higher now"),
    (Higher.BOTH, False): say("it is higher in both"),
    (Higher.BOTH, True): say("it counts as higher in both now"),
}


def _it_fits(state: State, _action: Action, numbers: Numbers) -> Text:
    by = Higher(numbers["by"])
    if by is Higher.SWAP:
        return say("{card} fits on every card, so it is never wrong.", card=_card(numbers))
    swapped = {
        Higher.NUMBER: state.numbers_swapped,
        Higher.COLOUR: state.colours_swapped,
        Higher.BOTH: state.swapped,
    }
    why = _WHY_IT_FITS[by, swapped[by]]
    return say("{card} fits on {top}: {why}.", card=_card(numbers), top=_top(numbers), why=why)


def _must_fit(state: State, _action: Action, numbers: Numbers) -> Text:
    if not numbers["unfit"]:
        return say("Look again: every card that is left fits on {top}.", top=_top(numbers))
    return say_count(
        "Look again: {name} has {held} to choose from. Of all cards left, no more than {unfit} "
        "cannot go on {top}, so at least {count} of these fits.",
        "Look again: {name} has {held} to choose from. Of all cards left, no more than {unfit} "
        "cannot go on {top}, so at least {count} of these fit.",
        numbers["fits"],
        name=place_name(state.table, numbers["place"]),
        held=numbers["held"],
        unfit=numbers["unfit"],
        top=_top(numbers),
    )


def _not_in_game(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{card} is not in this game: it stays in the box without the house variant.",
        card=_card(numbers),
    )


def _no_start_card(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{card} cannot be the start card: put it back and turn over another one.",
        card=_card(numbers),
    )


def _no_such_seat(_state: State, action: Action, numbers: Numbers) -> Text:
    if isinstance(action, Talk):
        return say("Nobody sits at seat {seat}, so nobody said it there.", seat=numbers["seat"])
    return say("There is no seat {seat} at this table.", seat=numbers["seat"])


def _no_such_place(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("There is no place {place} at this table.", place=numbers["place"])


def _empty_hand(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{name} has no cards left, so it cannot be that turn.",
        name=place_name(state.table, numbers["place"]),
    )


def _too_many(state: State, _action: Action, numbers: Numbers) -> Text:
    return say_count(
        "{name} holds {count} card in all, so {asked} of them cannot face {name}.",
        "{name} holds {count} cards in all, so {asked} of them cannot face {name}.",
        numbers["held"],
        name=place_name(state.table, numbers["place"]),
        asked=numbers["count"],
    )


def _top(numbers: Numbers) -> Text:
    return name_of(Card(numbers["top"]))


def _card(numbers: Numbers) -> Text:
    return name_of(Card(numbers["card"]))


REFUSALS: Final[Mapping[Refusal, Text | Teller]] = {
    Refusal.OVER: say("The game is over. Undo the last entry to go on."),
    Refusal.NOT_NOW: _not_now,
    Refusal.NOT_HIGHER: _not_higher,
    Refusal.LAID_BEFORE: _laid_before,
    Refusal.NO_SUCH_FACING: _no_such_facing,
    Refusal.IT_FITS: _it_fits,
    Refusal.MUST_FIT: _must_fit,
    Refusal.NOT_IN_GAME: _not_in_game,
    Refusal.NO_START_CARD: _no_start_card,
    Refusal.NO_SUCH_SEAT: _no_such_seat,
    Refusal.NO_SUCH_PLACE: _no_such_place,
    Refusal.EMPTY_HAND: _empty_hand,
    Refusal.TOO_MANY: _too_many,
    Refusal.SAME_ALREADY: say("It is so already."),
    Refusal.NO_REASON: say("Say why the table decides so."),
}
