"""The doors of matches in a SQLite file, and the devices that came through them."""

import sqlite3
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any, Final

from referee.match.errors import SeqTaken, UnknownMatch
from referee.match.storage.lobbies import Device, DeviceRole, HostOrigin, Lobby
from referee.match.storage.sqlite_connections import SqliteConnections, writes

DOORS: Final = """CREATE TABLE doors (
            match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
            code TEXT NOT NULL UNIQUE,
            host TEXT NOT NULL,
            since TEXT NOT NULL,
            way TEXT NOT NULL,
            locked INTEGER NOT NULL,
            guarded INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE guests (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            device TEXT NOT NULL,
            part TEXT NOT NULL,
            since TEXT NOT NULL,
            seen TEXT NOT NULL,
            word TEXT NOT NULL,
            PRIMARY KEY (match, device)
        ) STRICT, WITHOUT ROWID"""
"""The script that gives an older file its doors."""

TOKENS: Final = """ALTER TABLE doors ADD COLUMN token TEXT NOT NULL DEFAULT '';
        UPDATE doors SET token = lower(hex(randomblob(16)));
        CREATE UNIQUE INDEX doors_linked ON doors (token) WHERE token <> ''"""
"""The script that gives the doors of an older file their tokens."""

_DOOR: Final = "SELECT code, host, since, way, locked, guarded, token FROM doors WHERE match = ?"
_CHANGE: Final = """
    UPDATE doors SET code = ?, host = ?, since = ?, way = ?, locked = ?, guarded = ?, token = ?
    WHERE match = ? AND code = ? AND host = ? AND since = ? AND way = ? AND locked = ?
        AND guarded = ? AND token = ?
"""
_GUESTS: Final = """
    SELECT device, part, since, seen, word FROM guests WHERE match = ? ORDER BY since, device
"""
_KNOWN_AT: Final = """
    SELECT match FROM guests WHERE device = ? AND part <> 'none'
    UNION SELECT match FROM doors WHERE host = ?
"""
_PRIVATE: Final = "SELECT match FROM doors WHERE host <> '' OR locked"


def check_known(connection: sqlite3.Connection, match: str) -> None:
    """Raise `UnknownMatch` where there is no such match."""
    if connection.execute("SELECT id FROM matches WHERE id = ?", (match,)).fetchone() is None:
        raise UnknownMatch(match)


class SqliteLobbyStore(SqliteConnections):
    """Keeps doors and guests in the tables `doors` and `guests` of a store's file."""

    @writes
    def create_lobby(self, match: str, lobby: Lobby) -> Lobby:
        """Create the lobby of a match, unless it has one, and return the one it has then.

        Raises `SeqTaken` where another match has this code, and `UnknownMatch`.
        """
        with self._writing() as connection:
            check_known(connection, match)
            found = connection.execute(_DOOR, (match,)).fetchone()
            if found is None:
                values = (match, *astuple(lobby))
                connection.execute("INSERT INTO doors VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        return lobby if found is None else _read(found)

    @writes
    def change_lobby(self, match: str, lobby: Lobby, *, was: Lobby) -> None:
        """Change a door that is as it `was`; raises `SeqTaken` where it is not any more."""
        with self._writing() as connection:
            changed = connection.execute(_CHANGE, (*astuple(lobby), match, *astuple(was)))
            if not changed.rowcount:
                raise SeqTaken

    def lobby(self, match: str) -> Lobby | None:
        """Return the door of a match; None while it has none."""
        with self._reading() as connection:
            found = connection.execute(_DOOR, (match,)).fetchone()
        return None if found is None else _read(found)

    def match_by_code(self, code: str) -> str | None:
        """Return the match whose door has this code."""
        return self._one("SELECT match FROM doors WHERE code = ?", code)

    def match_by_token(self, token: str) -> str | None:
        """Return the match whose door has this token."""
        return self._one("SELECT match FROM doors WHERE token = ? AND token <> ''", token)

    @writes
    def admit(self, match: str, device: str, guest: Device) -> None:
        """Keep what a device is, in place of what it was; raises `UnknownMatch`."""
        with self._writing() as connection:
            check_known(connection, match)
            values = (match, device, *astuple(guest))
            connection.execute("INSERT OR REPLACE INTO guests VALUES (?, ?, ?, ?, ?, ?)", values)

    @writes
    def dismiss(self, match: str, device: str) -> None:
        """Forget a device."""
        query = "DELETE FROM guests WHERE match = ? AND device = ?"
        with self._writing() as connection:
            connection.execute(query, (match, device))

    @writes
    def see(self, match: str, device: str, at: str) -> None:
        """Keep when a device was last seen, if it has said what it is."""
        query = "UPDATE guests SET seen = ? WHERE match = ? AND device = ?"
        with self._writing() as connection:
            connection.execute(query, (at, match, device))

    def guests(self, match: str) -> Mapping[str, Device]:
        """Return the devices of a match, in the order in which they came."""
        with self._reading() as connection:
            found = connection.execute(_GUESTS, (match,)).fetchall()
        return {
            device: Device(DeviceRole(part), since, seen, word)
            for device, part, since, seen, word in found
        }

    def known_at(self, device: str) -> frozenset[str]:
        """Return the matches at which a device is something, or the host."""
        with self._reading() as connection:
            found = connection.execute(_KNOWN_AT, (device, device)).fetchall()
        return frozenset(str(match) for (match,) in found)

    def private(self) -> frozenset[str]:
        """Return the matches that have a host, or are locked."""
        with self._reading() as connection:
            found = connection.execute(_PRIVATE).fetchall()
        return frozenset(str(match) for (match,) in found)

    def _one(self, query: str, value: str) -> str | None:
        with self._reading() as connection:
            found = connection.execute(query, (value,)).fetchone()
        return None if found is None else str(found[0])


def _read(row: tuple[Any, ...]) -> Lobby:
    code, host, since, way, locked, guarded, token = row
    return Lobby(code, host, since, HostOrigin(way), bool(locked), bool(guarded), token)
