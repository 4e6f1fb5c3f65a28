"""The connections of a store to its SQLite file: which is used for what, and on which thread.

By itself a store has one connection, behind a lock, and works on the thread of whoever calls it.

A server has one loop that nothing may hold, so it gives the store two workers. One writes, which
takes as long as the disk does. Another reads what is long, such as a whole log. What is short is
read at once on a third connection: with a write-ahead log no writer makes a reader wait, of this
process or of another, and a few rows by their key come from memory in some microseconds.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from math import inf
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from referee.match.errors import (
    SeqTaken,
    StoreBusy,
    StoreDamaged,
    StoreFailed,
    StoreFull,
    UnknownMatch,
)
from referee.match.storage.error_texts import is_of_damage, is_of_use

PATIENCE_S: Final = 1.5
"""How long a server lets an entry wait for a file in which another process writes."""

_AGAIN_S: Final = 0.02
_ALONE_MS: Final = 5_000
"""How long anybody else waits for it, inside SQLite."""

_READING_MS: Final = 10
"""The same for a server that reads: the only one to wait for puts a log in order after a crash."""

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")
_Store = TypeVar("_Store", bound="SqliteConnections")


class Worker(Protocol):
    """A thread that does one piece of work after the other, for callers that let others go on."""

    def run(self, work: Callable[[], _Answer]) -> _Answer:
        """Return what the work returns, and raise what it raises."""

    def close(self) -> None:
        """End the thread."""


def writes(
    method: Callable[Concatenate[_Store, _Given], _Answer],
) -> Callable[Concatenate[_Store, _Given], _Answer]:
    """Let a method of a store use the connection that writes; one at a time does."""

    @wraps(method)
    def called(store: _Store, /, *given: _Given.args, **more: _Given.kwargs) -> _Answer:
        return store._write(partial(method, store, *given, **more))  # noqa: SLF001 - its own kind

    return called


class SqliteConnections:
    """The connections of a store, and the locks before them.

    `_connection` is for methods that `writes` marks, `_long` for what `_read_long` reads, and
    `_quick` for all others.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """Open one connection for everything; raises `sqlite3.Error` and `OSError`."""
        super().__init__()
        self._connect = connect
        self._lock = self._writing_lock = self._long_lock = threading.RLock()
        self._connection = self._quick = self._long = connect()
        self._writer: Worker | None = None
        self._reader: Worker | None = None
        self._waiting = _Waiting()
        self._is_held = False

    def hand_over(self, writer: Worker, reader: Worker) -> None:
        """Let workers wait for the disk from now on; the store closes them at its end."""
        self._quick, self._long = self._connect(), self._connect()
        for connection in (self._quick, self._long):
            connection.execute("PRAGMA query_only = ON")
            connection.execute(f"PRAGMA busy_timeout = {_READING_MS}")
        self._connection.execute("PRAGMA busy_timeout = 0")  # whoever waits lets others go on
        self._writing_lock, self._long_lock = threading.RLock(), threading.RLock()
        self._writer, self._reader = writer, reader

    def is_held(self) -> bool:
        """Return whether another process holds the file, as it did when it was last written to.

        Nothing is asked of the file while all that is written gets through.
        """
        if self._is_held:
            self._is_held = self._read_much(partial(is_held, self._long))
        return self._is_held

    def close(self) -> None:
        """Let go of the file, once what has begun to be written is."""
        if self._writer is None or self._reader is None:
            with self._lock:
                self._connection.close()
            return
        self._quick.close()
        self._reader.run(self._long.close)
        self._writer.run(self._connection.close)
        self._reader.close()
        self._writer.close()

    def _prepare_connection(self) -> None:
        with store_errors(self._connection) as connection:
            connection.execute(f"PRAGMA busy_timeout = {_ALONE_MS}")
            connection.execute("PRAGMA journal_mode = WAL")
            # FULL: a commit returns when its rows are on the disk, not before.
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            # What is deleted is gone from the file too, and no rescue of pages brings it back.
            connection.execute("PRAGMA secure_delete = ON")

    @contextmanager
    def _without_waiting(self) -> Iterator[None]:
        """Wait for no other process in what is written meanwhile."""
        ((patience_ms,),) = self._connection.execute("PRAGMA busy_timeout")
        self._connection.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            self._connection.execute(f"PRAGMA busy_timeout = {patience_ms}")

    def _write(self, work: Callable[[], _Answer]) -> _Answer:
        """Do what writes; raises `StoreBusy` where another process writes for too long."""
        with self._writing_lock:
            if self._writer is None:
                return work()
            while True:
                try:
                    found = self._writer.run(work)
                except StoreBusy:
                    if self._waiting.is_over():
                        self._is_held = True
                        raise
                else:
                    self._waiting.end()
                    return found
                time.sleep(_AGAIN_S)

    def _read_much(self, work: Callable[[], _Answer]) -> _Answer:
        with self._long_lock:
            return work() if self._reader is None else self._reader.run(work)

    def _all(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query that is short."""
        with self._lock, store_errors(self._quick) as connection:
            return connection.execute(query, values).fetchall()

    def _read_long(
        self,
        query: str,
        values: tuple[Any, ...],
        read: Callable[[list[tuple[Any, ...]]], _Answer],
    ) -> _Answer:
        """Return what `read` makes of the rows of a query that is long; a worker runs both."""

        def work() -> _Answer:
            with store_errors(self._long) as connection:
                found = connection.execute(query, values).fetchall()
            return read(found)

        return self._read_much(work)

    @contextmanager
    def _writing(self, match: str = "") -> Iterator[sqlite3.Connection]:
        """Yield the connection for what is written, inside a transaction."""
        with store_errors(self._connection, match) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                connection.rollback()
                raise


@contextmanager
def store_errors(connection: sqlite3.Connection, match: str = "") -> Iterator[sqlite3.Connection]:
    """Raise as what stores raise whatever SQLite refuses; `match` is what is written belongs to."""
    try:
        yield connection
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
            raise UnknownMatch(match) from None
        raise SeqTaken(str(error)) from error
    except sqlite3.Error as error:
        raise _kind_of(error)(str(error)) from error


def is_held(connection: sqlite3.Connection) -> bool:
    """Return whether another process keeps this one from writing."""
    ((only_reads,),) = connection.execute("PRAGMA query_only")
    connection.execute("PRAGMA query_only = OFF")  # else nobody is asked
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        return is_of_use(error)
    finally:
        connection.execute(f"PRAGMA query_only = {only_reads}")
    return False


def _kind_of(error: sqlite3.Error) -> type[StoreFailed]:
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return StoreFull
    if is_of_use(error):
        return StoreBusy
    return StoreDamaged if is_of_damage(error) else StoreFailed


class _Waiting:
    """How long all together have waited for a file in which another process writes.

    Whoever comes when that has been too long is not to wait as long again.
    """

    def __init__(self) -> None:
        self._since = self._last = -inf

    def is_over(self) -> bool:
        """Take down that the file is in use; return whether it is not to be waited for any more."""
        now = time.monotonic()
        if now - self._last > PATIENCE_S:  # nobody waits any more for what it was in use for
            self._since = now
        self._last = now
        return now - self._since >= PATIENCE_S

    def end(self) -> None:
        """Take down that the file is free."""
        self._last = -inf
