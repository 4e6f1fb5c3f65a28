"""Listener for the notifications of other processes, on a PostgreSQL connection of its own.

After a lost connection news may be missing, which is reported as `MISSED`. As the only connection
that is always open, it also reports to the operator, once each, that the database is away and back.
"""

import logging
import secrets
import threading
from contextlib import closing, suppress
from typing import Final

import psycopg
from psycopg import sql

from referee.match.errors import StoreFailed
from referee.match.storage.news import Happened, Hear, News
from referee.match.storage.postgres_connection import Database
from referee.match.storage.postgres_timeouts import TimedConnection

CHANNEL: Final = "referee"

_PAUSE_S: Final = 0.2
_AWAY: Final = 2
"""Consecutive failures after which the database counts as away."""

_LIFE_SIGN_S: Final = 5.0
"""Interval of the check of a silent connection, in seconds."""

_START_S: Final = 5.0
_OVER: Final = "over"

log = logging.getLogger(__name__)


class Listener:
    """Calls `hear` with the news of other processes, on a thread of its own, until closed."""

    def __init__(self, database: Database) -> None:
        """Start without a callback."""
        self._database = database
        self._origin = secrets.token_hex(4)
        self._heard_by: Hear | None = None
        self._thread: threading.Thread | None = None
        self._listening = threading.Event()
        self._over = threading.Event()
        self._failed = 0
        """Number of consecutive failures."""

    def written(self, news: News) -> str:
        """Serialize news of this process for others."""
        return f"{self._origin} {news.happened} {news.seq} {news.match}"

    def follow(self, hear: Hear) -> None:
        """Call `hear` from now on."""
        self._heard_by = hear
        self._thread = threading.Thread(target=self._listen, name="news", daemon=True)
        self._thread.start()
        self._listening.wait(_START_S)

    def close(self) -> None:
        """Stop the thread."""
        self._over.set()
        if self._thread is not None:
            with suppress(StoreFailed), self._database.connection() as connection:  # wakes it
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self._origin} {_OVER}"))
            self._thread.join(timeout=1)

    def _listen(self) -> None:
        while not self._over.is_set():
            try:
                with closing(self._database.dedicated_connection()) as connection:
                    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                    self._found()
                    self._tell(News(Happened.MISSED))
                    self._listening.set()
                    self._hear_all(connection)
            except StoreFailed as error:
                self._miss(error.detail)
            except psycopg.Error as error:
                self._miss(str(error))
            except Exception:  # a dead listener would leave screens outdated, unnoticed
                log.exception("News of another process could not be processed")
            self._over.wait(_PAUSE_S)

    def _miss(self, why: str) -> None:
        """Report once that the database is away; a short interruption is not reported."""
        self._failed += 1
        if self._failed >= _AWAY:
            self._database.presence.miss()
        if self._failed == _AWAY and not self._over.is_set():
            log.warning("%s", self._database.away(why))

    def _found(self) -> None:
        if self._failed >= _AWAY:
            log.warning("%s", self._database.back())
        self._failed = 0
        self._database.presence.find()

    def _hear_all(self, connection: TimedConnection) -> None:
        while not self._over.is_set():
            for notify in connection.notifies(timeout=_LIFE_SIGN_S):
                self._take(notify.payload)
                if self._over.is_set():
                    return
            connection.execute("")

    def _take(self, payload: str) -> None:
        origin, _, told = payload.partition(" ")
        if origin != self._origin and told != _OVER:
            self._tell(_read(told))

    def _tell(self, news: News) -> None:
        assert self._heard_by is not None  # noqa: S101 - `follow` has set it
        self._heard_by(news)


def _read(told: str) -> News:
    try:
        happened, seq, match = told.split(" ", 2)
        return News(Happened(happened), match, int(seq))
    except ValueError:  # news of a newer version: refreshing everything is always safe
        return News(Happened.MISSED)
