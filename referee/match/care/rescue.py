"""Rescue of what can be read from a damaged database file, before it is written to again.

The damaged file is renamed, with the date. A new one replaces it, with every match from its first
row up to the first that is missing or damaged: a log is replayed from its start, so rows after a
gap cannot be used. Other tables are copied as far as SQLite can read them.

If the file is sound but holds less than it did, nothing can be rescued; the loss is only reported.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import reduce
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from referee.core import Text, listed, say, say_count
from referee.match.care.backups import opened_to_read
from referee.match.care.damage import Damage, damage_of, lost_from
from referee.match.errors import BrokenLog, NoStore
from referee.match.log import opening
from referee.match.storage.columns import is_sound, row_of, text_of
from referee.match.storage.counts import ENDING, Counts, counted, forget_counts, read_counts
from referee.match.storage.durable import replace_atomically
from referee.match.storage.error_texts import reason
from referee.match.storage.sqlite import SqliteStore
from referee.match.storage.sqlite_log import log_of
from referee.match.storage.sqlite_pages import Pages, pages_of
from referee.match.storage.store import Store

_NOTE: Final = "rescue"
_ENTRY: Final = (str, int, int, str, (int, type(None)), *[str] * 5, (int, type(None)))
"""The column types of an entry; no other table has as many."""

_LOG: Final = frozenset({"matches", "entries"})
_NAMED: Final = 5
"""Number of matches with missing entries that are named, the latest ones."""

_INSERT: Final = "INSERT OR IGNORE INTO {} VALUES ({})"

Log: TypeAlias = Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Rescue:
    """The result of a rescue; `aside` is the new name of the damaged file, or empty.

    Of a missing file only its write-ahead log is kept, under that name with its own suffix.

    `short` matches lack their last entries, `lost` ones could not be opened. `missing` is the least
    number of missing entries. `kind` is the value of a `Damage`. `named` are some of the short
    matches: their names, and the day on which each was opened.
    """

    aside: str
    at: str
    saved: int
    short: int
    lost: int
    missing: int = 0
    kind: str = Damage.DAMAGED
    named: Sequence[tuple[str, str]] = ()

    @property
    def title(self) -> Text:
        """Return the heading of the notice."""
        if self.kind == Damage.DAMAGED and self.saved:
            return say("Saved from a damaged file")
        if self.kind == Damage.DAMAGED:
            return say("The stored matches were damaged")
        if (
            self.kind == Damage.GONE
            and self.saved
            and not (self.short or self.lost or self.missing)
        ):
            return say("Stored matches were saved")
        return say("Stored entries are missing")

    @property
    def text(self) -> Text:
        """Return the text of the notice."""
        sentences = [self._saved, *self._missing, *self._todo]
        if self.aside and self.kind == Damage.GONE:
            log = log_of(Path(self.aside))
            sentences.append(say("The file’s log is kept as {file}.", file=log))
        elif self.aside:
            sentences.append(say("The damaged file is kept as {file}.", file=self.aside))
        return reduce(lambda text, more: say("{text} {more}", text=text, more=more), sentences)

    @property
    def _saved(self) -> Text:
        if self.kind == Damage.FEWER:
            return say("Something that was stored here is gone.")
        if self.kind == Damage.GONE:
            return self._saved_without_file
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
    def _saved_without_file(self) -> Text:
        if not self.saved:
            return say("The file of the stored matches is gone.")
        return say_count(
            "The file of the stored matches is gone. {count} of them could be saved.",
            "The file of the stored matches is gone. {count} of them could be saved.",
            self.saved,
        )

    @property
    def _missing(self) -> Iterator[Text]:
        is_said = self.saved and self.kind == Damage.DAMAGED  # of the matches
        yield from missing(0 if is_said else self.lost, self.missing)
        if self.named:
            matches = [say("{names} of {day}", names=who, day=day) for who, day in self.named]
            more = self.short - len(matches)
            if more > 0:
                matches.append(say_count("{count} more", "{count} more", more))
            yield say(
                "Entries are missing at the end of these: {matches}.", matches=listed(matches)
            )

    @property
    def _todo(self) -> Iterator[Text]:
        if self.kind == Damage.FEWER:
            yield say("That happens if somebody put an older file here.")
        if self.saved:
            yield _LOOK
        if self.lost or not self.saved:
            yield _BACK


_LOOK: Final = say("The last entries may be missing: check each match before you play on.")
_BACK: Final = say(
    "“referee doctor” shows the last backup: stop the referee, restore it with “referee "
    "restore FILE”, and start again."
)


def missing(matches: int, entries: int) -> Iterator[Text]:
    """Yield sentences on the number of missing matches and entries."""
    if matches:
        yield say_count(
            "At least {count} match is missing.", "At least {count} matches are missing.", matches
        )
    if entries:
        yield say_count(
            "At least {count} entry is missing.", "At least {count} entries are missing.", entries
        )


def rescue(path: Path) -> Rescue:
    """Rescue what can be read of a file that no process has open.

    Raises `NoStore` if that fails; then nothing has changed.
    """
    try:
        if damage_of(path) is Damage.FEWER:
            return _accept_loss(path)
        return _replace(path)
    except (OSError, sqlite3.Error) as error:
        raise NoStore(
            say(
                "{path} is damaged, and its readable part cannot be saved: {why}.",
                path=path,
                why=reason(error),
            ),
            str(error),
        ) from error


def unread_rescue(store: Store) -> Rescue | None:
    """Return the rescue whose notice was not yet acknowledged."""
    return unread_in({_NOTE: store.kept(_NOTE) or ""})


def unread_in(kept: Mapping[str, str]) -> Rescue | None:
    """Return the same from the kept values by name."""
    note = kept.get(_NOTE)
    if not note:
        return None
    found = json.loads(note)
    return Rescue(**found | {"named": tuple(map(tuple, found.get("named", ())))})


def mark_rescue_read(store: Store) -> None:
    """Mark the notice as acknowledged."""
    store.keep(_NOTE, "")


def _name_aside(path: Path) -> str:
    stem = f"{path.stem}-damaged-{datetime.now(UTC):%Y-%m-%d-%H%M%S}"
    names = (f"{stem}{f'-{n}' if n > 1 else ''}{path.suffix}" for n in count(1))
    return next(
        name
        for name in names
        if not path.with_name(name).exists() and not log_of(path.with_name(name)).exists()
    )


# ------------------------------------------------------------ saving


def _accept_loss(path: Path) -> Rescue:
    """Accept the file as it is, and return what is missing."""
    lost = lost_from(path)
    with closing(opened_to_read(path)) as connection:
        left = counted(connection).matches
    told = Rescue("", _now(), left, 0, lost.matches, lost.entries, Damage.FEWER)
    with closing(SqliteStore(path)) as store:
        store.keep(_NOTE, json.dumps(asdict(told)))
    forget_counts(path)
    return told


def _replace(path: Path) -> Rescue:
    """Replace a damaged file by a sound one."""
    ready = path.with_name(f"{path.stem}-rescue{path.suffix}")
    for more in ("", ENDING):
        ready.with_name(ready.name + more).unlink(missing_ok=True)
    is_there = path.exists() or log_of(path).exists()
    found = _save(path, ready, _name_aside(path) if is_there else "")
    forget_counts(ready)
    _put_in_place(path, ready, path.with_name(found.aside) if is_there else None)
    forget_counts(path)
    return found


def _save(path: Path, ready: Path, aside: str) -> Rescue:
    """Write what can be read of a file to another one."""
    pages = pages_of(path)
    content = pages.as_file()
    known, is_whole = _known_matches(content)
    is_whole = is_whole and not pages.doubtful
    sound, ends = _logs(pages)
    saved = {
        match: tuple(_up_to_gap(log))
        for match, log in sound.items()
        if log[0][1] == 0 and (match in known or not is_whole)
    }
    claimed = read_counts(path) or Counts()
    unopened = {*known, *(sound if not is_whole else ())} - {*saved}
    short = [match for match, log in saved.items() if ends[match] > log[-1][1]]
    made = Rescue(
        aside,
        _now(),
        len(saved),
        len(short),
        max(len(unopened), claimed.matches - len(saved)),
        max(0, claimed.entries - sum(map(len, saved.values()))),
        Damage.DAMAGED if path.exists() else Damage.GONE,
        tuple(filter(None, (_named(saved[match][0]) for match in short[-_NAMED:]))),
    )
    SqliteStore(ready).close()
    with closing(sqlite3.connect(ready, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        for number, match in enumerate(_in_order(saved, known), 1):
            key = saved[match][0][9] or None
            connection.execute("INSERT INTO matches VALUES (?, ?, NULL)", (match, number))
            connection.execute("UPDATE OR IGNORE matches SET key = ? WHERE id = ?", (key, match))
            connection.executemany(
                _INSERT.format("entries", ", ".join("?" * len(_ENTRY))), saved[match]
            )
        for table, columns in _other_tables(connection).items():
            _copy_table(connection, content, table, columns)
        note = ("INSERT OR REPLACE INTO kept VALUES (?, ?)", (_NOTE, json.dumps(asdict(made))))
        connection.execute(*note)
        connection.execute("COMMIT")
    return made


def _named(first: Sequence[Any]) -> tuple[str, str] | None:
    """Return who plays the match that begins with a row, and since which day; None if untold."""
    try:
        row = row_of(tuple(first))
        return ", ".join(opening(row).setup.names), row.at[:10]
    except (BrokenLog, TypeError):  # its first row is readable, and opens nothing
        return None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _known_matches(content: bytes) -> tuple[Mapping[str, int], bool]:
    """Return the numbers of the matches named in a file, and whether all could be read.

    A match known only by its entries gets the next number after all others.
    """
    listed, has_list = _readable_rows(content, "SELECT id, number FROM matches ORDER BY id")
    played, has_played = _readable_rows(
        content, "SELECT DISTINCT match FROM entries ORDER BY match"
    )
    listed = [row for row in listed if isinstance(row[1], int)]
    last = max((number for _, number in listed), default=0)
    known = {str(match): last + 1 for (match,) in played}
    # If all entries are readable, a listed match without any has a damaged id.
    known |= {str(match): number for match, number in listed if match in known or not has_played}
    return known, has_list and has_played


def _logs(pages: Pages) -> tuple[Mapping[str, Log], Mapping[str, int]]:
    """Return the sound entries of each match in order, and the last seq of each match."""
    found: dict[str, dict[int, Sequence[Any]]] = {}
    ends: dict[str, int] = {}
    for row in pages.rows():
        columns = (*row, None) if len(row) == len(_ENTRY) - 1 else row  # of a version before 7
        if len(columns) == len(_ENTRY) and all(map(_is, columns, _ENTRY)):
            match, seq = str(columns[0]), cast("int", columns[1])
            ends[match] = max(ends.get(match, 0), seq)
            if is_sound(columns):
                found.setdefault(match, {}).setdefault(seq, columns)
    return {match: [log[seq] for seq in sorted(log)] for match, log in found.items()}, ends


def _is(value: object, kind: Any) -> bool:  # noqa: ANN401 - one or several types
    return isinstance(value, kind)


def _up_to_gap(log: Log) -> Iterator[Sequence[Any]]:
    for seq, row in enumerate(log):
        if row[1] != seq:
            return
        yield row


def _in_order(saved: Mapping[str, Log], numbers: Mapping[str, int]) -> list[str]:
    """Return the matches in the order they were opened, by number and then by time."""
    last = max(numbers.values(), default=0)
    return sorted(saved, key=lambda match: (numbers.get(match, last), saved[match][0][6]))


def _other_tables(connection: sqlite3.Connection) -> Mapping[str, Sequence[str]]:
    """Return the tables other than the log, with their columns."""
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {
        table: [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
        for (table,) in tables
        if table not in _LOG
    }


def _copy_table(
    into: sqlite3.Connection, content: bytes, table: str, columns: Sequence[str]
) -> None:
    known = {match for (match,) in into.execute("SELECT id FROM matches")}
    given = _INSERT.format(table, ", ".join("?" * len(columns)))
    for row in _readable_rows(content, f"SELECT * FROM {table} ORDER BY 1")[0]:  # noqa: S608 - of ours
        if len(row) != len(columns) or ("match" in columns and row[0] not in known):
            continue
        with suppress(sqlite3.Error, UnicodeError):  # a row that does not fit is damaged
            into.execute(given, row)


def _readable_rows(content: bytes, query: str) -> tuple[Sequence[Sequence[Any]], bool]:
    """Return the rows of a query that SQLite can read from either end, and whether it is all."""
    rows: list[Sequence[Any]] = []
    if not content:
        return rows, False
    for way in ("ASC", "DESC"):
        try:
            with closing(sqlite3.connect(":memory:")) as connection:
                connection.deserialize(content)
                connection.execute("PRAGMA cell_size_check = ON")
                connection.text_factory = text_of
                for row in connection.execute(f"{query} {way}"):
                    rows.append(row)  # noqa: PERF402 - the rows before an error are kept
        except (sqlite3.Error, UnicodeError):
            continue
        return rows, True
    return rows, False


# ------------------------------------------------------------ replacing files


def set_aside(path: Path) -> Path:
    """Keep a damaged file and its write-ahead log under a name with the date, and return it.

    Raises `OSError`.
    """
    aside = path.with_name(_name_aside(path))
    _keep_with_log(path, aside)
    return aside


def _put_in_place(path: Path, ready: Path, aside: Path | None) -> None:
    """Replace the damaged file atomically, after it is kept as `aside`."""
    if aside is not None:
        _keep_with_log(path, aside)
    # The log of the damaged file must not be applied to the sound one.
    for more in ("-wal", "-shm"):
        path.with_name(path.name + more).unlink(missing_ok=True)
    replace_atomically(ready, path)


def _keep_with_log(path: Path, aside: Path) -> None:
    for more in ("", "-wal"):
        _keep_as(path.with_name(path.name + more), aside.with_name(aside.name + more))


def _keep_as(path: Path, name: Path) -> None:
    if not path.exists():
        return
    try:
        os.link(path, name)
    except OSError:  # the file system has no hard links
        shutil.copy2(path, name)
