"""Records of a match beside its log: summary, seats, visits, lobby and devices."""

from dataclasses import dataclass
from enum import StrEnum

from referee.core import Outcome, Seat


@dataclass(frozen=True, slots=True)
class Stored:
    """The summary of a match, without replaying its log.

    `last_at` is the time of the last public entry; notes are secret and do not count.
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
    """A device that holds a seat: only it shows the secrets of the seat.

    `own` marks the personal device of the player; any other is shared.
    """

    device: str
    own: bool = False


class HoldChange(StrEnum):
    """What happened to the hidden cards of a seat."""

    OPENED = "opened"
    """Opened on a shared screen."""
    OWNED = "owned"
    """Opened permanently on a personal phone."""
    LET_GO = "let-go"
    """Released on the screen that held them."""
    TAKEN = "taken"
    """Taken by another screen."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit to the hidden cards of a seat; its owner is notified.

    `device` is where; it is empty in records of earlier versions.
    """

    seat: Seat
    way: HoldChange
    at: str
    device: str = ""


class DeviceRole(StrEnum):
    """The role of a device at a table."""

    TABLE = "table"
    """A tablet of the table, which can enter for every seat."""
    SEAT = "seat"
    """The phone of one player, which enters for that player."""
    TELEVISION = "television"
    """Shows the table and never enters anything."""
    SPECTATOR = "spectator"
    """A spectator."""
    NONE = "none"
    """Was disconnected, and has to join again."""


class HostOrigin(StrEnum):
    """How a device became the host."""

    OPENED = "opened"
    """It opened the match."""
    CLAIMED = "claimed"
    """There was no host, and the device claimed the table."""
    GIVEN = "given"
    """The previous host passed the table on."""
    TAKEN = "taken"
    """The previous host was away."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """How devices join a match.

    `code` is typed to join; `token` is the unguessable secret in QR codes and links. `host` is the
    device that manages the others, since `since` and by `way`; both are empty without one. While
    the match is `locked`, no new device can join; while it is `guarded`, only devices that joined
    by the code can enter something.
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
        """Return the path segment of links to the table."""
        return self.token or self.code


@dataclass(frozen=True, slots=True)
class Device:
    """A device with a role: since when, and when it was last `seen`.

    `word` names a pending notice, such as that its seat was taken.
    """

    role: DeviceRole
    since: str
    seen: str = ""
    pending_notice: str = ""
