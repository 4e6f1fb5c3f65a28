"""The state of a game of Rolling with the Waves. Everything is frozen.

The bag, the pool and the maps are open. What a seat has placed behind its screen is a secret of
that seat until the screens are lifted.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from referee.core import Fact, Outcome, Seat, Secret, replaced
from referee.games.rolling.boards import Board
from referee.games.rolling.components import COLOURS, DRAFTED, Circles, Colour, Place

THREE_CHESTS: Final = "three-chests"
THREE_TRACKS: Final = "three-tracks"

REASONS: Final = (THREE_CHESTS, THREE_TRACKS)
"""How a game ends."""


class Phase(Enum):
    """What the table is doing."""

    ROLL = "roll"
    DRAFT = "draft"
    ALLOCATE = "allocate"
    REVEAL = "reveal"
    WRITE = "write"
    BURY = "bury"
    FIRE = "fire"
    STOW = "stow"
    OVER = "over"


class Moment(Enum):
    """What happens between the signs of the mini board, and after the last one."""

    FIRING = "firing"
    INCOME = "income"
    ANCHOR = "anchor"


STEPS: Final[tuple[Place | Moment, ...]] = (
    Place.RAISE,
    Place.CHEST_1,
    Place.CHEST_2,
    Place.CHEST_3,
    Place.BURY,
    Place.HULL,
    Place.SMALL,
    Place.LARGE,
    Moment.FIRING,
    Place.PORTS,
    Moment.INCOME,
    Place.CREW,
    Moment.ANCHOR,
)
"""All that follows the reveal, from left to right (R15)."""


class Die(NamedTuple):
    """A die: its colour, and what it shows."""

    colour: Colour
    face: int


class Laid(NamedTuple):
    """A value at a sign of the mini board."""

    value: int
    place: Place


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a game: the players by seat, their crews, what the maps say."""

    names: tuple[str, ...]
    colours: tuple[Colour, ...]
    circles: Circles

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats, clockwise."""
        return tuple(map(Seat, range(len(self.names))))

    @property
    def dice(self) -> int:
        """Count the dice that are rolled each round."""
        return DRAFTED * len(self.names)


Planned = tuple[Place | None, ...]
NO_PLAN: Final[Planned] = (None,) * DRAFTED


class State(NamedTuple):
    """Everything the referee knows.

    `bag` counts the dice in the bag by colour. `nests` are the dice that each seat has drafted,
    `laid` where they are known to be. `step` is the place in `STEPS` that is carried out,
    and `turn` how many seats have done it, from the first player on. `queue` are the seats that
    have still to fire; `shot_at` are the seats that the first of them has fired at, `targets` all
    that were fired at this round. `loot` is what was stolen and is not written yet.
    """

    table: Table
    phase: Phase
    round: int
    first: Seat
    boards: tuple[Board, ...]
    bag: tuple[int, ...]
    pool: tuple[Die, ...] = ()
    nests: tuple[tuple[Die, ...], ...] = ()
    ready: frozenset[Seat] = frozenset()
    plans: tuple[Secret[Planned], ...] = ()
    laid: tuple[tuple[Laid, ...], ...] = ()
    step: int = 0
    turn: int = 0
    queue: tuple[Seat, ...] = ()
    shot_at: tuple[Seat, ...] = ()
    targets: frozenset[Seat] = frozenset()
    loot: tuple[int, ...] = ()
    outcome: Outcome | None = None
    news: tuple[Fact, ...] = ()

    @property
    def order(self) -> tuple[Seat, ...]:
        """Return the seats clockwise from the first player of this round."""
        seats = self.table.seats
        return seats[self.first :] + seats[: self.first]

    def in_bag(self, colour: Colour) -> int:
        """Count the dice of a colour in the bag."""
        return self.bag[COLOURS.index(colour)]

    def to_lay(self, seat: Seat) -> tuple[int, ...]:
        """Return the values of a seat's dice whose place is not known yet."""
        left = [die.face for die in self.nests[seat]]
        for laid in self.laid[seat]:
            left.remove(laid.value)
        return tuple(left)

    def lies_at(self, seat: Seat, place: Place) -> int | None:
        """Return the value that a seat has at a sign; None without a die there."""
        return next((laid.value for laid in self.laid[seat] if laid.place is place), None)

    def with_board(self, seat: Seat, board: Board) -> "State":
        """Return the same state with another map of a seat."""
        return self._replace(boards=replaced(self.boards, seat, board))


def drafter(state: State) -> Seat:
    """Return who takes the next die: clockwise from the first player, three times round (R2)."""
    taken = state.table.dice - len(state.pool)
    return state.order[taken % len(state.order)]


def acting(state: State) -> tuple[Seat, ...]:
    """Return the seats that may enter something now; none when the game is over."""
    match state.phase:
        case Phase.ROLL:
            return (state.first,)
        case Phase.DRAFT:
            return (drafter(state),)
        case Phase.ALLOCATE:
            waiting = (seat for seat in state.table.seats if seat not in state.ready)
            return tuple(sorted({state.first, *waiting}))
        case Phase.REVEAL:
            return (next_to_reveal(state),)
        case Phase.WRITE | Phase.BURY:
            return (state.order[state.turn],)
        case Phase.FIRE | Phase.STOW:
            return (state.queue[0],)
        case _:
            return ()


def next_to_reveal(state: State) -> Seat:
    """Return the seat whose dice are entered next: clockwise from the first player."""
    return next(seat for seat in state.order if state.to_lay(seat))


def price(state: State, seat: Seat, die: Die) -> int:
    """Return the price of a die for a seat, in Infamy: 0 for its own crew and clear dice."""
    free = die.colour in (Colour.CLEAR, state.table.colours[seat])
    return 0 if free else die.face
