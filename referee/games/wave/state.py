"""The state of a game of WAVE. Everything is frozen; `remaining` counts the cards not laid yet.

A place is a seat, or the one after the seats of two players: Silver's. Hands are numbers only: the
referee never sees what a hidden card is.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final, NamedTuple, TypeAlias

from referee.core import Fact, Outcome, Seat
from referee.games.wave.components import Card, Direction, Facing, Variant

Position: TypeAlias = Annotated[int, "position"]
"""A place around the table: a seat, or the one after the seats of two players, Silver's."""

PERFECT_WAVE: Final = "perfect-wave"
STUCK: Final = "stuck"
WRONG_CARD: Final = "wrong-card"
FORBIDDEN_TALK: Final = "forbidden-talk"

REASONS: Final = (PERFECT_WAVE, STUCK, WRONG_CARD, FORBIDDEN_TALK)
"""How a game ends."""


class Phase(Enum):
    """What the table is doing."""

    START = "start"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a game: the players by seat, who starts, the variant."""

    names: tuple[str, ...]
    first: Seat
    variant: Variant

    @property
    def silver(self) -> int | None:
        """Return Silver's place, where two players ride with Silver (K15)."""
        return 2 if len(self.names) == 2 else None  # noqa: PLR2004 - the third place of two

    @property
    def places(self) -> int:
        """Return how many places there are around the table."""
        return len(self.names) + (self.silver is not None)


class Lying(NamedTuple):
    """A card on the pile, the place it came from, and how it was held; None for the start card."""

    card: Card
    place: int | None
    facing: Facing | None = None


class Hand(NamedTuple):
    """How many cards of a hand face their owner, and how many the team."""

    own: int
    team: int


class Silver(NamedTuple):
    """How many of Silver's cards are hidden, and how many are open."""

    hidden: int
    open: int


class State(NamedTuple):
    """Everything the referee knows.

    `laid` is the pile in the middle from the start card on, so that the index of a card is the
    turn in which it came. `news` are the facts that followed from the last entry; the orders for
    people's hands come from them.
    """

    table: Table
    phase: Phase
    place: int | None
    direction: Direction
    laid: tuple[Lying, ...]
    hands: tuple[Hand, ...]
    silver: Silver | None
    pile: int
    colours_swapped: bool = False
    numbers_swapped: bool = False
    outcome: Outcome | None = None
    news: tuple[Fact, ...] = ()

    def held(self, place: int) -> int:
        """Return how many cards a place holds."""
        if place == self.table.silver:
            return sum(self.silver or ())
        return sum(self.hands[place])

    @property
    def swapped(self) -> bool:
        """Return whether an order is reversed now."""
        return self.colours_swapped or self.numbers_swapped

    @property
    def remaining(self) -> int:
        """Return how many cards are not laid yet: all hands, Silver's too, and the pile."""
        return sum(self.held(place) for place in range(self.table.places)) + self.pile
