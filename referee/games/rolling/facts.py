"""What follows from an entry in a game of Rolling with the Waves: rule, numbers and sentences.

`sentence` is the line in the story, `order` what people do with their hands.
"""

from dataclasses import dataclass
from typing import ClassVar

from referee.core import Fact, Seat, Text, joined, listed, say, say_count
from referee.games.rolling.components import POINTS_BURIED, POINTS_TRACK, Colour, Place
from referee.games.rolling.state import State
from referee.games.rolling.words import EndReason, Points, name_of


@dataclass(frozen=True, slots=True)
class Rolled(Fact):
    """A die shows this; `left` dice are still to be entered."""

    minor: ClassVar[bool] = True

    colour: Colour
    face: int
    left: int

    def sentence(self, _state: State) -> Text:
        """Return what was rolled, and how many dice are left to enter."""
        if not self.left:
            return say("{colour} {face} is the last one.")
        return say_count(
            "{colour} {face} is in the pool; {count} die is still to be entered.",
            "{colour} {face} is in the pool; {count} dice are still to be entered.",
            "left",
        )


@dataclass(frozen=True, slots=True)
class DraftBegan(Fact):
    """All dice are rolled, and this seat takes the first one."""

    minor: ClassVar[bool] = True

    round: int
    first: Seat

    sentence = say("{first} takes the first die.")


@dataclass(frozen=True, slots=True)
class Drafted(Fact):
    """A player took a die: what it cost, and the Infamy left."""

    minor: ClassVar[bool] = True

    seat: Seat
    colour: Colour
    face: int
    price: int
    infamy: int

    def sentence(self, _state: State) -> Text:
        """Return what the die cost."""
        if not self.price:
            return say("It is free for {seat}.")
        return say("{seat} pays {price} Infamy for another crew’s die and has {infamy} left.")

    def order(self, _state: State) -> Text | None:
        """Return how much Infamy is erased, if any."""
        return say("{seat}: erase {price} Infamy, {infamy} left.") if self.price else None


@dataclass(frozen=True, slots=True)
class SailorTaken(Fact):
    """A player took a drunken sailor: a die that showed `face` and shows `value` now."""

    seat: Seat
    colour: Colour
    face: int
    value: int

    sentence = say("{seat}’s drunken sailor is worth {value}.")
    order = say("{seat}: turn the die to {value}.")


@dataclass(frozen=True, slots=True)
class DraftEnded(Fact):
    """Everybody has three dice, and places them behind the screen."""

    minor: ClassVar[bool] = True

    sentence = say("Everybody has three dice.")


@dataclass(frozen=True, slots=True)
class CalledOut(Fact):
    """A player has allocated all dice; `left` others have not."""

    minor: ClassVar[bool] = True

    seat: Seat
    left: int

    def sentence(self, _state: State) -> Text:
        """Return who is ready, or that all are."""
        if not self.left:
            return say("All are ready: lift the screens.")
        return say("{seat} is ready.")


@dataclass(frozen=True, slots=True)
class Allocated(Fact):
    """A die is at a sign; at Bury, all three are."""

    minor: ClassVar[bool] = True

    seat: Seat
    place: Place
    values: tuple[int, ...]

    sentence = say("{seat}: {values} at {place}.")


@dataclass(frozen=True, slots=True)
class Revealed(Fact):
    """The places of all dice are known; the signs are resolved from left to right."""

    minor: ClassVar[bool] = True

    sentence = say("All icons are resolved from left to right.")


@dataclass(frozen=True, slots=True)
class SpiritsUsed(Fact):
    """A player wipes Raise Spirits and writes a 7 for a die."""

    seat: Seat
    place: Place
    die: int
    value: int

    sentence = say("{seat} raises spirits: a {value} instead of the {die}, for {place}.")
    order = say("{seat}: wipe both squares of Raise Spirits.")


@dataclass(frozen=True, slots=True)
class SpiritsKept(Fact):
    """A player keeps Raise Spirits and writes the die as it is."""

    minor: ClassVar[bool] = True

    seat: Seat
    place: Place
    die: int

    sentence = say("{seat} keeps Raise Spirits.")


@dataclass(frozen=True, slots=True)
class Written(Fact):
    """A value was written into the next empty square of a place; its sum and level now."""

    seat: Seat
    place: Place
    value: int
    total: int
    level: int

    def sentence(self, _state: State) -> Text:
        """Return what was written where, and the sum; Raise Spirits has none."""
        if self.place is Place.RAISE:
            return say("{seat} writes {value} at {place}.")
        return say("{seat} writes {value} into {place}, for a total of {total}.")


@dataclass(frozen=True, slots=True)
class LevelEarned(Fact):
    """A sum has reached a circle."""

    seat: Seat
    place: Place
    level: int
    circle: int
    total: int

    sentence = say("{seat} earns level {level} of {place}: {total} reaches {circle}.")
    order = say("{seat}: fill circle {circle} of {place}.")


@dataclass(frozen=True, slots=True)
class ChestBuried(Fact):
    """A player has buried a chest with these dice."""

    seat: Seat
    chest: int
    values: tuple[int, ...]

    sentence = say("{seat} buries chest {chest} with {values}.")
    order = say("{seat}: cross out the map below chest {chest} and draw a box around the chest.")


@dataclass(frozen=True, slots=True)
class PortsIncome(Fact):
    """A player gains Infamy for Ports: the level, and 1 more for the greatest sum."""

    seat: Seat
    level: int
    extra: int
    total: int
    infamy: int

    order = say("{seat}: fill Infamy up to {infamy}.")

    def sentence(self, _state: State) -> Text:
        """Return what Ports bring, with what the greatest sum adds."""
        if self.extra:
            return say(
                "{seat} gains {gained} Infamy for Ports, 1 of it for the greatest sum ({total}), "
                "and has {infamy}.",
                gained=self.level + self.extra,
            )
        return say("{seat} gains {level} Infamy for Ports and has {infamy}.")


@dataclass(frozen=True, slots=True)
class InfamyFull(Fact):
    """Infamy beyond the last circle is lost."""

    seat: Seat
    lost: int
    circles: int

    sentence = say("{seat} has all {circles} circles of Infamy: {lost} is lost.")


@dataclass(frozen=True, slots=True)
class CrewJoined(Fact):
    """Dice of a crew go into the bag."""

    seat: Seat
    colour: Colour
    dice: int

    sentence = say_count(
        "{count} more {colour} die of {seat}’s crew goes into the bag.",
        "{count} more {colour} dice of {seat}’s crew go into the bag.",
        "dice",
    )
    order = say_count(
        "{seat}: put {count} more {colour} die into the bag.",
        "{seat}: put {count} more {colour} dice into the bag.",
        "dice",
    )


@dataclass(frozen=True, slots=True)
class RoundBegan(Fact):
    """The game goes on: all dice are back in the bag, which goes to the left."""

    round: int
    first: Seat

    sentence = say("Round {round} begins: {first} has the bag.")
    order = say("Everybody: put your dice back into the bag, and pass it to {first}.")


@dataclass(frozen=True, slots=True)
class EndReached(Fact):
    """A player has ended the game: by three chests, or by three full tracks."""

    seat: Seat
    reason: EndReason

    sentence = say("{seat} ends the game. {reason}")


@dataclass(frozen=True, slots=True)
class Scored(Fact):
    """What a map is worth: treasure by chest, bonuses, Infamy, and the sum."""

    seat: Seat
    chests: tuple[int, ...]
    buried: int
    tracks: tuple[Place, ...]
    infamy: int
    points: int
    total: Points

    def sentence(self, _state: State) -> Text:
        """Return each part of the sum."""
        return say(
            "{seat}: {chests} in chests, {buried} for buried ones, {tracks} for full tracks, "
            "{points} for {infamy} Infamy: {total}.",
            chests=sum(self.chests),
            buried=POINTS_BURIED * self.buried,
            tracks=POINTS_TRACK * len(self.tracks),
        )


@dataclass(frozen=True, slots=True)
class TieBroken(Fact):
    """Several have the most points: the one with the most Infamy wins, or they share."""

    seats: tuple[Seat, ...]
    points: Points
    winners: tuple[Seat, ...]
    infamy: int

    def sentence(self, _state: State) -> Text:
        """Return who wins by Infamy, or shares the win."""
        if len(self.winners) > 1:
            return say("{seats} have {points}; {winners} have {infamy} Infamy and share the win.")
        return say("{seats} have {points}; {winners} has the most Infamy ({infamy}).")


@dataclass(frozen=True, slots=True)
class TableChanged(Fact):
    """How it is after an overrule; null or empty where it changed nothing."""

    seat: Seat | None = None
    infamy: int | None = None
    place: Place | None = None
    values: tuple[int, ...] = ()
    buried: bool | None = None
    colour: Colour | None = None
    dice: int | None = None
    first: Seat | None = None

    def sentence(self, _state: State) -> Text:
        """Return how it is now."""
        if self.first is not None:
            return say("{first} has the bag now.")
        if self.colour is not None:
            return say("The bag holds {dice} of {colour} now.")
        if self.infamy is not None:
            return say("{seat} has {infamy} Infamy now.")
        if self.buried is not None:
            if self.buried:
                return say("{seat}’s {place} is buried now.")
            return say("{seat}’s {place} is not buried now.")
        if not self.values:
            return say("{seat}’s {place} is empty now.")
        return say("{seat}’s {place} holds {values} now.")

    order = sentence


@dataclass(frozen=True, slots=True)
class FiringOrder(Fact):
    """These seats fire in this order, by their Infamy at this moment."""

    seats: tuple[Seat, ...]
    infamy: tuple[int, ...]

    def sentence(self, state: State) -> Text:
        """Return who fires in which order, and the Infamy that decides it."""
        each = [
            say("{name} ({infamy} Infamy)", name=name_of(state, seat), infamy=infamy)
            for seat, infamy in zip(self.seats, self.infamy, strict=True)
        ]
        return say("Cannons fire in this order: {order}.", order=listed(each))


@dataclass(frozen=True, slots=True)
class Fired(Fact):
    """Cannons fired at a chest: their sums and shots, what the Hull blocked, what was stolen."""

    seat: Seat
    cannons: tuple[Place, ...]
    totals: tuple[int, ...]
    shots: int
    target: Seat
    chest: int
    hull: int
    stolen: tuple[int, ...]

    def sentence(self, _state: State) -> Text:
        """Return the shots, what the Hull blocked, and what was stolen."""
        told = [
            say_count(
                "{seat}’s cannons have {count} shot at {target}’s chest {chest}.",
                "{seat}’s cannons have {count} shots at {target}’s chest {chest}.",
                "shots",
            )
        ]
        if self.hull:
            told.append(say("The Hull blocks {hull}.", hull=min(self.hull, self.shots)))
        if self.stolen:
            told.append(say("Stolen from the top: {stolen}."))
        else:
            told.append(say("Nothing is stolen."))
        return joined(told)

    def order(self, _state: State) -> Text | None:
        """Return what is wiped off the chest, if anything."""
        if not self.stolen:
            return None
        return say("{target}: wipe {stolen} off the top of chest {chest}.")


@dataclass(frozen=True, slots=True)
class FiredInVain(Fact):
    """A cannon fired without a target: it has no shot, or no chest can be robbed."""

    seat: Seat
    cannon: Place
    total: int
    shots: int

    def sentence(self, _state: State) -> Text:
        """Return why the cannon had no target."""
        if self.shots:
            return say("{seat}’s {cannon} has no unburied chest to fire at.")
        return say("{seat}’s {cannon} has only {total}: no shot.")


@dataclass(frozen=True, slots=True)
class CannonCleared(Fact):
    """A cannon is wiped, and its lowest die is gained as Infamy."""

    seat: Seat
    cannon: Place
    lowest: int
    infamy: int

    sentence = say("{seat} gains {lowest} Infamy, the lowest die, and has {infamy}.")
    order = say("{seat}: fill Infamy up to {infamy} and wipe the {cannon}.")


@dataclass(frozen=True, slots=True)
class Stowed(Fact):
    """The loot was written into a chest, in the order in which it was taken."""

    seat: Seat
    chest: int
    kept: tuple[int, ...]
    lost: tuple[int, ...]

    def sentence(self, _state: State) -> Text:
        """Return what goes into the chest, and what has no room."""
        told = []
        if self.kept:
            told.append(say("{seat} writes {kept} into chest {chest}."))
        if self.lost:
            told.append(say("Chest {chest} has no more room: {lost} is lost."))
        return joined(told)

    def order(self, _state: State) -> Text | None:
        """Return what is written into the chest, if anything."""
        if len(self.kept) > 1:
            return say("{seat}: write {kept} into chest {chest}, in this order.")
        return say("{seat}: write {kept} into chest {chest}.") if self.kept else None


@dataclass(frozen=True, slots=True)
class LootLost(Fact):
    """The loot is lost, since no own chest has room."""

    seat: Seat
    lost: tuple[int, ...]

    sentence = say("{seat} has no chest with room: {lost} is lost.")
