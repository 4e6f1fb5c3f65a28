"""A record beside the database file with its number of matches and entries, to detect losses.

SQLite cannot know that its write-ahead log was deleted or that the file was replaced. The record
never claims more than what was acknowledged: additions are counted after they are stored, deletions
before. It is overwritten in place without sync, so after a power cut it may be some seconds old; it
is synced when the server is idle.
"""

import os
import re
import sqlite3
import threading
import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from referee.match.storage.durable import make_private

ENDING: Final = "-count"
"""The suffix of the record, like `-wal`."""

_WIDTH: Final = 79
"""The fixed length of the record, so that a shorter line overwrites a longer one."""

_LINE: Final = re.compile(r"(\d+) matches, (\d+) entries(, look)?")


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of matches, and of the entries of all matches.

    `look` asks the next start to verify every entry, because a damaged one was found.
    """

    matches: int = 0
    entries: int = 0
    look: bool = False

    def exceeds(self, other: "Counts") -> bool:
        """Return whether either number is larger."""
        return self.matches > other.matches or self.entries > other.entries


_NOTHING: Final = Counts()
_COUNT: Final = """
    SELECT count(*), coalesce(sum((SELECT max(seq) + 1 FROM entries WHERE match = id)), 0)
    FROM matches
"""


def counted(connection: sqlite3.Connection) -> Counts:
    """Count the rows of a database, which may be empty; raises `sqlite3.Error`."""
    if not connection.execute("PRAGMA table_info(entries)").fetchall():
        return _NOTHING
    ((matches, entries),) = connection.execute(_COUNT)
    return Counts(matches, entries)


def record_of(path: Path) -> Path:
    """Return the path of the record of a file."""
    return path.with_name(f"{path.name}{ENDING}")


def read_counts(path: Path) -> Counts | None:
    """Return the record of a file; None if there is none or it cannot be trusted."""
    try:
        line, _, told = record_of(path).read_text("ascii", "replace").strip().rpartition("; ")
    except OSError:
        return None
    found = _LINE.fullmatch(line)
    if found is None or told != _checksum(line):
        return None
    return Counts(int(found[1]), int(found[2]), bool(found[3]))


def forget_counts(path: Path) -> None:
    """Delete the record of a file, so that the present contents count."""
    record_of(path).unlink(missing_ok=True)


class Record:
    """The open record of a file; thread-safe.

    A record that claims more than was `found` in the file is left unchanged until the loss is
    reported. If it cannot be written, it only claims less. Without a path there is none.
    """

    def __init__(self, found: Counts = _NOTHING, path: Path | None = None) -> None:
        self._lock = threading.Lock()
        self._counts = found
        self._file = -1
        if path is None:
            return
        known = read_counts(path)
        self._counts = replace(found, look=known is not None and known.look)
        if known is None or not known.exceeds(found):
            with suppress(OSError):
                self._file = _opened(record_of(path))
            if known != self._counts:
                self.add(sync=True)

    def add(self, matches: int = 0, entries: int = 0, *, sync: bool = False) -> None:
        """Add to the counts; negative numbers before a deletion.

        With `sync` the record is on the disk when this returns.
        """
        with self._lock:
            before = self._counts
            self._counts = replace(
                before, matches=before.matches + matches, entries=before.entries + entries
            )
            self._write(sync=sync)

    def ask_for_look(self) -> None:
        """Ask the next start to verify every entry."""
        with self._lock:
            self._counts = replace(self._counts, look=True)
            self._write(sync=True)

    def close(self) -> None:
        """Sync the record and close it."""
        with self._lock:
            self._write(sync=True)
            if self._file >= 0:
                os.close(self._file)
            self._file = -1

    def _write(self, *, sync: bool) -> None:
        if self._file < 0:
            return
        with suppress(OSError):
            os.pwrite(self._file, _line(self._counts).ljust(_WIDTH).encode() + b"\n", 0)
            if sync:
                os.fdatasync(self._file)


def _opened(path: Path) -> int:
    with suppress(FileExistsError):
        make_private(path)
    return os.open(path, os.O_RDWR | os.O_CLOEXEC)


def _line(counts: Counts) -> str:
    line = f"{counts.matches} matches, {counts.entries} entries{', look' if counts.look else ''}"
    return f"{line}; {_checksum(line)}"


def _checksum(line: str) -> str:
    return f"{zlib.crc32(line.encode()):08x}"
