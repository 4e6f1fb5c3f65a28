"""The log of a match: what was entered, taken back and changed, in order, never rewritten.

Rows are only ever appended; what holds now is a pure fold over them. Order is by `seq`, never by
the clock: a tablet without a clock battery starts in the past.
"""

import json
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final, TypeAlias, TypedDict

from referee.core import Mark, Outcome, RefereeError, Setup, say
from referee.core.transcripts import format_outcome, parse_outcome, read_line
from referee.match.errors import BrokenLog

NOTE: Final = "note"
"""The source of an entry that a note answered, so that nobody had to enter it."""

TRANSCRIPT: Final = "transcript"
"""The source of everything in a match that was loaded from a transcript."""

_FAR: Final = 16
"""Entries that may be taken from under a note without losing it."""

_MANY: Final = 200
"""Notes that may lose such entries, the newest of them, so that an undo stays quick."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The match began: which game under which rules, who sits where, what was chosen."""

    rules_version: int
    slug: str
    setup: Setup


@dataclass(frozen=True, slots=True)
class Played:
    """An action was entered; its text may hold a secret, which a repr never shows."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Overruled:
    """The table decided against the referee."""

    text: str


@dataclass(frozen=True, slots=True)
class Noted:
    """A seat told the referee something for itself alone: a `Note`, of which nobody else hears."""

    text: str = field(repr=False)


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
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Closed:
    """The match was over after the rows before it.

    A match is over exactly while its last row is a `Closed`: whatever follows has opened it again.
    """

    outcome: Outcome


Entry: TypeAlias = Opened | Played | Overruled | Noted | Retracted | Replaced | Closed

Pairs: TypeAlias = tuple[tuple[int, str], ...]
"""Entries in order, each as its seq and its text."""


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
    """Return what the first row of a log says; any other row is a mistake of the caller."""
    if not isinstance(row.entry, Opened) or row.seq != 0:
        raise TypeError(f"row {row.seq} opens no match")
    return row.entry


def cancelled(rows: Sequence[Row]) -> dict[int, int]:
    """Return every row that no longer counts, with the row that cancelled it."""
    found: dict[int, int] = {}
    for row in reversed(rows):
        if isinstance(row.entry, Retracted) and row.seq not in found:
            found.setdefault(row.entry.target, row.seq)
    return found


@dataclass(frozen=True, slots=True)
class Fold:
    """What counts of a log: the entries in order, and which of them are notes.

    A note stands right after the entries that it followed when it was made, as far as they still
    count. `notes` gives for each the others that it followed: it counts only where it would say
    the same with and without them, for else it might speak of another card now.
    """

    entries: Pairs
    notes: Mapping[int, Pairs]


def effective(rows: Sequence[Row]) -> Pairs:
    """Return what counts of a log now: each entry's seq and its text, in order."""
    return fold(rows).entries


def fold(rows: Sequence[Row]) -> Fold:
    """Fold the log into what counts now."""
    return place_notes(_at_the_table(rows), list(_notes(rows, cancelled(rows))))


def place_notes(table: Pairs, made: Sequence[tuple[int, str, Pairs]]) -> Fold:
    """Put notes among what counts at the table, each given with what counted when it was made."""
    places: dict[int, Pairs] = {}
    notes: dict[int, Pairs] = {}
    first, left = len(table), _MANY
    for seq, text, then in reversed(made):
        place = _alike(then, table)
        far = len(then) - place
        # A newer note that was made earlier in the game stands for what an older one said.
        if place <= first and far <= _FAR and (left or not far):
            first, left = place, left - bool(far)
            places[place] = ((seq, text), *places.get(place, ()))
            notes[seq] = then[place:]
    if not notes:
        return Fold(table, notes)
    entries = list(places.get(0, ()))
    for place, entry in enumerate(table, start=1):
        entries += (entry, *places.get(place, ()))
    return Fold(tuple(entries), notes)


def _at_the_table(rows: Sequence[Row]) -> Pairs:
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


def _notes(rows: Sequence[Row], gone: Container[int]) -> Iterator[tuple[int, str, Pairs]]:
    """Return the notes that are not taken back, each with what counted when it was made."""
    then: list[tuple[int, str]] = []
    known = True
    for row in rows:
        match row.entry:
            case Played(text) | Overruled(text):
                then.append((row.seq, text))
            case Retracted() | Replaced():
                known = False
            case Noted(text) if row.seq not in gone:
                if not known:
                    then, known = list(_at_the_table(rows[: row.seq])), True
                yield row.seq, text, tuple(then)


def _alike(some: Pairs, others: Pairs) -> int:
    if others[: len(some)] == some:
        return len(some)
    pairs = zip(some, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def root(rows: Sequence[Row], row: Row) -> Row:
    """Return the row that a retraction is about in the end; any other row is about itself."""
    while isinstance(row.entry, Retracted) and 0 <= row.entry.target < row.seq:
        row = rows[row.entry.target]
    return row


def is_quiet(rows: Sequence[Row], row: Row) -> bool:
    """Return whether a row is about a note, so that nothing has changed at the table."""
    about = rows[row.act] if isinstance(row.entry, Closed) else row
    return isinstance(root(rows, about).entry, Noted)


def undo_rows(rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the rows that an undo cancels, what it is about first; empty where nothing is left.

    That is the latest entry with all that was entered at once, such as by one photo; or the latest
    change with all that was taken back along with it.
    """
    gone = cancelled(rows)
    for row in reversed(rows):
        entry = row.entry
        if row.seq in gone:
            continue
        if isinstance(entry, Played | Overruled):
            return _entered_with(rows, row, gone)
        if isinstance(entry, Replaced) and entry.target not in gone:
            return _act(rows, row, gone)
    return ()


def redo_rows(rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the rows that a redo cancels, what it is about first; empty where nothing is left.

    That is everything that the latest undo took back. A new entry ends the chance to redo, a note
    does not.
    """
    gone = cancelled(rows)
    for row in reversed(rows):
        entry = row.entry
        if isinstance(entry, Played | Overruled | Replaced):
            return ()
        if isinstance(entry, Retracted) and row.seq not in gone and not is_quiet(rows, row):
            if isinstance(rows[entry.target].entry, Retracted):
                continue  # this row is itself a redo
            return _act(rows, row, gone)
    return ()


def _entered_with(rows: Sequence[Row], last: Row, gone: Container[int]) -> tuple[int, ...]:
    """Return an entry and what was entered with it, the latest first.

    What a note answered was entered by nobody: it goes by itself, so that the table can enter
    another value. A loaded game came at once, but was played one by one.
    """
    if last.source in {NOTE, TRANSCRIPT}:
        return (last.seq,)
    return tuple(
        row.seq
        for row in rows[last.seq : last.act - 1 : -1]
        if isinstance(row.entry, Played | Overruled) and row.seq not in gone
    )


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
        case Played(text) | Overruled(text) | Noted(text):
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
        case "noted":
            return Noted(body)
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
