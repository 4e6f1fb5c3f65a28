"""Restore of a backup.

A copy of the backup is migrated and all its matches are replayed. Then the current store is backed
up, and only then replaced, atomically.
"""

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee import __version__
from referee.core import AnyGame, RefereeError, Text, say
from referee.match.care.backups import BEFORE, BESIDE, MADE_BY, TABLE, back_up, opened_to_read
from referee.match.care.checks import Checked, follow_all
from referee.match.care.damage import is_damaged
from referee.match.care.in_use import lock_exclusively, running
from referee.match.care.rescue import Rescue, mark_rescue_read, rescue, set_aside
from referee.match.errors import StoreFailed
from referee.match.storage.counts import ENDING
from referee.match.storage.durable import make_folder, make_private, replace_atomically, write
from referee.match.storage.error_texts import reason
from referee.match.storage.sqlite import VERSION, SqliteStore

_READY: Final = "referee-restoring.sqlite3"
_BEGINS: Final = b"SQLite format 3"
_LEFT: Final = ("", "-wal", "-shm", "-journal", ENDING)


class NotRestored(RefereeError):
    """Nothing was restored; the store is unchanged."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restore; `before` is the file that holds the previous store.

    `rescued` says what could be read of a damaged backup.
    """

    checked: Checked
    before: Path | None
    rescued: Rescue | None


def restore(
    backup: Path,
    database: Path,
    folder: Path,
    games: Mapping[str, AnyGame],
    *,
    partly: bool = False,
) -> Restored:
    """Replace the store by a backup, after backing it up to `folder`.

    Of a damaged backup what can be read is restored, only if `partly` is set.

    Raises `NotRestored` if the backup cannot be used, `NotBackedUp` if the current store cannot be
    backed up, and `InUse` while a server runs.
    """
    ready = database.with_name(_READY)
    try:
        damaged = _inspect(backup)
        make_folder(database.parent)
        with lock_exclusively(database.parent):
            try:
                rescued, beside = _prepare(backup, ready, damaged=damaged)
                if rescued and not (partly and rescued.saved):
                    raise NotRestored(_only_partly(backup, rescued))
                checked = _verify(ready, games)
                before = _keep_current(database, folder)
                _replace_store(ready, database, beside)
            finally:
                _remove_files(ready)
    except (OSError, sqlite3.Error, StoreFailed) as trouble:
        raise NotRestored(_why_not(backup, trouble)) from trouble
    return Restored(checked, before, rescued)


def _inspect(backup: Path) -> bool:
    """Return whether a backup is damaged; raises `NotRestored` if it is not a usable backup."""
    if not backup.is_file():
        raise NotRestored(say("There is no backup {file}.", file=backup))
    try:
        with closing(opened_to_read(backup)) as connection:
            ((version,),) = connection.execute("PRAGMA user_version").fetchall()
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            made_by = _files_in(connection, tables).get(MADE_BY, "?")
    except sqlite3.Error:
        if backup.read_bytes().startswith(_BEGINS):
            return True
        raise NotRestored(_no_backup(backup)) from None
    if version > VERSION:
        raise NotRestored(
            say(
                "This backup was made by referee {theirs} (file version {newer}). This is "
                "referee {ours}, which knows version {known}. Update it, then try again.",
                theirs=made_by,
                newer=version,
                ours=__version__,
                known=VERSION,
            )
        )
    if not version or "entries" not in tables:
        raise NotRestored(_no_backup(backup))
    return is_damaged(backup, thorough=True)


def _no_backup(backup: Path) -> Text:
    return say("{file} is not a backup of the referee. Nothing was changed.", file=backup)


def _only_partly(backup: Path, rescued: Rescue) -> Text:
    if not rescued.saved:
        return say(
            "{file} is damaged, and none of its matches can be read. Nothing was changed. Use "
            "an older backup.",
            file=backup,
        )
    return say(
        "{file} is damaged. {saved} of its matches could be read, the last entries of {short} "
        "of them are missing, and at least {lost} are lost. Nothing was changed. To restore "
        "what can be read anyway, add --what-can-be-read.",
        file=backup,
        saved=rescued.saved,
        short=rescued.short,
        lost=rescued.lost,
    )


def _keep_current(database: Path, folder: Path) -> Path | None:
    """Back up the current store, or set it aside if it is damaged; return the file."""
    if not database.exists():
        return None
    if is_damaged(database):
        return set_aside(database)
    return back_up(database, folder, kind=BEFORE)


def _prepare(
    backup: Path, ready: Path, *, damaged: bool
) -> tuple[Rescue | None, Mapping[str, str]]:
    """Copy a backup to `ready`; return its rescue, and the other files in it by name."""
    _remove_files(ready)
    make_private(ready)
    if damaged:
        return _rescued(backup, ready), {}
    with (
        closing(opened_to_read(backup)) as source,
        closing(sqlite3.connect(ready, isolation_level=None)) as copy,
    ):
        source.backup(copy)
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
        beside = _files_in(copy, tables)
        copy.execute(f"DROP TABLE IF EXISTS {TABLE}")
    return None, beside


def _rescued(backup: Path, ready: Path) -> Rescue:
    shutil.copyfile(backup, ready)
    found = rescue(ready)
    _remove_files(ready.with_name(found.aside))  # the backup itself is unchanged
    with closing(SqliteStore(ready)) as store:
        mark_rescue_read(store)
    return found


def _files_in(connection: sqlite3.Connection, tables: set[str]) -> Mapping[str, str]:
    if TABLE not in tables:
        return {}
    rows = connection.execute(f"SELECT name, value FROM {TABLE}")  # noqa: S608 - a name of ours
    return {str(name): str(value) for name, value in rows}


def _verify(ready: Path, games: Mapping[str, AnyGame]) -> Checked:
    """Migrate the file to the current version and replay all its matches."""
    with closing(SqliteStore(ready)) as store:
        checked = follow_all(store, games)
    _checkpoint(ready)
    return checked


def _replace_store(ready: Path, database: Path, beside: Mapping[str, str]) -> None:
    if database.exists() and not is_damaged(database):
        _checkpoint(database)
    # No log of the old file may be applied to the new one.
    for more in _LEFT[1:]:
        database.with_name(database.name + more).unlink(missing_ok=True)
    for name in BESIDE:
        if name in beside:
            write(database.with_name(name), beside[name].encode())
    replace_atomically(ready, database)


def _checkpoint(path: Path) -> None:
    """Checkpoint the write-ahead log of a file; raises `InUse` if it is open elsewhere."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as connection:
        try:
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        except sqlite3.OperationalError:
            raise running() from None
        if mode != ("delete",):
            raise running()


def _remove_files(ready: Path) -> None:
    for more in _LEFT:
        ready.with_name(ready.name + more).unlink(missing_ok=True)


def _why_not(backup: Path, trouble: Exception) -> Text:
    return say(
        "{file} could not be restored: {why}. Nothing was changed.",
        file=backup,
        why=reason(trouble),
    )
