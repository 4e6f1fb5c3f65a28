"""Keeps beside a file of matches how much is in it, so that it is noticed when something is gone.

SQLite cannot know that the log beside its file was deleted, or that the file is another one. The
record never claims more than what was acknowledged: what is entered is counted after it is stored,
what is deleted before. Each entry overwrites it in its place and waits for no disk, so after a cut
of the power it may be some seconds old; it is brought to the disk whenever nobody plays.
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
"""What the name of the record has after that of the file, like the `-wal` of SQLite."""

_WIDTH: Final = 79
"""Letters of the record, so that a shorter line covers a longer one."""

_LINE: Final = re.compile(r"(\d+) matches, (\d+) entries(, look)?")


@dataclass(frozen=True, slots=True)
class Counts:
    """How many matches there are, and how many entries all of them have.

    `look` asks the next start to look at every entry, because a damaged one was met.
    """

    matches: int = 0
    entries: int = 0
    look: bool = False

    def exceeds(self, other: "Counts") -> bool:
        """Return whether there is more of anything than in another one."""
        return self.matches > other.matches or self.entries > other.entries


_NOTHING: Final = Counts()
_COUNT: Final = """
    SELECT count(*), coalesce(sum((SELECT max(seq) + 1 FROM entries WHERE match = id)), 0)
    FROM matches
"""


def counted(connection: sqlite3.Connection) -> Counts:
    """Count what a file holds now, which may be nothing at all; raises `sqlite3.Error`."""
    if not connection.execute("PRAGMA table_info(entries)").fetchall():
        return _NOTHING
    ((matches, entries),) = connection.execute(_COUNT)
    return Counts(matches, entries)


def record_of(path: Path) -> Path:
    """Return where the record of a file lies."""
    return path.with_name(f"{path.name}{ENDING}")


def read_counts(path: Path) -> Counts | None:
    """Read the record of a file; None where there is none, or none that can be relied on."""
    try:
        line, _, told = record_of(path).read_text("ascii", "replace").strip().rpartition("; ")
    except OSError:
        return None
    found = _LINE.fullmatch(line)
    if found is None or told != _checksum(line):
        return None
    return Counts(int(found[1]), int(found[2]), bool(found[3]))


def forget_counts(path: Path) -> None:
    """Take the record of a file away: what lies there from now on counts."""
    record_of(path).unlink(missing_ok=True)


class Record:
    """The record of a file that is open to be written to; safe to use from any thread.

    One that claims more than what was `found` in the file is left as it is, until the loss is
    told. One that cannot be written stops nothing: it only claims less. Without a path there is
    none.
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
        """Count what was stored just now, or is about to be deleted where it is less than nothing.

        With `sync` that is on the disk when this returns.
        """
        with self._lock:
            before = self._counts
            self._counts = replace(
                before, matches=before.matches + matches, entries=before.entries + entries
            )
            self._write(sync=sync)

    def ask_for_look(self) -> None:
        """Let the next start look at every entry."""
        with self._lock:
            self._counts = replace(self._counts, look=True)
            self._write(sync=True)

    def close(self) -> None:
        """Bring the record to the disk, and let go of it."""
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
