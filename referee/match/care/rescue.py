"""Saves what can be read of a damaged file of matches, before anything is written to it again.

The damaged file is moved aside under a name with the date. A new one takes its place with every
match from its first row up to the first that is missing or is not as it was written: a log is
followed from its beginning, so what comes after a gap cannot be used. Devices that held a seat,
measured printers and the like are taken along as far as SQLite itself can read them.

Where the file is sound and holds less than it did, nothing can be saved, and that is only told.
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
"""The kinds of the columns of an entry; no other table has as many."""

_LOG: Final = frozenset({"matches", "entries"})
_NAMED: Final = 5
"""Matches with missing entries that are named, the latest ones; of more nobody reads."""

_INSERT: Final = "INSERT OR IGNORE INTO {} VALUES ({})"

Log: TypeAlias = Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Rescue:
    """What was saved of a file, and what was not; the damaged one lies `aside` now, if anything.

    Of a file that is gone only the log beside it lies there, under that name and its own ending.

    Of `short` matches it is known that their last entries are missing, `lost` ones could not even
    be opened. At least so many entries are `missing` in all. `kind` is that of a `Damage`. `named`
    are some of the short matches: the names at the table, and the day on which each was opened.
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
        """Say in a few words what it is about."""
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
        """Describe it in one go."""
        sentences = [self._saved, *self._missing, *self._todo]
        if self.aside and self.kind == Damage.GONE:
            log = log_of(Path(self.aside))
            sentences.append(say("What lay beside the file is kept as {file}.", file=log))
        elif self.aside:
            sentences.append(say("The damaged file is kept as {file}.", file=self.aside))
        return reduce(lambda text, more: say("{text} {more}", text=text, more=more), sentences)

    @property
    def _saved(self) -> Text:
        if self.kind == Damage.FEWER:
            return say("Something that was stored here is not here any more.")
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
            yield say("If an older file was put in place here, that is why.")
        if self.saved:
            yield _LOOK
        if self.lost or not self.saved:
            yield _BACK


_LOOK: Final = say("The last entries may be missing: look at each before you play on.")
_BACK: Final = say(
    "“referee doctor” names the last backup: stop the referee, bring it back with “referee restore"
    " FILE”, and start again."
)


def missing(matches: int, entries: int) -> Iterator[Text]:
    """Say how much of what was stored is missing."""
    if matches:
        yield say_count(
            "At least {count} match is missing.", "At least {count} matches are missing.", matches
        )
    if entries:
        yield say_count(
            "At least {count} entry is missing.", "At least {count} entries are missing.", entries
        )


def rescue(path: Path) -> Rescue:
    """Save what can be read of stored matches that nobody has open; say what was saved.

    Raises `NoStore` where that cannot be done; then everything is as it was.
    """
    try:
        if damage_of(path) is Damage.FEWER:
            return _tell_what_is_missing(path)
        return _replace(path)
    except (OSError, sqlite3.Error) as error:
        raise NoStore(
            say(
                "{path} is damaged, and what can be read of it cannot be saved: {why}.",
                path=path,
                why=reason(error),
            ),
            str(error),
        ) from error


def unread_rescue(store: Store) -> Rescue | None:
    """Return the rescue that people have not yet been told of."""
    return unread_in({_NOTE: store.kept(_NOTE) or ""})


def unread_in(kept: Mapping[str, str]) -> Rescue | None:
    """Return the same from everything that is kept by name."""
    note = kept.get(_NOTE)
    if not note:
        return None
    found = json.loads(note)
    return Rescue(**found | {"named": tuple(map(tuple, found.get("named", ())))})


def mark_rescue_read(store: Store) -> None:
    """Keep that people have been told."""
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


def _tell_what_is_missing(path: Path) -> Rescue:
    """Take the file as it is from now on, and return what was in it before."""
    lost = lost_from(path)
    with closing(opened_to_read(path)) as connection:
        left = counted(connection).matches
    told = Rescue("", _now(), left, 0, lost.matches, lost.entries, Damage.FEWER)
    with closing(SqliteStore(path)) as store:
        store.keep(_NOTE, json.dumps(asdict(told)))
    forget_counts(path)
    return told


def _replace(path: Path) -> Rescue:
    """Put a sound file in the place of a damaged one."""
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
    """Write what can be read of a file into another one."""
    pages = pages_of(path)
    content = pages.as_file()
    known, is_whole = _known(content)
    is_whole = is_whole and not pages.doubtful
    sound, ends = _logs(pages)
    saved = {
        match: tuple(_unbroken(log))
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
        for table, columns in _others(connection).items():
            _take_along(connection, content, table, columns)
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


def _known(content: bytes) -> tuple[Mapping[str, int], bool]:
    """Return the numbers of the matches that a file tells of, and whether it tells of all.

    One of which only entries are known has no number; it comes after the others.
    """
    listed, has_list = _readable(content, "SELECT id, number FROM matches ORDER BY id")
    played, has_played = _readable(content, "SELECT DISTINCT match FROM entries ORDER BY match")
    listed = [row for row in listed if isinstance(row[1], int)]
    last = max((number for _, number in listed), default=0)
    known = {str(match): last + 1 for (match,) in played}
    # A match whose every entry is readable, and that has none, was never there under this name.
    known |= {str(match): number for match, number in listed if match in known or not has_played}
    return known, has_list and has_played


def _logs(pages: Pages) -> tuple[Mapping[str, Log], Mapping[str, int]]:
    """Return the sound entries of all matches, each in its order, and where each match ends."""
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


def _unbroken(log: Log) -> Iterator[Sequence[Any]]:
    for seq, row in enumerate(log):
        if row[1] != seq:
            return
        yield row


def _in_order(saved: Mapping[str, Log], numbers: Mapping[str, int]) -> list[str]:
    """Return the matches as they were opened; the clock says so only where nothing else does."""
    last = max(numbers.values(), default=0)
    return sorted(saved, key=lambda match: (numbers.get(match, last), saved[match][0][6]))


def _others(connection: sqlite3.Connection) -> Mapping[str, Sequence[str]]:
    """Return the tables beside the log, with their columns."""
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {
        table: [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
        for (table,) in tables
        if table not in _LOG
    }


def _take_along(
    into: sqlite3.Connection, content: bytes, table: str, columns: Sequence[str]
) -> None:
    known = {match for (match,) in into.execute("SELECT id FROM matches")}
    given = _INSERT.format(table, ", ".join("?" * len(columns)))
    for row in _readable(content, f"SELECT * FROM {table} ORDER BY 1")[0]:  # noqa: S608 - of ours
        if len(row) != len(columns) or ("match" in columns and row[0] not in known):
            continue
        with suppress(sqlite3.Error, UnicodeError):  # a row that does not fit is none of ours
            into.execute(given, row)


def _readable(content: bytes, query: str) -> tuple[Sequence[Sequence[Any]], bool]:
    """Return the rows of a query that SQLite can read from both ends, and whether it is all."""
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
                    rows.append(row)  # noqa: PERF402 - those before the break count too
        except (sqlite3.Error, UnicodeError):
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


def _put_in_place(path: Path, ready: Path, aside: Path | None) -> None:
    """Let the sound file take the place of the damaged one, which is nowhere missing meanwhile."""
    if aside is not None:
        _keep_both(path, aside)
    # What waits to be brought into the damaged file must not be brought into the sound one.
    for more in ("-wal", "-shm"):
        path.with_name(path.name + more).unlink(missing_ok=True)
    replace_atomically(ready, path)


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
