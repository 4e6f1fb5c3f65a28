"""What keeps matches.

A store knows rows, not games. It takes the rows of one append all together or not at all, and it
takes each `(match, seq)` once: that alone makes two writers safe.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from referee.core import Outcome, Seat
from referee.match.log import Row
from referee.match.storage.lobbies import LobbyStore
from referee.match.storage.news import Shared
from referee.match.storage.one_time_tokens import TokenStore

SIGNING_KEY: Final = "signing key"
"""Under this name a store keeps what is made once for it and never again: no other has the same."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What a store can say of a match without following its log.

    `last_at` is when something was entered at the table, for of notes nobody is told.
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


class Store(LobbyStore, TokenStore, Shared, Protocol):
    """Keeps the rows of matches, who may enter and sit there, and what was learned at the table."""

    def create(self, match: str, rows: Sequence[Row]) -> None:
        """Begin a match; raises `SeqTaken` where its id, or the key of its opening, is known."""

    def append(self, match: str, rows: Sequence[Row]) -> None:
        """Append all of these rows, or raise `SeqTaken` where one of their places is taken."""

    def rows(self, match: str, *, after: int = -1) -> tuple[Row, ...]:
        """Return the rows of a match that follow `after`; raises `UnknownMatch`."""

    def matches(self) -> tuple[Stored, ...]:
        """List the matches, the one opened last first."""

    def find(self, key: str) -> str | None:
        """Return the match whose `Opened` row carries this key."""

    def delete(self, match: str) -> None:
        """Forget a match; raises `UnknownMatch`."""

    def hold(self, match: str, seat: Seat, hold: Hold) -> None:
        """Let a device hold a seat; raises `SeqTaken` where another does, and `UnknownMatch`.

        A device is the own one of one seat: `SeqTaken` is raised where it is that of another too.
        """

    def release(self, match: str, seat: Seat) -> None:
        """Let nobody hold a seat."""

    def holds(self, match: str) -> Mapping[Seat, Hold]:
        """Return who holds which seats of a match."""

    def visit(self, match: str, visit: Visit) -> None:
        """Keep that somebody was at the hidden cards of a seat; raises `UnknownMatch`."""

    def visits(self, match: str) -> tuple[Visit, ...]:
        """Return who was at the hidden cards of a match, the latest first."""

    def set_informed(self, match: str, seat: Seat, number: int) -> None:
        """Keep that a seat knows which of its cards were seen; raises `UnknownMatch`."""

    def informed_up_to(self, match: str, seat: Seat) -> int:
        """Return the number up to which a seat knows which of its cards were seen."""

    def kept(self, name: str) -> str | None:
        """Return what is kept under this name."""

    def all_kept(self) -> Mapping[str, str]:
        """Return everything that is kept, by name."""

    def keep(self, name: str, value: str) -> None:
        """Keep a value under a name, in place of what was there."""

    def change(self, name: str, value: str, *, was: str | None) -> bool:
        """Keep a value where what is kept still is what it `was`; return whether that was so."""

    def forget(self, name: str) -> None:
        """Keep nothing under a name any more; where nothing was kept, nothing changes."""

    def settle(self) -> None:
        """Do what can be done in peace, where nothing was entered since the last call."""

    def close(self) -> None:
        """Let go of the disk."""
