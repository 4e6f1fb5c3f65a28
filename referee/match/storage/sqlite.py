"""The SQLite store: one file in which nothing acknowledged is lost at a power cut.

SQLite serializes writes anyway, and reads are rare because matches stay in memory, so hundreds of
waiting screens need no connections of their own.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from shutil import disk_usage
from typing import Final
from weakref import finalize

from referee.core import say
from referee.match.errors import (
    NewerStore,
    NoStore,
    StoreDamaged,
    StoreFailed,
    UnknownMatch,
)
from referee.match.log import Row, opening
from referee.match.storage.columns import (
    ONE_OWN_SEAT,
    checksum_of,
    columns_of,
    is_unbroken,
    text_of,
)
from referee.match.storage.counts import Counts, Record, counted, read_counts
from referee.match.storage.durable import make_folder, make_private
from referee.match.storage.error_texts import Damaged, reason
from referee.match.storage.one_time_tokens import MemoryTokenStore
from referee.match.storage.sqlite_connections import (
    SqliteConnections,
    is_held,
    store_errors,
    writes,
)
from referee.match.storage.sqlite_files import MEMORY, connect, connect_in_memory
from referee.match.storage.store import Columns, Store

VERSION: Final = 7
"""Of the schema; `PRAGMA user_version` of a file."""

_LOG_PAGES: Final = 1_000
"""Pages after which SQLite checkpoints its log and restarts it."""

_PLENTY: Final = 64 * 1024 * 1024
"""Free bytes on a disk on which four million bytes can be preallocated."""

_TOKENS: Final = """ALTER TABLE doors ADD COLUMN token TEXT NOT NULL DEFAULT '';
        UPDATE doors SET token = lower(hex(randomblob(16)));
        CREATE UNIQUE INDEX doors_linked ON doors (token) WHERE token <> ''"""
_MIGRATIONS: Final[Mapping[int, str]] = {
    2: """CREATE TABLE holds (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            device TEXT NOT NULL,
            own INTEGER NOT NULL,
            PRIMARY KEY (match, seat)
        ) STRICT, WITHOUT ROWID""",
    3: """CREATE TABLE visits (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            way TEXT NOT NULL,
            at TEXT NOT NULL,
            PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID""",
    4: """ALTER TABLE visits ADD COLUMN device TEXT NOT NULL DEFAULT '';
        CREATE TABLE told (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (match, seat)
        ) STRICT, WITHOUT ROWID""",
    5: """CREATE TABLE doors (
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
        ) STRICT, WITHOUT ROWID""",
    6: f"{ONE_OWN_SEAT};\n{_TOKENS}",
    7: "ALTER TABLE entries ADD COLUMN checksum INTEGER",
}
"""The scripts that migrate a file from the version before, by version."""

_BEGIN: Final = """
    INSERT INTO matches (id, number, key) SELECT ?, coalesce(max(number), 0) + 1, ? FROM matches
"""
_APPEND: Final = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class SqliteStore(SqliteConnections, MemoryTokenStore, Store):
    """A store in a file; safe for threads and processes."""

    _more = ", checksum"
    _visit = """
        INSERT INTO visits (match, number, seat, way, at, device) VALUES (
            ?1, (SELECT coalesce(max(number), 0) + 1 FROM visits WHERE match = ?1), ?2, ?3, ?4, ?5
        )
    """

    def __init__(self, path: Path | str, *, only_read: bool = False) -> None:
        """Open or create the file; with `only_read` it must have this version.

        The path `:memory:` keeps everything in memory, with one connection and without workers.
        Raises `NoStore` if the file cannot be opened, and `NewerStore` if a newer referee has
        written it.
        """
        self._path = path = Path(path)
        self._record = Record()
        self._written = self._settled = 0
        try:
            super().__init__(partial(_opened, path, only_read=only_read))
        except (OSError, sqlite3.Error) as error:
            raise _no_store(path, error) from error
        try:
            if not only_read:
                self._prepare()
        except NewerStore:
            self._connection.close()
            raise
        except StoreFailed as failed:
            self._connection.close()
            raise _no_store(path, failed.__cause__) from failed
        except BaseException:
            self._connection.close()
            raise

    @writes
    def create(self, match: str, rows: Sequence[Row]) -> None:
        """Create a match; raises `SeqTaken` if its id or the key of its opening exists."""
        opening(rows[0])
        with self._writing() as connection:
            connection.execute(_BEGIN, (match, rows[0].key or None))
            connection.executemany(_APPEND, [_written(match, row) for row in rows])
        self._record.add(1, len(rows))

    @writes
    def append(self, match: str, rows: Sequence[Row]) -> None:
        """Append rows, all or none; raises `SeqTaken` if a seq exists, and `UnknownMatch`."""
        written = [_written(match, row) for row in rows]
        if len(written) == 1:
            # A single statement is a transaction; BEGIN and COMMIT would cost two more.
            with store_errors(self._connection, match) as connection:
                connection.execute(_APPEND, written[0])
        else:
            with self._writing(match) as connection:
                connection.executemany(_APPEND, written)
        self._record.add(0, len(rows))

    @writes
    def delete(self, match: str) -> None:
        """Delete a match and all its data; raises `UnknownMatch`."""
        with self._writing() as connection:
            query = "SELECT count(*) FROM entries WHERE match = ?"
            ((entries,),) = connection.execute(query, (match,))
            if not entries:
                raise UnknownMatch(match)
            self._record.add(-1, -entries, sync=True)
            connection.execute("DELETE FROM matches WHERE id = ?", (match,))

    @writes
    def _do(self, statement: str, values: Columns, match: str = "") -> int:
        with store_errors(self._connection, match) as connection:
            return connection.execute(statement, values).rowcount

    def _check(self, match: str, after: int, entries: list[Columns]) -> None:
        if not is_unbroken(entries, after=after):
            self._record.ask_for_look()
            raise StoreDamaged from Damaged(match)

    def close(self) -> None:
        """Close the file."""
        super().close()
        self._record.close()

    @writes
    def make_room(self) -> None:
        """Preallocate the write-ahead log, so that no entry has to extend it.

        Extending a file takes ten times as long as writing into it.
        """
        with self._without_waiting():
            if self.is_held() or disk_usage(self._path.parent).free < _PLENTY:
                return
            with suppress(StoreFailed):
                self._fill_log()
            with suppress(StoreFailed):
                self._begin_log()

    @writes
    def settle(self) -> None:
        """Checkpoint the log if nothing was written since the last call; called when idle."""
        with suppress(StoreFailed), store_errors(self._connection) as connection:
            written = connection.total_changes
            is_quiet, self._written = written == self._written, written
            if is_quiet and written != self._settled and self._begin_log():
                self._settled = written

    def _begin_log(self) -> bool:
        """Checkpoint everything and restart the log at its length; return whether that was done.

        Writing one unchanged page starts a new round of the log, so that nothing is lost with it.
        """
        with store_errors(self._connection) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            with self._without_waiting():  # a backup may be reading
                ((busy, *_),) = connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
            if busy:
                return False
            connection.execute(f"PRAGMA user_version = {VERSION}")
        self._record.add(sync=True)
        return True

    def _fill_log(self) -> None:
        with store_errors(self._connection) as connection:
            # The page is unchanged, so it need not be synced.
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA wal_autocheckpoint = 0")
            try:
                for _ in range(_LOG_PAGES):
                    connection.execute(f"PRAGMA user_version = {VERSION}")
            finally:
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")

    def _prepare(self) -> None:
        """Bring the file to this version, and count what is in it.

        A file of this version is only read, so that one to which another process writes can be
        seen meanwhile.
        """
        self._prepare_connection()
        found = None
        with store_errors(self._connection) as connection:
            if connection.execute("PRAGMA user_version").fetchone() == (VERSION,):
                found = counted(connection)
        if found is None or (read_counts(self._path) or Counts()).exceeds(found):
            with self._writing() as connection:  # nobody deletes a match meanwhile
                _migrate(connection)
                found = counted(connection)
        if str(self._path) == MEMORY:
            finalize(self, self._connection.close)
            return
        self._record = Record(found, self._path)
        with self._without_waiting():
            self._is_held = is_held(self._connection)


def _opened(path: Path, *, only_read: bool) -> sqlite3.Connection:
    if str(path) == MEMORY:
        connection = connect_in_memory()
    else:
        if not only_read:
            make_folder(path.parent)
            _make_private(path)
        connection = connect(path, only_read=only_read)
    connection.text_factory = text_of
    return connection


def _make_private(path: Path) -> None:
    """Create a file that only its owner can read, because it holds notes of seats.

    SQLite gives the files beside it the same mode.
    """
    with suppress(FileExistsError):
        make_private(path)


def _no_store(path: Path, error: BaseException | None) -> NoStore:
    """Return the error for a file that cannot be opened."""
    damaged = isinstance(error, sqlite3.DatabaseError) and not isinstance(
        error, sqlite3.OperationalError
    )
    if damaged:
        text = say(
            "{path} cannot be read as stored matches: it is damaged, or a different kind of "
            "file. Move it away to start over.",
            path=path,
        )
    elif isinstance(error, FileExistsError | NotADirectoryError):
        text = say("The matches cannot be stored in {path}: it is not a folder.", path=path.parent)
    else:
        text = say(
            "The matches cannot be stored in {path}: {why}.",
            path=path.parent,
            why=reason(error),
        )
    return NoStore(text, str(error))


def schema() -> str:
    """Return the script that creates the schema of this version."""
    return files("referee.match.storage").joinpath("schema.sql").read_text("utf-8")


def _migrate(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == VERSION:
        return  # a full disk stays readable
    if version > VERSION:
        raise NewerStore(f"the file has version {version}, this referee knows {VERSION}")
    if version == 0:
        _run(connection, schema())
    else:
        for step in range(version + 1, VERSION + 1):
            _run(connection, _MIGRATIONS[step])
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _run(connection: sqlite3.Connection, script: str) -> None:
    # One by one: `executescript` would commit first and could leave half a schema.
    for statement in script.split(";\n"):
        connection.execute(statement)


def _written(match: str, row: Row) -> Columns:
    columns = columns_of(match, row)
    return (*columns, checksum_of(columns))
