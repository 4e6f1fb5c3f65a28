"""A match: one game at one table, and the commands that change it.

Every command carries the `seq` it was made for (optimistic lock). It is drafted, validated and
appended to the store before it is answered, so two processes cannot overwrite each other.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Required, TypedDict, Unpack

from referee.core import Action, AnyGame, Note, Outcome, Ruling, Seat, Setup, Task, redact, say
from referee.core.transcripts import format_header, format_outcome
from referee.match.cooperative import cooperatively
from referee.match.correction import correction_tasks
from referee.match.errors import BrokenLog, KeyTaken, NothingToUndo, SeqTaken, StaleSeq
from referee.match.log import (
    DERIVED,
    Closed,
    Entry,
    Marks,
    Noted,
    Overruled,
    Played,
    Replaced,
    Retracted,
    Row,
    is_quiet,
    redo_rows,
    undo_rows,
)
from referee.match.moment import (
    Draft,
    Moment,
    draft_commands,
    draft_replacement,
    draft_resumption,
    draft_retraction,
    follow_log,
    new_rows,
)
from referee.match.notes.numbering import Numbering
from referee.match.storage.store import Store
from referee.match.story import Narrator, StoryEntry, Target

_SINCE: Final = 20
"""Number of entries reported with a stale command; its sentence names fewer, see `StaleSeq`."""


class Arrival(TypedDict, total=False):
    """The origin of a command: idempotency key, source and device.

    The sources `DERIVED` mark entries that nobody has made.
    """

    key: str
    source: str
    device: str


class Stamp(Arrival):
    """The expected seq of a command, and its origin.

    A note changes nothing at the table, so a command expected before a note is still accepted.
    """

    expected_seq: Required[int]


@dataclass(frozen=True, slots=True)
class Receipt:
    """The seqs that a command appended. A repeated key returns the same receipt."""

    seqs: tuple[int, ...]
    is_repeated: bool = field(default=False, compare=False, repr=False)

    @property
    def seq(self) -> int:
        """Return the seq of the match after the command."""
        return self.seqs[-1]


class Match:
    """One match; safe to use from any thread. `appended` is called after each append."""

    def __init__(
        self,
        match: str,
        game: AnyGame,
        store: Store,
        *,
        rows: Sequence[Row] = (),
        appended: "Callable[[Match], None] | None" = None,
    ) -> None:
        """Replay the log; raises `BadSetup` if the game no longer accepts its setup."""
        self.id = match
        self.game = game
        self._store = store
        self._appended = appended
        self._lock = threading.RLock()
        self._narrator = Narrator(game)
        self._numbering = Numbering(game)
        self._now = follow_log(game, rows or store.rows(match))
        self._correction: tuple[Moment, int, tuple[Task, ...] | None] | None = None
        self._keys = _keys(self._now.rows)

    # ------------------------------------------------------------ state

    @property
    def now(self) -> Moment:
        """Return the match as it is now, an immutable snapshot."""
        return self._now

    @property
    def setup(self) -> Setup:
        """Return the names by seat and the chosen options."""
        return self._now.setup

    @property
    def seq(self) -> int:
        """Return the seq of the last row of the log."""
        return self._now.seq

    @property
    def state(self) -> Any:  # noqa: ANN401 - the state of any game
        """Return the state of the game."""
        return self._now.state

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return self._now.outcome

    @property
    def broken(self) -> BrokenLog | None:
        """Return why the log cannot be replayed to its end, which makes the match read-only."""
        return self._now.broken

    # ------------------------------------------------------------ commands

    def submit(self, actions: Sequence[Action], **stamp: Unpack[Stamp]) -> Receipt:
        """Enter all actions or none, and then what notes of seats answer, and what is forced.

        Raises `Refused` with the ruling, `StaleSeq`, and `BrokenLog` in a read-only match.
        """
        texts = [self.game.format(action) for action in actions]

        def same(rows: Sequence[Row]) -> bool:
            return [_text(row.entry) for row in rows] == texts

        return self._command(lambda now: draft_commands(now, actions), stamp, same)

    def undo(self, **stamp: Unpack[Stamp]) -> Receipt:
        """Cancel the latest entry and those entered with it, or the latest replacement.

        Raises `NothingToUndo`.
        """
        return self._command(
            lambda now: _cancel(now, undo_rows(now.rows)),
            stamp,
            lambda rows: self._are_retractions(rows) and not self._are_redo(rows),
        )

    def redo(self, **stamp: Unpack[Stamp]) -> Receipt:
        """Cancel the latest undo; raises `NothingToUndo`."""
        return self._command(lambda now: _cancel(now, redo_rows(now.rows)), stamp, self._are_redo)

    def retract(
        self,
        *seqs: int,
        onward: bool = False,
        seat: Seat | None = None,
        **stamp: Unpack[Stamp],
    ) -> Receipt:
        """Retract earlier rows, all or none; a note only if it belongs to `seat`.

        Raises `Conflict` if a later entry would become illegal; with `onward` such entries are
        retracted too.
        """
        wanted = [Retracted(seq) for seq in seqs]
        return self._command(
            lambda now: draft_retraction(now, seqs, onward=onward, seat=seat),
            stamp,
            lambda rows: [row.entry for row in rows[-len(seqs) :]] == wanted,
        )

    def replace(
        self, seq: int, action: Action, *, onward: bool = False, **stamp: Unpack[Stamp]
    ) -> Receipt:
        """Replace the action of an earlier entry; raises, and uses `onward`, like `retract`."""
        text = self.game.format(action)
        return self._command(
            lambda now: draft_replacement(now, seq, action, onward=onward),
            stamp,
            lambda rows: rows[-1].entry == Replaced(seq, text),
        )

    def resume_before_break(self, **stamp: Unpack[Stamp]) -> Receipt:
        """Retract everything from the break of a read-only match on, so that it can continue."""
        return self._command(draft_resumption, stamp, self._are_retractions, mends=True)

    def refresh(self) -> None:
        """Read the rows that other processes have appended to the store."""
        with self._lock:
            rows = self._store.rows(self.id, after=self.seq)
            if rows:
                self._now = follow_log(self.game, (*self._now.rows, *rows), self._now)
                self._keys = _keys(self._now.rows)

    # ------------------------------------------------------------ story

    def story(self, seat: Seat | None = None) -> tuple[StoryEntry, ...]:
        """Return every entry in order, as `seat` may see it."""
        return self._narrator.story(self._now, seat)

    def effective_entries(self, seat: Seat | None = None) -> Iterator[StoryEntry]:
        """Yield the entries that are effective or were seen nevertheless, the latest first.

        Lazy, because a screen shows only the last few lines.
        """
        return self._narrator.effective_entries(self._now, seat)

    def before(self, seq: int | None, most: int) -> tuple[tuple[StoryEntry, ...], bool]:
        """Return at most `most` entries before a row (None: the end), the latest first.

        The second value is whether there are earlier ones.
        """
        return self._narrator.before(self._now, seq, most)

    def entries(self, seqs: Sequence[int], seat: Seat | None = None) -> tuple[StoryEntry, ...]:
        """Describe the entries of rows in ascending order, as far as `seat` hears of them."""
        return self._narrator.entries(self._now, seqs, seat)

    def entry(self, seq: int, seat: Seat | None = None) -> StoryEntry | None:
        """Return the entry of one row; None if `seat` may not see it."""
        return self._narrator.entry(self._now, seq, seat)

    def heard(self, seat: Seat | None = None) -> int:
        """Return the seq of this moment as shown to `seat`, which does not count others' notes."""
        return self._numbering.number(self._now, seat)

    def number_of(self, seq: int, seat: Seat | None = None) -> int:
        """Return the number of a row as shown to `seat`."""
        return self._numbering.number_of(self._now, seq, seat)

    def seq_of(self, number: int) -> int:
        """Return the seq of the row with a number shown to the table."""
        if number > self.heard():
            self.refresh()
        return self._numbering.seq_of(self._now, number)

    def notes(self, seat: Seat) -> Sequence[Note]:
        """Return the notes that a seat can make now."""
        found: Sequence[Note] = self.game.notes(self.state, seat)
        return () if self.broken else found

    def undo_target(self, seat: Seat | None = None) -> Target | None:
        """Return what an undo would cancel."""
        return self._narrator.undo_target(self._now, seat)

    def redo_target(self, seat: Seat | None = None) -> Target | None:
        """Return what a redo would restore."""
        return self._narrator.redo_target(self._now, seat)

    def correction_tasks(self, settled: int = 0) -> tuple[Task, ...] | None:
        """Return what puts the real table right after a correction; None after any other entry.

        Up to the row `settled` the table is known to be right.
        """
        now, known = self._now, self._correction
        if known is None or known[0] is not now or known[1] != settled:
            known = self._correction = now, settled, correction_tasks(now, settled)
        return known[2]

    def suspect(self, ruling: Ruling, seat: Seat | None = None) -> StoryEntry | None:
        """Return the earlier entry that may be the mistake behind a refusal."""
        return self._narrator.suspect(self._now, ruling, seat)

    def transcript(self) -> str:
        """Return the effective entries as a transcript.

        Notes are left out; the entries derived from them are included. Secrets are redacted until
        the match is over. A comment at the end says where a broken log stops.
        """
        now = self._now
        lines = format_header(self.game.info.slug, now.setup)
        for step in cooperatively(now.steps):
            if isinstance(step.action, Note):
                continue
            action = step.action if now.outcome else redact(step.action, None)
            lines.append(f"> {self.game.format(action)}")
        if now.outcome is not None:
            lines.append(format_outcome(now.outcome))
        if now.broken is not None:
            lines.append(f"# {' '.join(str(now.broken.text).split())}")
        return "\n".join([*lines, ""])

    # ------------------------------------------------------------ appending

    def _command(
        self,
        draft: Callable[[Moment], Draft],
        stamp: Stamp,
        same: Callable[[Sequence[Row]], bool],
        *,
        mends: bool = False,
    ) -> Receipt:
        with self._lock:
            if stamp["expected_seq"] > self.seq:
                self.refresh()
            seen = self._seen(stamp, same)
            if seen is not None:
                return seen
            broken = self._now.broken
            if broken is not None and not mends:
                raise broken
            self._check(stamp["expected_seq"])
            receipt = self._append(draft(self._now), stamp)
            # Another process was faster; but perhaps with this very command, or only with a note.
            return receipt or self._command(draft, stamp, same, mends=mends)

    def _seen(self, stamp: Stamp, same: Callable[[Sequence[Row]], bool]) -> Receipt | None:
        """Return the receipt of a repeated command; raises `KeyTaken` if it differs."""
        seqs = self._keys.get(stamp.get("key", ""))
        if seqs is None:
            return None
        rows = [self._now.rows[seq] for seq in seqs]
        if not same([row for row in rows if not _is_derived(row)]):
            raise KeyTaken
        return Receipt(seqs, is_repeated=True)

    def _are_retractions(self, rows: Sequence[Row]) -> bool:
        return all(isinstance(row.entry, Retracted) for row in rows)

    def _are_redo(self, rows: Sequence[Row]) -> bool:
        targets = [row.entry.target for row in rows if isinstance(row.entry, Retracted)]
        return len(targets) == len(rows) and any(
            isinstance(self._now.rows[target].entry, Retracted) for target in targets
        )

    def _check(self, expected_seq: int) -> None:
        rows = self._now.rows
        is_known = 0 <= expected_seq <= self.seq
        later = rows[max(expected_seq, 0) + 1 :]
        first = next((row for row in later if not is_quiet(rows, row)), None)
        if not is_known or first is not None:
            since = self._narrator.since(self._now, expected_seq, _SINCE)
            raise StaleSeq(expected_seq, self.seq, since, None if first is None else first.seq)

    def _append(self, draft: Draft, stamp: Stamp) -> Receipt | None:
        """Append a draft; return None if another process was faster, after reading its rows."""
        now = self._now
        rows = new_rows(now, draft, stamped(stamp))
        try:
            self._store.append(self.id, rows)
        except SeqTaken:
            self.refresh()
            if self._now is now:
                raise StaleSeq(stamp["expected_seq"], self.seq) from None
            return None
        self._now = Moment(now.game, now.setup, (*now.rows, *rows), now.first, draft.steps)
        self._keys.update(_keys(rows))
        if self._appended is not None:
            self._appended(self)
        return Receipt(tuple(row.seq for row in rows))


def _cancel(now: Moment, seqs: Sequence[int]) -> Draft:
    if not seqs:
        raise NothingToUndo(say("There is nothing to undo or redo."))
    return draft_retraction(now, seqs)


def _text(entry: Entry) -> str:
    return entry.text if isinstance(entry, Played | Overruled | Noted) else ""


def _is_derived(row: Row) -> bool:
    """Return whether this row was derived from a command, not requested by it."""
    is_answer = isinstance(row.entry, Played) and row.source in DERIVED
    return is_answer or isinstance(row.entry, Closed)


def stamped(arrival: Arrival) -> Marks:
    """Return the fields that the rows of a command share, with the current time."""
    return {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "source": arrival.get("source", "tap"),
        "device": arrival.get("device", ""),
        "key": arrival.get("key", ""),
    }


def _keys(rows: Sequence[Row]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for row in rows:
        if row.key and row.seq:
            found[row.key] = (*found.get(row.key, ()), row.seq)
    return found
