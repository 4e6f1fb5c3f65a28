"""The contents of the box of Waves: classes, tablets, modes, Council cards.

Sources: the second edition's rulebook (Components, Setup, Goal, Deep dive, suggestions).
House numbers are marked.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from referee.core import BoxPlace, Card, Components, Text, say

COPIES: Final = 20
"""Cards of each class; 100 in all (rulebook, Components)."""

SHELLS: Final = 5
"""Shell tokens in the box (rulebook, Components)."""

ROUNDS: Final = 100
"""Rounds after which the referee ends a game (W40)."""


class Class(Enum):
    """The five classes of Elders; `number` is the Power printed on the card."""

    number: int

    SCHOLAR = "scholar"
    KEEPER = "keeper"
    KNIGHT = "knight"
    SEER = "seer"
    NOBLE = "noble"

    def __init__(self, _: str) -> None:
        """Set the class's number, counted from 1 in the order of the box."""
        self.number = len(self.__class__.__members__) + 1


CLASSES: Final = tuple(Class)

Tally: TypeAlias = tuple[int, ...]
"""A number for each class, in their order."""


class Tablet(Enum):
    """The sixteen sides of the rule tablets; each belongs to a class."""

    SCHOLARS_SIX = "scholars-six"
    FOLLOWERS_THREE_REBELS_SIX = "followers-three-rebels-six"
    EQUAL_OR_LOWER = "equal-or-lower"
    KEEPERS_PER_SHELL = "keepers-per-shell"
    KNIGHTS_CALM = "knights-calm"
    REBELS_FIRST = "rebels-first"
    ELDERS_RIGHT = "elders-right"
    AGENTS_RIGHT = "agents-right"
    ROTATE_ELDERS = "rotate-elders"
    FOLLOWERS_MINUS_TWO = "followers-minus-two"
    COUNTERCLOCKWISE = "counterclockwise"
    NO_TWIN_ELDERS = "no-twin-elders"
    NOBLES_CALM = "nobles-calm"
    FIRST_RETURNED = "first-returned"
    NO_COPIES = "no-copies"
    SHELLS_BY_FOLLOWERS = "shells-by-followers"

    @property
    def owner(self) -> Class:
        """Return the class whose majority makes this side active."""
        return OWNERS[self]


_SIDES: Final = {
    Class.SCHOLAR: (Tablet.SCHOLARS_SIX, Tablet.FOLLOWERS_THREE_REBELS_SIX),
    Class.KEEPER: (Tablet.EQUAL_OR_LOWER, Tablet.KEEPERS_PER_SHELL),
    Class.KNIGHT: (
        Tablet.KNIGHTS_CALM,
        Tablet.REBELS_FIRST,
        Tablet.ELDERS_RIGHT,
        Tablet.AGENTS_RIGHT,
    ),
    Class.SEER: (
        Tablet.ROTATE_ELDERS,
        Tablet.FOLLOWERS_MINUS_TWO,
        Tablet.COUNTERCLOCKWISE,
        Tablet.NO_TWIN_ELDERS,
    ),
    Class.NOBLE: (
        Tablet.NOBLES_CALM,
        Tablet.FIRST_RETURNED,
        Tablet.NO_COPIES,
        Tablet.SHELLS_BY_FOLLOWERS,
    ),
}
OWNERS: Final = {side: kind for kind, sides in _SIDES.items() for side in sides}
"""The class of each side (rulebook, Deep dive: Rule Tablets)."""

CALM: Final = frozenset({Tablet.KNIGHTS_CALM, Tablet.NOBLES_CALM})
"""The sides without text."""

ADVANCED: Final = frozenset(
    {
        Tablet.FOLLOWERS_THREE_REBELS_SIX,
        Tablet.KEEPERS_PER_SHELL,
        Tablet.AGENTS_RIGHT,
        Tablet.NO_TWIN_ELDERS,
        Tablet.SHELLS_BY_FOLLOWERS,
    }
)
"""The sides with a white title (rulebook, Advanced Tablets)."""


class Mode(Enum):
    """The four modes; the number of players determines the rest."""

    HEAD_TO_HEAD = "head-to-head"
    THREE = "three"
    TEAMS = "teams"
    ALL_VS_ALL = "all-vs-all"


@dataclass(frozen=True, slots=True)
class Goal:
    """What a side must collect: a number of different classes, or of Elders in total."""

    classes: int
    elders: int


FULL_GOAL: Final = Goal(classes=5, elders=7)
SHORT_GOAL: Final = Goal(classes=4, elders=6)
"""Rulebook, Goal: All-vs-All of four and more, and the solo player among teams of five."""

HAND: Final = 5
SOLO_HAND: Final = 6
"""Rulebook, Setup B: cards dealt, and kept at a round's end."""

HOUSE_COUNCIL: Final = {4: (3, 3, 2, 2, 1), 5: (4, 3, 3, 2, 2), 6: (5, 4, 3, 3, 2)}
"""Shells by class in majority and number of Elders: a house default, not the publisher's card.

Only one number of one card is known (Seers, four players: 2).
"""

_T = Tablet
PRESETS: Final[dict[str, tuple[Tablet, ...]]] = {
    "first-game": (
        _T.SCHOLARS_SIX,
        _T.EQUAL_OR_LOWER,
        _T.KNIGHTS_CALM,
        _T.ROTATE_ELDERS,
        _T.NOBLES_CALM,
    ),
    Mode.HEAD_TO_HEAD.value: (
        _T.SCHOLARS_SIX,
        _T.EQUAL_OR_LOWER,
        _T.REBELS_FIRST,
        _T.FOLLOWERS_MINUS_TWO,
        _T.NO_COPIES,
    ),
    Mode.THREE.value: (
        _T.SCHOLARS_SIX,
        _T.KEEPERS_PER_SHELL,
        _T.AGENTS_RIGHT,
        _T.ROTATE_ELDERS,
        _T.SHELLS_BY_FOLLOWERS,
    ),
    Mode.TEAMS.value: (
        _T.SCHOLARS_SIX,
        _T.EQUAL_OR_LOWER,
        _T.REBELS_FIRST,
        _T.ROTATE_ELDERS,
        _T.FIRST_RETURNED,
    ),
    Mode.ALL_VS_ALL.value: (
        _T.FOLLOWERS_THREE_REBELS_SIX,
        _T.KEEPERS_PER_SHELL,
        _T.ELDERS_RIGHT,
        _T.COUNTERCLOCKWISE,
        _T.NO_COPIES,
    ),
}
"""The rulebook's suggestions (Setup E for the first game; Rule Tablet suggestion), by class."""

CLASS_NAMES: Final[dict[Class, Text]] = {
    Class.SCHOLAR: say("Scholar"),
    Class.KEEPER: say("Keeper"),
    Class.KNIGHT: say("Knight"),
    Class.SEER: say("Seer"),
    Class.NOBLE: say("Noble"),
}

CLASS_PLURALS: Final[dict[Class, Text]] = {
    Class.SCHOLAR: say("Scholars"),
    Class.KEEPER: say("Keepers"),
    Class.KNIGHT: say("Knights"),
    Class.SEER: say("Seers"),
    Class.NOBLE: say("Nobles"),
}

COMPONENTS: Final = Components(
    cards=tuple(
        Card(
            kind.value,
            CLASS_NAMES[kind],
            kind.number,
            kind.value,
            COPIES,
            code=f"{kind.number:02}",
        )
        for kind in CLASSES
    ),
    code="WV",
    places=(
        BoxPlace("deck", say("Deck"), "wave"),
        BoxPlace("discard", say("Discard pile"), "hand"),
        BoxPlace("shells", say("Shells"), "shell"),
    ),
)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many cards of each class count for a majority."""

    scholar: int
    keeper: int
    knight: int
    seer: int
    noble: int

    @classmethod
    def of(cls, tally: Tally) -> "Counts":
        """Return the counts of a tally."""
        return cls(*tally)

    def tally(self) -> Tally:
        """Return the numbers in the order of the classes."""
        return (self.scholar, self.keeper, self.knight, self.seer, self.noble)


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """One printing of the game: its name, its words, its modes, and where it differs.

    `seats` are the numbers of players it has modes for. `mode_names` are names of modes by number
    of players, where they are not the usual ones, and `preset_names` those of suggested tablets.
    `picks_elder`: head to head, the player who lays first picks at which of their two Elders, and
    both draw together afterwards (W33). `sources` gives the source of each rule in its own text,
    `wordings` what a rule says there; without sources, the rules are those of `rulebook`.
    """

    slug: str
    title: str
    summary: Text
    modes: tuple[Mode, ...]
    seats: tuple[int, ...]
    rebel: Text
    rebels: Text
    mode_names: tuple[tuple[int, Text], ...] = ()
    preset_names: tuple[tuple[str, tuple[Text, Text]], ...] = ()
    picks_elder: bool = False
    sources: tuple[tuple[str, Text], ...] = ()
    wordings: tuple[tuple[str, Text], ...] = ()

    def reworded(self, text: Text) -> Text:
        """Return a sentence with this edition's words for Rebels."""
        words = {"rebel": self.rebel, "rebels": self.rebels}
        values = tuple((name, words.get(name, value)) for name, value in text.values)
        return Text(text.template, values, text.many)


REBEL: Final = say("Rebel")
REBELS: Final = say("Rebels")

SECOND_EDITION: Final = Edition(
    slug="waves",
    title="Waves",
    summary=say("Win over the Council of Elders with Followers and Rebels."),
    modes=tuple(Mode),
    seats=(2, 3, 4, 5, 6),
    rebel=REBEL,
    rebels=REBELS,
)
