"""What a store holds of a match beside its log: who enters it, who sits there, who looked."""

from dataclasses import dataclass
from enum import StrEnum

from referee.core import Outcome, Seat


@dataclass(frozen=True, slots=True)
class Stored:
    """What a store can say of a match without following its log.

    `last_at` is when something was last entered at the table; notes do not count, they are secret.
    """

    id: str
    slug: str
    names: tuple[str, ...]
    opened_at: str
    last_at: str
    seq: int
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Hold:
    """A device that holds a seat of a match: the seat's secrets are shown there and nowhere else.

    `own` marks the device of the one person who sits there; any other goes from hand to hand.
    """

    device: str
    own: bool = False


class HoldChange(StrEnum):
    """What somebody did with the hidden cards of a seat."""

    OPENED = "opened"
    """Looked at, on a screen that goes from hand to hand."""
    OWNED = "owned"
    """Opened for good, on a phone that is said to be the person's own."""
    LET_GO = "let-go"
    """Let go of, on the screen that held them."""
    TAKEN = "taken"
    """Let go of from another screen."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody was at the hidden cards of a seat; its owner is told, so that nobody peeks.

    `device` is where; it is empty where an earlier version of the referee did not keep that.
    """

    seat: Seat
    way: HoldChange
    at: str
    device: str = ""


class DeviceRole(StrEnum):
    """What a device is at a table."""

    TABLE = "table"
    """A tablet of the table, which enters for anybody."""
    SEAT = "seat"
    """The own phone of one person, which enters for that person."""
    TELEVISION = "television"
    """Shows the table to everybody, and never enters anything."""
    SPECTATOR = "spectator"
    """Only watches."""
    NONE = "none"
    """Was there and is not any more: it is asked anew what it is."""


class HostOrigin(StrEnum):
    """How a device became the host of a match."""

    OPENED = "opened"
    """It opened the match."""
    CLAIMED = "claimed"
    """There was none, and it said that it is the table's."""
    GIVEN = "given"
    """The host before it passed this on."""
    TAKEN = "taken"
    """The host before it was not seen any more."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """How a match is entered.

    `code` is what is typed to join, and `token` stands in symbols and links instead, too long for
    anybody to guess. `host` is the device that enters for anybody and looks after the
    others, `since` when and `way` how it became that; both are empty without one. While a match is
    `locked`, no new device is let in; while it is `guarded`, whoever enters something must have
    come by the code.
    """

    code: str
    host: str = ""
    since: str = ""
    way: HostOrigin = HostOrigin.OPENED
    locked: bool = False
    guarded: bool = False
    token: str = ""

    @property
    def link(self) -> str:
        """Return what stands in links to the table."""
        return self.token or self.code


@dataclass(frozen=True, slots=True)
class Device:
    """A device that has said what it is, since when, and when it was last `seen`.

    `word` names what it must still be told: that its seat was taken over, say.
    """

    role: DeviceRole
    since: str
    seen: str = ""
    pending_notice: str = ""
