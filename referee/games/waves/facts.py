"""What follows from an entry in a game of Waves: each with its rule and its numbers."""

from dataclasses import dataclass
from typing import ClassVar

from referee.core import Fact, Seat
from referee.games.waves.components import Class, Tablet, Tally


@dataclass(frozen=True, slots=True)
class Counts:
    """How many cards of each class count for a majority."""

    scholar: int
    keeper: int
    knight: int
    seer: int
    noble: int

    @classmethod
    def of(cls, tally: Tally) -> "Counts":
        """Name the numbers of a tally."""
        return cls(*tally)

    def tally(self) -> Tally:
        """Return the numbers in the order of the classes."""
        return (self.scholar, self.keeper, self.knight, self.seer, self.noble)


@dataclass(frozen=True, slots=True)
class CouncilFormed(Fact):
    """The Elders of a round's start, by slot."""

    elders: tuple[Class | None, ...]


@dataclass(frozen=True, slots=True)
class OpenMajority(Fact):
    """Which class holds the Open Majority, counted how, and the Shells it brings."""

    card: Class
    counts: Counts
    shells: int


@dataclass(frozen=True, slots=True)
class ShellsSet(Fact):
    """Shells in the centre were changed from one number to another."""

    before: int
    shells: int


@dataclass(frozen=True, slots=True)
class Laid(Fact):
    """Agents were laid: as Rebels or as a Follower, and how many cards are left in hand."""

    minor: ClassVar[bool] = True

    slot: int
    seat: Seat
    rebel: bool
    count: int
    hand: int


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    """A seat drew cards; `hand` is what it holds then."""

    minor: ClassVar[bool] = True

    seat: Seat
    count: int
    hand: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Fact):
    """The discard pile became the deck."""

    count: int


@dataclass(frozen=True, slots=True)
class EarlyReveal(Fact):
    """A Follower was turned over before its turn, since another Agent's Power hangs on it."""

    slot: int
    card: Class


@dataclass(frozen=True, slots=True)
class TrueMajority(Fact):
    """Which class holds the True Majority, counted how, the tablet, and Shells after it acted."""

    card: Class
    counts: Counts
    tablet: Tablet
    shells: int


@dataclass(frozen=True, slots=True)
class ExtraRebels(Fact):
    """Rebels beyond the one that stays were discarded face up."""

    slot: int
    card: Class
    count: int


@dataclass(frozen=True, slots=True)
class Rotated(Fact):
    """The Elders moved one place counterclockwise; where they lie now, by slot."""

    elders: tuple[Class | None, ...]


@dataclass(frozen=True, slots=True)
class RightPowers(Fact):
    """The printed Power of the Elder to the right of each slot, fixed for this round."""

    powers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Collection(Fact):
    """An Elder was tested, and which condition decided.

    Powers are as the active tablet makes them; `elder_rule` and `agent_rule` name the rule that
    changed one. `decided` is `shells`, `power`, `tablet` or `table` where that condition failed
    (or the table said so), else `all`. `shells` are those left. `returned`: it would have been
    collected but goes to the hand.
    """

    slot: int
    seat: Seat
    elder: Class
    agent: Class
    elder_power: int
    agent_power: int
    collected: bool
    returned: bool
    shells: int
    decided: str
    elder_rule: str | None
    agent_rule: str | None


@dataclass(frozen=True, slots=True)
class Won(Fact):
    """A side has what it needs; `by` is the outcome's reason."""

    seats: tuple[Seat, ...]
    by: str
    classes: int
    elders: int


@dataclass(frozen=True, slots=True)
class RoundLimit(Fact):
    """The referee ended the game after its last round."""

    seats: tuple[Seat, ...]
    by: str


@dataclass(frozen=True, slots=True)
class NewRound(Fact):
    """A new round began; the Wave token lies at this slot."""

    round: int
    token: int


@dataclass(frozen=True, slots=True)
class Discarded(Fact):
    """A seat had to discard down to its limit."""

    seat: Seat
    count: int
    hand: int


@dataclass(frozen=True, slots=True)
class Named(Fact):
    """A discarded card was named."""

    seat: Seat
    card: Class


@dataclass(frozen=True, slots=True)
class ExtraElder(Fact):
    """The unassociated Elder of three players left; the next one is turned up."""

    card: Class


@dataclass(frozen=True, slots=True)
class TableChanged(Fact):
    """What an overrule changed on the table, as it lies now; None where nothing changed.

    `elders` by slot, `collected` by side, `hands` (sizes) by seat.
    """

    shells: int | None
    tablet: Tablet | None
    elders: tuple[Class | None, ...] | None
    collected: tuple[tuple[Class, ...], ...] | None
    hands: tuple[int, ...] | None
    token: int | None
