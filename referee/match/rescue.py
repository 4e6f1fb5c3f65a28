"""Saves what can be read of a damaged file of matches, before anything is written to it again.

The damaged file is moved aside under a name with the date. A new one takes its place with every
match from its first row up to the first that is missing: a log is followed from its beginning, so
what comes after a gap cannot be used. Devices that held a seat, measured printers and the like
are taken along as far as SQLite itself can read them.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from referee.core import Text, say, say_count
from referee.match.backups import backups_of_now
from referee.match.durable import put_in_place
from referee.match.errors import NoStore
from referee.match.leaves import rows_in
from referee.match.reasons import is_of_damage, reason
from referee.match.sqlite import SqliteStore
from referee.match.store import Store

_NOTE: Final = "rescue"
_ENTRY: Final = (str, int, int, str, (int, type(None)), str, str, str, str, str)
"""The kinds of the columns of an entry; no other table has ten."""

_LOG: Final = frozenset({"matches", "entries"})
_INSERT: Final = "INSERT OR IGNORE INTO {} VALUES ({})"

Log: TypeAlias = Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Rescue:
    """What was saved of a damaged file, which lies `aside` now.

    Of `short` matches it is known that their last entries are missing, `lost` ones could not even
    be opened.
    """

    aside: str
    at: str
    saved: int
    short: int
    lost: int

    @property
    def text(self) -> Text:
        """Tell it in one go."""
        todo = _LOOK if not self.lost else say("{look} {back}", look=_LOOK, back=_BACK)
        if not self.saved:
            todo = _BACK
        return say("{saved} {missing} {kept}", saved=self._saved, missing=todo, kept=self._kept)

    @property
    def _saved(self) -> Text:
        if not self.saved:
            return say("The stored matches were damaged, and none of them could be saved.")
        if not self.lost:
            return say_count(
                "The stored matches were damaged. {count} of them could be saved.",
                "The stored matches were damaged. {count} of them could be saved.",
                self.saved,
            )
        return say(
            "The stored matches were damaged. {saved} of them could be saved, {lost} are lost.",
            saved=self.saved,
            lost=self.lost,
        )

    @property
    def _kept(self) -> Text:
        return say("The damaged file is kept as {file}.", file=self.aside)


_LOOK: Final = say("The last entries may be missing: look at each before you play on.")
_BACK: Final = say(
    "“referee doctor” names the last backup: stop the referee, bring it back with “referee restore"
    " FILE”, and start again."
)


def rescue(path: Path) -> Rescue:
    """Put a sound file in the place of a damaged one that nobody has open; say what was saved.

    Raises `NoStore` where that cannot be done; then everything is as it was.
    """
    ready = path.with_name(f"{path.stem}-rescue{path.suffix}")
    try:
        ready.unlink(missing_ok=True)
        found = _save(path, ready, _name_aside(path))
        _put_in_place(path, ready, path.with_name(found.aside))
    except (OSError, sqlite3.Error) as error:
        raise NoStore(
            say(
                "{path} is damaged, and what can be read of it cannot be saved: {why}.",
                path=path,
                why=reason(error),
            ),
            str(error),
        ) from error
    return found


def untold_rescue(store: Store) -> Rescue | None:
    """Give the rescue that people have not yet been told of."""
    note = store.kept(_NOTE)
    return Rescue(**json.loads(note)) if note else None


def keep_rescue_told(store: Store) -> None:
    """Keep that people have been told."""
    store.keep(_NOTE, "")


def is_damaged(path: Path, backups: Path | None = None) -> bool:
    """Tell whether a file does not hold what SQLite has written; not so where it cannot be asked.

    An empty file is a new one, unless something waits beside it to be brought into it, or there
    are backups of what it held.
    """
    if not path.is_file():
        return False
    if not path.stat().st_size:
        waiting = path.with_name(f"{path.name}-wal")
        has_lost = backups is not None and bool(backups_of_now(backups))
        return has_lost or (waiting.exists() and waiting.stat().st_size > 0)
    try:
        with closing(_opened(path)) as connection:
            return connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]
    except sqlite3.Error as error:
        return is_of_damage(error)


def _opened(path: Path) -> sqlite3.Connection:
    """Open a file to read it only, so that nothing is brought into it."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def _name_aside(path: Path) -> str:
    stem = f"{path.stem}-damaged-{datetime.now(UTC):%Y-%m-%d-%H%M%S}"
    names = (f"{stem}{f'-{n}' if n > 1 else ''}{path.suffix}" for n in count(1))
    return next(name for name in names if not path.with_name(name).exists())


# ------------------------------------------------------------ saving


def _save(path: Path, ready: Path, aside: str) -> Rescue:
    """Write what can be read of a file into another one."""
    listed, is_whole = _readable(path, "matches")
    numbers = {str(match): number for match, number, _ in listed}
    logs = {match: log for match, log in _logs(path).items() if match in numbers or not is_whole}
    whole = {match: log for match, log in logs.items() if log[0][1] == 0}
    saved = {match: tuple(_unbroken(log)) for match, log in whole.items()}
    short = sum(len(log) < len(whole[match]) for match, log in saved.items())
    lost = len({*numbers, *logs} - {*saved})
    made = Rescue(aside, datetime.now(UTC).isoformat(timespec="seconds"), len(saved), short, lost)
    SqliteStore(ready).close()
    with closing(sqlite3.connect(ready, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        for number, match in enumerate(_in_order(saved, numbers), 1):
            key = saved[match][0][9] or None
            connection.execute("INSERT INTO matches VALUES (?, ?, NULL)", (match, number))
            connection.execute("UPDATE OR IGNORE matches SET key = ? WHERE id = ?", (key, match))
            connection.executemany(
                _INSERT.format("entries", ", ".join("?" * len(_ENTRY))), saved[match]
            )
        for table, columns in _others(connection).items():
            _take_along(connection, path, table, columns)
        note = ("INSERT OR REPLACE INTO kept VALUES (?, ?)", (_NOTE, json.dumps(asdict(made))))
        connection.execute(*note)
        connection.execute("COMMIT")
    return made


def _logs(path: Path) -> Mapping[str, Log]:
    """Give the entries of all matches that lie anywhere in a file, each in its order."""
    found: dict[str, dict[int, Sequence[Any]]] = {}
    for row in rows_in(path):
        if len(row) == len(_ENTRY) and all(map(_is, row, _ENTRY)):
            found.setdefault(str(row[0]), {}).setdefault(cast("int", row[1]), row)
    return {match: [log[seq] for seq in sorted(log)] for match, log in found.items()}


def _is(value: object, kind: Any) -> bool:  # noqa: ANN401 - one or several types
    return isinstance(value, kind)


def _unbroken(log: Log) -> Iterator[Sequence[Any]]:
    for seq, row in enumerate(log):
        if row[1] != seq:
            return
        yield row


def _in_order(saved: Mapping[str, Log], numbers: Mapping[str, int]) -> list[str]:
    """Give the matches as they were opened; the clock says so only where nothing else does."""
    last = max(numbers.values(), default=0)
    return sorted(saved, key=lambda match: (numbers.get(match, last + 1), saved[match][0][6]))


def _others(connection: sqlite3.Connection) -> Mapping[str, Sequence[str]]:
    """Give the tables beside the log, with their columns."""
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {
        table: [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
        for (table,) in tables
        if table not in _LOG
    }


def _take_along(into: sqlite3.Connection, path: Path, table: str, columns: Sequence[str]) -> None:
    known = {match for (match,) in into.execute("SELECT id FROM matches")}
    given = _INSERT.format(table, ", ".join("?" * len(columns)))
    for row in _readable(path, table)[0]:
        if len(row) != len(columns) or ("match" in columns and row[0] not in known):
            continue
        with suppress(sqlite3.Error):  # a row that does not fit is none of ours
            into.execute(given, row)


def _readable(path: Path, table: str) -> tuple[Sequence[Sequence[Any]], bool]:
    """Give the rows of a table as far as SQLite can read from both ends, and whether it is all."""
    rows: list[Sequence[Any]] = []
    for way in ("ASC", "DESC"):
        try:
            with closing(_opened(path)) as connection:
                query = f"SELECT * FROM {table} ORDER BY 1 {way}"  # noqa: S608 - a name of ours
                for row in connection.execute(query):
                    rows.append(row)  # noqa: PERF402 - those before the break count too
        except sqlite3.Error:
            continue
        return rows, True
    return rows, False


# ------------------------------------------------------------ changing places


def set_aside(path: Path) -> Path:
    """Keep a damaged file, with what waits to be brought into it, also under a name with the date.

    Raises `OSError`.
    """
    aside = path.with_name(_name_aside(path))
    _keep_both(path, aside)
    return aside


def _put_in_place(path: Path, ready: Path, aside: Path) -> None:
    """Let the sound file take the place of the damaged one, which is nowhere missing meanwhile."""
    _keep_both(path, aside)
    # What waits to be brought into the damaged file must not be brought into the sound one.
    for more in ("-wal", "-shm"):
        path.with_name(path.name + more).unlink(missing_ok=True)
    put_in_place(ready, path)


def _keep_both(path: Path, aside: Path) -> None:
    for more in ("", "-wal"):
        _keep_as(path.with_name(path.name + more), aside.with_name(aside.name + more))


def _keep_as(path: Path, name: Path) -> None:
    if not path.exists():
        return
    try:
        os.link(path, name)
    except OSError:  # some disks know one name for each file only
        shutil.copy2(path, name)
