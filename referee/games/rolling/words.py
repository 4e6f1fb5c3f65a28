"""How places, dice, cannons and chests are called, and what the ends of a game are called."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.core import Seat, Text, listed, say, say_count
from referee.games.rolling.actions import Guns
from referee.games.rolling.components import COLOUR_NAMES, Colour, Place
from referee.games.rolling.endings import THREE_CHESTS, THREE_TRACKS
from referee.games.rolling.state import Die, State

PLACE_NAMES: Final[Mapping[Place, Text]] = {
    Place.RAISE: say("Raise Spirits"),
    Place.CHEST_1: say("Chest 1"),
    Place.CHEST_2: say("Chest 2"),
    Place.CHEST_3: say("Chest 3"),
    Place.BURY: say("Bury Treasure"),
    Place.HULL: say("Hull"),
    Place.SMALL: say("Small cannon"),
    Place.LARGE: say("Large cannon"),
    Place.PORTS: say("Ports"),
    Place.CREW: say("Crew"),
}

GUN_NAMES: Final[Mapping[Guns, Text]] = {
    Guns.SMALL: say("the small cannon"),
    Guns.LARGE: say("the large cannon"),
    Guns.BOTH: say("both cannons"),
}

ENDS: Final[Mapping[str, Text]] = {
    THREE_CHESTS: say("Three chests are buried or full."),
    THREE_TRACKS: say("Hull, Ports and Crew are full."),
}

CHEST_ICON: Final = "place-chest"


def die_name(die: Die) -> Text:
    """Call a die as people do: Red 4."""
    return say("{colour} {face}", colour=COLOUR_NAMES[die.colour], face=die.face)


def die_of(colour: str, face: int) -> Text:
    """Call the die of a refusal's numbers."""
    return die_name(Die(Colour(colour), face))


def place_icon(place: Place) -> str:
    """Name the drawing of a sign of the mini board."""
    return CHEST_ICON if place.value.startswith("chest") else f"place-{place.value}"


def crew_icon(colour: Colour) -> str:
    """Name the drawing that tells the dice of a colour apart."""
    return f"crew-{colour.value}"


def name_of(state: State, seat: Seat) -> str:
    """Return the name of whoever sits there."""
    return state.table.names[seat]


def names_of(state: State, seats: Sequence[Seat]) -> Text:
    """Return the names of those who sit there, as people list them."""
    return listed([state.table.names[seat] for seat in seats])


def points_said(count: int) -> Text:
    """Say how many points: 1 point, 2 points."""
    return say_count("{count} point", "{count} points", count)


def values_said(values: Sequence[int]) -> Text:
    """List values as they are read out: 6, 2 and 1."""
    return listed(values)
