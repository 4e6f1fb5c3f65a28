"""A match: a game being played at one table, as its log tells it.

Every command names the moment it was meant for. It is drafted, judged, appended to the store and
only then answered; two tables of people, or two processes, cannot overwrite each other.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Required, TypedDict, Unpack

from referee.core import Action, AnyGame, Note, Outcome, Ruling, Seat, Setup, redact, say
from referee.core.transcripts import format_header, format_outcome
from referee.match.cooperative import unhurried
from referee.match.errors import BrokenLog, KeyTaken, NothingToUndo, SeqTaken, StaleSeq
from referee.match.log import (
    NOTE,
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
"""How much is looked for of what happened since a moment; people are told less, see `StaleSeq`."""


class Arrival(TypedDict, total=False):
    """How a command comes in: by which key, from where, by which device.

    The source `NOTE` is that of entries which nobody made because a note answered them.
    """

    key: str
    source: str
    device: str


class Stamp(Arrival):
    """For which moment of the match a command is meant, and how it comes in.

    A note changes nothing at the table, so what was meant for the moment before it still counts.
    """

    expected_seq: Required[int]


@dataclass(frozen=True, slots=True)
class Receipt:
    """The rows that a command appended; the same key gets the same receipt, as a repeated one."""

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
        """Follow the log; raises `BadSetup` where its opening makes no game any more."""
        self.id = match
        self.game = game
        self._store = store
        self._appended = appended
        self._lock = threading.RLock()
        self._narrator = Narrator(game)
        self._hearing = Numbering(game)
        self._now = follow_log(game, rows or store.rows(match))
        self._keys = _keys(self._now.rows)

    # ------------------------------------------------------------ what it is

    @property
    def now(self) -> Moment:
        """Return the match as it is now; it does not change while it is looked at."""
        return self._now

    @property
    def setup(self) -> Setup:
        """Return who sits where, and what was chosen."""
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
        """Return how the game ended, once it has."""
        return self._now.outcome

    @property
    def broken(self) -> BrokenLog | None:
        """Return what makes the match read-only: its log cannot be followed to its end."""
        return self._now.broken

    # ------------------------------------------------------------ commands

    def submit(self, actions: Sequence[Action], **stamp: Unpack[Stamp]) -> Receipt:
        """Enter actions, all or none, and after them what notes of seats answer already.

        Raises `Refused` with the ruling, `StaleSeq`, and `BrokenLog` in a read-only match.
        """
        texts = [self.game.format(action) for action in actions]

        def same(rows: Sequence[Row]) -> bool:
            return [_text(row.entry) for row in rows] == texts

        return self._command(lambda now: draft_commands(now, actions), stamp, same)

    def undo(self, **stamp: Unpack[Stamp]) -> Receipt:
        """Take back the latest entry with what came with it, or the latest change.

        Raises `NothingToUndo`.
        """
        return self._command(
            lambda now: _cancel(now, undo_rows(now.rows)),
            stamp,
            lambda rows: self._takes_back(rows) and not self._puts_back(rows),
        )

    def redo(self, **stamp: Unpack[Stamp]) -> Receipt:
        """Put back what the latest undo took; raises `NothingToUndo`."""
        return self._command(lambda now: _cancel(now, redo_rows(now.rows)), stamp, self._puts_back)

    def retract(
        self,
        *seqs: int,
        onward: bool = False,
        seat: Seat | None = None,
        **stamp: Unpack[Stamp],
    ) -> Receipt:
        """Take back any earlier rows, all or none; a note only where it is one of `seat`.

        Raises `Conflict` where a later entry would no longer be legal; `onward` takes such entries
        back along with it.
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
        """Change what an earlier entry says; raises and reaches onward like `retract`."""
        text = self.game.format(action)
        return self._command(
            lambda now: draft_replacement(now, seq, action, onward=onward),
            stamp,
            lambda rows: rows[-1].entry == Replaced(seq, text),
        )

    def resume_before_break(self, **stamp: Unpack[Stamp]) -> Receipt:
        """Take back everything from the break of a read-only match on, so that it can go on."""
        return self._command(draft_resumption, stamp, self._takes_back, mends=True)

    def refresh(self) -> None:
        """Take in what others have appended to the store."""
        with self._lock:
            rows = self._store.rows(self.id, after=self.seq)
            if rows:
                self._now = follow_log(self.game, (*self._now.rows, *rows), self._now)
                self._keys = _keys(self._now.rows)

    # ------------------------------------------------------------ telling

    def story(self, seat: Seat | None = None) -> tuple[StoryEntry, ...]:
        """Describe every entry in order, as `seat` may hear it."""
        return self._narrator.story(self._now, seat)

    def effective_entries(self, seat: Seat | None = None) -> Iterator[StoryEntry]:
        """Return what is not taken back and what was seen all the same, the latest first.

        It is told only as far as it is asked for: a screen shows the last few lines.
        """
        return self._narrator.effective_entries(self._now, seat)

    def before(self, seq: int | None, most: int) -> tuple[tuple[StoryEntry, ...], bool]:
        """Describe at most so many entries before a row, or before now, the latest first.

        Also says whether there are more before them.
        """
        return self._narrator.before(self._now, seq, most)

    def entries(self, seqs: Sequence[int], seat: Seat | None = None) -> tuple[StoryEntry, ...]:
        """Describe the entries of rows in ascending order, as far as `seat` hears of them."""
        return self._narrator.entries(self._now, seqs, seat)

    def entry(self, seq: int, seat: Seat | None = None) -> StoryEntry | None:
        """Describe the entry of one row; None where it is none that `seat` hears of."""
        return self._narrator.entry(self._now, seq, seat)

    def heard(self, seat: Seat | None = None) -> int:
        """Return the number of this moment as `seat` hears it: others' notes are not counted."""
        return self._hearing.number(self._now, seat)

    def number_of(self, seq: int, seat: Seat | None = None) -> int:
        """Return the number under which `seat` hears of a row."""
        return self._hearing.number_of(self._now, seq, seat)

    def seq_of(self, number: int) -> int:
        """Return the seq of the row at the table that a number stands for."""
        if number > self.heard():
            self.refresh()
        return self._hearing.seq_of(self._now, number)

    def notes(self, seat: Seat) -> Sequence[Note]:
        """Return what a seat can tell the referee for itself alone now."""
        found: Sequence[Note] = self.game.notes(self.state, seat)
        return () if self.broken else found

    def undo_target(self, seat: Seat | None = None) -> Target | None:
        """Say what an undo would take back."""
        return self._narrator.undo_target(self._now, seat)

    def redo_target(self, seat: Seat | None = None) -> Target | None:
        """Say what a redo would put back."""
        return self._narrator.redo_target(self._now, seat)

    def suspect(self, ruling: Ruling, seat: Seat | None = None) -> StoryEntry | None:
        """Find the earlier entry that may be the mistaken one behind a refusal."""
        return self._narrator.suspect(self._now, ruling, seat)

    def transcript(self) -> str:
        """Write the match as a transcript: what counts, without what was taken back.

        Notes are left out; what they answered is there. Until the match is over, secrets are
        written as everybody may see them: hidden. Where the log breaks, a remark at the end says
        so.
        """
        now = self._now
        lines = format_header(self.game.info.slug, now.setup)
        for step in unhurried(now.steps):
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
            # Somebody was faster; but perhaps it was this very command, or only a note.
            return receipt or self._command(draft, stamp, same, mends=mends)

    def _seen(self, stamp: Stamp, same: Callable[[Sequence[Row]], bool]) -> Receipt | None:
        """Return the receipt of a command that came before; raises `KeyTaken` for another one."""
        seqs = self._keys.get(stamp.get("key", ""))
        if seqs is None:
            return None
        rows = [self._now.rows[seq] for seq in seqs]
        if not same([row for row in rows if not _follows_by_itself(row)]):
            raise KeyTaken
        return Receipt(seqs, is_repeated=True)

    def _takes_back(self, rows: Sequence[Row]) -> bool:
        return all(isinstance(row.entry, Retracted) for row in rows)

    def _puts_back(self, rows: Sequence[Row]) -> bool:
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
        """Append a draft; None where another process was faster, and what it did is known now."""
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
        raise NothingToUndo(say("There is nothing to take back or to put back."))
    return draft_retraction(now, seqs)


def _text(entry: Entry) -> str:
    return entry.text if isinstance(entry, Played | Overruled | Noted) else ""


def _follows_by_itself(row: Row) -> bool:
    """Return whether a command made this row without having asked for it."""
    is_answer = isinstance(row.entry, Played) and row.source == NOTE
    return is_answer or isinstance(row.entry, Closed)


def stamped(arrival: Arrival) -> Marks:
    """Return what the rows of a command carry, the time of now among it."""
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
