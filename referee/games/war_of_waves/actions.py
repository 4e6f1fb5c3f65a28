"""What can be entered in a game of War of Waves, and how the story tells it.

The sentence of an overrule has one value that differs, so that the question “which one?” reads well
without it.
"""

from dataclasses import dataclass
from typing import Final

from referee.core import Action, Note, Overrule, Seat, Secret, Text, say
from referee.games.war_of_waves.components import (
    KIND_NAMES,
    LEADER_NAMES,
    Card,
    Kind,
    LeaderName,
    Section,
    card_name,
    card_of,
)
from referee.games.war_of_waves.places import card_of_side, card_on, cards_of_side, section_of
from referee.games.war_of_waves.state import Spot, State, other
from referee.games.war_of_waves.words import back_name, counted_leaders, lying_name


@dataclass(frozen=True, slots=True)
class Dealt(Action):
    """A seat has its first cards; how many Leaders came up that were not entered, by back."""

    seat: Seat
    build: int
    war: int

    def sentence(self, state: State) -> Text:
        """Return which Leaders came up while dealing."""
        if not self.build and not self.war:
            if self.seat in range(len(state.hands)) and any(state.hands[self.seat]):
                return say("{seat}: no other Leader while dealing.")
            return say("{seat}: no Leader while dealing.")
        return say(
            "{seat}: {leaders} while dealing.", leaders=counted_leaders(self.build, self.war)
        )


@dataclass(frozen=True, slots=True)
class DealtLeader(Action):
    """A Leader comes up while dealing, and goes to the hand; told by its back."""

    seat: Seat
    back: Kind

    def sentence(self, _state: State) -> Text:
        """Return which back the Leader has."""
        if self.back is Kind.BUILD:
            return say("{seat}: a Leader with a Build back came up.")
        return say("{seat}: a Leader with a War back came up.")


@dataclass(frozen=True, slots=True)
class Face(Action):
    """A card is turned up from the deck at the near end of the face row."""

    card: Card

    sentence = say("Face card: {card}.")


@dataclass(frozen=True, slots=True)
class Leader(Action):
    """A Leader is announced."""

    name: LeaderName

    sentence = say("{player} announced {name}.")


@dataclass(frozen=True, slots=True)
class Build(Action):
    """A Build card is laid face down as a new section."""

    at: Section

    sentence = say("{player} built {at}.")


@dataclass(frozen=True, slots=True)
class Fortify(Action):
    """A card is laid face down at a section that is there already."""

    at: Section
    kind: Kind

    def sentence(self, _state: State) -> Text:
        """Return what was fortified, with a card of which kind."""
        return say("{player} fortified {at} with {card}.", card=lying_name(self.kind, None))


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """One or two cards are pointed at: the section of each, its kind and its number there."""

    side: Seat
    at: tuple[Section, ...]
    kind: tuple[Kind, ...]
    cards: tuple[int, ...]

    def sentence(self, state: State) -> Text:
        """Return which cards were pointed at."""
        spots = [
            Spot(self.side, section, kind, card)
            for section, kind, card in zip(self.at, self.kind, self.cards, strict=False)
        ]
        cards = cards_of_side(state, spots) if spots else say("no card")
        return say("{player} pointed at {cards}.", cards=cards)


@dataclass(frozen=True, slots=True)
class Present(Action):
    """A card of the attacker's hand is shown and attacks."""

    card: Card

    sentence = say("{player} attacks with {card}.")


@dataclass(frozen=True, slots=True)
class Strike(Action):
    """No more cards attack."""

    sentence = say("{player} strikes.")


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """A card of a gateway is turned over by its owner."""

    side: Seat
    at: Section
    kind: Kind
    card: int
    value: int

    def sentence(self, state: State) -> Text:
        """Return which card was turned over, and what it is."""
        return say(
            "{side} turned over {card}: {value}.",
            card=card_on(state, Spot(self.side, self.at, self.kind, self.card)),
            value=lying_name(self.kind, self.value),
        )


@dataclass(frozen=True, slots=True)
class Done(Action):
    """The player's actions are over, with a claim of a complete gateway or without."""

    claim: bool = False

    def sentence(self, _state: State) -> Text:
        """Return that the actions are over, with or without a claim."""
        if self.claim:
            return say("{player} is done and says: complete!")
        return say("{player} is done.")


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A card is drawn from the deck: its back, and whether it is a Leader."""

    back: Kind
    leader: bool = False

    def sentence(self, _state: State) -> Text:
        """Return what the card's back shows."""
        card = back_name(self.back, leader=self.leader)
        return say("{player} drew {card} from the deck.", card=card)


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """Hephaestus: one own bridge Build card and one own gate Build card change places."""

    bridge: Section
    bridge_card: int
    gate: Section
    gate_card: int

    def sentence(self, state: State) -> Text:
        """Return which two cards changed places."""
        return say(
            "{player} swapped {bridge} and {gate}.",
            bridge=card_on(state, Spot(state.turn, self.bridge, Kind.BUILD, self.bridge_card)),
            gate=card_on(state, Spot(state.turn, self.gate, Kind.BUILD, self.gate_card)),
        )


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Ares: one or two War cards of the opponent go to one own bridge section."""

    at: tuple[Section, ...]
    cards: tuple[int, ...]
    to: Section

    def sentence(self, state: State) -> Text:
        """Return which cards were moved, and where they are now."""
        spots = [
            Spot(other(state.turn), section, Kind.WAR, card)
            for section, card in zip(self.at, self.cards, strict=False)
        ]
        return say(
            "{player} moved {cards} to {place}.",
            cards=cards_of_side(state, spots) if spots else say("no card"),
            place=section_of(state, state.turn, self.to),
        )


@dataclass(frozen=True, slots=True)
class Finish(Action):
    """A turn with a Leader ends, with a claim or without."""

    claim: bool

    def sentence(self, _state: State) -> Text:
        """Return whether a claim was made."""
        if self.claim:
            return say("{player} says: complete!")
        return say("{player} does not say “complete” yet.")


@dataclass(frozen=True, slots=True)
class Cut(Action):
    """A card is turned up from the shuffled deck to break a tie."""

    seat: Seat
    card: Card

    sentence = say("{seat} flipped {card}.")


@dataclass(frozen=True, slots=True)
class Remember(Note):
    """A seat notes for itself what its face-down card is."""

    at: Section
    kind: Kind
    card: int
    value: Secret[int]

    def sentence(self, state: State) -> Text:
        """Return what the owner noted; to the others, only that there is a note."""
        value = self.value.value
        known = card_of(self.kind, value) if value is not None else None
        if known is None:
            return say("{seat} made a note.")
        card = card_on(state, Spot(self.seat, self.at, self.kind, self.card))
        return say("Your note: {card} is {value}.", card=card, value=card_name(known))


@dataclass(frozen=True, slots=True)
class OverruleTurn(Overrule):
    """The table decides whose turn it is; that turn starts from its beginning."""

    seat: Seat

    sentence = say("it is {seat}’s turn, from the start")


@dataclass(frozen=True, slots=True)
class OverruleValue(Overrule):
    """The table decides which number a card of a gateway has; everybody knows it then."""

    side: Seat
    at: Section
    kind: Kind
    card: int
    value: int

    def sentence(self, state: State) -> Text:
        """Return which card has which number."""
        what = say(
            "{card} is {value}",
            card=card_of_side(state, Spot(self.side, self.at, self.kind, self.card)),
            value=lying_name(self.kind, self.value),
        )
        return say("everybody knows that {what}", what=what)


@dataclass(frozen=True, slots=True)
class OverruleRemove(Overrule):
    """The table decides: this card leaves the gateway for the discard pile."""

    side: Seat
    at: Section
    kind: Kind
    card: int

    def sentence(self, state: State) -> Text:
        """Return which card is discarded."""
        what = card_of_side(state, Spot(self.side, self.at, self.kind, self.card))
        return say("{what} goes to the discard pile", what=what)


@dataclass(frozen=True, slots=True)
class OverrulePlace(Overrule):
    """The table decides: a card of this hand is laid face down in the gateway."""

    seat: Seat
    at: Section
    kind: Kind

    def sentence(self, state: State) -> Text:
        """Return what kind of card is laid, and where."""
        what = say(
            "{card} on {place}",
            card=lying_name(self.kind, None),
            place=section_of(state, self.seat, self.at),
        )
        return say("{what} is laid from the hand", what=what)


@dataclass(frozen=True, slots=True)
class OverruleCopies(Overrule):
    """The table decides how many copies of a numbered card its deck has; the deck has the rest."""

    card: Card
    count: int

    def sentence(self, state: State) -> Text:
        """Return how many copies there are, and whether that is so already."""
        what = say("{count} × {card}", count=self.count, card=card_name(self.card))
        if self.count == state.table.deck_list.copies(self.card):
            what = say("{copies}, as now", copies=what)
        return say("this deck has {what}", what=what)


@dataclass(frozen=True, slots=True)
class OverruleBack(Overrule):
    """The table decides which back a Leader of its deck has."""

    leader: LeaderName
    back: Kind

    def sentence(self, _state: State) -> Text:
        """Return which back the Leader has."""
        what = say(
            "{leader} with a {kind} back",
            leader=LEADER_NAMES[self.leader],
            kind=KIND_NAMES[self.back],
        )
        return say("a Leader of this deck is {what}", what=what)


ACTIONS: Final[tuple[type[Action], ...]] = (
    Dealt,
    DealtLeader,
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
