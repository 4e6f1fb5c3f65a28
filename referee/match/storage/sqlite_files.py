"""Opening of SQLite files, also on a full disk.

With a write-ahead log SQLite needs a `-shm` file before it reads a row. Without room for it, its
content is kept in memory: matches can be read, and entries continue once there is room. No other
process can use the file meanwhile.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import disk_usage
from typing import Final
from urllib.parse import urlencode

from referee.core import say
from referee.match.storage.error_texts import is_of_use

MEMORY: Final = ":memory:"
"""The path of a database in memory."""

_FULL_BELOW: Final = 100_000
"""Free bytes below which a disk counts as full."""

NO_ROOM: Final = say(
    "The disk is full. You can see everything that was saved, but new entries may be refused."
    " Delete files that you no longer need on that disk; then entries work again."
)

HELD: Final = say(
    "Another program is using the stored matches. You can see everything that was saved, but"
    " nothing can be entered until that program is done. Close it, such as one that shows or copies"
    " the file; then entries work again."
)

_OF_ROOM: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})


def connect_in_memory() -> sqlite3.Connection:
    """Open a new, empty database in memory."""
    return sqlite3.connect(MEMORY, isolation_level=None, check_same_thread=False)


def connect(path: Path, *, only_read: bool = False) -> sqlite3.Connection:
    """Open a file, read-only if `only_read`; raises `sqlite3.Error`.

    The connection is in autocommit mode and can be used by any thread.
    """
    connection = _connect(path, only_read=only_read)
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error as error:
        if not _is_of_room(path, error):
            return connection  # the next statement raises the error
        connection.close()
        return _connect(path, only_read=only_read, vfs="unix-excl")
    return connection


def may_be_read(path: Path) -> bool:
    """Return False while another process holds an exclusive lock on a file; does not wait."""
    try:
        with closing(_connect(path, only_read=True, timeout_s=0)) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error as error:
        return not is_of_use(error)
    return True


def is_full(folder: Path) -> bool:
    """Return whether the disk of a folder is nearly full."""
    try:
        return disk_usage(folder).free < _FULL_BELOW
    except OSError:
        return False


def _connect(
    path: Path, *, only_read: bool, timeout_s: float = 5, **asked: str
) -> sqlite3.Connection:
    asked |= {"mode": "ro"} if only_read else {"mode": "rwc"}
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{urlencode(asked)}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=timeout_s,
    )


def _is_of_room(path: Path, error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", 0)
    return code == sqlite3.SQLITE_IOERR_SHMSIZE or (
        code & 0xFF in _OF_ROOM and is_full(path.parent)
    )
