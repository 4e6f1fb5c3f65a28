"""The PostgreSQL store, which several processes can share.

The shared statements are in `store.py`. Every command is one statement, so one round trip.
Notifications are sent in the same transaction as the change.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from referee.core import Text
from referee.match.cooperative import cooperatively
from referee.match.errors import UnknownMatch
from referee.match.log import Row, opening
from referee.match.storage.columns import columns_of
from referee.match.storage.news import Happened, Hear, News
from referee.match.storage.postgres_connection import Database
from referee.match.storage.postgres_listener import CHANNEL, Listener
from referee.match.storage.records import Stored
from referee.match.storage.store import Columns, Store

_NAMES: Final = ("seq", "act", "kind", "target", "body", "at", "source", "device", "key")
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
_DELETE: Final = """
    WITH gone AS (DELETE FROM matches WHERE id = ? RETURNING id)
    SELECT pg_notify(?, ?) FROM gone
"""
_LAY: Final = """
    WITH old AS (DELETE FROM slips WHERE laid < now() - interval '1 day')
    INSERT INTO slips (slip, place) VALUES (?, ?)
"""
_Answer = TypeVar("_Answer")


class PostgresStore(Store):
    """A store in PostgreSQL; safe for threads and processes."""

    is_shared = True
    _visit = "INSERT INTO visits (match, seat, way, at, device) VALUES (?, ?, ?, ?, ?)"

    def __init__(
        self,
        url: str,
        *,
        connections: int = 8,
        patience_s: float = 0.0,
        waiting: Callable[[Text], None] = lambda _: None,
    ) -> None:
        """Open the database with a pool of connections and one more for notifications.

        Waits for a server that does not answer yet, and reports that once. Raises `NoStore` if the
        database cannot be used, and `NewerStore` if a newer referee has written it.
        """
        self._database = Database(
            url, connections=connections, patience_s=patience_s, waiting=waiting
        )
        self._listener = Listener(self._database)

    def create(self, match: str, rows: Sequence[Row]) -> None:
        """Create a match; raises `SeqTaken` if its id or the key of its opening exists."""
        opening(rows[0])
        given = {**_columns(match, rows), "opened_by": rows[0].key or None}
        self._database.do(_CREATE, given, match)

    def append(self, match: str, rows: Sequence[Row]) -> None:
        """Append rows, all or none; raises `SeqTaken` if a seq exists, and `UnknownMatch`."""
        news = self._listener.written(News(Happened.ENTERED, match, rows[-1].seq))
        given = {**_columns(match, rows), "channel": CHANNEL, "news": news}
        self._database.do(_APPEND, given, match)

    def delete(self, match: str) -> None:
        """Delete a match and all its data; raises `UnknownMatch`."""
        news = self._listener.written(News(Happened.DELETED, match))
        if not self._do(_DELETE, (match, CHANNEL, news)):
            raise UnknownMatch(match)

    def put_token(self, token: str, place: str) -> None:
        """Store a token for a place."""
        self._do(_LAY, (token, place))

    def take_token(self, token: str) -> str | None:
        """Remove a token and return its place; None if it is not there."""
        return self._one("DELETE FROM slips WHERE slip = ? RETURNING place", token)

    def nudge(self, match: str) -> None:
        """Notify other processes that something about a match other than its rows has changed."""
        news = self._listener.written(News(Happened.NUDGED, match))
        self._do("SELECT pg_notify(?, ?)", (CHANNEL, news))

    def follow(self, hear: Hear) -> None:
        """Call `hear` with the news of other processes from now on, on another thread."""
        self._listener.follow(hear)

    def close(self) -> None:
        """Release the connections."""
        self._listener.close()
        self._database.close()

    def _do(self, statement: str, values: Columns, match: str = "") -> int:
        with self._database.connection(match) as connection:
            return connection.execute(_native(statement), values).rowcount

    def _all(self, query: str, values: Columns = ()) -> list[Columns]:
        with self._database.connection() as connection:
            return connection.execute(_native(query), values).fetchall()

    def _read_long(
        self, query: str, values: Columns, read: Callable[[list[Columns]], _Answer]
    ) -> _Answer:
        return read(self._all(query, values))

    def _listed(self, found: Iterable[Columns]) -> tuple[Stored, ...]:
        return super()._listed(cooperatively(found))


@cache
def _native(statement: str) -> bytes:
    """Return a statement with the placeholders of the library."""
    return statement.replace("?", "%s").encode()


def _columns(match: str, rows: Sequence[Row]) -> dict[str, Any]:
    """Return the columns of rows of a match, each as a list of values."""
    columns = zip(*(columns_of(match, row)[1:] for row in rows), strict=True)
    return {"match": match, **dict(zip(_NAMES, map(list, columns), strict=True))}
