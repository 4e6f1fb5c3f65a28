"""The state of a game of Waves.

Places of Elders are called slots and are numbered clockwise from 0. Everything is frozen;
`conserved` counts the hundred cards.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final, NamedTuple, TypeAlias

from referee.core import Fact, Outcome, Seat
from referee.games.waves.components import CLASSES, Class, Edition, Goal, Mode, Tablet, Tally

NONE: Final[Tally] = (0, 0, 0, 0, 0)


Slot: TypeAlias = Annotated[int, "slot"]
"""A place for an Elder, numbered clockwise from 0."""


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
    """What does not change during a game: the players by seat, and the options.

    `owners` gives the seat of each slot (TABLE for the extra Elder); `ring` the slots at which
    Agents are laid, clockwise; `sides` the seats that win together.
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
        """Return whether two players sit at four Elders."""
        return self.mode is Mode.HEAD_TO_HEAD

    @property
    def picks_elder(self) -> bool:
        """Return whether two players pick at which of their Elders they lay first (W33)."""
        return self.edition.picks_elder and self.is_head_to_head

    def from_token(self, token: int) -> tuple[int, ...]:
        """Return the slots of the ring clockwise from the one with the Wave token."""
        return self.ring[token:] + self.ring[:token]


@dataclass(frozen=True, slots=True)
class Agent:
    """The Agents at an Elder: how many cards, Rebels or a Follower; the class once shown."""

    rebel: bool
    count: int
    card: Class | None = None


class Known(NamedTuple):
    """The places of cards that were seen and are hidden again, for the twenty of a class.

    `held` by seat: Elders taken to hand and not seen since. `discarded`: cards seen on the discard
    pile. `unnamed` by seat: discards since the last shuffle that were not named.
    """

    held: tuple[Tally, ...]
    unnamed: tuple[int, ...]
    discarded: Tally = NONE


class Verdicts(NamedTuple):
    """What the table has decided itself in the waves of one round.

    `collect` by slot; `shells` as (Elders tested before, count); `tablet` where another is active.
    """

    collect: tuple[tuple[int, bool], ...] = ()
    shells: tuple[tuple[int, int], ...] = ()
    tablet: Tablet | None = None


class Waves(NamedTuple):
    """The waves of one round: where they began, and how far they are.

    `start` is the state after the last placement with every Rebel shown, so that an overrule can
    run the waves again from it. `pending` are the slots still to be tested, in order; `results`
    says of each tested slot whether its Elder was collected. `right` is the printed Power of the
    Elder to the right of each slot, seen when the tablet came. `sealed`: the table has moved an
    Elder since, so running the waves again would undo that.
    """

    start: "State"
    verdicts: Verdicts
    pending: tuple[int, ...] = ()
    tablet: Tablet | None = None
    results: tuple[tuple[int, bool], ...] = ()
    returned: bool = False
    right: tuple[int, ...] = ()
    sealed: bool = False

    @property
    def done(self) -> int:
        """Count the Elders tested."""
        return len(self.results)


class State(NamedTuple):
    """Everything the referee knows. Hands are sizes by seat: the referee never sees a hand.

    `numbers` is the Council card by class, as far as it is known. `council` holds the Elders of
    the round's start. `last` is the round before, while an overrule can still reach it. `owed`
    counts the discards of the last round's end that may be named; `discards` counts all of them,
    and `shuffled` tells whether the pile was shuffled into the deck since. `news` is what followed
    from the last entry, so that the table can be told what to do with its hands.
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
    discards: tuple[int, ...] = ()
    shuffled: bool = False
    outcome: Outcome | None = None
    news: tuple[Fact, ...] = ()


def conserved(state: State) -> int:
    """Count every card of the game; 100 at every step."""
    on_table = sum(elder is not None for elder in state.elders)
    on_table += sum(agent.count for agent in state.agents if agent)
    collected = sum(len(pile) for pile in state.collected)
    return on_table + collected + sum(state.hands) + state.deck + state.discard


def tally(cards: tuple[Class | None, ...]) -> Tally:
    """Count the classes among these cards."""
    return tuple([cards.count(kind) for kind in CLASSES])


def next_to_lay(state: State) -> tuple[int, ...]:
    """Return the slots at which Agents can be laid next; empty outside that phase.

    There is one, unless the edition lets two players pick one of their Elders (W33).
    """
    if state.phase is not Phase.PLAY:
        return ()
    around = state.table.from_token(state.token)
    if not state.table.picks_elder:
        return (next(slot for slot in around if state.agents[slot] is None),)
    free = [slot for slot in around if state.agents[slot] is None]
    turns = len(around) - len(free)
    seat = state.table.owners[around[turns % len(state.hands)]]
    return tuple([slot for slot in free if state.table.owners[slot] == seat])
