"""The contents of the box of War of Waves: cards, Leaders, sections, and what is drawn.

Sources: the rulebook (Setup, Turn, Bridge, Gate, Leaders). House numbers are marked: no printed
list has them.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from referee.core import BoxPlace, Components, Text, literal, say
from referee.core import Card as BoxCard
from referee.core.codes import two_characters

TURNS: Final = 200
"""Turns after which the referee ends a game (V36)."""

ROW: Final = 4
"""Face cards beside the deck (rulebook, Setup)."""

LIMIT: Final = 2
"""Build cards of a section, and War cards of a bridge section (rulebook, Bridge and Gate)."""

MOST: Final = 12
"""Copies of one value that can be chosen at most."""

FEWEST: Final = (6, 2)
"""Build and War cards that a deck needs, so that both players and the row can be dealt to."""

Counts: TypeAlias = tuple[int, ...]
"""Numbers of cards, as everybody can tell them apart: Build, War, Leaders with a Build back,
Leaders with a War back."""

NONE: Final[Counts] = (0, 0, 0, 0)


class Kind(Enum):
    """The two backs of cards, and so the two kinds of numbered cards."""

    BUILD = "build"
    WAR = "war"

    @property
    def place(self) -> int:
        """Return the kind's index in `Counts`; a Leader with this back is two places further."""
        return 0 if self is Kind.BUILD else 1

    @property
    def leaders(self) -> int:
        """Return the place in `Counts` of the Leaders with this back."""
        return self.place + 2


KINDS: Final = tuple(Kind)


class LeaderName(Enum):
    """The four Leaders."""

    HEPHAESTUS = "hephaestus"
    POSEIDON = "poseidon"
    ARES = "ares"
    CETO = "ceto"


LEADERS: Final = tuple(LeaderName)


class Deed(Enum):
    """The three types of Action, in the order in which they are listed."""

    BUILD = "build"
    FORTIFY = "fortify"
    ATTACK = "attack"


class Card(Enum):
    """Every card that a deck can hold, by its front."""

    BUILD_1 = "build-1"
    BUILD_2 = "build-2"
    BUILD_3 = "build-3"
    BUILD_4 = "build-4"
    BUILD_5 = "build-5"
    BUILD_6 = "build-6"
    WAR_1 = "war-1"
    WAR_2 = "war-2"
    WAR_3 = "war-3"
    WAR_4 = "war-4"
    WAR_5 = "war-5"
    WAR_6 = "war-6"
    HEPHAESTUS = "hephaestus"
    POSEIDON = "poseidon"
    ARES = "ares"
    CETO = "ceto"

    @property
    def kind(self) -> Kind | None:
        """Return the kind of a numbered card; None for a Leader."""
        return _FRONTS.get(self.value, (None, 0))[0]

    @property
    def number(self) -> int:
        """Return the number printed on the card; 0 for a Leader."""
        return _FRONTS.get(self.value, (None, 0))[1]

    @property
    def leader(self) -> LeaderName | None:
        """Return which Leader it is; None for a numbered card."""
        return _BY_NAME.get(self.value)


NUMBERS: Final = (1, 2, 3, 4, 5, 6)
"""The numbers that cards can carry; how often each is there is data."""

_FRONTS: Final = {f"{kind.value}-{number}": (kind, number) for kind in KINDS for number in NUMBERS}
_BY_NAME: Final = {name.value: name for name in LEADERS}
CARDS: Final = tuple(Card)


def card_of(kind: Kind, number: int) -> Card | None:
    """Return the card of a kind with this number; None where there is no such number."""
    return Card(f"{kind.value}-{number}") if number in NUMBERS else None


def leader_card(name: LeaderName) -> Card:
    """Return the card of a Leader."""
    return Card(name.value)


class Section(Enum):
    """The places of a gateway: four bridge sections, then three gate sections."""

    B1 = "b1"
    B2 = "b2"
    B3 = "b3"
    B4 = "b4"
    G1 = "g1"
    G2 = "g2"
    G3 = "g3"

    def __init__(self, _name: str) -> None:
        """Store the index of the section: `place` is read with each card."""
        self.place = len(type(self).__members__)

    @property
    def is_gate(self) -> bool:
        """Return whether the section belongs to the gate."""
        return self.value.startswith("g")

    @property
    def number(self) -> int:
        """Return the section's number within the bridge or the gate."""
        return int(self.value[1])


SECTIONS: Final = tuple(Section)
BRIDGE: Final = tuple(section for section in SECTIONS if not section.is_gate)
GATE: Final = tuple(section for section in SECTIONS if section.is_gate)


@dataclass(frozen=True, slots=True)
class DeckList:
    """How many copies of each number there are, by kind, and which back each Leader has."""

    build: tuple[int, ...]
    war: tuple[int, ...]
    backs: tuple[Kind, ...]

    def copies(self, card: Card) -> int:
        """Count the copies of a card."""
        kind = card.kind
        if kind is None:
            return 1
        return (self.build if kind is Kind.BUILD else self.war)[card.number - 1]

    def back(self, leader: LeaderName) -> Kind:
        """Return the back of a Leader."""
        return self.backs[LEADERS.index(leader)]

    def place(self, card: Card) -> int:
        """Return a card's place in `Counts`."""
        leader = card.leader
        if leader:
            return self.back(leader).leaders
        return Kind.BUILD.place if card.kind is Kind.BUILD else Kind.WAR.place

    def counts(self) -> Counts:
        """Count the whole deck."""
        backs = [self.backs.count(kind) for kind in KINDS]
        return (sum(self.build), sum(self.war), *backs)


HOUSE_DECK: Final = DeckList(
    build=(8, 8, 8, 8, 0, 0),
    war=(6, 6, 6, 6, 0, 0),
    backs=(Kind.BUILD, Kind.WAR, Kind.WAR, Kind.BUILD),
)
"""House defaults, not the maker's list: 32 Build and 24 War are stated, their numbers are not, nor
is which Leader has which back."""

DRAWS: Final[dict[tuple[Deed, ...], tuple[int, int]]] = {
    (): (0, 0),
    (Deed.BUILD,): (0, 2),
    (Deed.BUILD, Deed.FORTIFY): (2, 0),
    (Deed.FORTIFY,): (0, 1),
    (Deed.FORTIFY, Deed.ATTACK): (1, 1),
    (Deed.ATTACK,): (1, 0),
    (Deed.BUILD, Deed.ATTACK): (0, 1),
}
"""Deck cards, then Face cards, that replenish a hand (rulebook, Turn 3; V3 for nothing)."""

KIND_NAMES: Final[dict[Kind, Text]] = {Kind.BUILD: say("Build"), Kind.WAR: say("War")}

LEADER_NAMES: Final[dict[LeaderName, Text]] = {
    LeaderName.HEPHAESTUS: literal("Hephaestus"),
    LeaderName.POSEIDON: literal("Poseidon"),
    LeaderName.ARES: literal("Ares"),
    LeaderName.CETO: literal("Ceto"),
}


def card_name(card: Card) -> Text:
    """Return the name of a card by its front: Build 3, Ares."""
    leader = card.leader
    if leader:
        return LEADER_NAMES[leader]
    if card.kind is Kind.BUILD:
        return say("Build {number}", number=card.number)
    return say("War {number}", number=card.number)


def _box_card(card: Card) -> BoxCard:
    icon = card.kind.value if card.kind else card.value
    return BoxCard(
        card.value,
        card_name(card),
        card.number or None,
        icon,
        HOUSE_DECK.copies(card),
        code=two_characters(CARDS.index(card) + 1),
    )


COMPONENTS: Final = Components(
    cards=tuple(_box_card(card) for card in CARDS),
    code="WW",
    places=(
        BoxPlace("deck", say("Deck"), "deck"),
        BoxPlace("discard", say("Discard pile"), "discard"),
    ),
)
"""Every card that a deck can hold, with the copies of the house list, which may be 0."""
