"""What can be entered in a game of Rolling with the Waves, and how the story tells it."""

from dataclasses import dataclass
from typing import Final

from referee.core import Action, Note, Overrule, Seat, Secret, Text, say
from referee.games.rolling.components import CHESTS, RAISED, SAILOR, Colour, Guns, Place
from referee.games.rolling.state import STEPS, Die, State, price
from referee.games.rolling.words import PLACE_NAMES


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """One of the dice drawn from the bag shows this."""

    colour: Colour
    face: int

    sentence = say("{colour} {face} is rolled.")


@dataclass(frozen=True, slots=True)
class Draft(Action):
    """A player takes a die from the pool, and pays its value if it is another crew's."""

    seat: Seat
    colour: Colour
    face: int

    def sentence(self, state: State) -> Text:
        """Return which die was taken, and what it cost."""
        cost = price(state, self.seat, Die(self.colour, self.face))
        if not cost:
            return say("{seat} takes {colour} {face}.")
        return say("{seat} takes {colour} {face} for {price} Infamy.", price=cost)


@dataclass(frozen=True, slots=True)
class Sailor(Action):
    """A player takes a drunken sailor: any die, turned to a 1."""

    seat: Seat
    colour: Colour
    face: int

    def sentence(self, _state: State) -> Text:
        """Return which die was taken, and what it was turned to."""
        return say("{seat} takes {colour} {face} as a drunken sailor, a {value}.", value=SAILOR)


@dataclass(frozen=True, slots=True)
class Plan(Note):
    """A player places a die behind their screen; `die` is its index in the crow's nests."""

    die: int
    to: Secret[Place]

    def sentence(self, _state: State) -> Text:
        """Return where the die was placed; to the others, only that it was."""
        if self.to.value is None:
            return say("{seat} places a die behind the screen.")
        return say(
            "{seat} places a die behind the screen: {place}.", place=PLACE_NAMES[self.to.value]
        )


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """A player has allocated all dice and calls it out."""

    seat: Seat

    sentence = say("{seat} has placed all dice.")


@dataclass(frozen=True, slots=True)
class Allocate(Action):
    """The screens are lifted: a die of this value is at that sign."""

    seat: Seat
    value: int
    to: Place

    sentence = say("{seat}’s {value} went to {to}.")


@dataclass(frozen=True, slots=True)
class AllocateAll(Action):
    """The screens are lifted: all three dice are at Bury Treasure."""

    seat: Seat

    sentence = say("{seat}’s three dice went to {place}.", place=PLACE_NAMES[Place.BURY])


@dataclass(frozen=True, slots=True)
class Write(Action):
    """A player with raised spirits writes the value of the die, or a 7 instead."""

    seat: Seat
    raised: bool

    def sentence(self, state: State) -> Text:
        """Return whether the value of the die is written, or a 7."""
        place = STEPS[state.step]
        assert isinstance(place, Place)
        die = state.lies_at(self.seat, place)
        if self.raised:
            return say("{seat} writes {value} instead of {die}.", value=RAISED, die=die)
        return say("{seat} writes the {die} as it is.", die=die)


@dataclass(frozen=True, slots=True)
class Bury(Action):
    """A player buries a chest."""

    seat: Seat
    chest: int

    sentence = say("{seat} picks chest {chest} to bury.")


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """A player fires full cannons at one chest of another player."""

    seat: Seat
    guns: Guns
    target: Seat
    chest: int

    sentence = say("{seat} fires {guns} at {target}’s chest {chest}.")


@dataclass(frozen=True, slots=True)
class Stow(Action):
    """A player writes what was stolen into one of their own chests."""

    seat: Seat
    chest: int

    sentence = say("{seat} picks chest {chest} for the loot.")


@dataclass(frozen=True, slots=True)
class OverruleInfamy(Overrule):
    """The table decides how much Infamy a player has."""

    seat: Seat
    infamy: int

    sentence = say("{seat} has {infamy} Infamy")


@dataclass(frozen=True, slots=True)
class OverruleWrite(Overrule):
    """The table decides that a place of a player's map has one more value."""

    seat: Seat
    to: Place
    value: int

    sentence = say("{seat} has one more {value} in {to}")


@dataclass(frozen=True, slots=True)
class OverruleErase(Overrule):
    """The table decides that the last value in a place of a player's map is wiped."""

    seat: Seat
    to: Place

    sentence = say("the last value in {seat}’s {to} is wiped")


@dataclass(frozen=True, slots=True)
class OverruleBuried(Overrule):
    """The table decides whether a chest is buried."""

    seat: Seat
    chest: int
    buried: bool

    def sentence(self, _state: State) -> Text:
        """Return whether the chest is buried."""
        place = PLACE_NAMES[CHESTS[self.chest - 1]]
        if self.buried:
            return say("{seat}’s {place} is buried", place=place)
        return say("{seat}’s {place} is not buried", place=place)


@dataclass(frozen=True, slots=True)
class OverruleBag(Overrule):
    """The table decides how many dice of a colour are in the bag."""

    colour: Colour
    dice: int

    sentence = say("the bag holds {dice} of {colour}")


@dataclass(frozen=True, slots=True)
class OverruleFirst(Overrule):
    """The table decides who is the first player of this round."""

    seat: Seat

    sentence = say("{seat} has the bag")


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
