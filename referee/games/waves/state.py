"""The state of a game of Waves, what can be entered, and what follows from it.

Places of Elders are called slots and are numbered clockwise from 0. Everything is frozen;
`conserved` counts the hundred cards.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from referee.core import Action, Fact, Outcome, Overrule, Seat
from referee.games.waves.components import CLASSES, Class, Edition, Goal, Mode, Tablet

Tally: TypeAlias = tuple[int, ...]
"""A number for each class, in their order."""

NONE: Final[Tally] = (0, 0, 0, 0, 0)


class Phase(Enum):
    """What the table is doing."""

    COUNCIL = "council"
    SHELLS = "shells"
    PLAY = "play"
    REBELS = "rebels"
    WAVES = "waves"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a game: who sits where, and what was chosen before it.

    `owners` gives the seat of each slot (TABLE for the unassociated Elder); `ring` the slots at
    which Agents are laid, clockwise; `sides` the seats that win together.
    """

    edition: Edition
    names: tuple[str, ...]
    mode: Mode
    owners: tuple[Seat, ...]
    ring: tuple[int, ...]
    sides: tuple[tuple[Seat, ...], ...]
    side_of: tuple[int, ...]
    goals: tuple[Goal, ...]
    limits: tuple[int, ...]
    tablets: tuple[Tablet, ...]
    house_council: bool
    agents_read_elders: bool

    @property
    def is_head_to_head(self) -> bool:
        """Tell whether two players sit at four Elders."""
        return self.mode is Mode.HEAD_TO_HEAD

    def from_token(self, token: int) -> tuple[int, ...]:
        """Give the slots of the ring clockwise from the one with the Wave token."""
        return self.ring[token:] + self.ring[:token]


@dataclass(frozen=True, slots=True)
class Agent:
    """What lies at an Elder: how many cards, as Rebels or as a Follower; the class once shown."""

    rebel: bool
    count: int
    card: Class | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """Which cards are known to lie where nobody can see them any more, for the twenty of a class.

    `held` by seat: Elders taken to hand and not seen since. `discarded`: cards seen on the discard
    pile. `unnamed` by seat: discards since the last shuffle that nobody named.
    """

    held: tuple[Tally, ...]
    unnamed: tuple[int, ...]
    discarded: Tally = NONE


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What the table has decided itself for the waves of one round.

    `collect` by slot; `shells` as (Elders tested before, count); `tablet` where another is active.
    """

    collect: tuple[tuple[int, bool], ...] = ()
    shells: tuple[tuple[int, int], ...] = ()
    tablet: Tablet | None = None


@dataclass(frozen=True, slots=True)
class Waves:
    """The waves of one round: where they began, and how far they are.

    `start` is the state after the last placement with every Rebel shown, so that an overrule can
    run the waves again from it. `order` is the order of the tests, `results` tells of those made
    which Elders were collected; `right` is the printed Power of the Elder to the right of each slot, seen when the tablet came.
    """

    start: "State"
    verdicts: Verdicts
    order: tuple[int, ...] = ()
    tablet: Tablet | None = None
    results: tuple[tuple[int, bool], ...] = ()
    returned: bool = False
    right: tuple[int, ...] = ()

    @property
    def done(self) -> int:
        """Count the Elders tested."""
        return len(self.results)


@dataclass(frozen=True, slots=True)
class State:
    """Everything the referee knows. Hands are sizes by seat: the referee never sees a hand.

    `numbers` is the Council card by class, as far as it is known. `council` holds the Elders of
    the round's start. `last` is the round before, while an overrule can still reach it. `owed`
    counts the discards of the last round's end that may be named. `news` is what followed from
    the last entry, so that the table can be told what to do with its hands.
    """

    table: Table
    phase: Phase
    round: int
    token: int
    shells: int
    numbers: tuple[int | None, ...]
    elders: tuple[Class | None, ...]
    agents: tuple[Agent | None, ...]
    collected: tuple[tuple[Class, ...], ...]
    hands: tuple[int, ...]
    deck: int
    discard: int
    known: Known
    owed: tuple[int, ...]
    council: tuple[Class | None, ...]
    open_majority: Class | None = None
    true_majority: Class | None = None
    tablet: Tablet | None = None
    waves: Waves | None = None
    last: Waves | None = None
    outcome: Outcome | None = None
    news: tuple[Fact, ...] = ()


def conserved(state: State) -> int:
    """Count every card of the game; 100 at every step."""
    on_table = sum(elder is not None for elder in state.elders)
    on_table += sum(agent.count for agent in state.agents if agent)
    collected = sum(len(pile) for pile in state.collected)
    return on_table + collected + sum(state.hands) + state.deck + state.discard


# What can be entered.


@dataclass(frozen=True, slots=True)
class Elder(Action):
    """An Elder is turned up at a slot."""

    slot: int
    card: Class


@dataclass(frozen=True, slots=True)
class Shells(Action):
    """The Council card's number for the class that holds the Open Majority."""

    count: int


@dataclass(frozen=True, slots=True)
class Follow(Action):
    """One card is laid face down beneath the Elder, as a Follower."""

    slot: int


@dataclass(frozen=True, slots=True)
class Rebel(Action):
    """Cards of one class are laid face down over the Elder, as Rebels."""

    slot: int
    count: int


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """The Agents at a slot are turned over."""

    slot: int
    card: Class


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Names a card that was discarded at the end of the last round; nobody has to."""

    seat: Seat
    card: Class


@dataclass(frozen=True, slots=True)
class OverruleCollect(Overrule):
    """The table decides: the Elder at this slot is collected."""

    slot: int


@dataclass(frozen=True, slots=True)
class OverruleReturn(Overrule):
    """The table decides: the Elder at this slot is not collected."""

    slot: int


@dataclass(frozen=True, slots=True)
class OverruleShells(Overrule):
    """The table decides how many Shells lie in the centre now."""

    count: int


@dataclass(frozen=True, slots=True)
class OverruleTablet(Overrule):
    """The table decides which tablet is active this round."""

    tablet: Tablet


@dataclass(frozen=True, slots=True)
class OverruleGive(Overrule):
    """The table decides: this seat lays an Elder from its hand to the collected ones."""

    seat: Seat
    card: Class


@dataclass(frozen=True, slots=True)
class OverruleTake(Overrule):
    """The table decides: this seat takes a collected Elder back to its hand."""

    seat: Seat
    card: Class


ACTIONS: Final[tuple[type[Action], ...]] = (
    Elder,
    Shells,
    Follow,
    Rebel,
    Reveal,
    Discard,
    OverruleCollect,
    OverruleReturn,
    OverruleShells,
    OverruleTablet,
    OverruleGive,
    OverruleTake,
)


# What follows.


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
        """Give the numbers in the order of the classes."""
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

    slot: int
    seat: Seat
    rebel: bool
    count: int
    hand: int


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    """A seat drew cards; `hand` is what it holds then."""

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
class TableDecided(Fact):
    """The table overruled the referee."""

    what: str
    why: str
    by: Seat


def tally(cards: tuple[Class | None, ...]) -> Tally:
    """Count the classes among these cards."""
    return tuple(cards.count(kind) for kind in CLASSES)
