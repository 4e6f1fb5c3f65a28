"""The history of a match: each entry as a sentence, with its facts and rules.

Retracted entries are included, as they read when they were entered. The facts are those of the
replay; nothing is evaluated again.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from referee.core import (
    Action,
    AnyGame,
    Fact,
    Note,
    Overrule,
    Rule,
    Ruling,
    Seat,
    Text,
    UnknownNotation,
    redact,
    say,
)
from referee.match.cooperative import cooperatively
from referee.match.log import (
    Noted,
    Overruled,
    Played,
    Replaced,
    Retracted,
    Row,
    is_quiet,
    redo_rows,
    root,
    undo_rows,
)
from referee.match.moment import Moment, spoken
from referee.match.notes.redaction import (
    is_answer,
    is_known_to,
    noted_before,
    seen,
    seen_again,
    unsaid,
)
from referee.match.past import Past
from referee.match.replay import Step, blanked, noter, step_from, written


@dataclass(frozen=True, slots=True)
class StoryFact:
    """A fact that followed from an entry, with its sentence and rule."""

    fact: Fact
    sentence: Text
    rule: Rule | None


@dataclass(frozen=True, slots=True)
class StoryEntry:
    """One entry of the history.

    `taken_back` is the seq of the row that retracted it; retracting that row restores the entry.
    `was` is its sentence before it was replaced. `beyond` marks entries after the break of a broken
    log. `action` is None if the entry cannot be parsed or is redacted. `seen` says that a note
    revealed a card that is hidden again.
    """

    seq: int
    text: str
    action: Action | None
    sentence: Text
    facts: tuple[StoryFact, ...]
    at: str
    source: str
    device: str
    taken_back: int | None = None
    was: Text | None = None
    beyond: bool = False
    seen: Text | None = None

    @property
    def overrule(self) -> Overrule | None:
        """Return the overrule, if the entry is one."""
        return self.action if isinstance(self.action, Overrule) else None

    @property
    def note(self) -> Note | None:
        """Return the note, if the entry is one."""
        return self.action if isinstance(self.action, Note) else None


@dataclass(frozen=True, slots=True)
class Target:
    """The entry that an undo or redo would affect."""

    seq: int
    sentence: Text


@dataclass(frozen=True, slots=True)
class _Spoken:
    """The content of an entry; `beside` are the answers of others' notes visible at that time."""

    step: Step | None
    text: str
    action: Action | None
    sentence: Text
    facts: tuple[StoryFact, ...] = ()
    beside: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Marks:
    taken_back: int | None
    was: Text | None
    beyond: bool
    seen: Text | None = None


@dataclass(frozen=True, slots=True)
class _Telling:
    """One telling of a moment.

    `past` reads the log for this telling alone; `corrections` are what it has said of changes
    beforehand.
    """

    moment: Moment
    past: Past
    corrections: Mapping[int, "_Spoken"] = field(default_factory=dict)

    def covers(self, said: _Spoken) -> bool:
        now = self.moment
        return any(seq in now.gone or seq in now.changed for seq in said.beside)


class _Said:
    """A cache of what entries say, of all matches together; safe to use from any thread.

    A key is a step whose sentence depends on the current state, or a row whose sentence is as of
    then, with the seat that hears it.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[object, int, Seat | None], _Spoken] = OrderedDict()

    def get(self, key: tuple[object, int, Seat | None]) -> _Spoken | None:
        with self._lock:
            said = self._known.get(key)
            if said is not None:
                self._known.move_to_end(key)
        return said

    def put(self, key: tuple[object, int, Seat | None], said: _Spoken) -> _Spoken:
        with self._lock:
            self._known[key] = said
            self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return said


_SAID: Final = _Said(2048)
"""Two kilobytes each; a screen shows the last two dozen entries of one match."""


class Narrator:
    """Tells the story of one match."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def story(self, now: Moment, seat: Seat | None = None) -> tuple[StoryEntry, ...]:
        """Return every entry in order, as `seat` may see it."""
        telling = _Telling(now, Past(now))
        return self._in_order(
            telling, [row for row in now.rows if self._is_told(telling, row, seat)], seat
        )

    def effective_entries(self, now: Moment, seat: Seat | None = None) -> Iterator[StoryEntry]:
        """Yield the entries that are effective or were seen nevertheless, the latest first."""
        telling = _Telling(now, Past(now))
        for row in reversed(now.rows):
            stands = row.seq not in now.gone or is_answer(row)
            if stands and self._is_told(telling, row, seat):
                yield self._told(telling, row, seat)

    def before(
        self, now: Moment, seq: int | None, most: int
    ) -> tuple[tuple[StoryEntry, ...], bool]:
        """Return at most `most` entries before a row (None: the end), the latest first.

        The second value is whether there are earlier ones.
        """
        telling = _Telling(now, Past(now))
        rows = (row for row in reversed(now.rows[:seq]) if self._is_told(telling, row, None))
        latest = list(islice(rows, most))
        return self._in_order(telling, latest[::-1], None)[::-1], next(rows, None) is not None

    def _in_order(
        self, telling: _Telling, rows: Sequence[Row], seat: Seat | None
    ) -> tuple[StoryEntry, ...]:
        """Return entries in the order of the log, so that the past is read in one pass."""
        moment = telling.moment
        gone = (row.seq for row in rows if row.seq not in moment.step_at)
        changes = sorted(moment.changed[seq].seq for seq in gone if seq in moment.changed)
        said = {seq: self._said(telling, moment.rows[seq], seat) for seq in cooperatively(changes)}
        telling = _Telling(moment, Past(moment), said)
        return tuple(self._told(telling, row, seat) for row in cooperatively(rows))

    def entries(
        self, now: Moment, seqs: Sequence[int], seat: Seat | None = None
    ) -> tuple[StoryEntry, ...]:
        """Describe the entries of rows in ascending order, as far as `seat` hears of them."""
        telling = _Telling(now, Past(now))
        rows = (now.rows[seq] for seq in seqs)
        return self._in_order(
            telling, [row for row in rows if self._is_told(telling, row, seat)], seat
        )

    def entry(self, now: Moment, seq: int, seat: Seat | None = None) -> StoryEntry | None:
        """Return one entry; None if `seat` may not see it."""
        telling = _Telling(now, Past(now))
        row = now.rows[seq] if 0 <= seq < len(now.rows) else None
        if row is None or not self._is_told(telling, row, seat):
            return None
        return self._told(telling, row, seat)

    def _is_told(self, telling: _Telling, row: Row, seat: Seat | None) -> bool:
        if isinstance(row.entry, Played | Overruled):
            return True
        return self._has_noted(
            row, seat, known=row.seq in telling.moment.step_at or row.seq in telling.moment.gone
        )

    def _told(self, telling: _Telling, row: Row, seat: Seat | None) -> StoryEntry:
        step, last = telling.moment.step_at.get(row.seq), telling.moment.changed.get(row.seq, row)
        said = self._past_of(telling, last, seat) if step is None else self._of(step, seat)
        was = None if last is row else self._past_of(telling, row, seat).sentence
        covered = is_answer(row) and row.seq in telling.moment.gone
        marks = _Marks(
            telling.moment.gone.get(row.seq),
            was,
            step is None and row.seq not in telling.moment.gone,
            seen(telling.moment, self._action(row)) if covered else None,
        )
        return _told(row, said, marks)

    def _action(self, row: Row) -> Action | None:
        try:
            return self._game.parse(row.entry.text) if isinstance(row.entry, Played) else None
        except UnknownNotation:
            return None

    def _has_noted(self, row: Row, seat: Seat | None, *, known: bool) -> bool:
        """Return whether a row is a note of this very seat, which still says something."""
        is_note = seat is not None and known and isinstance(row.entry, Noted)
        return is_note and self._noter(row) == seat

    def _noter(self, row: Row) -> Seat | None:
        return noter(self._game, row.entry.text) if isinstance(row.entry, Noted) else None

    def undo_target(self, now: Moment, seat: Seat | None = None) -> Target | None:
        """Say what an undo would take back."""
        return self._target(now, undo_rows(now.rows), seat)

    def redo_target(self, now: Moment, seat: Seat | None = None) -> Target | None:
        """Say what a redo would put back."""
        return self._target(now, redo_rows(now.rows), seat)

    def since(self, now: Moment, seq: int, most: int) -> tuple[Text, ...]:
        """Say what was entered after the row `seq`: the latest of it, `most` sentences at most."""
        telling = _Telling(now, Past(now))
        rows = reversed(now.rows[max(seq, 0) + 1 :])
        said = (self._happened(telling, row) for row in rows)
        latest = tuple(islice((one for one in said if one is not None), most))
        return latest[::-1]

    def suspect(self, now: Moment, ruling: Ruling, seat: Seat | None = None) -> StoryEntry | None:
        """Return the latest entry that may be the mistake behind a refusal."""
        begins = ruling.suspect
        for step in reversed(now.steps if begins else ()):
            if isinstance(step.action, Note):
                continue
            if f"{step.text} ".startswith(f"{begins} "):
                return self.entry(now, step.seq, seat)
        return None

    def _target(self, now: Moment, seqs: Sequence[int], seat: Seat | None) -> Target | None:
        if not seqs:
            return None
        row = root(now.rows, now.rows[seqs[0]])
        telling = _Telling(now, Past(now))
        if is_answer(row) and row.seq in now.gone:
            return Target(seqs[0], seen_again(now, self._action(row)))
        if isinstance(row.entry, Replaced) or len(seqs) == 1:
            return Target(seqs[0], self._sentence(telling, row, seat))
        last = max((root(now.rows, now.rows[seq]) for seq in seqs), key=lambda one: one.seq)
        sentence = self._sentence(telling, last, seat)
        return Target(
            seqs[0],
            say("{count} entries, the last: {sentence}", count=len(seqs), sentence=sentence),
        )

    def _happened(self, telling: _Telling, row: Row) -> Text | None:
        entry, rows = row.entry, telling.moment.rows
        if is_quiet(rows, row):
            return None
        if not isinstance(entry, Retracted):
            known = isinstance(entry, Played | Overruled | Replaced)
            return self._sentence(telling, row, None) if known else None
        depth = 0
        while isinstance(row.entry, Retracted):
            row, depth = rows[row.entry.target], depth + 1
        if is_answer(row) and row.seq in telling.moment.gone:
            return seen(telling.moment, self._action(row))
        sentence = self._sentence(telling, row, None)
        if depth % 2:
            return say("Taken back: “{sentence}”", sentence=sentence)
        return say("Put back: “{sentence}”", sentence=sentence)

    def _sentence(self, telling: _Telling, row: Row, seat: Seat | None) -> Text:
        about = row.entry.target if isinstance(row.entry, Replaced) else row.seq
        said, step = self._past_of(telling, row, seat), telling.moment.step_at.get(about)
        if said.step is None and step is not None and telling.moment.changed.get(about, row) is row:
            said = self._of(step, seat)  # said as of now, where its own moment is covered
        if not isinstance(row.entry, Replaced):
            return said.sentence
        return say("Changed to “{sentence}”", sentence=said.sentence)

    def _of(self, step: Step, seat: Seat | None) -> _Spoken:
        key = None, id(step), seat  # the cached value references its step, so the id is not reused
        said = _SAID.get(key)
        if said is not None and said.step is step:
            return said
        return _SAID.put(key, _say(self._game, step, seat))

    def _past_of(self, telling: _Telling, row: Row, seat: Seat | None) -> _Spoken:
        """Return an entry as it was entered, redacted if it depends on a card hidden again."""
        said = telling.corrections.get(row.seq) or self._said(telling, row, seat)
        if not telling.covers(said):
            return said
        if not is_answer(row):
            told = unsaid(telling.moment)
        elif row.seq in telling.moment.gone:
            told = seen(telling.moment, self._action(row))
        else:
            told = noted_before()
        return _Spoken(None, blanked(said.text), None, told)

    def _said(self, telling: _Telling, row: Row, seat: Seat | None) -> _Spoken:
        """Return an entry as it was entered, which never changes."""
        key = self, row.seq, seat
        known = _SAID.get(key)
        if known is not None:
            return known
        moment = telling.moment
        newest = moment.steps[-1] if moment.steps and row is moment.rows[-1] else None
        if newest is None or newest.seq != row.seq or isinstance(row.entry, Noted):
            said = _said_then(telling.past, row, seat)
        else:  # its moment is this one
            said = replace(self._of(newest, seat), facts=())
        return _SAID.put(key, replace(said, beside=self._beside(telling, row, seat, said)))

    def _beside(
        self, telling: _Telling, row: Row, seat: Seat | None, said: _Spoken
    ) -> frozenset[int]:
        """Return the answers of others' notes that were visible when a row was entered."""
        if is_answer(row):
            step = said.step
            known = step is not None and is_known_to(self._game, step.before, step.action, seat)
            return frozenset() if known else frozenset({row.seq})
        answers = telling.past.answers(row.seq)
        if seat is None:
            return answers
        before = replace(telling, past=Past(telling.moment))
        rows = (telling.moment.rows[seq] for seq in sorted(answers))
        return frozenset().union(*(self._said(before, one, seat).beside for one in rows))


def _said_then(past: Past, row: Row, seat: Seat | None) -> _Spoken:
    entry = row.entry
    if not isinstance(entry, Played | Overruled | Noted | Replaced):
        raise TypeError(f"row {row.seq} says nothing of the game")
    place = entry.target if isinstance(entry, Replaced) else row.seq
    state, stop = past.state(row.seq, place)
    step = step_from(past.game, state, row.seq, entry.text)
    if stop is None and isinstance(step, Step):
        return replace(_say(past.game, step, seat), facts=())
    text = written(past.game, entry.text, seat)
    return _Spoken(None, text, None, say("“{entry}”.", entry=text))


def _say(game: AnyGame, step: Step, seat: Seat | None) -> _Spoken:
    action, after = redact(step.action, seat), redact(step.after, seat)
    facts = tuple(
        StoryFact(fact, game.voice.fact(after, fact), game.rulebook.get(fact.rule))
        for fact in redact(step.facts, seat)
    )
    return _Spoken(step, game.format(action), action, spoken(game, step, seat), facts)


def _told(row: Row, said: _Spoken, marks: _Marks) -> StoryEntry:
    return StoryEntry(
        row.seq,
        said.text,
        said.action,
        said.sentence,
        said.facts,
        row.at,
        row.source,
        row.device,
        marks.taken_back,
        marks.was,
        marks.beyond,
        marks.seen,
    )
