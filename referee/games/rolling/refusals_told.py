"""How each kind of refusal is said: what was expected, of whom, and why."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import Action, Numbers, Text, listed, say, say_count
from referee.games.rolling.components import COLOUR_NAMES, Colour, Place
from referee.games.rolling.refusals import Refusal
from referee.games.rolling.state import Phase, State, acting
from referee.games.rolling.words import PLACE_NAMES, die_of, name_of, names_of, values_said

Teller = Callable[[State, Any, Numbers], Text]

_NOW: Final[Mapping[Phase, Text]] = {
    Phase.ROLL: say("first all dice are rolled"),
    Phase.DRAFT: say("the dice are being taken"),
    Phase.ALLOCATE: say("all are laying their dice behind the screens"),
    Phase.REVEAL: say("the screens are lifted, and it is told where the dice lie"),
    Phase.WRITE: say("somebody decides what is written"),
    Phase.BURY: say("somebody picks the chest that is buried"),
    Phase.FIRE: say("the cannons fire"),
    Phase.STOW: say("stolen treasure is written into a chest"),
}


def _not_now(state: State, _action: Action, _numbers: Numbers) -> Text:
    return say("That is not possible now: {now}.", now=_NOW[state.phase])


def _no_such_seat(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("There is no seat {seat} at this table.", seat=numbers["seat"])


def _out_of_turn(state: State, _action: Action, numbers: Numbers) -> Text:
    return say("It is the turn of {name}.", name=name_of(state, numbers["seat"]))


def _not_in_bag(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say_count(
        "No {colour} die is left in the bag; {count} of them has been rolled.",
        "No {colour} die is left in the bag; {count} of them have been rolled.",
        numbers["rolled"],
        colour=COLOUR_NAMES[Colour(numbers["colour"])],
    )


def _no_such_face(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("A die shows 1 to 6, not {face}.", face=numbers["face"])


def _not_in_pool(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("{die} is not in the pool.", die=die_of(numbers["colour"], numbers["face"]))


def _cannot_pay(state: State, action: Any, numbers: Numbers) -> Text:  # noqa: ANN401 - a draft
    return say(
        "{die} costs {price} Infamy, and {name} has {infamy}.",
        die=die_of(action.colour.value, action.face),
        name=name_of(state, action.seat),
        price=numbers["price"],
        infamy=numbers["infamy"],
    )


def _no_sailor(state: State, action: Any, _numbers: Numbers) -> Text:  # noqa: ANN401 - a sailor
    return say(
        "A drunken sailor is for when nothing else is free: there is still a clear die or one of "
        "{name}’s crew in the pool.",
        name=name_of(state, action.seat),
    )


def _no_such_die(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("The three dice are numbered 0, 1 and 2; there is no {die}.", die=numbers["die"])


def _ready_already(state: State, _action: Action, numbers: Numbers) -> Text:
    return say("{name} is ready already.", name=name_of(state, numbers["seat"]))


def _no_die_left(state: State, action: Any, numbers: Numbers) -> Text:  # noqa: ANN401 - a die
    return say(
        "{name} has no {value} to lay: what is left is {left}.",
        name=name_of(state, action.seat),
        value=numbers["value"],
        left=values_said(numbers["left"]),
    )


def _spirits_full(state: State, action: Any, _numbers: Numbers) -> Text:  # noqa: ANN401 - a die
    return say(
        "Both squares of Raise Spirits of {name} are full; they are wiped when a 7 is written.",
        name=name_of(state, action.seat),
    )


def _place(numbers: Numbers) -> Text:
    return PLACE_NAMES[Place(numbers["place"])]


def _place_full(state: State, action: Any, numbers: Numbers) -> Text:  # noqa: ANN401 - a die
    return say(
        "{place} of {name} has no empty square.",
        place=_place(numbers),
        name=name_of(state, action.seat),
    )


def _chest_buried(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("{place} is buried: nothing goes in or out.", place=_place(numbers))


def _place_taken(state: State, action: Any, numbers: Numbers) -> Text:  # noqa: ANN401 - a die
    return say(
        "{name} has a die at {place} already: each sign takes one a round.",
        name=name_of(state, action.seat),
        place=_place(numbers),
    )


def _no_such_chest(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("There are chests 1, 2 and 3; not {chest}.", chest=numbers["chest"])


def _empty_chest(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "Chest {chest} would be buried empty: at least one die belongs in it.",
        chest=numbers["chest"],
    )


def _not_loaded(state: State, action: Any, numbers: Numbers) -> Text:  # noqa: ANN401 - a shot
    loaded = [PLACE_NAMES[Place(gun)] for gun in numbers["guns"]]
    return say(
        "{name} has not filled that; loaded: {loaded}.",
        name=name_of(state, action.seat),
        loaded=listed(loaded),
    )


def _same_target(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "{name} has been fired at already: two cannons at one player fire together, at one chest.",
        name=name_of(state, numbers["target"]),
    )


def _both_at_once(state: State, _action: Action, numbers: Numbers) -> Text:
    return say(
        "Only {name} can be fired at, so both cannons fire together, at one chest.",
        name=name_of(state, numbers["target"]),
    )


def _too_many(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("There can be 0 to {most} of them.", most=numbers["most"])


def _too_few(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("The bag holds at least the {needed} dice of a round.", needed=numbers["needed"])


def _no_such_value(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("Values from 1 to 7 are written, not {value}.", value=numbers["value"])


def _nothing_there(state: State, action: Any, numbers: Numbers) -> Text:  # noqa: ANN401 - a place
    return say(
        "Nothing is written in {place} of {name}.",
        place=_place(numbers),
        name=name_of(state, action.seat),
    )


def _cannot_raise(state: State, _action: Action, _numbers: Numbers) -> Text:
    return say(
        "A 7 is written for a die from the mini board only. Now {names} picks a chest.",
        names=names_of(state, acting(state)),
    )


REFUSALS: Final[Mapping[Refusal, Text | Teller]] = {
    Refusal.OVER: say("The game is over. Undo the last entry to go on."),
    Refusal.NOT_NOW: _not_now,
    Refusal.NO_SUCH_SEAT: _no_such_seat,
    Refusal.OUT_OF_TURN: _out_of_turn,
    Refusal.NOT_IN_BAG: _not_in_bag,
    Refusal.NO_SUCH_FACE: _no_such_face,
    Refusal.NOT_IN_POOL: _not_in_pool,
    Refusal.CANNOT_PAY: _cannot_pay,
    Refusal.NO_SAILOR: _no_sailor,
    Refusal.NO_SUCH_DIE: _no_such_die,
    Refusal.READY_ALREADY: _ready_already,
    Refusal.NO_DIE_LEFT: _no_die_left,
    Refusal.SPIRITS_FULL: _spirits_full,
    Refusal.PLACE_FULL: _place_full,
    Refusal.CHEST_BURIED: _chest_buried,
    Refusal.PLACE_TAKEN: _place_taken,
    Refusal.ALL_THREE: say("Burying takes all three dice together: no die can go anywhere else."),
    Refusal.NOTHING_TO_BURY: say("There is no unburied chest with a die in it to bury."),
    Refusal.CANNOT_RAISE: _cannot_raise,
    Refusal.NO_SUCH_CHEST: _no_such_chest,
    Refusal.EMPTY_CHEST: _empty_chest,
    Refusal.NOT_LOADED: _not_loaded,
    Refusal.OWN_CHEST: say("You cannot fire at your own chest: pick another player’s."),
    Refusal.SAME_TARGET: _same_target,
    Refusal.BOTH_AT_ONCE: _both_at_once,
    Refusal.NO_REASON: say("Say why the table decides so."),
    Refusal.SAME_ALREADY: say("It is so already."),
    Refusal.TOO_MANY: _too_many,
    Refusal.TOO_FEW: _too_few,
    Refusal.NO_SUCH_VALUE: _no_such_value,
    Refusal.NOTHING_THERE: _nothing_there,
    Refusal.NOT_WRITTEN_THERE: say("At Bury Treasure nothing is written: it has no squares."),
    Refusal.WOULD_END: say(
        "That would fill Hull, Ports and Crew: only dice of a round end a game."
    ),
    Refusal.WOULD_FIRE: say("That would fill a cannon: only a die of a round makes it fire."),
}
