"""What follows from an entry in a game of WAVE, with its rule, its numbers and its sentences.

`sentence` is the line in the story, `order` what people do with their hands.
"""

from dataclasses import dataclass
from typing import ClassVar

from referee.core import Fact, Seat, Text, joined, listed, say, say_count
from referee.games.wave.components import (
    COLOUR_NAMES,
    Card,
    Direction,
    Facing,
    Higher,
    Row,
    Trait,
    better,
)
from referee.games.wave.state import FORBIDDEN_TALK, PERFECT_WAVE, STUCK, Position, State
from referee.games.wave.words import (
    ROW_NAMES,
    facing_name,
    order_said,
    order_turned,
    place_name,
)


@dataclass(frozen=True, slots=True)
class StartTurned(Fact):
    """The start card is face up; a symbol on it does not change the direction."""

    card: Card

    def sentence(self, _state: State) -> Text:
        """Return that the card is face up; a symbol on it is explained."""
        if self.card.reverses:
            return say(
                "{card} is face up. Its symbol does not change the direction: "
                "play starts clockwise."
            )
        return say("{card} is face up; play starts clockwise.")


@dataclass(frozen=True, slots=True)
class Dealt(Fact):
    """The hands are dealt: how many cards face their owner and the team, and how many are left."""

    own: int
    team: int
    pile: int

    sentence = say_count(
        "Everybody holds {own} cards facing themselves and {team} facing the team; "
        "{count} card is left to draw.",
        "Everybody holds {own} cards facing themselves and {team} facing the team; "
        "{count} cards are left to draw.",
        "pile",
    )
    order = say("Deal to everybody: {own} cards facing their owner, then {team} facing the team.")


@dataclass(frozen=True, slots=True)
class SilverLaid(Fact):
    """Silver's cards are on the table, at a place of their own."""

    place: Position
    hidden: int
    open: int

    sentence = say("Silver has {hidden} hidden cards and {open} open ones.")

    def order(self, state: State) -> Text:
        """Return where Silver's cards go: between the last player and the first."""
        return say(
            "For Silver, between {last} and {first}: "
            "{hidden} cards face down, {open} open on them.",
            last=state.table.names[-1],
            first=state.table.names[0],
        )


@dataclass(frozen=True, slots=True)
class Laid(Fact):
    """A card was laid on another one: in which turn, and what it is higher in (`by`).

    `by` is `number`, `colour`, `both`, or `swap` for a special card.
    """

    turn: int
    place: Position
    card: Card
    facing: Facing
    over: Card
    by: Higher

    def sentence(self, state: State) -> Text:
        """Return in what the card is higher, in the current orders."""
        match self.by:
            case Higher.SWAP:
                return say("A swap card fits on everything; {over} is still the card to beat.")
            case Higher.NUMBER:
                return self._higher_number(state)
            case Higher.COLOUR:
                return self._higher_colour(state)
        if state.swapped:
            return joined([self._higher_number(state), self._higher_colour(state)])
        return say("{card} is higher than {over} in both.")

    def _higher_number(self, state: State) -> Text:
        one, other = self.card.number, self.over.number
        if state.numbers_swapped:
            return say("{number} counts as higher than {other} now.", number=one, other=other)
        return say("The number {number} is higher than {other}.", number=one, other=other)

    def _higher_colour(self, state: State) -> Text:
        assert self.card.colour
        assert self.over.colour
        one, other = COLOUR_NAMES[self.card.colour], COLOUR_NAMES[self.over.colour]
        if state.colours_swapped:
            return say("{colour} counts as higher than {other} now.", colour=one, other=other)
        return say("{colour} is higher than {other}.", colour=one, other=other)


@dataclass(frozen=True, slots=True)
class Swapped(Fact):
    """An order was reversed, or restored."""

    trait: Trait
    swapped: bool

    def sentence(self, _state: State) -> Text:
        """Return which end of the order is the highest now."""
        what = order_said(self.trait, swapped=self.swapped)
        if self.swapped:
            return say("The order is reversed: {what}.", what=what)
        return say("The order is back as printed: {what}.", what=what)

    def order(self, _state: State) -> Text:
        """Return which overview card is turned, and what is highest then."""
        return order_turned(self.trait, swapped=self.swapped)


@dataclass(frozen=True, slots=True)
class Reversed(Fact):
    """The direction changed."""

    card: Card
    direction: Direction

    sentence = say("The direction changes: {direction} now.")
    order = say("Turn the direction card: {direction}.")


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    """A card was drawn: how it is held, and how many are left in the pile."""

    minor: ClassVar[bool] = True

    place: Position
    facing: Facing
    pile: int

    def sentence(self, state: State) -> Text:
        """Return who drew, and how the card is held."""
        if self.facing is Facing.OPEN:
            return say_count(
                "Silver got a new open card; {count} card is left to draw.",
                "Silver got a new open card; {count} cards are left to draw.",
                self.pile,
            )
        return say_count(
            "{place} drew a card, {facing}; {count} card is left to draw.",
            "{place} drew a card, {facing}; {count} cards are left to draw.",
            self.pile,
            facing=facing_name(state.table, self.place, self.facing),
        )

    def order(self, _state: State) -> Text:
        """Return who draws, and how to hold the card."""
        match self.facing:
            case Facing.OPEN:
                return say("For Silver: draw a card, lay it open.")
            case Facing.SELF:
                return say("{place} draws a card and holds it facing {place}.")
            case _:
                return say("{place} draws a card and holds it facing the team.")


@dataclass(frozen=True, slots=True)
class NotDrawn(Fact):
    """The pile is empty, so nothing was drawn."""

    minor: ClassVar[bool] = True

    place: Position

    sentence = say("The pile is empty: nothing to draw for {place}.")
    order = say("The pile is empty: draw nothing.")


@dataclass(frozen=True, slots=True)
class TurnedUp(Fact):
    """One of Silver's hidden cards was turned up."""

    hidden: int
    open: int

    sentence = say("A hidden card of Silver’s was turned up: {hidden} hidden and {open} open now.")

    def order(self, _state: State) -> Text:
        """Return which hidden card is turned up."""
        if self.hidden:
            return say("Turn up the left one of Silver’s hidden cards.")
        return say("Turn up Silver’s last hidden card.")


@dataclass(frozen=True, slots=True)
class Skipped(Fact):
    """A place without cards was skipped."""

    minor: ClassVar[bool] = True

    place: Position

    sentence = say("{place} has no cards and is skipped.")


@dataclass(frozen=True, slots=True)
class Turn(Fact):
    """Whose turn it is now, and who enters it."""

    minor: ClassVar[bool] = True

    place: Position
    acting: Seat
    direction: Direction

    def sentence(self, state: State) -> Text:
        """Return whose turn it is, and who enters it for Silver."""
        if self.rule == "K6":
            return say("{place} is the only one with cards and plays on.")
        if self.place == state.table.silver:
            return say("Silver is next: both choose together, and {acting} enters it.")
        return say("{place} is next.")


@dataclass(frozen=True, slots=True)
class NothingFits(Fact):
    """None of the cards left, in the hands and the pile, fits on the card to beat."""

    top: Card
    left: int

    sentence = say_count(
        "The last card left does not fit on {top}.",
        "Not one of the {count} cards left fits on {top}.",
        "left",
    )


@dataclass(frozen=True, slots=True)
class Ended(Fact):
    """The game is over: why, at whose place, and the wrong card, if one was laid."""

    reason: str
    place: Position
    card: Card | None = None

    def sentence(self, _state: State) -> Text:
        """Return who ended the game, and by what."""
        if self.reason == PERFECT_WAVE:
            return say("{place} laid the last card: everybody wins.")
        if self.reason == STUCK:
            return say("{place} had no card to lay: the game is over.")
        if self.reason == FORBIDDEN_TALK:
            return say("{place} said something forbidden: the game is over.")
        return say(
            "{place}’s {card} does not fit: the game is over, and the card counts as left over."
        )


@dataclass(frozen=True, slots=True)
class Result(Fact):
    """How well it went: the row of the table, the cards left over, and where they are."""

    row: Row
    remaining: int
    to_next: int
    held: tuple[int, ...]
    pile: int

    def sentence(self, state: State) -> Text:
        """Return what is left over and where, and what would have been better."""
        held = [
            say("{name} {count}", name=place_name(state.table, place), count=count)
            for place, count in enumerate(self.held)
        ]
        counted = say_count(
            "{count} card is left over ({held}, pile {pile}): {row}.",
            "{count} cards are left over ({held}, pile {pile}): {row}.",
            self.remaining,
            held=listed(held),
        )
        return joined([counted, self.to_better()]) if self.to_next else counted

    def to_better(self) -> Text:
        """Return how many fewer cards would have reached the better row."""
        return say_count(
            "{count} card fewer would have been “{row}”.",
            "{count} cards fewer would have been “{row}”.",
            self.to_next,
            row=ROW_NAMES[better(self.row)],
        )


@dataclass(frozen=True, slots=True)
class TableChanged(Fact):
    """How it is after an overrule; null where it changed nothing.

    `hand` is the seat with its cards facing itself and the team.
    """

    place: Position | None = None
    direction: Direction | None = None
    hand: tuple[int, int, int] | None = None

    def sentence(self, state: State) -> Text:
        """Return how it is now, only where that changed."""
        return joined(self.order(state))

    def order(self, state: State) -> tuple[Text, ...]:
        """Return the same, one by one."""
        changed = []
        if self.place is not None:
            changed.append(say("It is {place}’s turn now."))
        if self.direction is not None:
            changed.append(say("Play goes {direction} now."))
        if self.hand is not None:
            seat, own, team = self.hand
            text = say(
                "{name} holds {own} facing {name} and {team} facing the team now.",
                name=state.table.names[seat],
                own=own,
                team=team,
            )
            changed.append(text)
        return tuple(changed)
