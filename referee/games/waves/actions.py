"""What can be entered in a game of Waves."""

from dataclasses import dataclass
from typing import Final

from referee.core import Action, Overrule, Seat
from referee.games.waves.components import Class, Tablet


@dataclass(frozen=True, slots=True)
class Elder(Action):
    """An Elder is turned up at a slot."""

    slot: int
    card: Class


@dataclass(frozen=True, slots=True)
class Shells(Action):
    """The Council card's number for the class that holds the Open Majority."""

    count: int


@dataclass(frozen=True, slots=True)
class Follow(Action):
    """One card is laid face down beneath the Elder, as a Follower."""

    slot: int


@dataclass(frozen=True, slots=True)
class Rebel(Action):
    """Cards of one class are laid face down over the Elder, as Rebels."""

    slot: int
    count: int


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """The Agents at a slot are turned over."""

    slot: int
    card: Class


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Names a card that was discarded at the end of the last round; nobody has to."""

    seat: Seat
    card: Class


@dataclass(frozen=True, slots=True)
class OverruleCollect(Overrule):
    """The table decides: the Elder at this slot is collected."""

    slot: int


@dataclass(frozen=True, slots=True)
class OverruleReturn(Overrule):
    """The table decides: the Elder at this slot is not collected."""

    slot: int


@dataclass(frozen=True, slots=True)
class OverruleShells(Overrule):
    """The table decides how many Shells lie in the centre now."""

    count: int


@dataclass(frozen=True, slots=True)
class OverruleTablet(Overrule):
    """The table decides which tablet is active this round."""

    tablet: Tablet


@dataclass(frozen=True, slots=True)
class OverruleGive(Overrule):
    """The table decides: this seat lays an Elder from its hand to the collected ones."""

    seat: Seat
    card: Class


@dataclass(frozen=True, slots=True)
class OverruleTake(Overrule):
    """The table decides: this seat takes a collected Elder back to its hand."""

    seat: Seat
    card: Class


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
