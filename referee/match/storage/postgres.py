"""Keeps matches in PostgreSQL, so that several processes can serve them side by side.

Every command is one statement, so one way to the server and back. Whatever other processes must
hear of is told inside the same transaction: what is stored is told, and what is told is stored.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from referee.core import Seat, Text
from referee.match.cooperative import unhurried
from referee.match.errors import SeqTaken, UnknownMatch
from referee.match.log import Row, opening, pack
from referee.match.storage.columns import row_of, stored_of
from referee.match.storage.news import Happened, Hear, News
from referee.match.storage.postgres_connection import Database
from referee.match.storage.postgres_listener import CHANNEL, Listener
from referee.match.storage.postgres_lobbies import PostgresLobbyStore
from referee.match.storage.store import Hold, HoldChange, Stored, Visit

_GIVEN: Final = """
    SELECT {match}, * FROM unnest(
        %(seq)s::integer[], %(act)s::integer[], %(kind)s::text[], %(target)s::integer[],
        %(body)s::text[], %(at)s::text[], %(source)s::text[], %(device)s::text[], %(key)s::text[]
    )
"""
_ENTRIES: Final = (
    "INSERT INTO entries (match, seq, act, kind, target, body, at, source, device, key)"
)
_CREATE: Final = f"""
    WITH begun AS (INSERT INTO matches (id, key) VALUES (%(match)s, %(opened_by)s) RETURNING id)
    {_ENTRIES} {_GIVEN.format(match="(SELECT id FROM begun)")}
"""  # noqa: S608 - made of our own words
_APPEND: Final = f"""
    WITH added AS ({_ENTRIES} {_GIVEN.format(match="%(match)s")})
    SELECT pg_notify(%(channel)s, %(news)s)
"""
_ROWS: Final = """
    SELECT seq, act, kind, target, body, at, source, device, entries.key
    FROM matches LEFT JOIN entries ON match = id AND seq > %s WHERE id = %s ORDER BY seq
"""
_MATCHES: Final = """
    SELECT id, first.body, first.at, last.kind, last.body, last.seq, heard.at
    FROM matches
    JOIN entries AS first ON first.match = id AND first.seq = 0
    CROSS JOIN LATERAL (
        SELECT kind, body, seq FROM entries WHERE match = id ORDER BY seq DESC LIMIT 1
    ) AS last
    LEFT JOIN LATERAL (
        SELECT at FROM entries WHERE match = id AND kind NOT IN ('noted', 'retracted')
        ORDER BY seq DESC LIMIT 1
    ) AS heard ON true
    ORDER BY number DESC
"""
_DELETE: Final = """
    WITH gone AS (DELETE FROM matches WHERE id = %s RETURNING id)
    SELECT pg_notify(%s, %s) FROM gone
"""
_HOLD: Final = """
    INSERT INTO holds AS held (match, seat, device, own) VALUES (%s, %s, %s, %s)
    ON CONFLICT (match, seat) DO UPDATE SET own = excluded.own WHERE held.device = excluded.device
"""
_VISIT: Final = "INSERT INTO visits (match, seat, way, at, device) VALUES (%s, %s, %s, %s, %s)"
_TELL: Final = """
    INSERT INTO told (match, seat, number) VALUES (%s, %s, %s)
    ON CONFLICT (match, seat) DO UPDATE SET number = excluded.number
"""
_KEEP: Final = """
    INSERT INTO kept (name, value) VALUES (%s, %s)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""
_KEEP_FIRST: Final = "INSERT INTO kept (name, value) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_LAY: Final = """
    WITH old AS (DELETE FROM slips WHERE laid < now() - interval '1 day')
    INSERT INTO slips (slip, place) VALUES (%s, %s)
"""


class PostgresStore(PostgresLobbyStore):
    """Keeps matches in a database; safe to use from any thread, and from several processes."""

    is_shared = True

    def __init__(
        self,
        url: str,
        *,
        connections: int = 8,
        patience_s: float = 0.0,
        waiting: Callable[[Text], None] = lambda _: None,
    ) -> None:
        """Open the database, by at most so many connections and one more for news.

        Waits so long for a server that does not answer yet, and says once that it does. Raises
        `NoStore` where the database cannot be used, and `NewerStore` for that of a newer referee.
        """
        self._database = Database(
            url, connections=connections, patience_s=patience_s, waiting=waiting
        )
        self._listener = Listener(self._database)

    def create(self, match: str, rows: Sequence[Row]) -> None:
        """Begin a match; raises `SeqTaken` where its id, or the key of its opening, is known."""
        opening(rows[0])
        given = {**_columns(rows), "match": match, "opened_by": rows[0].key or None}
        self._database.do(_CREATE, given, match)

    def append(self, match: str, rows: Sequence[Row]) -> None:
        """Append all of these rows, or raise `SeqTaken` where one of their places is taken."""
        news = self._listener.written(News(Happened.ENTERED, match, rows[-1].seq))
        given = {**_columns(rows), "match": match, "channel": CHANNEL, "news": news}
        self._database.do(_APPEND, given, match)

    def rows(self, match: str, *, after: int = -1) -> tuple[Row, ...]:
        """Return the rows of a match that follow `after`; raises `UnknownMatch`."""
        with self._database.connection() as connection:
            found = connection.execute(_ROWS, (after, match)).fetchall()
        if not found:
            raise UnknownMatch(match)
        return tuple(row_of(row) for row in found if row[0] is not None)

    def matches(self) -> tuple[Stored, ...]:
        """List the matches, the one opened last first."""
        with self._database.connection() as connection:
            found = connection.execute(_MATCHES).fetchall()
        return tuple(stored_of(row) for row in unhurried(found))

    def find(self, key: str) -> str | None:
        """Return the match whose `Opened` row carries this key."""
        return self._one("SELECT id FROM matches WHERE key = %s", key)

    def delete(self, match: str) -> None:
        """Forget a match; raises `UnknownMatch`."""
        news = self._listener.written(News(Happened.DELETED, match))
        with self._database.connection() as connection:
            if not connection.execute(_DELETE, (match, CHANNEL, news)).rowcount:
                raise UnknownMatch(match)

    def hold(self, match: str, seat: Seat, hold: Hold) -> None:
        """Let a device hold a seat; raises `SeqTaken` where another does, and `UnknownMatch`."""
        with self._database.connection(match) as connection:
            held = connection.execute(_HOLD, (match, seat, hold.device, hold.own))
            if not held.rowcount:
                raise SeqTaken

    def release(self, match: str, seat: Seat) -> None:
        """Let nobody hold a seat."""
        with self._database.connection(match) as connection:
            connection.execute("DELETE FROM holds WHERE match = %s AND seat = %s", (match, seat))

    def holds(self, match: str) -> Mapping[Seat, Hold]:
        """Return who holds which seats of a match."""
        query = "SELECT seat, device, own FROM holds WHERE match = %s ORDER BY seat"
        with self._database.connection(match) as connection:
            found = connection.execute(query, (match,)).fetchall()
        return {Seat(seat): Hold(device, own) for seat, device, own in found}

    def visit(self, match: str, visit: Visit) -> None:
        """Keep that somebody was at the hidden cards of a seat; raises `UnknownMatch`."""
        with self._database.connection(match) as connection:
            connection.execute(_VISIT, (match, visit.seat, visit.way, visit.at, visit.device))

    def visits(self, match: str) -> tuple[Visit, ...]:
        """Return who was at the hidden cards of a match, the latest first."""
        query = "SELECT seat, way, at, device FROM visits WHERE match = %s ORDER BY number DESC"
        with self._database.connection(match) as connection:
            found = connection.execute(query, (match,)).fetchall()
        return tuple(
            Visit(Seat(seat), HoldChange(way), at, device) for seat, way, at, device in found
        )

    def set_informed(self, match: str, seat: Seat, number: int) -> None:
        """Keep that a seat knows which of its cards were seen; raises `UnknownMatch`."""
        with self._database.connection(match) as connection:
            connection.execute(_TELL, (match, seat, number))

    def informed_up_to(self, match: str, seat: Seat) -> int:
        """Return the number up to which a seat knows which of its cards were seen."""
        query = "SELECT number FROM told WHERE match = %s AND seat = %s"
        with self._database.connection(match) as connection:
            found = connection.execute(query, (match, seat)).fetchone()
        return int(found[0]) if found else 0

    def kept(self, name: str) -> str | None:
        """Return what is kept under this name."""
        return self._one("SELECT value FROM kept WHERE name = %s", name)

    def all_kept(self) -> Mapping[str, str]:
        """Return everything that is kept, by name."""
        with self._database.connection() as connection:
            return dict(connection.execute("SELECT name, value FROM kept ORDER BY name").fetchall())

    def keep(self, name: str, value: str) -> None:
        """Keep a value under a name, in place of what was there."""
        with self._database.connection() as connection:
            connection.execute(_KEEP, (name, value))

    def change(self, name: str, value: str, *, was: str | None) -> bool:
        """Keep a value where what is kept still is what it `was`; return whether that was so."""
        with self._database.connection() as connection:
            if was is None:
                return connection.execute(_KEEP_FIRST, (name, value)).rowcount == 1
            query = "UPDATE kept SET value = %s WHERE name = %s AND value = %s"
            return connection.execute(query, (value, name, was)).rowcount == 1

    def forget(self, name: str) -> None:
        """Keep nothing under a name any more; where nothing was kept, nothing changes."""
        with self._database.connection() as connection:
            connection.execute("DELETE FROM kept WHERE name = %s", (name,))

    def put_token(self, token: str, place: str) -> None:
        """Lay down a slip that is good for one place."""
        with self._database.connection() as connection:
            connection.execute(_LAY, (token, place))

    def take_token(self, token: str) -> str | None:
        """Take a slip out, and return the place that it is good for."""
        return self._one("DELETE FROM slips WHERE slip = %s RETURNING place", token)

    def nudge(self, match: str) -> None:
        """Notify other processes that something about a match has changed beside its rows."""
        news = self._listener.written(News(Happened.NUDGED, match))
        with self._database.connection() as connection:
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, news))

    def follow(self, hear: Hear) -> None:
        """Call `hear` from now on with what other processes do, from another thread."""
        self._listener.follow(hear)

    def settle(self) -> None:
        """Nothing to be done: the database does it by itself."""

    def close(self) -> None:
        """Let go of the database."""
        self._listener.close()
        self._database.close()

    def _one(self, query: str, value: str) -> str | None:
        with self._database.connection() as connection:
            found = connection.execute(query.encode(), (value,)).fetchone()
        return None if found is None else str(found[0])


def _columns(rows: Sequence[Row]) -> dict[str, Any]:
    packed = [pack(row.entry) for row in rows]
    return {
        "seq": [row.seq for row in rows],
        "act": [row.act for row in rows],
        "kind": [kind for kind, _, _ in packed],
        "target": [target for _, target, _ in packed],
        "body": [body for _, _, body in packed],
        "at": [row.at for row in rows],
        "source": [row.source for row in rows],
        "device": [row.device for row in rows],
        "key": [row.key for row in rows],
    }
