"""What follows from an entry in a game of War of Waves, with its rule, numbers and sentences.

`sentence` is the line in the story, `order` what people do with their hands. What follows from an
attack is in `attack_facts`.
"""

from dataclasses import dataclass
from typing import ClassVar

from referee.core import Fact, Seat, Text, listed, say, say_count
from referee.games.war_of_waves.components import Card, Deed, Kind, LeaderName, Section, card_name
from referee.games.war_of_waves.state import PLAYERS, Phase, State, other
from referee.games.war_of_waves.words import EndReason, back_name, name, won_by_false_claim


@dataclass(frozen=True, slots=True)
class HandDealt(Fact):
    """A seat has its first hand, with the Leaders that came up, and its first bridge section."""

    seat: Seat
    hand: int
    build_leaders: int
    war_leaders: int

    sentence = say("{seat} starts with {hand} cards in hand and one Build card at Bridge 1.")


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A turn begins; `number` counts turns from 1."""

    seat: Seat
    number: int

    sentence = say("Turn {number}: {seat}.")


@dataclass(frozen=True, slots=True)
class NothingToPlay(Fact):
    """A turn begins without a Build or War card in hand, so a Deck card comes first."""

    seat: Seat

    sentence = say("{seat} has no Build or War card and draws a Deck card first.")


@dataclass(frozen=True, slots=True)
class SectionLaid(Fact):
    """A card was laid: how many of each kind are in that section now, and cards left in hand."""

    minor: ClassVar[bool] = True

    seat: Seat
    at: Section
    laid: Kind
    builds: int
    wars: int
    hand: int

    def sentence(self, _state: State) -> Text:
        """Return what is in the section now; a gate has no War cards."""
        if self.at.is_gate:
            return say_count(
                "{seat}’s {at} has {count} Build card now.",
                "{seat}’s {at} has {count} Build cards now.",
                "builds",
            )
        return say("{seat}’s {at}: {builds} Build and {wars} War now.")


@dataclass(frozen=True, slots=True)
class BridgeReady(Fact):
    """All four bridge sections of a seat have a Build and a War card."""

    seat: Seat

    sentence = say("{seat}’s bridge is ready: Build and War on all 4 sections.")


@dataclass(frozen=True, slots=True)
class BridgeBroken(Fact):
    """A bridge is no longer ready; `gate` counts its gate sections, which stay."""

    seat: Seat
    gate: int

    def sentence(self, _state: State) -> Text:
        """Return that the bridge is broken, and what that means for a gate."""
        if not self.gate:
            return say("{seat}’s bridge is broken.")
        return say("{seat}’s bridge is broken: the gate stays, but cannot grow and does not count.")


@dataclass(frozen=True, slots=True)
class GatewayComplete(Fact):
    """Every section of a seat's gateway has its cards; their numbers are not tested."""

    seat: Seat

    sentence = say("{seat}’s gateway has all its sections.")


@dataclass(frozen=True, slots=True)
class SectionEmptied(Fact):
    """A section is empty; it can be built again."""

    minor: ClassVar[bool] = True

    side: Seat
    at: Section

    sentence = say("{side}’s {at} is empty and can be built again.")


@dataclass(frozen=True, slots=True)
class LeaderAnnounced(Fact):
    """A Leader was announced: 1 Deck card is drawn, then it must be played."""

    seat: Seat
    leader: LeaderName

    sentence = say("First draw 1 Deck card; then {leader} must be played.")


@dataclass(frozen=True, slots=True)
class LeaderPlayed(Fact):
    """An announced Leader was discarded; `effect` tells whether it can do anything."""

    seat: Seat
    leader: LeaderName
    effect: bool

    order = say("{seat}: discard {leader}.")

    def sentence(self, _state: State) -> Text:
        """Return that the Leader is discarded, and whether it does anything."""
        if self.effect:
            return say("{seat} discards {leader} and plays it.")
        return say("{seat} discards {leader}, who can do nothing here.")


@dataclass(frozen=True, slots=True)
class Swapped(Fact):
    """Hephaestus exchanged a bridge Build card and a gate Build card."""

    seat: Seat
    bridge: Section
    gate: Section

    sentence = say("{seat}’s {bridge} and {gate}: what was shown of these cards still counts.")
    order = say("{seat}: swap that Build card of your {bridge} with that of your {gate}.")


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """Ares moved War cards of the opponent to an own bridge section."""

    seat: Seat
    count: int
    at: tuple[Section, ...]
    to: Section

    sentence = say_count(
        "It is face down there, and {seat} may look at it.",
        "They are face down there, and {seat} may look at them.",
        "count",
    )

    def order(self, state: State) -> Text:
        """Return whose cards are laid where."""
        return say_count(
            "{seat}: lay {other}’s War card face down at your {to}. Look at it if you like.",
            "{seat}: lay {other}’s {count} War cards face down at your {to}. "
            "Look at them if you like.",
            "count",
            other=name(state, other(self.seat)),
        )


@dataclass(frozen=True, slots=True)
class HandsSwapped(Fact):
    """Ceto exchanged the hands; how many cards each seat holds now."""

    seat: Seat
    hands: tuple[int, ...]

    def sentence(self, state: State) -> Text:
        """Return how many cards each seat holds now."""
        return say(
            "The hands are swapped: {first} holds {one} now, {second} {two}.",
            first=name(state, 0),
            one=self.hands[0],
            second=name(state, 1),
            two=self.hands[1],
        )

    def order(self, state: State) -> Text:
        """Return that both swap hands."""
        return say("{one} and {two}: swap hands.", one=name(state, 0), two=name(state, 1))


@dataclass(frozen=True, slots=True)
class Replenish(Fact):
    """A turn's actions are over: their types, and the Deck and Face cards that they bring.

    `leader` is the Leader that took the place of the actions.
    """

    seat: Seat
    types: tuple[Deed, ...]
    deck: int
    face: int
    leader: LeaderName | None = None

    def sentence(self, _state: State) -> Text:
        """Return which cards the actions, or the Leader, bring."""
        if self.leader:
            if self.deck:
                return say("{seat} draws {cards} after {leader}.", cards=self._draws())
            return say("{seat} draws nothing more after {leader}.")
        if not self.types:
            return say("{seat} did nothing, and draws nothing.")
        return say_count(
            "{types} brings {seat} {cards}.",
            "{types} bring {seat} {cards}.",
            len(self.types),
            cards=self._draws(),
        )

    def _draws(self) -> Text:
        parts = []
        if self.deck:
            parts.append(say_count("{count} Deck card", "{count} Deck cards", self.deck))
        if self.face:
            parts.append(say_count("{count} Face card", "{count} Face cards", self.face))
        return listed(parts)

    def order(self, state: State) -> Text | None:
        """Return that nothing is drawn; what is drawn and entered, the next step orders."""
        poseidon = self.leader is LeaderName.POSEIDON and state.table.poseidon_draws
        return None if self.deck or self.face or poseidon else say("{seat}: draw nothing.")


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    """A card of the deck went to a hand, which holds so many cards now."""

    minor: ClassVar[bool] = True

    seat: Seat
    back: Kind
    leader: bool
    hand: int

    def sentence(self, _state: State) -> Text:
        """Return what the card's back shows."""
        return say(
            "{seat} has drawn {card} and holds {hand}.",
            card=back_name(self.back, leader=self.leader),
        )


@dataclass(frozen=True, slots=True)
class Taken(Fact):
    """The Face card farthest from the deck went to a hand, which holds so many cards now."""

    seat: Seat
    card: Card
    hand: int

    sentence = say("{seat} takes {card}, the Face card farthest from the deck, and holds {hand}.")

    def order(self, state: State) -> Text | None:
        """Return what is taken; a new Face card is ordered by the next step."""
        if state.phase is Phase.REFILL:
            return None
        return say("{seat}: take {card}, the farthest Face card, and slide the row on.")


@dataclass(frozen=True, slots=True)
class LeaderBonus(Fact):
    """A Leader came to a hand, so one more card comes from the same place."""

    seat: Seat
    face: bool

    def sentence(self, _state: State) -> Text:
        """Return which additional card comes."""
        if self.face:
            return say("A Leader: {seat} takes 1 more Face card.")
        return say("A Leader: {seat} draws 1 more Deck card.")


@dataclass(frozen=True, slots=True)
class NoCardLeft(Fact):
    """A card was due, but neither deck nor discard pile, or no Face card, is left."""

    face: bool

    def sentence(self, _state: State) -> Text:
        """Return where no card is left."""
        if self.face:
            return say("No Face card is left to take.")
        return say("Neither the deck nor the discard pile has a card left to draw.")


@dataclass(frozen=True, slots=True)
class RowStayedShort(Fact):
    """Places of the row stayed empty for lack of cards, and there is a card for one now."""

    empty: int

    sentence = say_count(
        "{count} place in the row stayed empty; now there is a card for it.",
        "{count} places in the row stayed empty; now there is a card for one.",
        "empty",
    )


@dataclass(frozen=True, slots=True)
class Reshuffled(Fact):
    """The `count` cards of the discard pile were shuffled into the `deck` cards of the deck."""

    count: int
    deck: int

    def sentence(self, _state: State) -> Text:
        """Return what is shuffled."""
        if not self.count:
            return say("The deck is shuffled.")
        return say_count(
            "The discard pile, {count} card, is shuffled into the deck.",
            "The discard pile, {count} cards, is shuffled into the deck.",
            "count",
        )

    def order(self, state: State) -> Text | None:
        """Return what to shuffle; to break a tie, `TieBroken` orders it."""
        if state.phase is Phase.CUT:
            return None
        return say("Shuffle the discard pile: it is the deck now.")


@dataclass(frozen=True, slots=True)
class Claimed(Fact):
    """A seat claims that its gateway is complete."""

    seat: Seat

    def sentence(self, state: State) -> Text:
        """Return when the claim is tested."""
        return say(
            "{seat}’s claim is tested after {other}’s next turn.",
            other=name(state, other(self.seat)),
        )


@dataclass(frozen=True, slots=True)
class ClaimLapsed(Fact):
    """A claim came to nothing, because the gateway is no longer complete."""

    seat: Seat

    sentence = say("{seat}’s gateway is no longer complete, so the claim lapses.")
    order = say("{seat}’s gateway is no longer complete.")


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

    def order(self, state: State) -> tuple[Text, ...]:
        """Return that everything that is added up is turned up."""
        return tuple(
            say("{seat}: turn up all your Build cards.", seat=name(state, seat))
            for seat in PLAYERS
            if self.both or seat == self.seat
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
            return say("Both gateways are right; only {winner} holds a Leader.")
        if any(self.leaders):
            return say("Both gateways are right, and both hold a Leader: the deck decides.")
        return say("Both gateways are right, and nobody holds a Leader: the deck decides.")

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
                "{one} and {two} decide nothing: both are set aside.",
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
        return say("That decides nothing. Set both cards aside.")


@dataclass(frozen=True, slots=True)
class Won(Fact):
    """The game is won; `by` is the outcome's reason."""

    seat: Seat
    by: EndReason

    def sentence(self, state: State) -> Text:
        """Return who wins, by what."""
        if self.by == "false-claim":
            return won_by_false_claim(state, self.seat)
        return say("{seat} wins with {by}.")


@dataclass(frozen=True, slots=True)
class Drew(Fact):
    """There is no winner; `by` is the outcome's reason."""

    by: EndReason
    turns: int

    sentence = say("Nobody wins: {by}.")
