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
            "No {colour} die is left in the bag; {count} has been rolled.",
            "No {colour} die is left in the bag; {count} have been rolled.",
            "rolled",
        ),
    )
    NO_SUCH_FACE = "no-such-face", say("A die shows 1 to 6, not {face}.")
    NOT_IN_POOL = "not-in-pool", say("{colour} {face} is not in the pool.")
    CANNOT_PAY = "cannot-pay", say("{colour} {face} costs {price} Infamy, and {seat} has {infamy}.")
    NO_SAILOR = (
        "no-sailor",
        say(
            "A drunken sailor is only for when nothing is free: the pool still has a clear die or "
            "one of {seat}’s crew."
        ),
    )
    NO_SUCH_DIE = "no-such-die", say("The three dice are numbered 0, 1 and 2; there is no {die}.")
    READY_ALREADY = "ready-already", say("{seat} is already ready.")
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
        say("{seat} already has a die at {place}: each icon takes one per round."),
    )
    ALL_THREE = (
        "all-three",
        say("Burying takes all three dice together: no die can go anywhere else."),
    )
    NOTHING_TO_BURY = "nothing-to-bury", say("There is no unburied chest with a die in it to bury.")
    CANNOT_RAISE = (
        "cannot-raise",
        say("Only a die from the mini board can become a 7. Now {acting} picks a chest."),
    )
    NO_SUCH_CHEST = "no-such-chest", say("There are chests 1, 2 and 3; not {chest}.")
    EMPTY_CHEST = (
        "empty-chest",
        say("Chest {chest} is empty: it needs at least one die before it can be buried."),
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
    NO_SUCH_VALUE = "no-such-value", say("You can write 1 to 7, not {value}.")
    NOTHING_THERE = "nothing-there", say("Nothing is written in {seat}’s {place}.")
    NOT_WRITTEN_THERE = (
        "not-written-there",
        say("Nothing is written at Bury Treasure: it has no squares."),
    )
    WOULD_END = (
        "would-end",
        say("That would fill Hull, Ports and Crew, and only dice of a round can end the game."),
    )
    WOULD_FIRE = (
        "would-fire",
        say("That would fill a cannon, and only a die of a round makes it fire."),
    )
    TOO_FEW = "too-few", say("The bag needs at least {needed} dice for a round.")


def tell_refusal(state: State, action: Action, ruling: Ruling) -> Text:
    """Return what was expected instead, of whom, and why."""
    return SENTENCES.refusal(Refusal(ruling.reason), state, action, ruling.numbers)
