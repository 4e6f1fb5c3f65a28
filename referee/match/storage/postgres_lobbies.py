"""The doors of matches in PostgreSQL, and the devices that came through them."""

from collections.abc import Mapping
from dataclasses import astuple
from typing import Any, Final

from referee.match.errors import SeqTaken
from referee.match.storage.lobbies import Device, DeviceRole, HostOrigin, Lobby
from referee.match.storage.postgres_connection import Database

_DOOR: Final = "SELECT code, host, since, way, locked, guarded, token FROM doors WHERE match = %s"
_HANG: Final = """
    INSERT INTO doors (match, code, host, since, way, locked, guarded, token)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (match) DO NOTHING
"""
_CHANGE: Final = """
    UPDATE doors SET code = %s, host = %s, since = %s, way = %s, locked = %s, guarded = %s,
        token = %s
    WHERE match = %s AND code = %s AND host = %s AND since = %s AND way = %s AND locked = %s
        AND guarded = %s AND token = %s
"""
_LINKED: Final = "SELECT match FROM doors WHERE token = %s AND token <> ''"
_ADMIT: Final = """
    INSERT INTO guests (match, device, part, since, seen, word) VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT (match, device) DO UPDATE SET
        part = excluded.part, since = excluded.since, seen = excluded.seen, word = excluded.word
"""
_GUESTS: Final = """
    SELECT device, part, since, seen, word FROM guests WHERE match = %s ORDER BY since, device
"""
_KNOWN_AT: Final = """
    SELECT match FROM guests WHERE device = %s AND part <> 'none'
    UNION SELECT match FROM doors WHERE host = %s
"""
_PRIVATE: Final = "SELECT match FROM doors WHERE host <> '' OR locked"


class PostgresLobbyStore:
    """Keeps doors and guests in the tables `doors` and `guests` of a database."""

    _database: Database

    def create_lobby(self, match: str, lobby: Lobby) -> Lobby:
        """Create the lobby of a match, unless it has one, and return the one it has then.

        Raises `SeqTaken` where another match has this code, and `UnknownMatch`.
        """
        hung = self.lobby(match)  # most have one; asking first keeps the others' codes out of it
        if hung is not None:
            return hung
        with self._database.connection(match) as connection:
            connection.execute(_HANG, (match, *astuple(lobby)))
        return self.lobby(match) or lobby

    def change_lobby(self, match: str, lobby: Lobby, *, was: Lobby) -> None:
        """Change a door that is as it `was`; raises `SeqTaken` where it is not any more."""
        with self._database.connection(match) as connection:
            changed = connection.execute(_CHANGE, (*astuple(lobby), match, *astuple(was)))
            if not changed.rowcount:
                raise SeqTaken

    def lobby(self, match: str) -> Lobby | None:
        """Return the door of a match; None while it has none."""
        with self._database.connection(match) as connection:
            found = connection.execute(_DOOR, (match,)).fetchone()
        return None if found is None else _read(found)

    def match_by_code(self, code: str) -> str | None:
        """Return the match whose door has this code."""
        with self._database.connection() as connection:
            found = connection.execute(
                "SELECT match FROM doors WHERE code = %s", (code,)
            ).fetchone()
        return None if found is None else str(found[0])

    def match_by_token(self, token: str) -> str | None:
        """Return the match whose door has this token."""
        with self._database.connection() as connection:
            found = connection.execute(_LINKED, (token,)).fetchone()
        return None if found is None else str(found[0])

    def admit(self, match: str, device: str, guest: Device) -> None:
        """Keep what a device is, in place of what it was; raises `UnknownMatch`."""
        with self._database.connection(match) as connection:
            connection.execute(_ADMIT, (match, device, *astuple(guest)))

    def dismiss(self, match: str, device: str) -> None:
        """Forget a device."""
        with self._database.connection(match) as connection:
            connection.execute(
                "DELETE FROM guests WHERE match = %s AND device = %s", (match, device)
            )

    def see(self, match: str, device: str, at: str) -> None:
        """Keep when a device was last seen, if it has said what it is."""
        query = "UPDATE guests SET seen = %s WHERE match = %s AND device = %s"
        with self._database.connection(match) as connection:
            connection.execute(query, (at, match, device))

    def guests(self, match: str) -> Mapping[str, Device]:
        """Return the devices of a match, in the order in which they came."""
        with self._database.connection(match) as connection:
            found = connection.execute(_GUESTS, (match,)).fetchall()
        return {
            device: Device(DeviceRole(part), since, seen, word)
            for device, part, since, seen, word in found
        }

    def known_at(self, device: str) -> frozenset[str]:
        """Return the matches at which a device is something, or the host."""
        with self._database.connection() as connection:
            found = connection.execute(_KNOWN_AT, (device, device)).fetchall()
        return frozenset(str(match) for (match,) in found)

    def private(self) -> frozenset[str]:
        """Return the matches that have a host, or are locked."""
        with self._database.connection() as connection:
            found = connection.execute(_PRIVATE).fetchall()
        return frozenset(str(match) for (match,) in found)


def _read(row: tuple[Any, ...]) -> Lobby:
    code, host, since, way, locked, guarded, token = row
    return Lobby(code, host, since, HostOrigin(way), locked, guarded, token)
