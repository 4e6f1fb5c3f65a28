"""What keeps matches, and the keeper that needs no disk.

A store knows rows, not games. It takes the rows of one append all together or not at all, and it
takes each `(match, seq)` once: that alone makes two writers safe.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from referee.core import Outcome, Seat
from referee.match.errors import SeqTaken, UnknownMatch
from referee.match.log import Closed, Noted, Retracted, Row, opening
from referee.match.storage.lobbies import LobbyStore, MemoryLobbyStore
from referee.match.storage.news import NotShared, Shared
from referee.match.storage.one_time_tokens import MemoryTokenStore, TokenStore

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


class MemoryStore(MemoryLobbyStore, MemoryTokenStore, NotShared):
    """Keeps matches for as long as the process lives."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._rows: dict[str, tuple[Row, ...]] = {}
        self._holds: dict[str, dict[Seat, Hold]] = {}
        self._visits: dict[str, tuple[Visit, ...]] = {}
        self._told: dict[str, dict[Seat, int]] = {}
        self._kept: dict[str, str] = {}

    def create(self, match: str, rows: Sequence[Row]) -> None:
        """Begin a match; raises `SeqTaken` where its id, or the key of its opening, is known."""
        opening(rows[0])
        key = rows[0].key
        with self._lock:
            if match in self._rows or (key and self._find(key) is not None):
                raise SeqTaken
            self._rows[match] = tuple(rows)

    def append(self, match: str, rows: Sequence[Row]) -> None:
        """Append all of these rows, or raise `SeqTaken` where one of their places is taken."""
        with self._lock:
            before = self._of(match)
            places = range(len(before), len(before) + len(rows))
            if [row.seq for row in rows] != list(places):
                raise SeqTaken
            self._rows[match] = (*before, *rows)

    def rows(self, match: str, *, after: int = -1) -> tuple[Row, ...]:
        """Return the rows of a match that follow `after`; raises `UnknownMatch`."""
        with self._lock:
            return self._of(match)[after + 1 :]

    def matches(self) -> tuple[Stored, ...]:
        """List the matches, the one opened last first."""
        with self._lock:
            logs = tuple(self._rows.items())
        return tuple(_stored(match, rows) for match, rows in reversed(logs))

    def find(self, key: str) -> str | None:
        """Return the match whose `Opened` row carries this key."""
        with self._lock:
            return self._find(key)

    def delete(self, match: str) -> None:
        """Forget a match; raises `UnknownMatch`."""
        with self._lock:
            self._of(match)
            del self._rows[match]
            self._holds.pop(match, None)
            self._visits.pop(match, None)
            self._told.pop(match, None)
        self.forget_lobby(match)

    def hold(self, match: str, seat: Seat, hold: Hold) -> None:
        """Let a device hold a seat; raises `SeqTaken` where another does, and `UnknownMatch`."""
        with self._lock:
            self._of(match)
            holds = self._holds.setdefault(match, {})
            own = [at for at, one in holds.items() if one == hold and one.own and at != seat]
            if own or holds.get(seat, hold).device != hold.device:
                raise SeqTaken
            holds[seat] = hold

    def release(self, match: str, seat: Seat) -> None:
        """Let nobody hold a seat."""
        with self._lock:
            self._holds.get(match, {}).pop(seat, None)

    def holds(self, match: str) -> Mapping[Seat, Hold]:
        """Return who holds which seats of a match."""
        with self._lock:
            return dict(self._holds.get(match, {}))

    def visit(self, match: str, visit: Visit) -> None:
        """Keep that somebody was at the hidden cards of a seat; raises `UnknownMatch`."""
        with self._lock:
            self._of(match)
            self._visits[match] = (visit, *self._visits.get(match, ()))

    def visits(self, match: str) -> tuple[Visit, ...]:
        """Return who was at the hidden cards of a match, the latest first."""
        with self._lock:
            return self._visits.get(match, ())

    def set_informed(self, match: str, seat: Seat, number: int) -> None:
        """Keep that a seat knows which of its cards were seen; raises `UnknownMatch`."""
        with self._lock:
            self._of(match)
            self._told.setdefault(match, {})[seat] = number

    def informed_up_to(self, match: str, seat: Seat) -> int:
        """Return the number up to which a seat knows which of its cards were seen."""
        with self._lock:
            return self._told.get(match, {}).get(seat, 0)

    def kept(self, name: str) -> str | None:
        """Return what is kept under this name."""
        with self._lock:
            return self._kept.get(name)

    def all_kept(self) -> Mapping[str, str]:
        """Return everything that is kept, by name."""
        with self._lock:
            return dict(self._kept)

    def keep(self, name: str, value: str) -> None:
        """Keep a value under a name, in place of what was there."""
        with self._lock:
            self._kept[name] = value

    def change(self, name: str, value: str, *, was: str | None) -> bool:
        """Keep a value where what is kept still is what it `was`; return whether that was so."""
        with self._lock:
            if self._kept.get(name) != was:
                return False
            self._kept[name] = value
            return True

    def forget(self, name: str) -> None:
        """Keep nothing under a name any more; where nothing was kept, nothing changes."""
        with self._lock:
            self._kept.pop(name, None)

    def settle(self) -> None:
        """Nothing to be done."""

    def close(self) -> None:
        """Nothing to let go of."""

    def _of(self, match: str) -> tuple[Row, ...]:
        if match not in self._rows:
            raise UnknownMatch(match)
        return self._rows[match]

    def _find(self, key: str) -> str | None:
        return next((match for match, rows in self._rows.items() if rows[0].key == key), None)


def _stored(match: str, rows: Sequence[Row]) -> Stored:
    first, last = rows[0], rows[-1]
    opened = opening(first)
    outcome = last.entry.outcome if isinstance(last.entry, Closed) else None
    entries = (row for row in reversed(rows) if not isinstance(row.entry, Noted | Retracted))
    at = next(entries, first).at
    return Stored(match, opened.slug, opened.setup.names, first.at, at, last.seq, outcome)
