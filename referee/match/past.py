"""What a match was before each of its rows, also before those that are taken back.

A log that is read row by row costs one pass, however many of its rows are asked about; to read it
from its beginning for each of them takes seconds in a long match.
"""

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from dataclasses import replace
from functools import partial
from typing import Any

from referee.match.cooperative import unhurried
from referee.match.log import Noted, Overruled, Played, Replaced, Retracted, Row, place_notes
from referee.match.moment import Moment
from referee.match.notes.redaction import is_answer
from referee.match.replay import Step, Stop, follow, shared_steps, step_from


class Past:
    """Reads the log of a moment onward; to ask about an earlier row begins it anew.

    It is for one reader at a time.
    """

    def __init__(self, now: Moment) -> None:
        self.game = now.game
        self._now = now
        self._begin()

    def _begin(self) -> None:
        self._read = 0
        self._entries: list[tuple[int, str]] = []  # what counts at the table, in order
        self._cancels: Counter[int] = Counter()  # by how many rows that count
        self._changes: defaultdict[int, list[int]] = defaultdict(list)
        self._answers: set[int] = set()
        self._notes: list[tuple[int, str, tuple[tuple[int, str], ...]]] = []
        self._steps: list[Step] = []  # of the first entries
        self._shared = 0  # how many of these are steps of the moment too
        self._followed: tuple[Step, ...] = ()

    def answers(self, seq: int) -> frozenset[int]:
        """Return the rows of those answers to notes that counted before a row."""
        self._go_to(seq)
        return frozenset(self._answers)

    def state(self, seq: int, place: int) -> tuple[Any, Stop | None]:
        """Return the state before a row after the entries that stand before a place.

        Where they cannot be followed so far, return the entry that stops it and the state there.
        """
        self._go_to(seq)
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
        for index in unhurried(range(len(self._steps), count)):
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
        alike = partial(shared_steps, counts.entries)
        known = max(self._now.steps, self._followed, key=alike)
        self._followed, stop = follow(self.game, self._now.first, counts, known)
        return stop

    def _go_to(self, seq: int) -> None:
        if seq < self._read:
            self._begin()
        for row in self._now.rows[self._read : seq]:
            if isinstance(row.entry, Noted):
                self._notes.append((row.seq, row.entry.text, tuple(self._entries)))
            elif not self._cancels[row.seq]:
                self._count(row, on=True)
        self._read = seq

    def _count(self, row: Row, *, on: bool) -> None:
        """Let a row count from here on, or no longer."""
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
                self._set(index, index + 1, entry.target)
        elif isinstance(entry, Played | Overruled):
            index = self._index(row.seq)
            self._set(index, index if on else index + 1, *([row.seq] if on else []))
            if is_answer(row):
                (self._answers.add if on else self._answers.discard)(row.seq)

    def _set(self, index: int, end: int, *seqs: int) -> None:
        self._entries[index:end] = [(seq, self._text(seq)) for seq in seqs]
        del self._steps[index:]
        self._shared = min(self._shared, index)

    def _text(self, seq: int) -> str:
        changes = self._changes.get(seq)
        entry = self._now.rows[changes[-1] if changes else seq].entry
        return entry.text if isinstance(entry, Played | Overruled | Replaced) else ""

    def _index(self, seq: int) -> int:
        return bisect_left(self._entries, (seq,))
