"""The log of a match: what was entered, taken back and changed, in order, never rewritten.

Rows are only ever appended; what holds now is a pure fold over them. Order is by `seq`, never by
the clock: a tablet without a clock battery starts in the past.
"""

import json
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypedDict

from referee.core import Mark, Outcome, RefereeError, Setup, say
from referee.core.transcripts import format_outcome, parse_outcome, read_line
from referee.match.errors import BrokenLog


@dataclass(frozen=True, slots=True)
class Opened:
    """The match began: which game under which rules, who sits where, what was chosen."""

    rules_version: int
    slug: str
    setup: Setup


@dataclass(frozen=True, slots=True)
class Played:
    """An action was entered."""

    text: str


@dataclass(frozen=True, slots=True)
class Overruled:
    """The table decided against the referee."""

    text: str


@dataclass(frozen=True, slots=True)
class Retracted:
    """An earlier row no longer counts.

    A `Played` is taken back, a `Replaced` is undone, and a `Retracted` is undone too: that is a
    redo.
    """

    target: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """An earlier `Played` or `Overruled` says something else now."""

    target: int
    text: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The match was over after the rows before it.

    A match is over exactly while its last row is a `Closed`: whatever follows has opened it again.
    """

    outcome: Outcome


Entry: TypeAlias = Opened | Played | Overruled | Retracted | Replaced | Closed


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the log: the entry, and how it came in.

    `seq` counts from 0, the `Opened`. Rows that were appended together share `act`, the seq of the
    first of them. `key` is chosen by who sends it: the same key again means the same command.
    """

    seq: int
    entry: Entry
    at: str
    source: str = "tap"
    device: str = ""
    key: str = ""
    act: int = 0


class Marks(TypedDict):
    """What every row of a command carries."""

    at: str
    source: str
    device: str
    key: str


def opening(row: Row) -> Opened:
    """Give what the first row of a log says; any other row is a mistake of the caller."""
    if not isinstance(row.entry, Opened) or row.seq != 0:
        raise TypeError(f"row {row.seq} opens no match")
    return row.entry


def cancelled(rows: Sequence[Row]) -> dict[int, int]:
    """Give every row that no longer counts, with the row that cancelled it."""
    found: dict[int, int] = {}
    for row in reversed(rows):
        if isinstance(row.entry, Retracted) and row.seq not in found:
            found.setdefault(row.entry.target, row.seq)
    return found


def effective(rows: Sequence[Row]) -> tuple[tuple[int, str], ...]:
    """Fold the log into what counts now: each entry's seq and its text, in order."""
    gone = cancelled(rows)
    texts: dict[int, str] = {}
    for row in rows:
        entry = row.entry
        if row.seq in gone:
            continue
        if isinstance(entry, Played | Overruled):
            texts[row.seq] = entry.text
        elif isinstance(entry, Replaced) and entry.target in texts:
            texts[entry.target] = entry.text
    return tuple(texts.items())


def undo_rows(rows: Sequence[Row]) -> tuple[int, ...]:
    """Give the rows that an undo cancels, what it is about first; empty where nothing is left.

    That is the latest entry, or the latest change with all that was taken back along with it.
    """
    gone = cancelled(rows)
    for row in reversed(rows):
        entry = row.entry
        if row.seq in gone:
            continue
        if isinstance(entry, Played | Overruled):
            return (row.seq,)
        if isinstance(entry, Replaced) and entry.target not in gone:
            return _act(rows, row, gone)
    return ()


def redo_rows(rows: Sequence[Row]) -> tuple[int, ...]:
    """Give the rows that a redo cancels, what it is about first; empty where nothing is left.

    That is everything that the latest undo took back. A new entry ends the chance to redo.
    """
    gone = cancelled(rows)
    for row in reversed(rows):
        entry = row.entry
        if isinstance(entry, Played | Overruled | Replaced):
            return ()
        if isinstance(entry, Retracted) and row.seq not in gone:
            if isinstance(rows[entry.target].entry, Retracted):
                continue  # this row is itself a redo
            return _act(rows, row, gone)
    return ()


def _act(rows: Sequence[Row], about: Row, gone: Container[int]) -> tuple[int, ...]:
    together = (
        row.seq
        for row in reversed(rows[about.act :])
        if row.act == about.act and row is not about and isinstance(row.entry, Retracted)
    )
    return (about.seq, *(seq for seq in together if seq not in gone))


def pack(entry: Entry) -> tuple[str, int | None, str]:
    """Write an entry as a store keeps it: its kind, the row it is about, and a text."""
    kind = type(entry).__name__.lower()
    match entry:
        case Opened(rules_version, slug, setup):
            return kind, None, _packed_opening(rules_version, slug, setup)
        case Played(text) | Overruled(text):
            return kind, None, text
        case Retracted(target):
            return kind, target, ""
        case Replaced(target, text):
            return kind, target, text
    return kind, None, format_outcome(entry.outcome)


def unpack(seq: int, kind: str, target: int | None, body: str) -> Entry:
    """Read an entry as `pack` wrote it; raises `BrokenLog` for anything else."""
    try:
        return _unpacked(kind, -1 if target is None else target, body)
    except (ValueError, KeyError, TypeError, RefereeError):
        why = say("Entry {seq} of the log cannot be read.", seq=seq)
        raise BrokenLog(seq, None, why) from None


def _packed_opening(rules_version: int, slug: str, setup: Setup) -> str:
    return json.dumps(
        {
            "rules_version": rules_version,
            "slug": slug,
            "names": setup.names,
            "options": setup.options,
        },
        ensure_ascii=False,
    )


def _unpacked(kind: str, target: int, body: str) -> Entry:
    match kind:
        case "opened":
            return _unpacked_opening(body)
        case "played":
            return Played(body)
        case "overruled":
            return Overruled(body)
        case "retracted":
            return Retracted(target)
        case "replaced":
            return Replaced(target, body)
        case "closed":
            return Closed(_unpacked_outcome(body))
    raise ValueError(kind)


def _unpacked_opening(body: str) -> Opened:
    said = json.loads(body)
    options = tuple((str(name), str(value)) for name, value in said["options"])
    setup = Setup(tuple(map(str, said["names"])), options)
    return Opened(int(said["rules_version"]), str(said["slug"]), setup)


def _unpacked_outcome(body: str) -> Outcome:
    line = read_line(0, body)
    if line is None or line.mark is not Mark.OUTCOME:
        raise ValueError(body)
    return parse_outcome(line)
