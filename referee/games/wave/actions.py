"""What can be entered in a game of WAVE."""

from dataclasses import dataclass
from typing import Final

from referee.core import Action, Overrule, Seat
from referee.games.wave.components import Card, Direction, Facing


@dataclass(frozen=True, slots=True)
class Start(Action):
    """The start card is turned over."""

    card: Card


@dataclass(frozen=True, slots=True)
class Play(Action):
    """A card is laid that is higher; `facing` is how it was held."""

    card: Card
    facing: Facing


@dataclass(frozen=True, slots=True)
class Wrong(Action):
    """A card was really laid that is not higher: that ends the game."""

    card: Card
    facing: Facing


@dataclass(frozen=True, slots=True)
class Stuck(Action):
    """Whoever's turn it is can lay nothing: that ends the game."""


@dataclass(frozen=True, slots=True)
class Talk(Action):
    """Somebody named or compared colours or numbers, or hinted at them: that ends the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OverruleTurn(Overrule):
    """The table decides whose turn it is; `place` may be Silver's."""

    place: int


@dataclass(frozen=True, slots=True)
class OverruleDirection(Overrule):
    """The table decides which way play goes."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class OverruleFacing(Overrule):
    """The table decides how many cards of a hand face their owner; the others face the team."""

    seat: Seat
    self: int


ACTIONS: Final[tuple[type[Action], ...]] = (
    Start,
    Play,
    Wrong,
    Stuck,
    Talk,
    OverruleTurn,
    OverruleDirection,
    OverruleFacing,
)
