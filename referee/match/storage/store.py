"""The interface of a store, and the statements shared by all databases.

A store knows rows, not games. An append is atomic, and each `(match, seq)` is unique, which makes
concurrent writers safe. Connections and differences of the databases are in `sqlite.py` and
`postgres.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple
from functools import partial
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from referee.core import Seat
from referee.match.errors import SeqTaken, UnknownMatch
from referee.match.log import Row
from referee.match.storage.columns import row_of, stored_of
from referee.match.storage.news import Hear
from referee.match.storage.one_time_tokens import TokenStore
from referee.match.storage.records import (
    Device,
    DeviceRole,
    Hold,
    HoldChange,
    HostOrigin,
    Lobby,
    Stored,
    Visit,
)

SIGNING_KEY: Final = "signing key"
"""The name of the signing key, which is unique to each store."""

Columns: TypeAlias = tuple[Any, ...]
_Answer = TypeVar("_Answer")

_ROWS: Final = """
    SELECT entries.match, seq, act, kind, target, body, at, source, device, entries.key {more}
    FROM matches LEFT JOIN entries ON match = id AND seq > ? WHERE id = ? ORDER BY seq
"""
# Without the materialized list, PostgreSQL scans all entries of all matches.
_MATCHES: Final = """
    WITH listed AS MATERIALIZED (
        SELECT id, number, (SELECT max(seq) FROM entries WHERE match = id) AS end_seq FROM matches
    )
    SELECT id, first.body, first.at, last.kind, last.body, last.seq, (
        SELECT at FROM entries WHERE match = id AND kind NOT IN ('noted', 'retracted')
        ORDER BY seq DESC LIMIT 1
    )
    FROM listed
    JOIN entries AS first ON first.match = id AND first.seq = 0
    JOIN entries AS last ON last.match = id AND last.seq = end_seq
    ORDER BY number DESC
"""
_FIND: Final = "SELECT id FROM matches WHERE key = ?"

_HOLD: Final = """
    INSERT INTO holds (match, seat, device, own) VALUES (?, ?, ?, ?)
    ON CONFLICT (match, seat) DO UPDATE SET own = excluded.own WHERE holds.device = excluded.device
"""
_RELEASE: Final = "DELETE FROM holds WHERE match = ? AND seat = ?"
_HOLDS: Final = "SELECT seat, device, own FROM holds WHERE match = ? ORDER BY seat"

_VISITS: Final = "SELECT seat, way, at, device FROM visits WHERE match = ? ORDER BY number DESC"
_TELL: Final = """
    INSERT INTO told (match, seat, number) VALUES (?, ?, ?)
    ON CONFLICT (match, seat) DO UPDATE SET number = excluded.number
"""
_TOLD: Final = "SELECT number FROM told WHERE match = ? AND seat = ?"

_KEPT: Final = "SELECT value FROM kept WHERE name = ?"
_ALL_KEPT: Final = "SELECT name, value FROM kept ORDER BY name"
_KEEP: Final = """
    INSERT INTO kept (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""
_KEEP_FIRST: Final = "INSERT INTO kept (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
_REPLACE: Final = "UPDATE kept SET value = ? WHERE name = ? AND value = ?"
_FORGET: Final = "DELETE FROM kept WHERE name = ?"

_DOOR: Final = "SELECT code, host, since, way, locked, guarded, token FROM doors WHERE match = ?"
_CREATE_LOBBY: Final = """
    INSERT INTO doors (match, code, host, since, way, locked, guarded, token)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match) DO NOTHING
"""
_CHANGE: Final = """
    UPDATE doors SET code = ?, host = ?, since = ?, way = ?, locked = ?, guarded = ?, token = ?
    WHERE match = ? AND code = ? AND host = ? AND since = ? AND way = ? AND locked = ?
        AND guarded = ? AND token = ?
"""
_BEHIND: Final = "SELECT match FROM doors WHERE code = ?"
_LINKED: Final = "SELECT match FROM doors WHERE token = ? AND token <> ''"
_PRIVATE: Final = "SELECT match FROM doors WHERE host <> '' OR locked"

_ADMIT: Final = """
    INSERT INTO guests (match, device, part, since, seen, word) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (match, device) DO UPDATE SET
        part = excluded.part, since = excluded.since, seen = excluded.seen, word = excluded.word
"""
_DISMISS: Final = "DELETE FROM guests WHERE match = ? AND device = ?"
_SEE: Final = "UPDATE guests SET seen = ? WHERE match = ? AND device = ?"
_GUESTS: Final = """
    SELECT device, part, since, seen, word FROM guests WHERE match = ? ORDER BY since, device
"""
_KNOWN_AT: Final = """
    SELECT match FROM guests WHERE device = ? AND part <> 'none'
    UNION SELECT match FROM doors WHERE host = ?
"""


class Store(TokenStore, ABC):
    """Stores the log of matches, seats, lobbies, devices and named values.

    Thread-safe. Placeholders in statements are `?`. Every method may raise `StoreFailed`.
    """

    is_shared: ClassVar[bool] = False
    """Whether other server processes may write to the store."""

    _more: ClassVar[str] = ""
    """Additional columns of an entry, each after a comma."""

    _visit: ClassVar[str]
    """The statement that inserts a visit: match, seat, way, at, device."""

    # ---------------------------------------------------------------- execution

    @abstractmethod
    def _do(self, statement: str, values: Columns, match: str = "") -> int:
        """Run a write as a transaction of its own; return the number of rows.

        Raises `SeqTaken` if a unique key exists, and `UnknownMatch` if `match` does not.
        """

    @abstractmethod
    def _all(self, query: str, values: Columns = ()) -> list[Columns]:
        """Return the rows of a short query."""

    @abstractmethod
    def _read_long(
        self, query: str, values: Columns, read: Callable[[list[Columns]], _Answer]
    ) -> _Answer:
        """Run a long query, and return `read` of its rows."""

    def _one(self, query: str, value: str) -> str | None:
        found = self._all(query, (value,))
        return str(found[0][0]) if found else None

    # ---------------------------------------------------------------- matches and their logs

    @abstractmethod
    def create(self, match: str, rows: Sequence[Row]) -> None:
        """Create a match; raises `SeqTaken` if its id or the key of its opening exists."""

    @abstractmethod
    def append(self, match: str, rows: Sequence[Row]) -> None:
        """Append rows, all or none; raises `SeqTaken` if a seq exists, and `UnknownMatch`."""

    @abstractmethod
    def delete(self, match: str) -> None:
        """Delete a match and all its data; raises `UnknownMatch`."""

    def rows(self, match: str, *, after: int = -1) -> tuple[Row, ...]:
        """Return the rows of a match that follow `after`.

        Raises `UnknownMatch`, and `StoreDamaged` if a row does not match its checksum.
        """
        query, read = _ROWS.format(more=self._more), partial(self._rows_of, match, after)
        return self._read_long(query, (after, match), read)

    def _rows_of(self, match: str, after: int, found: list[Columns]) -> tuple[Row, ...]:
        if not found:
            raise UnknownMatch(match)
        # A match without entries after this one yields one row without a seq.
        entries = found if found[0][1] is not None else []
        self._check(match, after, entries)
        return tuple(map(row_of, entries))

    def _check(self, match: str, after: int, entries: list[Columns]) -> None:
        """Raise `StoreDamaged` if an entry after `after` does not match its checksum."""

    def matches(self) -> tuple[Stored, ...]:
        """Return the summary of each match, the one opened last first."""
        return self._read_long(_MATCHES, (), self._listed)

    def _listed(self, found: Iterable[Columns]) -> tuple[Stored, ...]:
        return tuple(map(stored_of, found))

    def find(self, key: str) -> str | None:
        """Return the match whose `Opened` row has this key; None if there is none."""
        return self._one(_FIND, key)

    # ---------------------------------------------------------------- seats and visits

    def hold(self, match: str, seat: Seat, hold: Hold) -> None:
        """Let a device hold a seat; raises `SeqTaken` if another one does, and `UnknownMatch`.

        Also raises `SeqTaken` if the device already owns another seat.
        """
        if not self._do(_HOLD, (match, seat, hold.device, hold.own), match):
            raise SeqTaken

    def release(self, match: str, seat: Seat) -> None:
        """Release a seat."""
        self._do(_RELEASE, (match, seat))

    def holds(self, match: str) -> Mapping[Seat, Hold]:
        """Return the devices that hold seats of a match, by seat."""
        found = self._all(_HOLDS, (match,))
        return {Seat(seat): Hold(device, bool(own)) for seat, device, own in found}

    def visit(self, match: str, visit: Visit) -> None:
        """Record a visit to the hidden cards of a seat; raises `UnknownMatch`."""
        self._do(self._visit, (match, visit.seat, visit.way, visit.at, visit.device), match)

    def visits(self, match: str) -> tuple[Visit, ...]:
        """Return the visits to hidden cards of a match, the latest first."""
        found = self._all(_VISITS, (match,))
        return tuple(
            Visit(Seat(seat), HoldChange(way), at, device) for seat, way, at, device in found
        )

    def set_informed(self, match: str, seat: Seat, number: int) -> None:
        """Set the number up to which a seat has read its notices; raises `UnknownMatch`."""
        self._do(_TELL, (match, seat, number), match)

    def informed_up_to(self, match: str, seat: Seat) -> int:
        """Return the number up to which a seat has read its notices."""
        found = self._all(_TOLD, (match, seat))
        return int(found[0][0]) if found else 0

    # ---------------------------------------------------------------- named values

    def kept(self, name: str) -> str | None:
        """Return the value with this name; None if there is none."""
        return self._one(_KEPT, name)

    def all_kept(self) -> Mapping[str, str]:
        """Return all named values."""
        return {str(name): str(value) for name, value in self._all(_ALL_KEPT)}

    def keep(self, name: str, value: str) -> None:
        """Set a named value."""
        self._do(_KEEP, (name, value))

    def change(self, name: str, value: str, *, was: str | None) -> bool:
        """Set a named value if it still is what it `was`; return whether it was set."""
        if was is None:
            return self._do(_KEEP_FIRST, (name, value)) == 1
        return self._do(_REPLACE, (value, name, was)) == 1

    def forget(self, name: str) -> None:
        """Delete a named value, if it exists."""
        self._do(_FORGET, (name,))

    # ---------------------------------------------------------------- lobbies and devices

    def create_lobby(self, match: str, lobby: Lobby) -> Lobby:
        """Create the lobby of a match if it has none; return its lobby.

        Raises `SeqTaken` if another match has this code, and `UnknownMatch`.
        """
        found = self.lobby(match)  # most have one already, which needs no new code
        if found is not None:
            return found
        self._do(_CREATE_LOBBY, (match, *astuple(lobby)), match)
        return self.lobby(match) or lobby

    def change_lobby(self, match: str, lobby: Lobby, *, was: Lobby) -> None:
        """Replace a lobby that still is as it `was`; raises `SeqTaken` otherwise."""
        if not self._do(_CHANGE, (*astuple(lobby), match, *astuple(was))):
            raise SeqTaken

    def lobby(self, match: str) -> Lobby | None:
        """Return the lobby of a match; None if it has none."""
        found = self._all(_DOOR, (match,))
        if not found:
            return None
        code, host, since, way, locked, guarded, token = found[0]
        return Lobby(code, host, since, HostOrigin(way), bool(locked), bool(guarded), token)

    def match_by_code(self, code: str) -> str | None:
        """Return the match with this code; None if there is none."""
        return self._one(_BEHIND, code)

    def match_by_token(self, token: str) -> str | None:
        """Return the match with this token; None if there is none."""
        return self._one(_LINKED, token)

    def admit(self, match: str, device: str, guest: Device) -> None:
        """Set the role of a device; raises `UnknownMatch`."""
        self._do(_ADMIT, (match, device, *astuple(guest)), match)

    def dismiss(self, match: str, device: str) -> None:
        """Delete the role of a device."""
        self._do(_DISMISS, (match, device))

    def see(self, match: str, device: str, at: str) -> None:
        """Set the time at which a device was last seen, if it has a role."""
        self._do(_SEE, (at, match, device))

    def guests(self, match: str) -> Mapping[str, Device]:
        """Return the devices of a match, in the order in which they joined."""
        return {
            device: Device(DeviceRole(part), since, seen, word)
            for device, part, since, seen, word in self._all(_GUESTS, (match,))
        }

    def known_at(self, device: str) -> frozenset[str]:
        """Return the matches in which a device has a role or is the host."""
        return frozenset(str(match) for (match,) in self._all(_KNOWN_AT, (device, device)))

    def private(self) -> frozenset[str]:
        """Return the matches that have a host or are locked."""
        return frozenset(str(match) for (match,) in self._all(_PRIVATE))

    # ---------------------------------------------------------------- notifications and closing

    def is_held(self) -> bool:
        """Return whether another program keeps this one from storing anything now."""
        return False

    def nudge(self, match: str) -> None:
        """Notify other processes that something about a match other than its rows has changed."""

    def follow(self, hear: Hear) -> None:
        """Call `hear` with the news of other processes from now on, on another thread."""

    def settle(self) -> None:
        """Do maintenance, if nothing was entered since the last call."""

    @abstractmethod
    def close(self) -> None:
        """Release the connections."""
