"""What follows from an entry in a game of Rolling with the Waves: each with rule and numbers."""

from dataclasses import dataclass
from typing import ClassVar

from referee.core import Fact, Seat
from referee.games.rolling.components import Colour, Place


@dataclass(frozen=True, slots=True)
class Rolled(Fact):
    """A die shows this; so many are still to be entered."""

    minor: ClassVar[bool] = True

    colour: Colour
    face: int
    left: int


@dataclass(frozen=True, slots=True)
class DraftBegan(Fact):
    """All dice are rolled, and this seat takes the first one."""

    minor: ClassVar[bool] = True

    round: int
    first: Seat


@dataclass(frozen=True, slots=True)
class Drafted(Fact):
    """Somebody took a die: what it cost, and the Infamy that is left."""

    minor: ClassVar[bool] = True

    seat: Seat
    colour: Colour
    face: int
    price: int
    infamy: int


@dataclass(frozen=True, slots=True)
class SailorTaken(Fact):
    """Somebody took a drunken sailor: a die that showed `face` and shows `value` now."""

    seat: Seat
    colour: Colour
    face: int
    value: int


@dataclass(frozen=True, slots=True)
class DraftEnded(Fact):
    """Everybody has three dice, and lays them behind the screen."""

    minor: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class CalledOut(Fact):
    """Somebody has allocated all dice; so many others have not."""

    minor: ClassVar[bool] = True

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True)
class Allocated(Fact):
    """A die lies at a sign; at Bury all three do."""

    minor: ClassVar[bool] = True

    seat: Seat
    place: Place
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Revealed(Fact):
    """All dice of everybody are known; what they do follows from left to right."""

    minor: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class SpiritsUsed(Fact):
    """Somebody wipes Raise Spirits and writes a 7 for a die."""

    seat: Seat
    place: Place
    die: int
    value: int


@dataclass(frozen=True, slots=True)
class SpiritsKept(Fact):
    """Somebody keeps Raise Spirits and writes the die as it is."""

    minor: ClassVar[bool] = True

    seat: Seat
    place: Place
    die: int


@dataclass(frozen=True, slots=True)
class Written(Fact):
    """A value stands in the next empty square of a place, whose sum and level it gives."""

    seat: Seat
    place: Place
    value: int
    total: int
    level: int


@dataclass(frozen=True, slots=True)
class LevelEarned(Fact):
    """A sum has reached a circle."""

    seat: Seat
    place: Place
    level: int
    circle: int
    total: int


@dataclass(frozen=True, slots=True)
class ChestBuried(Fact):
    """Somebody has buried a chest with these dice."""

    seat: Seat
    chest: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FiringOrder(Fact):
    """These seats fire in this order, by their Infamy at this moment."""

    seats: tuple[Seat, ...]
    infamy: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fired(Fact):
    """Cannons fired at a chest: their sums and shots, what the Hull blocked, what was stolen."""

    seat: Seat
    cannons: tuple[Place, ...]
    totals: tuple[int, ...]
    shots: int
    target: Seat
    chest: int
    hull: int
    stolen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FiredInVain(Fact):
    """A cannon fired at nobody: without a shot, or because no chest can be stolen from."""

    seat: Seat
    cannon: Place
    total: int
    shots: int


@dataclass(frozen=True, slots=True)
class CannonCleared(Fact):
    """A cannon is wiped, and its lowest die is gained as Infamy."""

    seat: Seat
    cannon: Place
    lowest: int
    infamy: int


@dataclass(frozen=True, slots=True)
class Stowed(Fact):
    """What was stolen stands in a chest, in the order in which it was taken."""

    seat: Seat
    chest: int
    kept: tuple[int, ...]
    lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LootLost(Fact):
    """What was stolen is lost, for no own chest can take it."""

    seat: Seat
    lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PortsIncome(Fact):
    """Somebody gains Infamy for Ports: the level, and 1 more for the greatest sum."""

    seat: Seat
    level: int
    extra: int
    total: int
    infamy: int


@dataclass(frozen=True, slots=True)
class InfamyFull(Fact):
    """Infamy beyond the last circle is lost."""

    seat: Seat
    lost: int
    circles: int


@dataclass(frozen=True, slots=True)
class CrewJoined(Fact):
    """Dice of a crew go into the bag."""

    seat: Seat
    colour: Colour
    dice: int


@dataclass(frozen=True, slots=True)
class RoundBegan(Fact):
    """Nobody has ended the game: all dice are back in the bag, which goes to the left."""

    round: int
    first: Seat


@dataclass(frozen=True, slots=True)
class EndReached(Fact):
    """Somebody has ended the game: by three chests, or by three full tracks."""

    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class Scored(Fact):
    """What a map is worth: treasure by chest, bonuses, Infamy, and the sum."""

    seat: Seat
    chests: tuple[int, ...]
    buried: int
    tracks: tuple[Place, ...]
    infamy: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class TieBroken(Fact):
    """Several have most points: the one with most Infamy wins, or they share."""

    seats: tuple[Seat, ...]
    points: int
    winners: tuple[Seat, ...]
    infamy: int


@dataclass(frozen=True, slots=True)
class TableChanged(Fact):
    """How it is after an overrule; null or empty where it changed nothing."""

    seat: Seat | None = None
    infamy: int | None = None
    place: Place | None = None
    values: tuple[int, ...] = ()
    buried: bool | None = None
    colour: Colour | None = None
    dice: int | None = None
    first: Seat | None = None
