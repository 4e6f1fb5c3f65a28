"""What can be entered in a game of Waves, and how the story tells it."""

from dataclasses import dataclass
from typing import Final

from referee.core import Action, Overrule, Seat, Text, say, say_count
from referee.games.waves.components import CLASS_PLURALS, Class, Tablet
from referee.games.waves.state import Slot, State


@dataclass(frozen=True, slots=True)
class Elder(Action):
    """An Elder is turned up at a slot."""

    slot: Slot
    card: Class

    def sentence(self, state: State) -> Text:
        """Return which class was turned up, and at whose place."""
        if self.slot not in state.table.ring:
            return say("The extra Elder is a {card}.")
        return say("{slot}: the Elder is a {card}.")


@dataclass(frozen=True, slots=True)
class Shells(Action):
    """The Council card's number of Shells for the class with the Open Majority."""

    count: int

    def sentence(self, state: State) -> Text:
        """Return the number of the Council card, and whose class it is for."""
        return say_count(
            "Council card: {count} Shell for {classes}.",
            "Council card: {count} Shells for {classes}.",
            "count",
            classes=CLASS_PLURALS[state.open_majority or Class.NOBLE],
        )


@dataclass(frozen=True, slots=True)
class Follow(Action):
    """One card is laid face down beneath the Elder, as a Follower."""

    slot: Slot

    sentence = say("{slot} laid a Follower.")


@dataclass(frozen=True, slots=True)
class Rebel(Action):
    """Cards of one class are laid face down over the Elder, as Rebels."""

    slot: Slot
    count: int

    sentence = say_count("{slot} laid {count} {rebel}.", "{slot} laid {count} {rebels}.", "count")


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """The Agents at a slot are turned over."""

    slot: Slot
    card: Class

    def sentence(self, state: State) -> Text:
        """Return what was turned over, and how many cards of it."""
        agent = state.agents[self.slot]
        return say_count(
            "{slot} turned over a {card}.",
            "{slot} turned over {count} {cards}.",
            agent.count if agent else 1,
            cards=CLASS_PLURALS[self.card],
        )


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """A card that was discarded at the end of the last round is named; this is optional."""

    seat: Seat
    card: Class

    sentence = say("{seat} discarded a {card}.")


@dataclass(frozen=True, slots=True)
class OverruleCollect(Overrule):
    """The table decides: the Elder at this slot is collected."""

    slot: Slot

    sentence = say("{slot} collects the Elder")


@dataclass(frozen=True, slots=True)
class OverruleReturn(Overrule):
    """The table decides: the Elder at this slot is not collected."""

    slot: Slot

    sentence = say("{slot} does not collect the Elder")


@dataclass(frozen=True, slots=True)
class OverruleShells(Overrule):
    """The table decides how many Shells are in the centre now."""

    count: int

    sentence = say_count("{count} Shell in the centre", "{count} Shells in the centre", "count")


@dataclass(frozen=True, slots=True)
class OverruleTablet(Overrule):
    """The table decides which tablet is active this round."""

    tablet: Tablet

    sentence = say("the tablet “{tablet}” is active")


@dataclass(frozen=True, slots=True)
class OverruleGive(Overrule):
    """The table decides: this seat adds a card of its hand to its collected Elders."""

    seat: Seat
    card: Class

    sentence = say("{seat} adds a {card} to the collected Elders")


@dataclass(frozen=True, slots=True)
class OverruleTake(Overrule):
    """The table decides: this seat takes a collected Elder back to its hand."""

    seat: Seat
    card: Class

    sentence = say("{seat} takes a collected {card} back to the hand")


ACTIONS: Final[tuple[type[Action], ...]] = (
    Elder,
    Shells,
    Follow,
    Rebel,
    Reveal,
    Discard,
    OverruleCollect,
    OverruleReturn,
    OverruleShells,
    OverruleTablet,
    OverruleGive,
    OverruleTake,
)
