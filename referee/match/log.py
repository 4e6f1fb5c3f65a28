"""The append-only log of a match: entries, retractions and replacements.

The current state is a pure fold over the rows. Order is by `seq`, never by the clock: a tablet
without a clock battery starts in the past.
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
"""The source of an entry that was derived from a note."""

FORCED: Final = "forced"
"""The source of an entry that was derived because no other was legal."""

DERIVED: Final = frozenset({NOTE, FORCED})
"""The sources of entries that nobody has made."""

TRANSCRIPT: Final = "transcript"
"""The source of all rows of a match that was loaded from a transcript."""

_FAR: Final = 16
"""Number of retracted entries before a note up to which the note is kept."""

_MANY: Final = 200
"""Number of notes, newest first, that are rechecked after a retraction; keeps undo fast."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The start of the match: the game, its rules version, seats and options."""

    rules_version: int
    slug: str
    setup: Setup


@dataclass(frozen=True, slots=True)
class Played:
    """An entered action. Its text may hold a secret, so the repr omits it."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Overruled:
    """A decision of the table that overrules the referee."""

    text: str


@dataclass(frozen=True, slots=True)
class Noted:
    """A private `Note` of one seat, hidden from all others."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Retracted:
    """Cancels an earlier row.

    The target is an entry, a `Replaced`, or another `Retracted`: that is a redo.
    """

    target: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """Changes the text of an earlier `Played` or `Overruled`."""

    target: int
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Closed:
    """Records that the match ended. It is over while this is its last row."""

    outcome: Outcome


Entry: TypeAlias = Opened | Played | Overruled | Noted | Retracted | Replaced | Closed

Pairs: TypeAlias = tuple[tuple[int, str], ...]
"""Entries in order, each as its seq and text."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the log: an entry and its origin.

    `seq` counts from 0, the `Opened`. Rows appended by one command share `act`, the seq of the
    first of them. `key` is the idempotency key of the command; `at` is an ISO 8601 time in UTC.
    """

    seq: int
    entry: Entry
    at: str
    source: str = "tap"
    device: str = ""
    key: str = ""
    act: int = 0


class Marks(TypedDict):
    """The fields that all rows of a command share."""

    at: str
    source: str
    device: str
    key: str


def opening(row: Row) -> Opened:
    """Return the entry of the first row; raises `TypeError` for any other row."""
    if not isinstance(row.entry, Opened) or row.seq != 0:
        raise TypeError(f"row {row.seq} opens no match")
    return row.entry


def cancelled(rows: Sequence[Row]) -> dict[int, int]:
    """Map the seq of each cancelled row to the seq of the row that cancelled it."""
    found: dict[int, int] = {}
    for row in reversed(rows):
        if isinstance(row.entry, Retracted) and row.seq not in found:
            found.setdefault(row.entry.target, row.seq)
    return found


@dataclass(frozen=True, slots=True)
class Fold:
    """The effective entries of a log, in order.

    A note follows the entries that preceded it when it was made, as far as they are still
    effective. `notes` maps the seq of each note to those that are not: the note applies only where
    it means the same with and without them, because otherwise it may mean another card.
    """

    entries: Pairs
    notes: Mapping[int, Pairs]


def effective(rows: Sequence[Row]) -> Pairs:
    """Return the effective entries of a log, in order."""
    return fold(rows).entries


def fold(rows: Sequence[Row]) -> Fold:
    """Return the effective entries and notes of a log."""
    return place_notes(_at_the_table(rows), list(_notes(rows, cancelled(rows))))


def place_notes(table: Pairs, made: Sequence[tuple[int, str, Pairs]]) -> Fold:
    """Merge notes into the entries of the table.

    Each of `made` is the seq and text of a note, with the entries effective when it was made.
    """
    places: dict[int, Pairs] = {}
    notes: dict[int, Pairs] = {}
    first, left = len(table), _MANY
    for seq, text, then in reversed(made):
        place = _common_prefix(then, table)
        far = len(then) - place
        # A newer note at an earlier point of the game replaces what an older one said.
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
    """Yield the notes that are not retracted, each with the entries effective when it was made."""
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


def _common_prefix(some: Pairs, others: Pairs) -> int:
    if others[: len(some)] == some:
        return len(some)
    pairs = zip(some, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def root(rows: Sequence[Row], row: Row) -> Row:
    """Follow a chain of retractions to its target; return any other row itself."""
    while isinstance(row.entry, Retracted) and 0 <= row.entry.target < row.seq:
        row = rows[row.entry.target]
    return row


def is_quiet(rows: Sequence[Row], row: Row) -> bool:
    """Return whether a row concerns only a note, so that it changes nothing for the table."""
    about = rows[row.act] if isinstance(row.entry, Closed) else row
    return isinstance(root(rows, about).entry, Noted)


def undo_rows(rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the seqs that an undo cancels, its main target first; empty if there is none.

    These are the latest entry and those entered with it, such as by one photo, or the latest
    replacement and the entries retracted with it.
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
    """Return the seqs that a redo cancels, its main target first; empty if there is none.

    These are all rows of the latest undo. A new entry ends the chance to redo, a note does not.
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
    """Return the seqs of an entry and of those entered with it, the latest first.

    An entry derived from a note is undone alone, so that the table can enter another value. The
    entries of a transcript were loaded at once but played one by one.
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
    """Serialize an entry for a store: its kind, target seq and text."""
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
    """Parse an entry written by `pack`; raises `BrokenLog` if it cannot be read."""
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
