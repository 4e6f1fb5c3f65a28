"""The kinds of refusal and their sentences: what was expected, from whom, and why."""

from collections.abc import Mapping
from typing import Final

from referee.core import Action, Numbers, RefusalKind, Ruling, Text, listed, say, say_count
from referee.games.wave.components import Facing, Higher, name_of
from referee.games.wave.state import Phase, State
from referee.games.wave.words import SENTENCES, facing_name


def _not_now(state: State, _action: Action, _numbers: Numbers) -> Text:
    if state.phase is Phase.START:
        return say("Not yet: turn over the start card first.")
    return say(
        "The start card has been turned over already: {card}.", card=name_of(state.laid[0].card)
    )


def _laid_before(_state: State, _action: Action, numbers: Numbers) -> Text:
    if numbers["place"] is None:
        return say("{card} is the start card: it is under the others.")
    return say("{card} was laid already: by {place} in turn {turn}.")


def _no_such_facing(state: State, _action: Action, numbers: Numbers) -> Text:
    place = numbers["place"]
    held = [facing_name(state.table, place, Facing(one)) for one in numbers["held"]]
    return say(
        "It is {place}’s turn, and {place} has no card that is {facing}, only cards that are "
        "{held}.",
        facing=facing_name(state.table, place, Facing(numbers["facing"])),
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
        return say("{card} fits on every card, so it is never wrong.")
    swapped = {
        Higher.NUMBER: state.numbers_swapped,
        Higher.COLOUR: state.colours_swapped,
        Higher.BOTH: state.swapped,
    }
    return say("{card} fits on {top}: {why}.", why=_WHY_IT_FITS[by, swapped[by]])


def _must_fit(_state: State, _action: Action, numbers: Numbers) -> Text:
    if not numbers["unfit"]:
        return say("Look again: every card left fits on {top}.")
    return say_count(
        "Look again: {place} has {held} to choose from. Of all cards left, no more than {unfit} "
        "cannot go on {top}, so at least {count} of these fits.",
        "Look again: {place} has {held} to choose from. Of all cards left, no more than {unfit} "
        "cannot go on {top}, so at least {count} of these fit.",
        "fits",
    )


class Refusal(RefusalKind):
    """The kinds of refusal."""

    OVER = "over", say("The game is over. Undo the last entry to go on.")
    NOT_NOW = "not-now", _not_now
    NOT_HIGHER = (
        "not-higher",
        say(
            "{card} does not fit on {top}: that takes {needed}. If it was really laid, enter it as "
            "a wrong card: that ends the game."
        ),
    )
    LAID_BEFORE = "laid-before", _laid_before
    NO_SUCH_FACING = "no-such-facing", _no_such_facing
    IT_FITS = "it-fits", _it_fits
    MUST_FIT = "must-fit", _must_fit
    NOT_IN_GAME = (
        "not-in-game",
        say("{card} is not in this game: it stays in the box without the house variant."),
    )
    NO_START_CARD = (
        "no-start-card",
        say("{card} cannot be the start card: put it back and turn over another one."),
    )
    NO_SUCH_SEAT = "no-such-seat", say("There is no seat {seat} at this table.")
    NO_SUCH_PLACE = (
        "no-such-place",
        lambda _state, _action, numbers: say(
            "There is no place {place} at this table.", place=numbers["place"]
        ),
    )
    EMPTY_HAND = (
        "empty-hand",
        say("{place} has no cards left, so it cannot be {place}’s turn."),
    )
    TOO_MANY = (
        "too-many",
        say_count(
            "{place} has {count} card, so {self} cannot face {place}.",
            "{place} has {count} cards, so {self} cannot face {place}.",
            "held",
        ),
    )
    SAME_ALREADY = "same-already", say("That is already the case.")
    NO_REASON = "no-reason", say("Please give a reason.")


def tell_refusal(state: State, action: Action, ruling: Ruling) -> Text:
    """Return what was expected instead, of whom, and why."""
    return SENTENCES.refusal(Refusal(ruling.reason), state, action, ruling.numbers)
