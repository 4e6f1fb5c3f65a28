"""The contents of the box and of a printed map: dice, squares, circles.

Numbers that the rulebook does not give are house defaults; the table replaces them by those of its
own map.
"""

from enum import Enum
from typing import Final, NamedTuple

from referee.core import Components, Text, say


class Colour(Enum):
    """The colour of a die: a crew's, or clear for the freebooters that every player may take.

    The rulebook names no colours of crews; these are our names for the five.
    """

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    CLEAR = "clear"


CREWS: Final = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE, Colour.PURPLE)
COLOURS: Final = (*CREWS, Colour.CLEAR)

FACES: Final = (1, 2, 3, 4, 5, 6)
SAILOR: Final = 1
"""What a drunken sailor is worth: a penalty, inferred, as the rulebook leaves the sign out."""

RAISED: Final = 7
DRAFTED: Final = 3
"""Dice that each player drafts in a round."""

START_CREW: Final = 2
START_INFAMY: Final = 5
CREW_IN_BOX: Final = 5
CLEAR_IN_BOX: Final = 6
INFAMY_PER_POINT: Final = 3
POINTS_BURIED: Final = 2
POINTS_TRACK: Final = 5


COLOUR_NAMES: Final[dict[Colour, Text]] = {
    Colour.RED: say("Red"),
    Colour.YELLOW: say("Yellow"),
    Colour.GREEN: say("Green"),
    Colour.BLUE: say("Blue"),
    Colour.PURPLE: say("Purple"),
    Colour.CLEAR: say("Clear"),
}


class Place(Enum):
    """A sign of the mini board, in the order from left to right, and how many squares it has.

    Bury has no squares of its own: it takes all three dice, and none of them is written.
    """

    RAISE = "raise"
    CHEST_1 = "chest-1"
    CHEST_2 = "chest-2"
    CHEST_3 = "chest-3"
    BURY = "bury"
    HULL = "hull"
    SMALL = "small"
    LARGE = "large"
    PORTS = "ports"
    CREW = "crew"

    # Faster than hashing the name: tables by place are read many times an entry.
    __hash__ = object.__hash__

    @property
    def squares(self) -> int:
        """Return how many squares the place has on the map."""
        return _SQUARES[self]


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


_SQUARES: Final = {
    Place.RAISE: 2,
    Place.CHEST_1: 4,
    Place.CHEST_2: 4,
    Place.CHEST_3: 4,
    Place.BURY: 0,
    Place.HULL: 5,
    Place.SMALL: 2,
    Place.LARGE: 3,
    Place.PORTS: 5,
    Place.CREW: 5,
}

PLACES: Final = tuple(Place)
SQUARED: Final = tuple(place for place in Place if place.squares)
CHESTS: Final = (Place.CHEST_1, Place.CHEST_2, Place.CHEST_3)
CANNONS: Final = (Place.SMALL, Place.LARGE)
TRACKS: Final = (Place.HULL, Place.PORTS, Place.CREW)
"""The tracks that are worth a bonus when all their squares are full."""


def chest_number(place: Place) -> int:
    """Return the number of a chest, from 1."""
    return CHESTS.index(place) + 1


class Circles(NamedTuple):
    """The numbers in the circles of a map: from each on a level is earned, or a shot.

    `infamy` is how many circles of Infamy there are; None if they are not counted.
    """

    hull: tuple[int, ...] = (7, 14, 21)
    small: tuple[int, ...] = (4, 7, 10)
    large: tuple[int, ...] = (3, 6, 9, 15)
    ports: tuple[int, ...] = (3, 10, 18)
    crew: tuple[int, ...] = (5, 11, 19)
    infamy: int | None = None

    def at(self, place: Place) -> tuple[int, ...]:
        """Return the circles of a track or a cannon; none where there are none."""
        return {
            Place.HULL: self.hull,
            Place.SMALL: self.small,
            Place.LARGE: self.large,
            Place.PORTS: self.ports,
            Place.CREW: self.crew,
        }.get(place, ())

    def level(self, place: Place, total: int) -> int:
        """Return how many circles a sum reaches: the level of a track, the shots of a cannon."""
        return sum(circle <= total for circle in self.at(place))


HOUSE_CIRCLES: Final = Circles()
"""The circles as far as the rulebook shows them; the Hull's and the end of Infamy are ours."""

HULL_LEVELS: Final = 3

COMPONENTS: Final = Components(code="RW")
