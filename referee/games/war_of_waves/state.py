"""The state of a game of War of Waves.

Everything is frozen. What a seat has noted about its own face-down card is a `Secret` beside the
card, and moves with it; the rest is public.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from referee.core import Fact, Outcome, Seat, Secret
from referee.games.war_of_waves.components import (
    Card,
    Counts,
    DeckList,
    Deed,
    Kind,
    LeaderName,
    Section,
)

PLAYERS: Final = (Seat(0), Seat(1))


class Phase(Enum):
    """What the table is doing."""

    DEAL = "deal"
    FACE = "face"
    ACT = "act"
    DRAW = "draw"
    REFILL = "refill"
    SWAP = "swap"
    TARGET = "target"
    MOVE = "move"
    PRESENT = "present"
    REVEAL = "reveal"
    CLAIM = "claim"
    CUT = "cut"
    OVER = "over"


class Then(Enum):
    """What follows when all cards that are owed have been drawn."""

    ACT = "act"
    EFFECT = "effect"
    CLAIM = "claim"
    END = "end"


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a game: the players by seat, and the options.

    `poseidon_draws`: the player of Poseidon draws as after an Attack.
    """

    names: tuple[str, ...]
    deck_list: DeckList
    first: Seat
    poseidon_draws: bool


class Laid(NamedTuple):
    """A face-down card of a gateway: its number once everybody knows it, and its owner's note.

    `mark` is when and where it was laid, which tells it from all others.
    """

    value: int | None = None
    note: Secret[int] | None = None
    mark: str = ""

    @property
    def own(self) -> int | None:
        """Return the number as the reader of this state knows it: shown, or else noted."""
        if self.value is not None:
            return self.value
        return self.note.value if self.note else None


class Place(NamedTuple):
    """The cards of a section of a gateway, in the order in which they were laid."""

    builds: tuple[Laid, ...] = ()
    wars: tuple[Laid, ...] = ()

    def of(self, kind: Kind) -> tuple[Laid, ...]:
        """Return the cards of one kind."""
        return self.builds if kind is Kind.BUILD else self.wars


Gateway: TypeAlias = tuple[Place, ...]
"""The seven sections, in the order of `SECTIONS`."""


Hiding: TypeAlias = tuple[str, int]
"""Where cards are hidden: in the hand or the gateway of a seat, or face down when discarded."""


class Followed(NamedTuple):
    """A card that everybody saw go to a hand, and the places where it may be hidden now."""

    card: Card
    places: frozenset[Hiding]


class Spot(NamedTuple):
    """Names a card of a gateway; `card` counts the cards of its kind in the section from 1."""

    side: Seat
    at: Section
    kind: Kind
    card: int


@dataclass(frozen=True, slots=True)
class Target:
    """A card of a gateway that was attacked, with its number once it is shown."""

    at: Section
    kind: Kind
    card: int
    value: int | None


class Assault(NamedTuple):
    """An attack that is going on: what is attacked, and the cards shown so far."""

    side: Seat
    targets: tuple[Spot, ...] = ()
    attackers: tuple[Card, ...] = ()
    poseidon: bool = False


class State(NamedTuple):
    """Everything the referee knows.

    `turns` counts turns that are over; `types` are the types of Action used this turn. `named` are
    the Leaders known by name in each hand; `discarded` the known cards of the discard pile, whose
    `discard` counts all. `draws` and `faces_owed` are cards still to be drawn from the deck and
    taken from the row, and `then` what follows. `leader` is the one announced and not yet discarded
    or still at work. `to_reveal` are cards to be turned over, in order; `taken` the numbered cards
    that everybody saw go to a hand and nobody has seen since; `cut` the cards turned up so far to
    break a tie, two by two. `exchanges` counts how often hands were swapped. `news` is what
    followed from the last entry, and while cards are turned over, which ones were.
    """

    table: Table
    phase: Phase
    turn: Seat
    turns: int
    hands: tuple[Counts, ...]
    named: tuple[frozenset[LeaderName], ...]
    deck: Counts
    discard: Counts
    discarded: tuple[Card, ...]
    faces: tuple[Card, ...]
    gateways: tuple[Gateway, ...]
    claims: tuple[bool, ...] = (False, False)
    types: tuple[Deed, ...] = ()
    draws: int = 0
    faces_owed: int = 0
    then: Then = Then.ACT
    leader: LeaderName | None = None
    assault: Assault | None = None
    to_reveal: tuple[Spot, ...] = ()
    taken: tuple[Followed, ...] = ()
    cut: tuple[Card, ...] = ()
    exchanges: int = 0
    outcome: Outcome | None = None
    news: tuple[Fact, ...] = ()


Result: TypeAlias = tuple[State, list[Fact]]
"""The state after a step of the rules, and the facts that follow from it."""


def other(seat: Seat) -> Seat:
    """Return the opponent."""
    return Seat(1 - seat)


def claimant(state: State) -> Seat:
    """Return the seat whose claim is tested while cards are revealed or turned up for it."""
    return other(state.turn)


def conserved(state: State) -> int:
    """Count every card of the game; the same at every step."""
    lying = sum(len(place.builds) + len(place.wars) for side in state.gateways for place in side)
    shown = len(state.assault.attackers) if state.assault else 0
    piles = (*state.hands, state.deck, state.discard)
    return lying + shown + len(state.faces) + len(state.cut) + sum(map(sum, piles))


def is_second_cut(state: State) -> bool:
    """Return whether the first of the two cards of a tie-break is turned up already."""
    return len(state.cut) % len(PLAYERS) == 1


def acting(state: State) -> Seat | None:
    """Return the seat whose entry is next; None when the game is over."""
    match state.phase:
        case Phase.OVER:
            return None
        case Phase.REVEAL:
            return state.to_reveal[0].side
        case Phase.CUT:
            return state.turn if is_second_cut(state) else claimant(state)
        case _:
            return state.turn
