"""Detection of damage to the database file, its write-ahead log and its entries.

SQLite does not report a truncated write-ahead log, a changed character, nor a file that was emptied
or replaced.
"""

import os
import sqlite3
from collections.abc import Set as AbstractSet
from contextlib import closing
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Final

from referee.core import say
from referee.match.care.backups import backups_of_now, opened_to_read
from referee.match.care.in_use import is_served
from referee.match.errors import NoStore
from referee.match.storage.columns import is_unbroken, text_of
from referee.match.storage.counts import Counts, counted, read_counts
from referee.match.storage.error_texts import Damaged, is_of_damage, reason
from referee.match.storage.sqlite import VERSION, schema
from referee.match.storage.sqlite_log import Log
from referee.match.storage.sqlite_pages import log_beside, page_of

_LATEST: Final = 200
"""Number of matches whose entries are verified at the start; others when they are opened."""

_ENTRIES: Final = """
    SELECT match, seq, act, kind, target, body, at, source, device, key, checksum
    FROM entries WHERE match IN (SELECT id FROM matches ORDER BY number DESC LIMIT ?)
    ORDER BY match, seq
"""
_EMPTY: Final = """
    SELECT id FROM matches
    WHERE NOT EXISTS (SELECT 1 FROM entries WHERE match = id AND seq = 0) LIMIT 1
"""
"""A match without a first row, which never happens in a sound file."""


class Damage(StrEnum):
    """The kinds of damage to stored matches."""

    DAMAGED = "damaged"
    """The file or its write-ahead log does not hold what was written."""
    GONE = "gone"
    """The file is missing."""
    FEWER = "fewer"
    """The file is sound, but holds less than it did."""


def is_damaged(path: Path, backups: Path | None = None, *, thorough: bool = False) -> bool:
    """Return whether stored matches are damaged; see `damage_of`."""
    return damage_of(path, backups, thorough=thorough) is not None


def check_openable(path: Path) -> None:
    """Raise `NoStore` if opening would discard data that the start of a server can rescue.

    That is data after a break of the write-ahead log, or in one without its file.
    """
    if is_served(path.parent):
        return
    log, is_there = _log(path), os.path.lexists(path)
    if (log.is_broken and _has_skipped_data(log, path)) if is_there else log.frames:
        raise NoStore(say("{path} cannot be opened: {why}.", path=path, why=reason(Damaged())))


def damage_of(
    path: Path, backups: Path | None = None, *, in_use: bool = False, thorough: bool = False
) -> Damage | None:
    """Return the kind of damage to stored matches; None if there is none or it is unknown.

    An empty file is a new one, unless its counts, its log or its `backups` show that it had
    content. The log of a file `in_use` is not checked, because it changes. Only a `thorough` check
    verifies the entries of all matches.
    """
    known = read_counts(path) or Counts()
    if not os.path.lexists(path):
        return Damage.GONE if known.matches or _log(path).frames else None
    if not path.is_file():
        return None
    if not path.stat().st_size:
        has_lost = backups is not None and bool(backups_of_now(backups))
        return Damage.DAMAGED if known.matches or has_lost or _log(path).frames else None
    log = Log((), 0, head_is_whole=True) if in_use else _log(path)
    if log.is_broken and _has_skipped_data(log, path):
        return Damage.DAMAGED
    found = _damage_in(path, -1 if known.look or thorough else _LATEST)
    # What is missing may be after a break of the log.
    return Damage.DAMAGED if found is Damage.FEWER and log.frames[log.taken :] else found


def _damage_in(path: Path, most: int) -> Damage | None:
    """Return the damage that SQLite and the counts report for a file."""
    try:
        with closing(opened_to_read(path)) as connection:
            if not _is_sound(connection, most):
                return Damage.DAMAGED
            # The schema of a newer version is unknown.
            is_known = _version_of(connection) <= VERSION
            return Damage.FEWER if is_known and _has_lost(path, connection) else None
    except sqlite3.Error as error:
        # The statement is correct, so an SQL error means that the schema is damaged.
        is_wrong = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_ERROR
        return Damage.DAMAGED if is_wrong or is_of_damage(error) else None
    except UnicodeError:  # in the error message of SQLite
        return Damage.DAMAGED


def lost_from(path: Path) -> Counts:
    """Return at least how many matches and entries are missing; raises `sqlite3.Error`."""
    known, found = read_counts(path) or Counts(), Counts()
    if path.is_file():
        with closing(opened_to_read(path)) as connection:
            found = counted(connection)
    return Counts(max(0, known.matches - found.matches), max(0, known.entries - found.entries))


def _log(path: Path) -> Log:
    try:
        return log_beside(path)
    except OSError:
        return Log((), 0, head_is_whole=True)


def _has_skipped_data(log: Log, path: Path) -> bool:
    """Return whether log pages that SQLite skips differ from those it uses."""
    seen = log.seen
    return any(
        not page or content != (seen[page] if page in seen else page_of(path, page))
        for page, content in log.passed_over.items()
    )


def _is_sound(connection: sqlite3.Connection, most: int) -> bool:
    connection.execute("PRAGMA cell_size_check = ON")
    # `quick_check` takes as long and does not find wrong index order.
    if connection.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
        return False
    version, shape = _version_of(connection), _shape(connection)
    if version != VERSION:  # its entries have no checksums yet, or others
        has_flipped = (version ^ VERSION).bit_count() == 1
        return not has_flipped or shape != _shape_of_now()
    if not shape >= _shape_of_now() or connection.execute(_EMPTY).fetchone():
        return False
    connection.text_factory = text_of
    entries = connection.execute(_ENTRIES, (most,))
    return all(is_unbroken(list(rows)) for _, rows in groupby(entries, lambda row: row[0]))


def _version_of(connection: sqlite3.Connection) -> int:
    ((version,),) = connection.execute("PRAGMA user_version")
    return int(version)


def _shape(connection: sqlite3.Connection) -> AbstractSet[tuple[str, str]]:
    """Return the columns of all tables, which differ in each version."""
    query = """
        SELECT tables.name, columns.name
        FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table'
    """
    return set(connection.execute(query))


def _shape_of_now() -> AbstractSet[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema())
        return _shape(connection)


def _has_lost(path: Path, connection: sqlite3.Connection) -> bool:
    """Return whether rows are missing; retries while another process deletes a match."""
    known = read_counts(path)
    while known is not None and known.exceeds(counted(connection)):
        before, known = known, read_counts(path)
        if known == before:
            return True
    return False
