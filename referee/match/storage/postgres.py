"""Keeps matches in PostgreSQL, so that several processes can serve them side by side.

The statements that all databases share are in `store.py`. Every command is one statement, so one
way to the server and back. Whatever other processes must
hear of is told inside the same transaction: what is stored is told, and what is told is stored.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from referee.core import Text
from referee.match.cooperative import unhurried
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
    """Keeps matches in a database; safe to use from any thread, and from several processes."""

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
        given = {**_columns(match, rows), "opened_by": rows[0].key or None}
        self._database.do(_CREATE, given, match)

    def append(self, match: str, rows: Sequence[Row]) -> None:
        """Append all of these rows; raises `SeqTaken` if a place is taken, and `UnknownMatch`."""
        news = self._listener.written(News(Happened.ENTERED, match, rows[-1].seq))
        given = {**_columns(match, rows), "channel": CHANNEL, "news": news}
        self._database.do(_APPEND, given, match)

    def delete(self, match: str) -> None:
        """Delete a match with all that belongs to it; raises `UnknownMatch`."""
        news = self._listener.written(News(Happened.DELETED, match))
        if not self._do(_DELETE, (match, CHANNEL, news)):
            raise UnknownMatch(match)

    def put_token(self, token: str, place: str) -> None:
        """Lay down a slip that is good for one place."""
        self._do(_LAY, (token, place))

    def take_token(self, token: str) -> str | None:
        """Take a slip out, and return the place that it is good for."""
        return self._one("DELETE FROM slips WHERE slip = ? RETURNING place", token)

    def nudge(self, match: str) -> None:
        """Announce to other processes that something about a match has changed beside its rows."""
        news = self._listener.written(News(Happened.NUDGED, match))
        self._do("SELECT pg_notify(?, ?)", (CHANNEL, news))

    def follow(self, hear: Hear) -> None:
        """Call `hear` from now on with what other processes do, from another thread."""
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
        return super()._listed(unhurried(found))


@cache
def _native(statement: str) -> bytes:
    """Return a statement with what the library wants where a value goes."""
    return statement.replace("?", "%s").encode()


def _columns(match: str, rows: Sequence[Row]) -> dict[str, Any]:
    """Return the columns of rows of a match, each with its values in all of them."""
    columns = zip(*(columns_of(match, row)[1:] for row in rows), strict=True)
    return {"match": match, **dict(zip(_NAMES, map(list, columns), strict=True))}
