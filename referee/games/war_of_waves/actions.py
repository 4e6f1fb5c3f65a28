"""What can be entered in a game of War of Waves."""

from dataclasses import dataclass
from typing import Final

from referee.core import Action, Note, Overrule, Seat, Secret
from referee.games.war_of_waves.components import Card, Kind, LeaderName, Section


@dataclass(frozen=True, slots=True)
class Dealt(Action):
    """A seat has its first cards; how many Leaders came up meanwhile, by their backs."""

    seat: Seat
    build: int
    war: int


@dataclass(frozen=True, slots=True)
class Face(Action):
    """A card is turned up from the deck at the near end of the face row."""

    card: Card


@dataclass(frozen=True, slots=True)
class Leader(Action):
    """A Leader is announced."""

    name: LeaderName


@dataclass(frozen=True, slots=True)
class Build(Action):
    """A Build card is laid face down as a new section."""

    at: Section


@dataclass(frozen=True, slots=True)
class Fortify(Action):
    """A card is laid face down at a section that is there already."""

    at: Section
    kind: Kind


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """One or two cards are pointed at: where each lies, its kind, and which of these it is."""

    side: Seat
    at: tuple[Section, ...]
    kind: tuple[Kind, ...]
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Present(Action):
    """A card of the attacker's hand is shown and attacks."""

    card: Card


@dataclass(frozen=True, slots=True)
class Strike(Action):
    """No more cards attack."""


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """A card of a gateway is turned over by its owner."""

    side: Seat
    at: Section
    kind: Kind
    card: int
    value: int


@dataclass(frozen=True, slots=True)
class Done(Action):
    """The player acts no more this turn, and claims a complete gateway or not."""

    claim: bool = False


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A card is drawn from the deck: its back, and whether it is a Leader."""

    back: Kind
    leader: bool = False


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """Hephaestus: one own bridge Build card and one own gate Build card change places."""

    bridge: Section
    bridge_card: int
    gate: Section
    gate_card: int


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Ares: one or two War cards of the opponent go to one own bridge section."""

    at: tuple[Section, ...]
    cards: tuple[int, ...]
    to: Section


@dataclass(frozen=True, slots=True)
class Finish(Action):
    """A turn with a Leader ends, with a claim or without."""

    claim: bool


@dataclass(frozen=True, slots=True)
class Cut(Action):
    """A card is turned up from the shuffled deck to break a tie."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Remember(Note):
    """A seat notes for itself what its face-down card is."""

    at: Section
    kind: Kind
    card: int
    value: Secret[int]


@dataclass(frozen=True, slots=True)
class OverruleTurn(Overrule):
    """The table decides whose turn it is; that turn begins afresh."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OverruleValue(Overrule):
    """The table decides which number a card has that lies in a gateway; everybody knows it then."""

    side: Seat
    at: Section
    kind: Kind
    card: int
    value: int


@dataclass(frozen=True, slots=True)
class OverruleRemove(Overrule):
    """The table decides: this card leaves the gateway for the discard pile."""

    side: Seat
    at: Section
    kind: Kind
    card: int


@dataclass(frozen=True, slots=True)
class OverrulePlace(Overrule):
    """The table decides: a card of this hand lies face down in the gateway."""

    seat: Seat
    at: Section
    kind: Kind


@dataclass(frozen=True, slots=True)
class OverruleCopies(Overrule):
    """The table decides how many copies of a numbered card its deck has; the deck has the rest."""

    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class OverruleBack(Overrule):
    """The table decides which back a Leader of its deck has."""

    leader: LeaderName
    back: Kind


ACTIONS: Final[tuple[type[Action], ...]] = (
    Dealt,
    Face,
    Leader,
    Build,
    Fortify,
    Attack,
    Present,
    Strike,
    Reveal,
    Done,
    Draw,
    Swap,
    Move,
    Finish,
    Cut,
    Remember,
    OverruleTurn,
    OverruleValue,
    OverruleRemove,
    OverrulePlace,
    OverruleCopies,
    OverruleBack,
)
