"""What can be entered in a game of WAVE, and how the story tells it."""

from dataclasses import dataclass
from typing import Final

from referee.core import Action, Overrule, Seat, Text, say
from referee.games.wave.components import Card, Direction, Facing
from referee.games.wave.state import Position, State
from referee.games.wave.words import facing_name


@dataclass(frozen=True, slots=True)
class Start(Action):
    """The start card is turned over."""

    card: Card

    sentence = say("The start card is {card}.")


@dataclass(frozen=True, slots=True)
class Play(Action):
    """A card is laid that is higher; `facing` is how it was held."""

    card: Card
    facing: Facing

    def sentence(self, state: State) -> Text:
        """Return who laid the card, and how it was held."""
        if self.facing is Facing.OPEN:
            return say("Silver laid {card}.")
        assert state.place is not None
        facing = facing_name(state.table, state.place, self.facing)
        return say("{player} laid {card}, {facing}.", facing=facing)


@dataclass(frozen=True, slots=True)
class Wrong(Action):
    """A card was really laid that is not higher: that ends the game."""

    card: Card
    facing: Facing

    sentence = say("{player} laid {card}, which does not fit.")


@dataclass(frozen=True, slots=True)
class Stuck(Action):
    """The current place has no card that fits: that ends the game."""

    sentence = say("{player} has no card to lay.")


@dataclass(frozen=True, slots=True)
class Talk(Action):
    """A player named or compared colours or numbers, or hinted at them: that ends the game."""

    seat: Seat

    sentence = say("{seat} named or compared colours or numbers.")


@dataclass(frozen=True, slots=True)
class OverruleTurn(Overrule):
    """The table decides whose turn it is; `place` may be Silver's."""

    place: Position

    sentence = say("it is {place}’s turn")


@dataclass(frozen=True, slots=True)
class OverruleDirection(Overrule):
    """The table decides which way play goes."""

    direction: Direction

    sentence = say("play goes {direction}")


@dataclass(frozen=True, slots=True)
class OverruleFacing(Overrule):
    """The table decides how many cards of a hand face their owner; the others face the team."""

    seat: Seat
    self: int

    sentence = say("{seat} holds {self} facing {seat}, the others face the team")


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
