"""What follows from a claim: how it is checked, how a tie is broken, and how the game ends.

`sentence` is the line in the story, `order` what people do with their hands.
"""

from dataclasses import dataclass

from referee.core import Fact, Seat, Text, say
from referee.games.war_of_waves.components import Card, card_name
from referee.games.war_of_waves.state import Phase, State, other
from referee.games.war_of_waves.words import EndReason, name, tell_end, won_by_false_claim


@dataclass(frozen=True, slots=True)
class Claimed(Fact):
    """A seat claims that its gateway is complete."""

    seat: Seat

    def sentence(self, state: State) -> Text:
        """Return when the claim is tested."""
        return say(
            "{seat}’s claim is checked after {other}’s next turn.",
            other=name(state, other(self.seat)),
        )

    order = say("{seat}: say “Complete!”")


@dataclass(frozen=True, slots=True)
class ClaimLapsed(Fact):
    """A claim came to nothing, because the gateway is no longer complete."""

    seat: Seat

    sentence = say("{seat}’s gateway is no longer complete, so the claim lapses.")
    order = say("{seat}: take the claim back, for the gateway is no longer complete.")


@dataclass(frozen=True, slots=True)
class ClaimTested(Fact):
    """A claim is tested after the opponent's turn: how many cards are turned over for it."""

    seat: Seat
    cards: int
    both: bool

    def sentence(self, _state: State) -> Text:
        """Return whose gateway is added up."""
        if self.both:
            return say("{seat}’s gateway still stands; now both gateways are added up.")
        return say("{seat}’s gateway still stands; now it is added up.")

    @property
    def tested(self) -> tuple[Seat, ...]:
        """Return whose gateways are added up, the claimant's first."""
        return (self.seat, other(self.seat)) if self.both else (self.seat,)

    def order(self, state: State) -> tuple[Text, ...]:
        """Return that everything that is added up is turned up."""
        return tuple(
            say(
                "{seat}: turn up all the Build cards of {name}’s gateway.",
                seat=name(state, seat),
                name=name(state, seat),
            )
            for seat in self.tested
        )


@dataclass(frozen=True, slots=True)
class GatewayChecked(Fact):
    """A claimed gateway was added up: bridge sums all even or all odd, gate sums in sequence."""

    seat: Seat
    bridge: tuple[int, ...]
    gate: tuple[int, ...]
    even_or_odd: bool
    sequence: bool
    valid: bool

    def sentence(self, _state: State) -> Text:
        """Return both rows of sums, and whether they are as they must be."""
        return say(
            "{seat}: bridge {bridge}, {parity}; gate {gate}, {sequence}.",
            parity=self._parity(),
            sequence=say("in sequence") if self.sequence else say("not in sequence"),
        )

    def _parity(self) -> Text:
        if not self.even_or_odd:
            return say("even and odd mixed")
        return say("all odd") if self.bridge[0] % 2 else say("all even")


@dataclass(frozen=True, slots=True)
class TieBroken(Fact):
    """Both gateways are right; how many Leaders each hand holds, and whom that makes the winner."""

    leaders: tuple[int, ...]
    winner: Seat | None

    def sentence(self, _state: State) -> Text:
        """Return what the Leaders in both hands decide."""
        if self.winner is not None:
            return say("Both gateways are valid; only {winner} holds a Leader.")
        if any(self.leaders):
            return say("Both gateways are valid, and both hold a Leader: the deck decides.")
        return say("Both gateways are valid, and neither holds a Leader: the deck decides.")

    def order(self, state: State) -> Text | None:
        """Return what to shuffle if the deck decides."""
        if state.phase is not Phase.CUT:
            return None
        return say("Shuffle the deck and the discard pile together: one deck.")


@dataclass(frozen=True, slots=True)
class CutDecided(Fact):
    """Both have turned up a card: the higher number wins, else both are set aside."""

    cards: tuple[Card, ...]
    winner: Seat | None

    def sentence(self, _state: State) -> Text:
        """Return which card is the higher one."""
        one, two = self.cards
        if self.winner is None:
            return say(
                "{one} and {two} do not break the tie: both are set aside.",
                one=card_name(one),
                two=card_name(two),
            )
        high, low = (one, two) if one.number > two.number else (two, one)
        return say(
            "{winner}’s {high} is higher than {low}.", high=card_name(high), low=card_name(low)
        )

    def order(self, _state: State) -> Text | None:
        """Return what to do with cards that decide nothing."""
        if self.winner is not None:
            return None
        return say("Still a tie: set both cards aside.")


@dataclass(frozen=True, slots=True)
class Won(Fact):
    """The game is won; `by` is the outcome's reason."""

    seat: Seat
    by: EndReason

    def sentence(self, state: State) -> Text:
        """Return who wins, by what."""
        if self.by == "false-claim":
            return won_by_false_claim(state, self.seat)
        return tell_end(state, self.by, self.seat)


@dataclass(frozen=True, slots=True)
class Drew(Fact):
    """There is no winner; `by` is the outcome's reason."""

    by: EndReason
    turns: int

    def sentence(self, state: State) -> Text:
        """Return why nobody wins."""
        return tell_end(state, self.by)
