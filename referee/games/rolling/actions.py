"""What can be entered in a game of Rolling with the Waves."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.core import Action, Note, Overrule, Seat, Secret
from referee.games.rolling.components import Colour, Place


class Guns(Enum):
    """Which cannons fire at one target together."""

    SMALL = "small"
    LARGE = "large"
    BOTH = "both"

    @property
    def places(self) -> tuple[Place, ...]:
        """Return the cannons."""
        return {
            Guns.SMALL: (Place.SMALL,),
            Guns.LARGE: (Place.LARGE,),
            Guns.BOTH: (Place.SMALL, Place.LARGE),
        }[self]


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """One of the dice that were drawn from the bag shows this."""

    colour: Colour
    face: int


@dataclass(frozen=True, slots=True)
class Draft(Action):
    """Somebody takes a die from the pool, and pays its value if another crew's."""

    seat: Seat
    colour: Colour
    face: int


@dataclass(frozen=True, slots=True)
class Sailor(Action):
    """Somebody takes a drunken sailor: any die, turned to a 1."""

    seat: Seat
    colour: Colour
    face: int


@dataclass(frozen=True, slots=True)
class Plan(Note):
    """Somebody lays a die behind the own screen: the die by its number in the crow's nests."""

    die: int
    to: Secret[Place]


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """Somebody has allocated all dice and calls it out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Allocate(Action):
    """The screens are lifted: a die of this value lies at that sign."""

    seat: Seat
    value: int
    to: Place


@dataclass(frozen=True, slots=True)
class AllocateAll(Action):
    """The screens are lifted: all three dice lie at Bury Treasure."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Write(Action):
    """Somebody with raised spirits writes the value of the die, or a 7 instead."""

    seat: Seat
    raised: bool


@dataclass(frozen=True, slots=True)
class Bury(Action):
    """Somebody buries a chest."""

    seat: Seat
    chest: int


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """Somebody fires full cannons at one chest of somebody else."""

    seat: Seat
    guns: Guns
    target: Seat
    chest: int


@dataclass(frozen=True, slots=True)
class Stow(Action):
    """Somebody writes what was stolen into one own chest."""

    seat: Seat
    chest: int


@dataclass(frozen=True, slots=True)
class OverruleInfamy(Overrule):
    """The table decides how much Infamy somebody has."""

    seat: Seat
    infamy: int


@dataclass(frozen=True, slots=True)
class OverruleWrite(Overrule):
    """The table decides that one more value stands in a place of somebody's map."""

    seat: Seat
    to: Place
    value: int


@dataclass(frozen=True, slots=True)
class OverruleErase(Overrule):
    """The table decides that the last value in a place of somebody's map is not there."""

    seat: Seat
    to: Place


@dataclass(frozen=True, slots=True)
class OverruleBuried(Overrule):
    """The table decides whether a chest is buried."""

    seat: Seat
    chest: int
    buried: bool


@dataclass(frozen=True, slots=True)
class OverruleBag(Overrule):
    """The table decides how many dice of a colour are in the bag."""

    colour: Colour
    dice: int


@dataclass(frozen=True, slots=True)
class OverruleFirst(Overrule):
    """The table decides who is the first player of this round."""

    seat: Seat


ACTIONS: Final[tuple[type[Action], ...]] = (
    Roll,
    Draft,
    Sailor,
    Plan,
    Ready,
    Allocate,
    AllocateAll,
    Write,
    Bury,
    Fire,
    Stow,
    OverruleInfamy,
    OverruleWrite,
    OverruleErase,
    OverruleBuried,
    OverruleBag,
    OverruleFirst,
)
