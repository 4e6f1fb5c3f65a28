"""What follows from an entry in a game of War of Waves, with its rule, numbers and sentences.

`sentence` is the line in the story, `order` what people do with their hands. What follows from an
attack is in `attack_facts`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from referee.core import Fact, Seat, Text, say, say_count
from referee.games.war_of_waves.components import Card, Deed, Kind, LeaderName, Section
from referee.games.war_of_waves.state import Phase, State
from referee.games.war_of_waves.words import (
    back_name,
    name,
)


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

    def order(self, _state: State) -> Text:
        """Return which card is laid down where."""
        if self.laid is Kind.WAR:
            return say("{seat}: add a War card to {at}, face down.")
        if self.builds == 1:
            return say("{seat}: lay a Build card as {at}, face down.")
        return say("{seat}: add a Build card to {at}, face down.")


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
    order = say("{seat}: show {leader} to announce it.")


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
    bridge_card: int
    gate: Section
    gate_card: int

    sentence = say("What was shown of {seat}’s {bridge} and {gate} still counts after the swap.")


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """Ares moved War cards of the opponent to an own bridge section."""

    seat: Seat
    count: int
    at: tuple[Section, ...]
    cards: tuple[int, ...]
    to: Section

    sentence = say_count(
        "It is face down there, and {seat} may look at it.",
        "They are face down there, and {seat} may look at them.",
        "count",
    )


@dataclass(frozen=True, slots=True)
class HandsSwapped(Fact):
    """Ceto exchanged the hands; how many cards each seat holds now."""

    seat: Seat
    hands: tuple[int, ...]

    def sentence(self, state: State) -> Text:
        """Return how many cards each seat holds now."""
        return say(
            "The hands are swapped: {first} now holds {one}, and {second} {two}.",
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
        if not self.leader:
            return _REPLENISHED[self.types]
        if not self.deck:
            return say("{seat} draws nothing more after {leader}.")
        return say_count(
            "{seat} draws {count} Deck card after {leader}.",
            "{seat} draws {count} Deck cards after {leader}.",
            "deck",
        )

    def order(self, state: State) -> Text | None:
        """Return that nothing is drawn; what is drawn and entered, the next step orders."""
        poseidon = self.leader is LeaderName.POSEIDON and state.table.poseidon_draws
        return None if self.deck or self.face or poseidon else say("{seat}: draw nothing.")


_REPLENISHED: Final[Mapping[tuple[Deed, ...], Text]] = {
    (): say("{seat} did nothing, and draws nothing."),
    (Deed.BUILD,): say("{seat} built: 2 Face cards."),
    (Deed.BUILD, Deed.FORTIFY): say("{seat} built and fortified: 2 Deck cards."),
    (Deed.FORTIFY,): say("{seat} fortified: 1 Face card."),
    (Deed.FORTIFY, Deed.ATTACK): say(
        "{seat} fortified and attacked: 1 Deck card, then 1 Face card."
    ),
    (Deed.ATTACK,): say("{seat} attacked: 1 Deck card."),
    (Deed.BUILD, Deed.ATTACK): say("{seat} built and attacked: 1 Face card."),
}
"""What each row of the replenish table brings, as a whole sentence; `DRAWS` has the numbers."""


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
            "{seat} drew {card} and holds {hand}.",
            card=back_name(self.back, leader=self.leader),
        )


@dataclass(frozen=True, slots=True)
class Taken(Fact):
    """The Face card farthest from the deck went to a hand, which holds so many cards now."""

    seat: Seat
    card: Card
    hand: int

    sentence = say("{seat} takes {card}, the Face card farthest from the deck, and holds {hand}.")

    order = say("{seat}: take {card}, the Face card farthest from the deck, and slide the row on.")


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
        return say("Shuffle the discard pile: it is the new deck.")
