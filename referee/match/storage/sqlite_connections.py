"""The connections of a store to its SQLite file, and the threads that use them.

By default a store has one connection behind a lock, used on the thread of the caller.

A server must not block its event loop, so it gives the store two workers: one writes, the other
reads long results such as a whole log. Short reads use a third connection directly: with a write-
ahead log no writer blocks a reader, and a few rows by key take microseconds.
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
"""Time that an entry waits on a server for a file locked by another process, in seconds."""

_AGAIN_S: Final = 0.02
_ALONE_MS: Final = 5_000
"""The same without workers, in milliseconds."""

_READING_MS: Final = 10
"""The same for reads on a server, which wait only for a recovery of the log."""

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")
_Store = TypeVar("_Store", bound="SqliteConnections")


class Worker(Protocol):
    """A thread that runs one job after the other, while callers wait cooperatively."""

    def run(self, work: Callable[[], _Answer]) -> _Answer:
        """Run a job on the thread, and return its result or raise its error."""

    def close(self) -> None:
        """Stop the thread."""


def writes(
    method: Callable[Concatenate[_Store, _Given], _Answer],
) -> Callable[Concatenate[_Store, _Given], _Answer]:
    """Run a method of a store as a write, one at a time."""

    @wraps(method)
    def called(store: _Store, /, *given: _Given.args, **more: _Given.kwargs) -> _Answer:
        return store._write(partial(method, store, *given, **more))  # noqa: SLF001 - its own kind

    return called


class SqliteConnections:
    """The connections of a store and their locks.

    `_connection` is for methods marked with `writes`, `_long` for `_read_long`, and `_quick` for
    all others.
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
        """Use workers from now on; the store closes them with itself."""
        self._quick, self._long = self._connect(), self._connect()
        for connection in (self._quick, self._long):
            connection.execute("PRAGMA query_only = ON")
            connection.execute(f"PRAGMA busy_timeout = {_READING_MS}")
        self._connection.execute("PRAGMA busy_timeout = 0")  # `_write` retries instead
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
        """Close the connections after pending writes."""
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
            # Deleted rows are overwritten, so that no rescue of pages restores them.
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
        """Run a write; raises `StoreBusy` if the file stays locked by another process."""
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
        """Return the rows of a short query."""
        with self._lock, store_errors(self._quick) as connection:
            return connection.execute(query, values).fetchall()

    def _read_long(
        self,
        query: str,
        values: tuple[Any, ...],
        read: Callable[[list[tuple[Any, ...]]], _Answer],
    ) -> _Answer:
        """Return `read` of the rows of a long query, run by a worker."""

        def work() -> _Answer:
            with store_errors(self._long) as connection:
                found = connection.execute(query, values).fetchall()
            return read(found)

        return self._read_much(work)

    @contextmanager
    def _writing(self, match: str = "") -> Iterator[sqlite3.Connection]:
        """Yield the writing connection inside a transaction."""
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
    """Raise errors of SQLite as store errors; `match` is the one that is written to."""
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
    """The common waiting time for a file locked by another process.

    Once it is used up, further callers do not wait as long again.
    """

    def __init__(self) -> None:
        self._since = self._last = -inf

    def is_over(self) -> bool:
        """Record that the file is locked; return whether the waiting time is used up."""
        now = time.monotonic()
        if now - self._last > PATIENCE_S:  # an earlier wait has ended
            self._since = now
        self._last = now
        return now - self._since >= PATIENCE_S

    def end(self) -> None:
        """Record that the file is free."""
        self._last = -inf
