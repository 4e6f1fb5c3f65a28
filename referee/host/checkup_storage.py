"""Checks of stored data: matches, backups, measured printers."""

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from referee.core import EMPTY, Text, listed, literal, say, say_count
from referee.host.checks import Check, CheckedSetup, CheckFunction, State
from referee.host.settings import Settings
from referee.match import NewerStore, StoreFailed
from referee.match.care.backups import backups_of_now, opened_to_read
from referee.match.care.checks import Checked, check
from referee.match.care.damage import Damage, damage_of, lost_from
from referee.match.care.rescue import missing, unread_in
from referee.match.storage.error_texts import is_of_damage, reason
from referee.match.storage.open import open_store
from referee.match.storage.sqlite_files import is_full
from referee.table.paper.printers import Printers

_OLD: Final = timedelta(days=3)
_STORE: Final = say("Stored matches")
_BACKUP: Final = say("Last backup")
_PRINTERS: Final = say("Printers")
_RECOVER: Final = say(
    "Restart the referee: it saves what can be read. Or restore a backup with “referee restore"
    " FILE”."
)
_IN_DATABASE: Final = say("Everything is stored in a database.")


def _store(target: CheckedSetup) -> Check:
    settings = target.settings
    if settings.database_url and target.serving:  # this page was made from it
        return Check("store", _STORE, State.GOOD, _IN_DATABASE)
    if settings.database_url:
        return _database(target)
    is_there = os.path.lexists(settings.database)
    if is_there and not settings.database.is_file():
        says = say("{path} is not a file, so no match can be stored.", path=settings.database)
        todo = say("Move it away, then restart the referee.")
        return Check("store", _STORE, State.FAILURE, says, todo)
    is_running = target.speaks_https is not None
    damage = damage_of(settings.database, settings.backup_folder, in_use=is_running)
    if damage is not None:
        return _damaged(settings.database, damage)
    if not is_there:
        return Check("store", _STORE, State.GOOD, say("No match has been stored yet."))
    return _file(target)


def _file(target: CheckedSetup) -> Check:
    path = target.settings.database
    try:
        found = check(path, target.games, most=target.most_matches)
        loss = unread_in(_ReadOnlyValues(path).all_kept())
    except NewerStore as newer:
        return Check("store", _STORE, State.FAILURE, newer.text)
    except (sqlite3.Error, StoreFailed) as why:
        return _unusable(path, why)
    if loss is not None:
        todo = say("Confirm on the referee’s first page that you have read this.")
        return Check("store", _STORE, State.WARNING, loss.text, todo, _facts(found))
    return _readable(found)


def _damaged(path: Path, damage: Damage) -> Check:
    if damage is Damage.DAMAGED:
        says = say("{path} is damaged.", path=path)
    elif damage is Damage.GONE:
        says = say("{path} is missing.", path=path)
    else:
        says = say("{path} contains less than was stored in it.", path=path)
    facts: dict[str, Any] = {"why": damage.value}
    if damage is not Damage.DAMAGED or not path.stat().st_size:  # else the rescue may read more
        lost = lost_from(path)
        facts |= {"matches_missing": lost.matches, "entries_missing": lost.entries}
        for count in missing(lost.matches, lost.entries):
            says = say("{says} {count}", says=says, count=count)
    return Check("store", _STORE, State.FAILURE, says, _RECOVER, facts)


def _unusable(path: Path, why: sqlite3.Error | StoreFailed) -> Check:
    if is_of_damage(why):
        return _damaged(path, Damage.DAMAGED)
    facts = {"why": str(why)}
    if is_full(path.parent):
        says = say("The disk is full, so new entries may be refused.")
        todo = say("Delete files that you no longer need; then entries are accepted again.")
    else:
        says = say("{path} cannot be used: {why}.", path=path, why=reason(why))
        todo = say("Fix this first and do not restore a backup: the matches may be intact.")
    return Check("store", _STORE, State.FAILURE, says, todo, facts)


def _database(target: CheckedSetup) -> Check:
    settings = target.settings
    try:
        store = open_store(settings.database, settings.database_url)
        try:
            count = len(store.matches())
        finally:
            store.close()
    except StoreFailed as failed:
        todo = say("Check that the database is running and REFEREE_DATABASE_URL is correct.")
        return Check("store", _STORE, State.FAILURE, failed.text, todo)
    return _readable(Checked(count, ()), _IN_DATABASE)


def _facts(found: Checked) -> Mapping[str, Any]:
    return {"matches": found.matches + found.more, "broken": [one.match for one in found.broken]}


def _readable(found: Checked, where: Text | None = None) -> Check:
    facts = _facts(found)
    if found.broken:
        return Check(
            "store",
            _STORE,
            State.WARNING,
            say_count(
                "{count} match can be replayed only in part: {which}",
                "{count} matches can be replayed only in part: {which}",
                len(found.broken),
                which=listed([one.text for one in found.broken[:5]]),
            ),
            say("You can read them, but not continue them. All others are intact."),
            facts,
        )
    all_of_them = say_count(
        "The file is intact, and {count} match can be replayed.",
        "The file is intact, and {count} matches can be replayed.",
        found.matches,
    )
    return Check("store", _STORE, State.GOOD, all_of_them if where is None else where, facts=facts)


def _backups(target: CheckedSetup) -> Check:
    settings = target.settings
    if settings.database_url:
        todo = say("Make sure pg_dump runs every day; deploy/club/README.md shows how.")
        return Check("backup", _BACKUP, State.GOOD, _IN_DATABASE, todo)
    folder, now = settings.backup_folder, datetime.now(UTC)
    latest = next((one for one in backups_of_now(folder) if one.at <= now), None)
    facts = {"folder": str(folder), "latest": latest and str(latest.path)}
    if latest is None:
        if not settings.database.is_file():
            return Check("backup", _BACKUP, State.GOOD, say("There is nothing to back up yet."))
        says = say("There is no backup in {folder} yet.", folder=folder)
        return Check("backup", _BACKUP, State.WARNING, says, _todo(settings), facts)
    at = f"{latest.at.astimezone():%Y-%m-%d %H:%M}"
    says = say("{path}, made {at}.", path=latest.path, at=at)
    if now - latest.at > _OLD:
        return Check("backup", _BACKUP, State.WARNING, says, _todo(settings), facts)
    return Check("backup", _BACKUP, State.GOOD, says, facts=facts)


def _todo(settings: Settings) -> Text:
    if settings.backups and not settings.safe_mode:
        return say(
            "Leave the referee running for a few minutes, or make one with “referee backup”."
        )
    return say("Daily backups are off now. Make one with “referee backup”.")


def _printers(target: CheckedSetup) -> Check:
    if target.settings.database_url:
        return Check("printers", _PRINTERS, State.GOOD, _IN_DATABASE)
    known = Printers(_ReadOnlyValues(target.settings.database)).all()
    facts = {"printers": list(known)}
    if not known:
        says = say("No printer has been measured.")
        todo = say("If printed sheets are slightly off, print the calibration page.")
        return Check("printers", _PRINTERS, State.GOOD, says, todo, facts)
    names = listed([literal(name) for name in known])
    return Check(
        "printers", _PRINTERS, State.GOOD, say("Measured: {names}", names=names), EMPTY, facts
    )


class _ReadOnlyValues:
    """The stored key-value pairs of a SQLite file, opened read-only."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def kept(self, name: str) -> str | None:
        """Return a value by its name, or None."""
        return self.all_kept().get(name)

    def all_kept(self) -> Mapping[str, str]:
        """Return all values by name."""
        if not self._path.is_file():
            return {}
        with closing(opened_to_read(self._path)) as connection:
            if not connection.execute("PRAGMA table_info(kept)").fetchall():
                return {}  # a new file
            return dict(connection.execute("SELECT name, value FROM kept").fetchall())

    def keep(self, name: str, value: str) -> None:
        """Do nothing: the check-up is read-only."""

    def forget(self, name: str) -> None:
        """Do nothing: the check-up is read-only."""


CHECKS: Final[tuple[tuple[str, Text, CheckFunction], ...]] = (
    ("store", _STORE, _store),
    ("backup", _BACKUP, _backups),
    ("printers", _PRINTERS, _printers),
)
