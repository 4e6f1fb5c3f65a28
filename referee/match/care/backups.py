"""Backups of the store, each one dated file.

A backup is an SQLite file: a snapshot of the stored matches, and a table of its own with the
version of the referee and the other files of the folder. So everything that reads the matches
reads a backup too, also a damaged one.
"""

import fcntl
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Final

from referee import __version__
from referee.core import RefereeError, Text, say
from referee.match.storage.durable import make_folder, make_private, opened_lock, replace_atomically
from referee.match.storage.error_texts import Damaged, reason
from referee.match.storage.sqlite_files import connect
from referee.match.storage.store import SIGNING_KEY

DAILY: Final = "daily-"
"""The prefix of automatic backups; others are never deleted."""

BEFORE: Final = "before-restore-"
TABLE: Final = "backup"
MADE_BY: Final = "made by"
BESIDE: Final = ("settings.toml",)
"""Other files of the folder that are backed up."""

_NAME: Final = re.compile(
    r"referee-((?:daily-|before-restore-)?)(\d{4}-\d\d-\d\d-\d{6})(?:-\d+)?\.sqlite3"
)
_DATE: Final = "%Y-%m-%d-%H%M%S"
_PART: Final = ".part"
_DAY: Final = timedelta(days=1)


class NotBackedUp(RefereeError):
    """No backup could be made; existing ones are unchanged."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup: its file, time and prefix."""

    path: Path
    at: datetime
    kind: str


def backups_in(folder: Path) -> tuple[Backup, ...]:
    """Return the backups in a folder, the latest first."""
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError:
        return ()
    found = (_backup(folder / name) for name in names)
    return tuple(sorted(filter(None, found), key=lambda one: one.at, reverse=True))


def backups_of_now(folder: Path) -> tuple[Backup, ...]:
    """Return the backups without those made before a restore, the latest first."""
    return tuple(one for one in backups_in(folder) if one.kind != BEFORE)


def is_due(folder: Path, now: datetime) -> bool:
    """Return whether no backup was made within a day; those dated in the future do not count."""
    return not any(now - _DAY < one.at <= now for one in backups_of_now(folder))


def back_up_daily(database: Path, folder: Path, keep: int) -> Path:
    """Make an automatic backup and keep the latest `keep`; raises `NotBackedUp`.

    If the store was lost and replaced, the latest backup of the lost one is kept too, because no
    later backup has its contents.
    """
    made = back_up(database, folder, kind=DAILY)
    # The clock may have been set back: the new backup is kept whatever its date.
    others = [one for one in backups_in(folder) if one.kind == DAILY and one.path != made]
    for old in _without_the_last_of_others(made, others)[keep - 1 :]:
        with suppress(
            OSError
        ):  # what cannot be deleted, such as a folder, must not fail the backup
            old.path.unlink()
    return made


def _without_the_last_of_others(made: Path, backups: Iterable[Backup]) -> list[Backup]:
    """Return the backups without the latest of each other store."""
    known, left = {_store_of(made)}, []
    for one in backups:
        store = _store_of(one.path)
        if store is None or store in known:
            left.append(one)
        known.add(store)
    return left


def _store_of(backup: Path) -> str | None:
    """Return a string that identifies the store; None if it cannot be read."""
    asked = "SELECT value FROM kept WHERE name = ?"
    try:
        with closing(opened_to_read(backup)) as connection:
            found = connection.execute(asked, (SIGNING_KEY,)).fetchone()
    except sqlite3.Error:
        return None
    return str(found[0]) if found else None


def back_up(database: Path, folder: Path, *, kind: str = "") -> Path:
    """Make a backup in a folder and return its path; raises `NotBackedUp`.

    The store may be in use. The file gets its name only when it is completely on the disk.
    """
    if database.exists() and not database.is_file():
        raise NotBackedUp(say("{path} is not a file of matches. Move it away.", path=database))
    if not database.is_file():
        raise NotBackedUp(say("There are no stored matches in {folder}.", folder=database.parent))
    try:
        make_folder(folder)
        with _one_at_a_time(folder):
            path = _free_name(folder, kind)
            ready = folder / f".{path.name}{_PART}"
            _copy(database, ready)
            replace_atomically(ready, path)
    except (OSError, sqlite3.Error) as trouble:
        raise NotBackedUp(_why_not(folder, trouble)) from trouble
    return path


def opened_to_read(path: Path) -> sqlite3.Connection:
    """Open a database file read-only."""
    return connect(path, only_read=True)


def _backup(path: Path) -> Backup | None:
    found = _NAME.fullmatch(path.name)
    if found is None:
        return None
    try:
        at = datetime.strptime(found[2], _DATE).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Backup(path, at, found[1])


def _free_name(folder: Path, kind: str) -> Path:
    stem = f"referee-{kind}{datetime.now(UTC):{_DATE}}"
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.sqlite3" for number in count(1))
    return next(folder / name for name in names if not (folder / name).exists())


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Lock the folder for a backup, and remove the partial files of interrupted ones."""
    number = opened_lock(folder / ".making")
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        _sweep(folder)
        try:
            yield
        finally:
            _sweep(folder)
    finally:
        os.close(number)


def _sweep(folder: Path) -> None:
    for left in folder.glob(f".referee-*{_PART}*"):
        left.unlink(missing_ok=True)


def _copy(database: Path, ready: Path) -> None:
    make_private(ready)
    beside = [(name, _text_of(database.with_name(name))) for name in BESIDE]
    with (
        closing(opened_to_read(database)) as source,
        closing(sqlite3.connect(ready, isolation_level=None)) as copy,
    ):
        source.backup(copy)  # one snapshot, which blocks no writer
        copy.execute("PRAGMA journal_mode = DELETE")  # one file without a write-ahead log
        if copy.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
            raise Damaged
        copy.execute("BEGIN")
        copy.execute(f"DROP TABLE IF EXISTS {TABLE}")
        copy.execute(f"CREATE TABLE {TABLE} (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
        kept = [(MADE_BY, __version__), *((name, text) for name, text in beside if text)]
        copy.executemany(f"INSERT INTO {TABLE} VALUES (?, ?)", kept)  # noqa: S608 - a name of ours
        copy.execute("COMMIT")


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def _why_not(folder: Path, trouble: Exception) -> Text:
    return say(
        "No backup could be made in {folder}: {why}.",
        folder=folder,
        why=reason(trouble),
    )
