"""The Breakers edition: the earlier printing of Waves, as an edition of the same engine.

Source: the text of its rulebook, cited as “Breakers rulebook”. Its pages on Setup and Goal are
lost, and so are the pictures of its suggested tablets: these are assumed to be as in the second
edition, and marked so.
"""

from typing import Final

from referee.core import EMPTY, Text, say
from referee.games.waves.components import Edition, Mode


def _in(section: str, page: str = "") -> Text:
    if page:
        return say("Breakers rulebook p. {page}, {section}", page=page, section=section)
    return say("Breakers rulebook, {section}", section=section)


def _lost(section: str) -> Text:
    return say(
        "Breakers rulebook, page lost; assumed as in the second edition, {section}",
        section=section,
    )


def _with(found: Text, section: str) -> Text:
    return say(
        "{found}; page lost; assumed as in the second edition, {section}",
        found=found,
        section=section,
    )


_MAJORITY = _in("True Majority - breaking rules", "10")
_COLLECT = _in("1st Wave and 2nd Wave", "11")
_EXTRA = _in("Discard extra Breakers", "11")
_ROUND = _in("Preparing a new round")
_TWO = _in("Changes at 2 players")
_OVERVIEW_1 = _in("Round overview, step 1")
_CALM = _in("Beginner: Calm Tablets")
_BASE = _in("Base Tablets")
_ADVANCED = _in("Advanced Tablets")

_SOURCES: Final = (
    ("council", _lost("Setup")),
    ("open-majority", _with(_OVERVIEW_1, "p. 9-14, Open Majority")),
    ("play", _with(_in("Round overview, step 2"), "p. 9-14, Playing Agents")),
    ("rebels", _MAJORITY),
    ("true-majority", _MAJORITY),
    ("extra-rebels", _EXTRA),
    ("waves", _COLLECT),
    ("collect", _COLLECT),
    ("to-hand", _COLLECT),
    ("goal", _lost("Goal")),
    ("new-round", _ROUND),
    ("hand", _with(_ROUND, "Setup B")),
    ("cards", _lost("Components")),
    ("over", _lost("Goal")),
    ("table", EMPTY),
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
    ("W1", _OVERVIEW_1),
    ("W2", _MAJORITY),
    ("W3", _MAJORITY),
    ("W4", _MAJORITY),
    ("W5", _EXTRA),
    ("W6", _MAJORITY),
    ("W8", _BASE),
    ("W9", _in("Base Tablets and Changes at 2 players")),
    ("W11", _BASE),
    ("W12", _ADVANCED),
    ("W13", _in("Advanced Tablets and Changes at 2 players")),
    ("W14", _ADVANCED),
    ("W15", _BASE),
    ("W16", _BASE),
    ("W17", _ADVANCED),
    ("W18", _BASE),
    ("W19", _BASE),
    ("W20", _ADVANCED),
    ("W21", _ADVANCED),
    ("W22", _in("Advanced Tablets and Changes at 2 players")),
    ("W23", _in("Base Tablets and Advanced Tablets")),
    ("W24", _MAJORITY),
    ("W25", _in("Example: Collecting Elders", "11")),
    ("W26", _lost("Goal")),
    ("W27", _COLLECT),
    ("W28", _ROUND),
    ("W29", _ROUND),
    ("W30", _ROUND),
    ("W31", EMPTY),
    ("W32", EMPTY),
    ("W33", _in("Changes at 2 players, Gameplay")),
    ("W34", _in("Changes at 2 players, Set-up")),
    ("W35", _in("Changes at 2 players, Set-up")),
    ("W36", _in("Changes at 2 players, Gameplay")),
    ("W38", _ROUND),
    ("W39", _lost("p. 9-14, Playing Agents")),
    ("W40", EMPTY),
    ("W41", say("The rulebooks of both editions")),
)

_WORDINGS: Final = (
    (
        "goal",
        say("A side wins with all 5 classes or with 7 Elders in total, as in the second edition."),
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
            "With two players, the one with the Wave token lays first at either of their Elders, "
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
            "Everybody may talk aloud until they have laid, and must be silent from then on; "
            "cards stay hidden."
        ),
    ),
    (
        "W41",
        say(
            "The earlier edition is played: its words, its three modes, its rules for two players."
        ),
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
    sources=_SOURCES,
    wordings=_WORDINGS,
)
"""The Breakers edition, for 2, 4 and 6 players."""
