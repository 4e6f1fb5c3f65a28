"""Names in Waves: modes, tablets, presets, seats, places and sides; `SENTENCES` uses them."""

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

from referee.core import (
    TABLE,
    Fact,
    Outcome,
    Seat,
    Sentences,
    Text,
    listed,
    literal,
    say,
    say_count,
)
from referee.games.waves.components import (
    CLASS_NAMES,
    CLASS_PLURALS,
    CLASSES,
    REBELS,
    Class,
    Counts,
    Edition,
    Mode,
    Tablet,
)
from referee.games.waves.state import Phase, Slot, State, Table, next_to_lay

MODE_NAMES: Final[dict[Mode, tuple[Text, Text]]] = {
    Mode.HEAD_TO_HEAD: (say("Head to head"), say("Two players at two Elders each.")),
    Mode.THREE: (say("All against all, three"), say("With one extra Elder.")),
    Mode.TEAMS: (say("Teams"), say("Everybody sits between two opponents.")),
    Mode.ALL_VS_ALL: (say("All against all"), say("Everybody for themselves.")),
}

_TABLET_NAMES: Final[dict[Tablet, Text]] = {
    Tablet.SCHOLARS_SIX: say("Scholars have 6"),
    Tablet.FOLLOWERS_THREE_REBELS_SIX: say("Followers 3, {rebels} 6", rebels=REBELS),
    Tablet.EQUAL_OR_LOWER: say("Equal or lower collects"),
    Tablet.KEEPERS_PER_SHELL: say("Keepers +2 a Shell"),
    Tablet.KNIGHTS_CALM: say("Calm Knights"),
    Tablet.REBELS_FIRST: say("{rebels} first", rebels=REBELS),
    Tablet.ELDERS_RIGHT: say("Power of the Elder to the right"),
    Tablet.AGENTS_RIGHT: say("Power of the Agent to the right"),
    Tablet.ROTATE_ELDERS: say("Elders move right"),
    Tablet.FOLLOWERS_MINUS_TWO: say("Followers −2"),
    Tablet.COUNTERCLOCKWISE: say("Counterclockwise"),
    Tablet.NO_TWIN_ELDERS: say("No twin Elders"),
    Tablet.NOBLES_CALM: say("Calm Nobles"),
    Tablet.FIRST_RETURNED: say("First one to the hand"),
    Tablet.NO_COPIES: say("No copies"),
    Tablet.SHELLS_BY_FOLLOWERS: say("Shells by Followers"),
}

_PRESET_NAMES: Final[dict[str, tuple[Text, Text]]] = {
    "first-game": (say("First game"), say("The rulebook’s set for beginners.")),
    Mode.HEAD_TO_HEAD.value: (say("Head to head"), say("The rulebook’s suggestion.")),
    Mode.THREE.value: (say("Three players"), say("The rulebook’s suggestion.")),
    Mode.TEAMS.value: (say("Teams"), say("The rulebook’s suggestion.")),
    Mode.ALL_VS_ALL.value: (say("All against all"), say("The rulebook’s suggestion.")),
}

EndReason: TypeAlias = Annotated[str, "reason"]
"""The id of how a game ends."""

WON_BY: Final[dict[str, Text]] = {
    "five-classes": say("all 5 classes"),
    "four-classes": say("4 different classes"),
    "seven-elders": say("7 Elders"),
    "six-elders": say("6 Elders"),
    "hundred-rounds": say("the most after 100 rounds"),
    "hundred-rounds-draw": say("nobody ahead after 100 rounds"),
}


def mode_name(edition: Edition, mode: Mode, players: int) -> tuple[Text, Text]:
    """Return a mode's name in an edition for so many players, and what it means."""
    name, meaning = MODE_NAMES[mode]
    return dict(edition.mode_names).get(players, name), meaning


def preset_name(edition: Edition, name: str) -> tuple[Text, Text]:
    """Return a suggested set of tablets by its name in an edition, and where it comes from."""
    return dict(edition.preset_names).get(name, _PRESET_NAMES[name])


def tablet_name(edition: Edition, tablet: Tablet) -> Text:
    """Return the name of a tablet’s side in an edition’s words."""
    return edition.reworded(_TABLET_NAMES[tablet])


def place(table: Table, slot: int) -> Text:
    """Return the name of an Elder's place: the player's, or the extra one."""
    owner = table.owners[slot]
    if owner == TABLE:
        return say("the extra place")
    if table.is_head_to_head:
        return say("{name} (Elder {number})", name=table.names[owner], number=slot // 2 + 1)
    return literal(table.names[owner])


def place_label(table: Table, slot: int) -> Text:
    """Return a place's name where there is little room: the Elder's number comes first."""
    if table.is_head_to_head:
        name = table.names[table.owners[slot]]
        return say("Elder {number}: {name}", number=slot // 2 + 1, name=name)
    return place(table, slot)


def has_teams(table: Table) -> bool:
    """Return whether a side has several players."""
    return any(len(side) > 1 for side in table.sides)


def team_name(table: Table, side: int) -> Text:
    """Return a team's name: its letter, as before the game, and its players."""
    names = side_name(table, table.sides[side])
    return say("{letter}: {names}", letter="ABC"[side], names=names)


def side_name(table: Table, seats: tuple[Seat, ...]) -> Text:
    """Return the players of a side: Ann and Cy."""
    return listed([table.names[seat] for seat in seats])


def tell_outcome(state: State, outcome: Outcome) -> Text:
    """Return who won and by what."""
    if not outcome.winners:
        return say("A draw: {by}.", by=WON_BY[outcome.reason])
    return say_count(
        "{names} wins with {by}!",
        "{names} win with {by}!",
        len(outcome.winners),
        names=side_name(state.table, outcome.winners),
        by=WON_BY[outcome.reason],
    )


def expected_now(state: State) -> Text:
    """Return what the table is waiting for."""
    match state.phase:
        case Phase.COUNCIL:
            slot = next(slot for slot, elder in enumerate(state.elders) if elder is None)
            return say("First turn up the Elder of {place}.", place=place(state.table, slot))
        case Phase.SHELLS:
            return say("First look at the Council card for the number of Shells.")
        case Phase.PLAY:
            return say("Now {place} lays Agents.", place=whose_lay(state))
        case Phase.REBELS:
            return say("Now the {rebels} are turned over.", rebels=state.table.edition.rebels)
        case Phase.WAVES:
            return say("Now the Followers are turned over, one after the other.")
        case _:
            return say("The game is over.")


def whose_lay(state: State) -> Text:
    """Return who lays next: a place, or a player who picks one of two Elders."""
    slots = next_to_lay(state)
    if len(slots) > 1:
        return literal(state.table.names[state.table.owners[slots[0]]])
    return place(state.table, slots[0] if slots else 0)


def elders_at_places(state: State, elders: Sequence[Class | None]) -> Text:
    """Return the Elders by place; a player's place without one has no card."""
    return listed(
        [
            say(
                "{place} {card}",
                place=place(state.table, slot),
                card=CLASS_NAMES[elder] if elder else say("no card"),
            )
            for slot, elder in enumerate(elders)
            if elder or state.table.owners[slot] != TABLE
        ]
    )


def hands_counted(state: State, hands: Sequence[int]) -> Text:
    """Return how many cards each player holds."""
    return listed(
        [
            say("{name} {count}", name=name, count=count)
            for name, count in zip(state.table.names, hands, strict=True)
        ]
    )


def cards_named(pile: Sequence[Class]) -> Text:
    """Return the cards of a pile."""
    return listed([CLASS_NAMES[card] for card in pile]) if pile else say("no card")


def power_of(card: Class, power: int) -> Text:
    """Return a card with its Power, and what is printed where that differs."""
    if power == card.number:
        return say("{card} {power}", card=CLASS_NAMES[card], power=power)
    return say(
        "{card} {power} (printed {printed})",
        card=CLASS_NAMES[card],
        power=power,
        printed=card.number,
    )


def _counted(_state: State, counts: Counts) -> Text:
    parts = [
        say("{number} {classes}", number=number, classes=CLASS_PLURALS[kind])
        if number > 1
        else say("1 {card}", card=CLASS_NAMES[kind])
        for kind, number in zip(CLASSES, counts.tally(), strict=True)
        if number
    ]
    return listed(parts)


def _doers(state: State, fact: Fact) -> tuple[Seat, ...]:
    """Return the seat that does what a fact orders: its own, or the owner of its slot."""
    seat = getattr(fact, "seat", None)
    if seat is None:
        slot = getattr(fact, "slot", None)
        seat = TABLE if slot is None else state.table.owners[slot]
    return () if seat == TABLE else (seat,)


SENTENCES: Final[Sentences[State]] = Sentences(
    types={
        Seat: lambda state, seat: state.table.names[seat],
        Slot: lambda state, slot: place(state.table, slot),
        Class: CLASS_NAMES,
        Counts: _counted,
        Tablet: lambda state, tablet: tablet_name(state.table.edition, tablet),
        EndReason: WON_BY,
    },
    state={
        "expected": expected_now,
        "next": whose_lay,
        "rebel": lambda state: state.table.edition.rebel,
        "rebels": lambda state: state.table.edition.rebels,
    },
    numbers={"slot": Slot, "turn": Slot, "seat": Seat, "card": Class, "tablet": Tablet},
    doers=_doers,
)
"""How the sentences on actions, facts and refusals are filled; `next` lays next."""
