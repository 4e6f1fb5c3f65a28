"""How places, dice, cannons and chests are called, and what the ends of a game are called."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, TypeAlias

from referee.core import TABLE, Outcome, Seat, Sentences, TableDecided, Text, listed, say, say_count
from referee.games.rolling.components import COLOUR_NAMES, Colour, Guns, Place
from referee.games.rolling.scoring import standing
from referee.games.rolling.state import THREE_CHESTS, THREE_TRACKS, Die, Phase, State, acting

Points: TypeAlias = Annotated[int, "points"]
EndReason: TypeAlias = Annotated[str, "reason"]
"""The id of how a game ends."""

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


def tell_outcome(state: State, outcome: Outcome) -> Text:
    """Say why it is over, and who won with how many points."""
    found = standing(state.boards)
    return say_count(
        "{why} {names} wins with {points}.",
        "{why} {names} win with {points}.",
        len(outcome.winners),
        why=ENDS[outcome.reason],
        names=names_of(state, outcome.winners),
        points=points_said(found.scores[outcome.winners[0]].total),
    )


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


def _decided(state: State, fact: TableDecided) -> Text:
    who = say("The table") if fact.by == TABLE else name_of(state, fact.by)
    return say("{who} decided it: {why}", who=who)


SENTENCES: Final[Sentences[State]] = Sentences(
    types={
        Seat: name_of,
        Place: PLACE_NAMES,
        Colour: COLOUR_NAMES,
        Guns: GUN_NAMES,
        Points: lambda _state, count: points_said(count),
        EndReason: ENDS,
    },
    state={
        "acting": lambda state: names_of(state, acting(state)),
        "now": lambda state: _NOW[state.phase],
    },
    numbers={"seat": Seat, "target": Seat, "place": Place, "guns": Place, "colour": Colour},
    decided=_decided,
)
"""How the sentences on actions, facts and refusals are filled."""
