"""Looks at what is kept: the stored matches, their backups, and the printers that were measured."""

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from referee.core import EMPTY, Text, listed, literal, say, say_count
from referee.host.checks import Check, CheckedSetup, Look, State
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
_MENDED: Final = say(
    "Start the referee again: it saves what can be read. Or bring back a backup with “referee"
    " restore FILE”."
)
_IN_DATABASE: Final = say("Everything is kept in a database.")


def _store(patient: CheckedSetup) -> Check:
    settings = patient.settings
    if settings.database_url and patient.serving:  # this page has come from there
        return Check("store", _STORE, State.GOOD, _IN_DATABASE)
    if settings.database_url:
        return _database(patient)
    is_there = os.path.lexists(settings.database)
    if is_there and not settings.database.is_file():
        says = say("{path} is no file, so no match can be stored.", path=settings.database)
        todo = say("Move it away, and start the referee.")
        return Check("store", _STORE, State.MEND, says, todo)
    is_running = patient.speaks_https is not None
    damage = damage_of(settings.database, settings.backup_folder, in_use=is_running)
    if damage is not None:
        return _damaged(settings.database, damage)
    if not is_there:
        return Check("store", _STORE, State.GOOD, say("No match has been stored yet."))
    return _file(patient)


def _file(patient: CheckedSetup) -> Check:
    path = patient.settings.database
    try:
        found = check(path, patient.games, most=patient.most_matches)
        told = unread_in(_Kept(path).all_kept())
    except NewerStore as newer:
        return Check("store", _STORE, State.MEND, newer.text)
    except (sqlite3.Error, StoreFailed) as why:
        return _unsound(path, why)
    if told is not None:
        todo = say("Say on the referee’s first page that you have read it.")
        return Check("store", _STORE, State.LOOK, told.text, todo, _facts(found))
    return _sound(found)


def _damaged(path: Path, damage: Damage) -> Check:
    if damage is Damage.DAMAGED:
        says = say("{path} is damaged.", path=path)
    elif damage is Damage.GONE:
        says = say("{path} is gone.", path=path)
    else:
        says = say("{path} holds less than was stored in it.", path=path)
    facts: dict[str, Any] = {"why": damage.value}
    if damage is not Damage.DAMAGED or not path.stat().st_size:  # else it may be saved yet
        lost = lost_from(path)
        facts |= {"matches_missing": lost.matches, "entries_missing": lost.entries}
        for count in missing(lost.matches, lost.entries):
            says = say("{says} {count}", says=says, count=count)
    return Check("store", _STORE, State.MEND, says, _MENDED, facts)


def _unsound(path: Path, why: sqlite3.Error | StoreFailed) -> Check:
    if is_of_damage(why):
        return _damaged(path, Damage.DAMAGED)
    facts = {"why": str(why)}
    if is_full(path.parent):
        says = say("The disk is full, so new entries may be refused.")
        todo = say(
            "Delete files that are no longer needed on that disk; entries are then taken again."
        )
    else:
        says = say("{path} cannot be used: {why}.", path=path, why=reason(why))
        todo = say("Do that first, and bring back no backup: the matches may well be sound.")
    return Check("store", _STORE, State.MEND, says, todo, facts)


def _database(patient: CheckedSetup) -> Check:
    settings = patient.settings
    try:
        store = open_store(settings.database, settings.database_url)
        try:
            count = len(store.matches())
        finally:
            store.close()
    except StoreFailed as failed:
        todo = say("See that the database runs, and that REFEREE_DATABASE_URL leads to it.")
        return Check("store", _STORE, State.MEND, failed.text, todo)
    return _sound(Checked(count, ()), _IN_DATABASE)


def _facts(found: Checked) -> Mapping[str, Any]:
    return {"matches": found.matches + found.more, "broken": [one.match for one in found.broken]}


def _sound(found: Checked, where: Text | None = None) -> Check:
    facts = _facts(found)
    if found.broken:
        return Check(
            "store",
            _STORE,
            State.LOOK,
            say_count(
                "{count} match can be followed only up to some entry: {which}",
                "{count} matches can be followed only up to some entry: {which}",
                len(found.broken),
                which=listed([one.text for one in found.broken[:5]]),
            ),
            say("They can be read, not played on. All others are sound."),
            facts,
        )
    all_of_them = say_count(
        "The file is sound, and {count} match can be replayed.",
        "The file is sound, and {count} matches can be replayed.",
        found.matches,
    )
    return Check("store", _STORE, State.GOOD, all_of_them if where is None else where, facts=facts)


def _backups(patient: CheckedSetup) -> Check:
    settings = patient.settings
    if settings.database_url:
        todo = say("See that pg_dump is run every day; deploy/club/README.md shows how.")
        return Check("backup", _BACKUP, State.GOOD, _IN_DATABASE, todo)
    folder, now = settings.backup_folder, datetime.now(UTC)
    latest = next((one for one in backups_of_now(folder) if one.at <= now), None)
    facts = {"folder": str(folder), "latest": latest and str(latest.path)}
    if latest is None:
        if not settings.database.is_file():
            return Check("backup", _BACKUP, State.GOOD, say("There is nothing to back up yet."))
        says = say("There is no backup in {folder} yet.", folder=folder)
        return Check("backup", _BACKUP, State.LOOK, says, _todo(settings), facts)
    at = f"{latest.at.astimezone():%Y-%m-%d %H:%M}"
    says = say("{path}, made {at}.", path=latest.path, at=at)
    if now - latest.at > _OLD:
        return Check("backup", _BACKUP, State.LOOK, says, _todo(settings), facts)
    return Check("backup", _BACKUP, State.GOOD, says, facts=facts)


def _todo(settings: Settings) -> Text:
    if settings.backups and not settings.careful:
        return say("Leave the referee running for some minutes, or make one with “referee backup”.")
    return say("None is made by itself now. Make one with “referee backup”.")


def _printers(patient: CheckedSetup) -> Check:
    if patient.settings.database_url:
        return Check("printers", _PRINTERS, State.GOOD, _IN_DATABASE)
    known = Printers(_Kept(patient.settings.database)).all()
    facts = {"printers": list(known)}
    if not known:
        says = say("No printer has been measured.")
        todo = say("Where sheets come out a little off, print the page with rulers once.")
        return Check("printers", _PRINTERS, State.GOOD, says, todo, facts)
    names = listed([literal(name) for name in known])
    return Check(
        "printers", _PRINTERS, State.GOOD, say("Measured: {names}", names=names), EMPTY, facts
    )


class _Kept:
    """What is kept in a file, to be read only."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def kept(self, name: str) -> str | None:
        """Return what is kept under a name."""
        return self.all_kept().get(name)

    def all_kept(self) -> Mapping[str, str]:
        """Return everything that is kept, by name."""
        if not self._path.is_file():
            return {}
        with closing(opened_to_read(self._path)) as connection:
            if not connection.execute("PRAGMA table_info(kept)").fetchall():
                return {}  # a new file, in which nothing was stored yet
            return dict(connection.execute("SELECT name, value FROM kept").fetchall())

    def keep(self, name: str, value: str) -> None:
        """Keep nothing: whoever looks changes nothing."""

    def forget(self, name: str) -> None:
        """Forget nothing, for the same reason."""


LOOKS: Final[tuple[tuple[str, Text, Look], ...]] = (
    ("store", _STORE, _store),
    ("backup", _BACKUP, _backups),
    ("printers", _PRINTERS, _printers),
)
