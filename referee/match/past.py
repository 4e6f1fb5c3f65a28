"""States of a match before each of its rows, including retracted ones.

The log is read in one pass for many rows; replaying it from the start for each of them would take
seconds in a long match.
"""

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from dataclasses import replace
from functools import partial
from typing import Any

from referee.match.cooperative import cooperatively
from referee.match.log import Noted, Overruled, Played, Replaced, Retracted, Row, place_notes
from referee.match.moment import Moment
from referee.match.notes.redaction import is_answer
from referee.match.replay import Step, Stop, follow, shared_steps, step_from


class Past:
    """A reader that moves forward through the log; an earlier row restarts it. Not thread-safe."""

    def __init__(self, now: Moment) -> None:
        self.game = now.game
        self._now = now
        self._restart()

    def _restart(self) -> None:
        self._read = 0
        self._entries: list[tuple[int, str]] = []  # effective at the table, in order
        self._cancels: Counter[int] = Counter()  # number of effective retractions of each row
        self._changes: defaultdict[int, list[int]] = defaultdict(list)
        self._answers: set[int] = set()
        self._notes: list[tuple[int, str, tuple[tuple[int, str], ...]]] = []
        self._steps: list[Step] = []  # of the first `_entries`
        self._shared = 0  # number of leading steps that the moment has too
        self._followed: tuple[Step, ...] = ()

    def answers(self, seq: int) -> frozenset[int]:
        """Return the seqs of the answers of notes that were effective before a row."""
        self._read_to(seq)
        return frozenset(self._answers)

    def state(self, seq: int, place: int) -> tuple[Any, Stop | None]:
        """Return the state before a row, after the entries with a seq below `place`.

        If they cannot be replayed, return the state at the entry that stops them, and its `Stop`.
        """
        self._read_to(seq)
        if self._notes:
            stop = self._follow_notes(place)
            last = self._followed[-1] if self._followed else None
        else:
            count = self._index(place)
            stop = self._follow(count)
            end = min(count, len(self._steps))
            last = self._steps[end - 1] if end else None
        return (self._now.first if last is None else last.after), stop

    def _follow(self, count: int) -> Stop | None:
        known = self._now.steps
        for index in cooperatively(range(len(self._steps), count)):
            seq, text = self._entries[index]
            last = self._steps[-1].after if self._steps else self._now.first
            step: Step | Stop | None = None
            if self._shared == index < len(known):
                step = known[index]
            if step is not None and (step.seq, step.text) == (seq, text):
                self._shared += 1
            else:
                step = step_from(self.game, last, seq, text)
            if isinstance(step, Stop):
                return step
            self._steps.append(step)
        return None

    def _follow_notes(self, place: int) -> Stop | None:
        notes = [note for note in self._notes if not self._cancels[note[0]]]
        counts = place_notes(tuple(self._entries), notes)
        counts = replace(counts, entries=tuple(one for one in counts.entries if one[0] < place))
        shared = partial(shared_steps, counts.entries)
        known = max(self._now.steps, self._followed, key=shared)
        self._followed, stop = follow(self.game, self._now.first, counts, known)
        return stop

    def _read_to(self, seq: int) -> None:
        if seq < self._read:
            self._restart()
        for row in self._now.rows[self._read : seq]:
            if isinstance(row.entry, Noted):
                self._notes.append((row.seq, row.entry.text, tuple(self._entries)))
            elif not self._cancels[row.seq]:
                self._apply(row, on=True)
        self._read = seq

    def _apply(self, row: Row, *, on: bool) -> None:
        """Make a row effective from here on, or cancel it."""
        while isinstance(row.entry, Retracted):
            target = row.entry.target
            before = self._cancels[target]
            self._cancels[target] += 1 if on else -1
            if bool(before) == bool(self._cancels[target]) or not 0 <= target < row.seq:
                return
            row, on = self._now.rows[target], not on
        entry = row.entry
        if isinstance(entry, Replaced):
            changes = self._changes[entry.target]
            insort(changes, row.seq) if on else changes.remove(row.seq)
            index = self._index(entry.target)
            if self._entries[index : index + 1] and self._entries[index][0] == entry.target:
                self._set_entries(index, index + 1, entry.target)
        elif isinstance(entry, Played | Overruled):
            index = self._index(row.seq)
            self._set_entries(index, index if on else index + 1, *([row.seq] if on else []))
            if is_answer(row):
                (self._answers.add if on else self._answers.discard)(row.seq)

    def _set_entries(self, index: int, end: int, *seqs: int) -> None:
        self._entries[index:end] = [(seq, self._text(seq)) for seq in seqs]
        del self._steps[index:]
        self._shared = min(self._shared, index)

    def _text(self, seq: int) -> str:
        changes = self._changes.get(seq)
        entry = self._now.rows[changes[-1] if changes else seq].entry
        return entry.text if isinstance(entry, Played | Overruled | Replaced) else ""

    def _index(self, seq: int) -> int:
        return bisect_left(self._entries, (seq,))
