"""The Breakers edition: the earlier printing of Waves, as an edition of the same engine.

Source: the text of its rulebook, cited as “Breakers rulebook”. Its pages on Setup and Goal are
lost, and so are the pictures of its suggested tablets: what stands there is assumed to be as in the
second edition, and marked so.
"""

from typing import Final

from referee.core import say
from referee.games.waves.components import Edition, Mode

_MAJORITY = "Breakers rulebook p. 10, True Majority - breaking rules"
_COLLECT = "Breakers rulebook p. 11, 1st Wave and 2nd Wave"
_ROUND = "Breakers rulebook, Preparing a new round"
_TWO = "Breakers rulebook, Changes at 2 players"
_OVERVIEW = "Breakers rulebook, Round overview"
_CALM = "Breakers rulebook, Beginner: Calm Tablets"
_BASE = "Breakers rulebook, Base Tablets"
_ADVANCED = "Breakers rulebook, Advanced Tablets"
_ASSUMED = "page lost; assumed as in the second edition, {}"
_LOST = f"Breakers rulebook, {_ASSUMED}"
_SILENT = "not in the Breakers rulebook"

_CITATIONS: Final = (
    ("council", _LOST.format("Setup")),
    ("open-majority", f"{_OVERVIEW} 1; {_ASSUMED.format('p. 9-14, Open Majority')}"),
    ("play", f"{_OVERVIEW} 2; {_ASSUMED.format('p. 9-14, Playing Agents')}"),
    ("rebels", _MAJORITY),
    ("true-majority", _MAJORITY),
    ("extra-rebels", "Breakers rulebook p. 11, Discard extra Breakers"),
    ("waves", _COLLECT),
    ("collect", _COLLECT),
    ("to-hand", _COLLECT),
    ("goal", _LOST.format("Goal")),
    ("new-round", _ROUND),
    ("hand", f"{_ROUND}; {_ASSUMED.format('Setup B')}"),
    ("cards", _LOST.format("Components")),
    ("over", _LOST.format("Goal")),
    ("table", "rules 1.5, The table decides"),
    ("scholars-six", _BASE),
    ("followers-three-rebels-six", _ADVANCED),
    ("equal-or-lower", _BASE),
    ("keepers-per-shell", _ADVANCED),
    ("knights-calm", _CALM),
    ("rebels-first", _BASE),
    ("elders-right", _BASE),
    ("agents-right", _ADVANCED),
    ("rotate-elders", _BASE),
    ("followers-minus-two", _BASE),
    ("counterclockwise", _BASE),
    ("no-twin-elders", _ADVANCED),
    ("nobles-calm", _CALM),
    ("first-returned", _BASE),
    ("no-copies", _BASE),
    ("shells-by-followers", _ADVANCED),
    ("W1", f"rules 1.4 W1; {_OVERVIEW} 1"),
    ("W2", f"rules 1.4 W2; {_MAJORITY}"),
    ("W3", f"rules 1.4 W3; {_MAJORITY}"),
    ("W4", f"rules 1.4 W4; {_MAJORITY}"),
    ("W5", "rules 1.4 W5; Breakers rulebook p. 11, Discard extra Breakers"),
    ("W6", f"rules 1.4 W6; {_MAJORITY}"),
    ("W8", f"rules 1.4 W8; {_BASE}"),
    ("W9", f"rules 1.4 W9; {_BASE}; {_TWO}"),
    ("W11", f"rules 1.4 W11; {_BASE}"),
    ("W12", f"rules 1.4 W12; {_ADVANCED}"),
    ("W13", f"rules 1.4 W13; {_ADVANCED}; {_TWO}"),
    ("W14", f"rules 1.4 W14; {_ADVANCED}"),
    ("W15", f"rules 1.4 W15; {_BASE}"),
    ("W16", f"rules 1.4 W16; {_BASE}"),
    ("W17", f"rules 1.4 W17; {_ADVANCED}"),
    ("W18", f"rules 1.4 W18; {_BASE}"),
    ("W19", f"rules 1.4 W19; {_BASE}"),
    ("W20", f"rules 1.4 W20; {_ADVANCED}"),
    ("W21", f"rules 1.4 W21; {_ADVANCED}"),
    ("W22", f"rules 1.4 W22; {_ADVANCED}; {_TWO}"),
    ("W23", f"rules 1.4 W23; {_BASE}; {_ADVANCED}"),
    ("W24", f"rules 1.4 W24; {_MAJORITY}"),
    ("W25", "rules 1.4 W25; Breakers rulebook p. 11, Example: Collecting Elders"),
    ("W26", f"rules 1.4 W26; {_LOST.format('Goal')}"),
    ("W27", f"rules 1.4 W27; {_COLLECT}"),
    ("W28", f"rules 1.4 W28; {_ROUND}"),
    ("W29", f"rules 1.4 W29; {_ROUND}"),
    ("W30", f"rules 1.4 W30; {_ROUND}"),
    ("W31", f"rules 1.4 W31; {_SILENT}"),
    ("W32", f"rules 1.4 W32; {_SILENT}"),
    ("W33", f"rules 1.4 W33 and 1.5; {_TWO}, Gameplay"),
    ("W34", f"rules 1.4 W34; {_TWO}, Set-up"),
    ("W35", f"rules 1.4 W35; {_TWO}, Set-up"),
    ("W36", f"rules 1.4 W36; {_TWO}, Gameplay"),
    ("W38", f"rules 1.4 W38; {_ROUND}"),
    ("W39", f"rules 1.4 W39; {_LOST.format('p. 9-14, Playing Agents')}"),
    ("W40", f"rules 1.4 W40; {_SILENT}"),
    ("W41", "rules 1.4 W41 and 1.5; both rulebooks"),
)

_WORDINGS: Final = (
    (
        "goal",
        say("A side wins with all 5 classes or with 7 Elders in all, as in the second edition."),
    ),
    (
        "play",
        say(
            "Clockwise from the Wave token, everybody lays one Follower or any number of Breakers "
            "of one class at their Elder; two players do so in turn, first at one of their two "
            "Elders each, then at the other."
        ),
    ),
    (
        "W9",
        say("With two players, each Elder moves one place counterclockwise, to the opponent."),
    ),
    (
        "W13",
        say("The Agent to the right counts; with two players that is the Agent at the next place."),
    ),
    (
        "W20",
        say("The Elders of the round’s start count; Agents never do."),
    ),
    (
        "W22",
        say("With two players, each place with a Follower counts."),
    ),
    (
        "W33",
        say(
            "With two players, whoever has the Wave token lays first at either of their Elders, "
            "then the opponent at either of theirs; both draw 2 cards, and the other Elders follow."
        ),
    ),
    (
        "W34",
        say(
            "With two players, the four places belong to them in turn, and the Wave token moves on "
            "by one each round."
        ),
    ),
    (
        "W35",
        say(
            "With two players, one is picked to start; their opponent decides which of the "
            "starter’s two Elders gets the Wave token, before hands are dealt."
        ),
    ),
    (
        "W36",
        say("With two players, each of the four Elders gets its own Agent."),
    ),
    (
        "W38",
        say(
            "Everybody may talk aloud until they have laid, and says nothing from then on; "
            "cards stay hidden."
        ),
    ),
    (
        "W41",
        say("The earlier edition is played: its words, its three modes, its way with two players."),
    ),
)

BREAKERS: Final = Edition(
    slug="breakers",
    title="Waves: Breakers edition",
    summary=say("The earlier edition of Waves, with Followers and Breakers."),
    modes=(Mode.HEAD_TO_HEAD, Mode.TEAMS),
    seats=(2, 4, 6),
    rebel=say("Breaker"),
    rebels=say("Breakers"),
    mode_names=((2, say("1 against 1")), (4, say("2 against 2")), (6, say("3 against 3"))),
    preset_names=(
        ("first-game", (say("First game"), say("As in the second edition."))),
        (Mode.HEAD_TO_HEAD.value, (say("1 against 1"), say("As in the second edition."))),
        (Mode.TEAMS.value, (say("Teams"), say("As in the second edition."))),
    ),
    picks_elder=True,
    citations=_CITATIONS,
    wordings=_WORDINGS,
)
"""The Breakers edition, for 2, 4 and 6 players."""
