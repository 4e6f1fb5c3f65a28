"""Integrity check of a database file, and replay of all its matches."""

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
    """A match that cannot be replayed to its end, and why."""

    match: str
    names: tuple[str, ...]
    why: Text

    @property
    def text(self) -> Text:
        """Return the match with its names, and why."""
        who = listed([literal(name) for name in self.names])
        return say("{match} ({names}): {why}", match=self.match, names=who, why=self.why)


@dataclass(frozen=True, slots=True)
class Checked:
    """The number of replayed matches, and the broken ones; `more` were not checked."""

    matches: int
    broken: tuple[Broken, ...]
    more: int = 0


def follow_all(store: Store, games: Mapping[str, AnyGame], *, most: int | None = None) -> Checked:
    """Replay the matches of a store, at most `most`, the one opened last first."""
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
    """Check a database file without changing it.

    A file of an older version is migrated in a temporary copy.

    Raises `sqlite3.Error` if it is damaged, and `StoreFailed` if it cannot be opened.
    """
    with closing(opened_to_read(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == VERSION:
            _check_integrity(connection)
            return _replay_all(SqliteStore(path, only_read=True), games, most)
        with tempfile.TemporaryDirectory(prefix="referee-") as folder:
            copied = Path(folder) / path.name
            with closing(sqlite3.connect(copied)) as copy:
                connection.backup(copy)
                _check_integrity(copy)
            return _replay_all(SqliteStore(copied), games, most)


def _check_integrity(connection: sqlite3.Connection) -> None:
    said = connection.execute("PRAGMA integrity_check(1)").fetchall()
    if said != [("ok",)]:
        raise Damaged(str(said[0][0]) if said else "")


def _replay_all(store: SqliteStore, games: Mapping[str, AnyGame], most: int | None) -> Checked:
    with closing(store):
        return follow_all(store, games, most=most)
