"""Puts a backup in the place of the stored matches.

The backup is brought over to this referee and every match of it replayed beside the place where it
is to be. Then what was there is backed up, and only then it takes that place, in one step.
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
    """Nothing was restored; the stored matches are as they were."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, and where that lies now which was there `before`.

    `rescued` says what could be read of a backup that was damaged itself.
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
    """Put a backup in the place of the stored matches; what is there goes to `folder` first.

    One that is damaged is put there only `partly`: what can be read of it.

    Raises `NotRestored` where the backup cannot be used, `NotBackedUp` where what is there cannot
    be kept, and `InUse` while a server runs.
    """
    ready = database.with_name(_READY)
    try:
        damaged = _look_at(backup)
        make_folder(database.parent)
        with lock_exclusively(database.parent):
            try:
                rescued, beside = _bring(backup, ready, damaged=damaged)
                if rescued and not (partly and rescued.saved):
                    raise NotRestored(_only_partly(backup, rescued))
                checked = _verify(ready, games)
                before = _keep_what_is_there(database, folder)
                _take_place(ready, database, beside)
            finally:
                _forget(ready)
    except (OSError, sqlite3.Error, StoreFailed) as trouble:
        raise NotRestored(_why_not(backup, trouble)) from trouble
    return Restored(checked, before, rescued)


def _look_at(backup: Path) -> bool:
    """See that a file is a backup which this referee knows; return whether it is damaged."""
    if not backup.is_file():
        raise NotRestored(say("There is no backup {file}.", file=backup))
    try:
        with closing(opened_to_read(backup)) as connection:
            ((version,),) = connection.execute("PRAGMA user_version").fetchall()
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            made_by = _written(connection, tables).get(MADE_BY, "?")
    except sqlite3.Error:
        if backup.read_bytes().startswith(_BEGINS):
            return True
        raise NotRestored(_no_backup(backup)) from None
    if version > VERSION:
        raise NotRestored(
            say(
                "This backup was made by the referee {theirs} (its files have version {newer})."
                " This referee is {ours} and knows version {known}. Update it, then try again.",
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
    return say("{file} is no backup of the referee. Nothing was changed.", file=backup)


def _only_partly(backup: Path, rescued: Rescue) -> Text:
    if not rescued.saved:
        return say(
            "{file} is damaged, and none of its matches can be read. Nothing was changed. Take an"
            " older backup.",
            file=backup,
        )
    return say(
        "{file} is damaged. Of its matches {saved} could be read, the last entries of {short} of"
        " them are missing, and at least {lost} are lost. Nothing was changed. To put back what can"
        " be read in place of what is there now, add --what-can-be-read.",
        file=backup,
        saved=rescued.saved,
        short=rescued.short,
        lost=rescued.lost,
    )


def _keep_what_is_there(database: Path, folder: Path) -> Path | None:
    """Back up what is to be replaced; what is damaged is set aside as it is."""
    if not database.exists():
        return None
    if is_damaged(database):
        return set_aside(database)
    return back_up(database, folder, kind=BEFORE)


def _bring(backup: Path, ready: Path, *, damaged: bool) -> tuple[Rescue | None, Mapping[str, str]]:
    """Copy a backup to where it is made ready, and return what lay beside the matches."""
    _forget(ready)
    make_private(ready)
    if damaged:
        return _rescued(backup, ready), {}
    with (
        closing(opened_to_read(backup)) as source,
        closing(sqlite3.connect(ready, isolation_level=None)) as copy,
    ):
        source.backup(copy)
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
        beside = _written(copy, tables)
        copy.execute(f"DROP TABLE IF EXISTS {TABLE}")
    return None, beside


def _rescued(backup: Path, ready: Path) -> Rescue:
    shutil.copyfile(backup, ready)
    found = rescue(ready)
    _forget(ready.with_name(found.aside))  # the backup itself is still where it was
    with closing(SqliteStore(ready)) as store:
        mark_rescue_read(store)
    return found


def _written(connection: sqlite3.Connection, tables: set[str]) -> Mapping[str, str]:
    if TABLE not in tables:
        return {}
    rows = connection.execute(f"SELECT name, value FROM {TABLE}")  # noqa: S608 - a name of ours
    return {str(name): str(value) for name, value in rows}


def _verify(ready: Path, games: Mapping[str, AnyGame]) -> Checked:
    """Bring what is ready over to this referee, and replay every match of it."""
    with closing(SqliteStore(ready)) as store:
        checked = follow_all(store, games)
    _settle(ready)
    return checked


def _take_place(ready: Path, database: Path, beside: Mapping[str, str]) -> None:
    if database.exists() and not is_damaged(database):
        _settle(database)
    # Now nothing waits beside the old file that the new one could take for its own.
    for more in _LEFT[1:]:
        database.with_name(database.name + more).unlink(missing_ok=True)
    for name in BESIDE:
        if name in beside:
            write(database.with_name(name), beside[name].encode())
    replace_atomically(ready, database)


def _settle(path: Path) -> None:
    """Bring everything that waits beside a file into it; raises `InUse` where others use it."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as connection:
        try:
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        except sqlite3.OperationalError:
            raise running() from None
        if mode != ("delete",):
            raise running()


def _forget(ready: Path) -> None:
    for more in _LEFT:
        ready.with_name(ready.name + more).unlink(missing_ok=True)


def _why_not(backup: Path, trouble: Exception) -> Text:
    return say(
        "{file} could not be restored: {why}. Nothing was changed.",
        file=backup,
        why=reason(trouble),
    )
