"""What follows from an entry in a game of War of Waves: each with its rule and its numbers."""

from dataclasses import dataclass
from typing import ClassVar

from referee.core import Fact, Seat
from referee.games.war_of_waves.components import Card, Deed, Kind, LeaderName, Section


@dataclass(frozen=True, slots=True)
class Target:
    """A card of a gateway that was attacked, with its number once it is shown."""

    at: Section
    kind: Kind
    card: int
    value: int | None


@dataclass(frozen=True, slots=True)
class HandDealt(Fact):
    """A seat has its first hand, with the Leaders that came up, and its first bridge section."""

    seat: Seat
    hand: int
    build_leaders: int
    war_leaders: int


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A turn begins; `number` counts turns from 1."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class NothingToPlay(Fact):
    """A turn begins without a Build or War card in hand, so a Deck card comes first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SectionLaid(Fact):
    """A card was laid: how many of each kind lie in that section now, and cards left in hand."""

    minor: ClassVar[bool] = True

    seat: Seat
    at: Section
    laid: Kind
    builds: int
    wars: int
    hand: int


@dataclass(frozen=True, slots=True)
class BridgeReady(Fact):
    """All four bridge sections of a seat have a Build and a War card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BridgeBroken(Fact):
    """A bridge that was ready is so no longer; `gate` counts its gate sections, which stay."""

    seat: Seat
    gate: int


@dataclass(frozen=True, slots=True)
class GatewayComplete(Fact):
    """Every section of a seat's gateway has what it needs; numbers are not looked at."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AttackBegan(Fact):
    """An attack was declared on these cards of a side's gateway."""

    minor: ClassVar[bool] = True

    seat: Seat
    side: Seat
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Shown(Fact):
    """A card of a gateway was shown; both know it from now on."""

    minor: ClassVar[bool] = True

    side: Seat
    at: Section
    card: Card


@dataclass(frozen=True, slots=True)
class ShownAgain(Fact):
    """A card that everybody knows is turned up once more, because it is counted now.

    `number` is its place among the cards of its kind in that section.
    """

    minor: ClassVar[bool] = True

    side: Seat
    at: Section
    card: Card
    number: int


@dataclass(frozen=True, slots=True)
class AttackDecided(Fact):
    """An attack was decided: the total that attacks against the total that it needs.

    `factor` is 1, or 2 where the kinds differ; `needed` is the factor times the defending total.
    """

    seat: Seat
    side: Seat
    attackers: tuple[Card, ...]
    targets: tuple[Target, ...]
    attack: int
    defence: int
    factor: int
    needed: int
    won: bool


@dataclass(frozen=True, slots=True)
class Perished(Fact):
    """War cards were discarded because no Build card was left under them."""

    side: Seat
    at: Section
    count: int


@dataclass(frozen=True, slots=True)
class SectionEmptied(Fact):
    """Nothing lies in a section any more; it can be built again."""

    minor: ClassVar[bool] = True

    side: Seat
    at: Section


@dataclass(frozen=True, slots=True)
class LeaderAnnounced(Fact):
    """A Leader was announced: 1 Deck card is drawn, then it must be played."""

    seat: Seat
    leader: LeaderName


@dataclass(frozen=True, slots=True)
class LeaderPlayed(Fact):
    """An announced Leader was discarded; `effect` tells whether it can do anything."""

    seat: Seat
    leader: LeaderName
    effect: bool


@dataclass(frozen=True, slots=True)
class Swapped(Fact):
    """Hephaestus exchanged a bridge Build card and a gate Build card."""

    seat: Seat
    bridge: Section
    gate: Section


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """Ares moved War cards of the opponent to an own bridge section."""

    seat: Seat
    count: int
    at: tuple[Section, ...]
    to: Section


@dataclass(frozen=True, slots=True)
class HandsSwapped(Fact):
    """Ceto exchanged the hands; how many cards each seat holds now."""

    seat: Seat
    hands: tuple[int, ...]


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


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    """A card of the deck went to a hand, which holds so many cards now."""

    minor: ClassVar[bool] = True

    seat: Seat
    back: Kind
    leader: bool
    hand: int


@dataclass(frozen=True, slots=True)
class Taken(Fact):
    """The Face card farthest from the deck went to a hand, which holds so many cards now."""

    seat: Seat
    card: Card
    hand: int


@dataclass(frozen=True, slots=True)
class LeaderBonus(Fact):
    """A Leader came to a hand, so one more card comes from the same place."""

    seat: Seat
    face: bool


@dataclass(frozen=True, slots=True)
class NoCardLeft(Fact):
    """A card was due that is not there: neither deck nor discard pile, or no Face card, is left."""

    face: bool


@dataclass(frozen=True, slots=True)
class RowStayedShort(Fact):
    """So many places of the row stayed empty for lack of cards, and a card is there for one now."""

    empty: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Fact):
    """The `count` cards of the discard pile were shuffled into the `deck` cards of the deck."""

    count: int
    deck: int


@dataclass(frozen=True, slots=True)
class Claimed(Fact):
    """A seat claims that its gateway is complete."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ClaimLapsed(Fact):
    """A claim came to nothing, because the gateway is no longer complete."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ClaimTested(Fact):
    """A claim stood for the opponent's whole turn: so many cards are turned over for it."""

    seat: Seat
    cards: int
    both: bool


@dataclass(frozen=True, slots=True)
class GatewayChecked(Fact):
    """A claimed gateway was added up: bridge sums all even or all odd, gate sums in sequence."""

    seat: Seat
    bridge: tuple[int, ...]
    gate: tuple[int, ...]
    even_or_odd: bool
    sequence: bool
    valid: bool


@dataclass(frozen=True, slots=True)
class TieBroken(Fact):
    """Both gateways are right; how many Leaders each hand holds, and whom that makes the winner."""

    leaders: tuple[int, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class CutDecided(Fact):
    """Both have turned up a card: the higher number wins, else both are laid aside."""

    cards: tuple[Card, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Won(Fact):
    """The game is won; `by` is the outcome's reason."""

    seat: Seat
    by: str


@dataclass(frozen=True, slots=True)
class Drew(Fact):
    """Nobody wins; `by` is the outcome's reason."""

    by: str
    turns: int
