"""How Waves calls things: modes, tablets, presets, seats, places and sides."""

from typing import Final

from referee.core import TABLE, Seat, Text, listed, literal, say
from referee.games.waves.components import REBELS, Edition, Mode, Tablet
from referee.games.waves.state import Table

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

WON_BY: Final[dict[str, Text]] = {
    "five-classes": say("all 5 classes"),
    "four-classes": say("4 different classes"),
    "seven-elders": say("7 Elders"),
    "six-elders": say("6 Elders"),
    "hundred-rounds": say("the most after 100 rounds"),
    "hundred-rounds-draw": say("nobody ahead after 100 rounds"),
}


def mode_name(edition: Edition, mode: Mode, players: int) -> tuple[Text, Text]:
    """Call a mode as an edition calls it for so many players, and say what it means."""
    name, meaning = MODE_NAMES[mode]
    return dict(edition.mode_names).get(players, name), meaning


def preset_name(edition: Edition, name: str) -> tuple[Text, Text]:
    """Call a suggested set of tablets as an edition calls it, and say where it comes from."""
    return dict(edition.preset_names).get(name, _PRESET_NAMES[name])


def tablet_name(edition: Edition, tablet: Tablet) -> Text:
    """Call a tablet’s side in an edition’s words."""
    return edition.reworded(_TABLET_NAMES[tablet])


def place(table: Table, slot: int) -> Text:
    """Name the place of an Elder: the player's, or the extra one."""
    owner = table.owners[slot]
    if owner == TABLE:
        return say("the extra place")
    if table.is_head_to_head:
        return say("{name} (Elder {number})", name=table.names[owner], number=slot // 2 + 1)
    return literal(table.names[owner])


def place_label(table: Table, slot: int) -> Text:
    """Name a place where there is little room: what tells two Elders apart comes first."""
    if table.is_head_to_head:
        name = table.names[table.owners[slot]]
        return say("Elder {number}: {name}", number=slot // 2 + 1, name=name)
    return place(table, slot)


def has_teams(table: Table) -> bool:
    """Return whether somebody plays together with somebody else."""
    return any(len(side) > 1 for side in table.sides)


def team_name(table: Table, side: int) -> Text:
    """Name a team by its letter, as before the game, and by its players."""
    names = side_name(table, table.sides[side])
    return say("{letter}: {names}", letter="ABC"[side], names=names)


def side_name(table: Table, seats: tuple[Seat, ...]) -> Text:
    """Name the players of a side: Ann and Cy."""
    return listed([table.names[seat] for seat in seats])
