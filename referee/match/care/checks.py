"""Asks a file of stored matches whether it is sound, and whether each match can be followed."""

import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from referee.core import AnyGame, RefereeError, Text, listed, literal, say
from referee.match.care.backups import opened_to_read
from referee.match.errors import StoreFailed
from referee.match.matches import Matches
from referee.match.storage.error_texts import Damaged
from referee.match.storage.sqlite import VERSION, SqliteStore
from referee.match.storage.store import Store


@dataclass(frozen=True, slots=True)
class Broken:
    """A match that cannot be followed to its end, and why."""

    match: str
    names: tuple[str, ...]
    why: Text

    @property
    def text(self) -> Text:
        """Name it as people know it."""
        who = listed([literal(name) for name in self.names])
        return say("{match} ({names}): {why}", match=self.match, names=who, why=self.why)


@dataclass(frozen=True, slots=True)
class Checked:
    """How many matches were followed, and which cannot be; `more` were not looked at."""

    matches: int
    broken: tuple[Broken, ...]
    more: int = 0


def follow_all(store: Store, games: Mapping[str, AnyGame], *, most: int | None = None) -> Checked:
    """Replay the matches of a store, the one opened last first."""
    matches = Matches(store, games, keeping=1)
    found = store.matches()
    broken = []
    for stored in found[:most]:
        try:
            problem: RefereeError | None = matches.get(stored.id).broken
        except StoreFailed:
            raise
        except RefereeError as error:
            problem = error
        if problem is not None:
            broken.append(Broken(stored.id, stored.names, problem.text))
    looked = len(found[:most])
    return Checked(looked, tuple(broken), len(found) - looked)


def check(path: Path, games: Mapping[str, AnyGame], *, most: int | None = None) -> Checked:
    """Check a file in its place, and change nothing of it.

    One of an older version has to be brought over first: that is done with a copy.

    Raises `sqlite3.Error` where it is damaged, and `StoreFailed` where it cannot be opened.
    """
    with closing(opened_to_read(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == VERSION:
            _see_that_it_is_sound(connection)
            return _followed(SqliteStore(path, only_read=True), games, most)
        with tempfile.TemporaryDirectory(prefix="referee-") as folder:
            copied = Path(folder) / path.name
            with closing(sqlite3.connect(copied)) as copy:
                connection.backup(copy)
                _see_that_it_is_sound(copy)
            return _followed(SqliteStore(copied), games, most)


def _see_that_it_is_sound(connection: sqlite3.Connection) -> None:
    said = connection.execute("PRAGMA integrity_check(1)").fetchall()
    if said != [("ok",)]:
        raise Damaged(str(said[0][0]) if said else "")


def _followed(store: SqliteStore, games: Mapping[str, AnyGame], most: int | None) -> Checked:
    with closing(store):
        return follow_all(store, games, most=most)
