"""The kinds of refusal and their sentences: what was expected, from whom, and why."""

from referee.core import Action, Numbers, RefusalKind, Ruling, Text, say, say_count
from referee.games.rolling.state import State
from referee.games.rolling.words import SENTENCES


def _no_such_seat(_state: State, _action: Action, numbers: Numbers) -> Text:
    return say("There is no seat {seat} at this table.", seat=numbers["seat"])


class Refusal(RefusalKind):
    """The kinds of refusal."""

    OVER = "over", say("The game is over. Undo the last entry to go on.")
    NOT_NOW = "not-now", say("That is not possible now: {now}.")
    NO_SUCH_SEAT = "no-such-seat", _no_such_seat
    OUT_OF_TURN = "out-of-turn", say("It is {seat}’s turn.")
    NOT_IN_BAG = (
        "not-in-bag",
        say_count(
            "No {colour} die is left in the bag; {count} of them has been rolled.",
            "No {colour} die is left in the bag; {count} of them have been rolled.",
            "rolled",
        ),
    )
    NO_SUCH_FACE = "no-such-face", say("A die shows 1 to 6, not {face}.")
    NOT_IN_POOL = "not-in-pool", say("{colour} {face} is not in the pool.")
    CANNOT_PAY = "cannot-pay", say("{colour} {face} costs {price} Infamy, and {seat} has {infamy}.")
    NO_SAILOR = (
        "no-sailor",
        say(
            "A drunken sailor is for when nothing else is free: there is still a clear die or one "
            "of {seat}’s crew in the pool."
        ),
    )
    NO_SUCH_DIE = "no-such-die", say("The three dice are numbered 0, 1 and 2; there is no {die}.")
    READY_ALREADY = "ready-already", say("{seat} is ready already.")
    NO_DIE_LEFT = "no-die-left", say("{seat} has no {value} left to place, only {left}.")
    SPIRITS_FULL = (
        "spirits-full",
        say(
            "Both of {seat}’s squares of Raise Spirits are full; they are wiped when a 7 is "
            "written."
        ),
    )
    PLACE_FULL = "place-full", say("{seat}’s {place} has no empty square.")
    CHEST_BURIED = "chest-buried", say("{place} is buried: nothing goes in or out.")
    PLACE_TAKEN = (
        "place-taken",
        say("{seat} has a die at {place} already: each sign takes one a round."),
    )
    ALL_THREE = (
        "all-three",
        say("Burying takes all three dice together: no die can go anywhere else."),
    )
    NOTHING_TO_BURY = "nothing-to-bury", say("There is no unburied chest with a die in it to bury.")
    CANNOT_RAISE = (
        "cannot-raise",
        say("A 7 is written for a die from the mini board only. Now {acting} picks a chest."),
    )
    NO_SUCH_CHEST = "no-such-chest", say("There are chests 1, 2 and 3; not {chest}.")
    EMPTY_CHEST = (
        "empty-chest",
        say("Chest {chest} would be buried empty: at least one die belongs in it."),
    )
    NOT_LOADED = "not-loaded", say("{seat} has not filled that; loaded: {guns}.")
    OWN_CHEST = "own-chest", say("You cannot fire at your own chest: pick another player’s.")
    SAME_TARGET = (
        "same-target",
        say(
            "{target} has been fired at already: two cannons at one player fire together, at one "
            "chest."
        ),
    )
    BOTH_AT_ONCE = (
        "both-at-once",
        say("Only {target} can be fired at, so both cannons fire together, at one chest."),
    )
    NO_REASON = "no-reason", say("Please give a reason.")
    SAME_ALREADY = "same-already", say("That is already the case.")
    TOO_MANY = "too-many", say("There can be 0 to {most} of them.")
    NO_SUCH_VALUE = "no-such-value", say("Values from 1 to 7 are written, not {value}.")
    NOTHING_THERE = "nothing-there", say("Nothing is written in {seat}’s {place}.")
    NOT_WRITTEN_THERE = (
        "not-written-there",
        say("At Bury Treasure nothing is written: it has no squares."),
    )
    WOULD_END = (
        "would-end",
        say("That would fill Hull, Ports and Crew: only dice of a round end a game."),
    )
    WOULD_FIRE = "would-fire", say("That would fill a cannon: only a die of a round makes it fire.")
    TOO_FEW = "too-few", say("The bag holds at least the {needed} dice of a round.")


def tell_refusal(state: State, action: Action, ruling: Ruling) -> Text:
    """Return what was expected instead, of whom, and why."""
    return SENTENCES.refusal(Refusal(ruling.reason), state, action, ruling.numbers)
