"""What follows from an entry in a game of WAVE: each with its rule and its numbers."""

from dataclasses import dataclass
from typing import ClassVar

from referee.core import Fact, Seat
from referee.games.wave.components import Card, Direction, Facing, Higher, Row, Trait


@dataclass(frozen=True, slots=True)
class StartTurned(Fact):
    """The start card lies open; a sign on it turns nothing around."""

    card: Card


@dataclass(frozen=True, slots=True)
class Dealt(Fact):
    """Everybody has so many cards facing themselves and the team; so many are left to draw."""

    own: int
    team: int
    pile: int


@dataclass(frozen=True, slots=True)
class SilverLaid(Fact):
    """Silver's cards lie on the table, at a place of their own."""

    place: int
    hidden: int
    open: int


@dataclass(frozen=True, slots=True)
class Laid(Fact):
    """A card lies on another one: in which turn, and what it is higher in (`by`).

    `by` is `number`, `colour`, `both`, or `swap` for a special card.
    """

    turn: int
    place: int
    card: Card
    facing: Facing
    over: Card
    by: Higher


@dataclass(frozen=True, slots=True)
class Swapped(Fact):
    """An order was turned around, or back."""

    trait: Trait
    swapped: bool


@dataclass(frozen=True, slots=True)
class Reversed(Fact):
    """The direction was turned around."""

    card: Card
    direction: Direction


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    """A card was drawn: how it is held, and how many are left in the pile."""

    minor: ClassVar[bool] = True

    place: int
    facing: Facing
    pile: int


@dataclass(frozen=True, slots=True)
class NotDrawn(Fact):
    """The pile is empty, so nothing was drawn."""

    minor: ClassVar[bool] = True

    place: int


@dataclass(frozen=True, slots=True)
class TurnedUp(Fact):
    """One of Silver's hidden cards was turned up."""

    hidden: int
    open: int


@dataclass(frozen=True, slots=True)
class Skipped(Fact):
    """Somebody without cards was passed over."""

    minor: ClassVar[bool] = True

    place: int


@dataclass(frozen=True, slots=True)
class Turn(Fact):
    """Whose turn it is now, and who enters it."""

    minor: ClassVar[bool] = True

    place: int
    acting: Seat
    direction: Direction


@dataclass(frozen=True, slots=True)
class NothingFits(Fact):
    """None of the cards that are left, wherever they are, could be laid on the card to beat."""

    top: Card
    left: int


@dataclass(frozen=True, slots=True)
class Ended(Fact):
    """The game is over: why, at whose place, and with which card where one was wrong."""

    reason: str
    place: int
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Result(Fact):
    """How well it went: the row of the table, the cards left over, and where they are."""

    row: Row
    remaining: int
    to_next: int
    held: tuple[int, ...]
    pile: int


@dataclass(frozen=True, slots=True)
class TableChanged(Fact):
    """How it is after an overrule; null where it changed nothing.

    `hand` is the seat with its cards facing itself and the team.
    """

    place: int | None = None
    direction: Direction | None = None
    hand: tuple[int, int, int] | None = None
