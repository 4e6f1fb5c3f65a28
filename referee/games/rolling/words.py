"""Names in Rolling with the Waves: places, dice, cannons, ends; `SENTENCES` uses them."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, TypeAlias

from referee.core import (
    TABLE,
    Fact,
    Outcome,
    Seat,
    Sentences,
    TableDecided,
    Text,
    listed,
    say,
    say_count,
)
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
    """Return the name of a die: Red 4."""
    return say("{colour} {face}", colour=COLOUR_NAMES[die.colour], face=die.face)


def place_icon(place: Place) -> str:
    """Return the icon of a sign of the mini board."""
    return CHEST_ICON if place.value.startswith("chest") else f"place-{place.value}"


def crew_icon(colour: Colour) -> str:
    """Return the icon of the dice of a colour."""
    return f"crew-{colour.value}"


def name_of(state: State, seat: Seat) -> str:
    """Return a player's name."""
    return state.table.names[seat]


def names_of(state: State, seats: Sequence[Seat]) -> Text:
    """Return the players' names as a list: Ann, Bo and Cy."""
    return listed([state.table.names[seat] for seat in seats])


def points_said(count: int) -> Text:
    """Return a number of points: 1 point, 2 points."""
    return say_count("{count} point", "{count} points", count)


def tell_outcome(state: State, outcome: Outcome) -> Text:
    """Return why the game is over, and who won with how many points."""
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
    Phase.ROLL: say("the dice are still being rolled"),
    Phase.DRAFT: say("the dice are being taken"),
    Phase.ALLOCATE: say("all are placing their dice behind the screens"),
    Phase.REVEAL: say("the screens are up; say where each die is"),
    Phase.WRITE: say("a player decides what to write"),
    Phase.BURY: say("a player picks a chest to bury"),
    Phase.FIRE: say("the cannons fire"),
    Phase.STOW: say("stolen treasure is written into a chest"),
}


def _decided(state: State, fact: TableDecided) -> Text:
    who = say("The table") if fact.by == TABLE else name_of(state, fact.by)
    return say("{who} decided this: {why}", who=who)


def _doers(_state: State, fact: Fact) -> tuple[Seat, ...]:
    """Return who does what a fact orders: a player who was robbed, or the fact's own seat."""
    seat: Seat | None = getattr(fact, "target", getattr(fact, "seat", None))
    return () if seat in (None, TABLE) else (seat,)


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
    doers=_doers,
    decided=_decided,
)
"""How the sentences on actions, facts and refusals are filled."""
