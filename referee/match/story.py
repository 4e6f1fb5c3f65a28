"""The match as people tell it: every entry as a sentence, with what followed and why.

What was taken back is still told, as it was said at its time. Nothing is explained anew here: the
facts are those that the rules gave when the entry was played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_

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
from referee.match.covered import (
    changed_by,
    is_answer,
    is_known_to,
    noted_before,
    seen,
    seen_again,
    unsaid,
)
from referee.match.log import (
    Noted,
    Overruled,
    Played,
    Replaced,
    Retracted,
    Row,
    cancelled,
    effective,
    fold,
    is_quiet,
    redo_rows,
    root,
    undo_rows,
)
from referee.match.moment import Moment, spoken
from referee.match.replay import Step, blanked, follow, noter, step_from, written


@dataclass(frozen=True, slots=True)
class ToldFact:
    """Something that followed from an entry, in words, with its rule."""

    fact: Fact
    sentence: Text
    rule: Rule | None


@dataclass(frozen=True, slots=True)
class Told:
    """One entry of the story.

    `taken_back` is the row that took it back: retract that one, and the entry is back. `was` is
    what the entry said before it was changed. `beyond` marks what follows the break of a broken
    log. `action` is empty where the entry cannot be read, or is covered again. `seen` says that a
    card was turned up by a note, and is covered again.
    """

    seq: int
    text: str
    action: Action | None
    sentence: Text
    facts: tuple[ToldFact, ...]
    at: str
    source: str
    device: str
    taken_back: int | None = None
    was: Text | None = None
    beyond: bool = False
    seen: Text | None = None

    @property
    def overrule(self) -> Overrule | None:
        """Give the overruling action, with who said so and why, where the entry is one."""
        return self.action if isinstance(self.action, Overrule) else None

    @property
    def note(self) -> Note | None:
        """Give the note, of which its seat alone is told, where the entry is one."""
        return self.action if isinstance(self.action, Note) else None


@dataclass(frozen=True, slots=True)
class Target:
    """What an undo or a redo would reach."""

    seq: int
    sentence: Text


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What an entry says; `beside` are the notes' answers of others that were to be seen then."""

    step: Step | None
    text: str
    action: Action | None
    sentence: Text
    facts: tuple[ToldFact, ...] = ()
    beside: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Marks:
    taken_back: int | None
    was: Text | None
    beyond: bool
    seen: Text | None = None


@dataclass(frozen=True, slots=True)
class _Now:
    """A moment as it is told: which rows count no longer, and which say something else."""

    moment: Moment
    gone: Mapping[int, int]
    changed: Mapping[int, Row]
    steps: Mapping[int, Step]

    def covers(self, said: _Spoken) -> bool:
        return any(seq in self.gone or seq in self.changed for seq in said.beside)


def _told_now(now: Moment) -> _Now:
    gone = cancelled(now.rows)
    return _Now(now, gone, changed_by(now, gone), {step.seq: step for step in now.steps})


class Narrator:
    """Tells the story of one match; remembers what it has said, so that telling again is cheap."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._standing: dict[tuple[Seat | None, int], _Spoken] = {}
        self._past: dict[tuple[Seat | None, int], _Spoken] = {}
        self._stories: dict[Seat | None, tuple[Moment, tuple[Told, ...]]] = {}
        self._latest: _Now | None = None

    def story(self, now: Moment, seat: Seat | None = None) -> tuple[Told, ...]:
        """Tell every entry in order, as `seat` may hear it."""
        of, told = self._stories.get(seat, (None, ()))
        if of is now:  # an entry is answered and shown from one moment
            return told
        if of is None or not _only_goes_on(of, now):
            told = self._story(now, now.rows, seat)
        else:
            told += self._story(now, now.rows[len(of.rows) :], seat)
        self._stories[seat] = now, told
        return told

    def _story(self, now: Moment, rows: Sequence[Row], seat: Seat | None) -> tuple[Told, ...]:
        then = self._as_told(now)
        told = []
        for row in rows:
            is_entry = isinstance(row.entry, Played | Overruled)
            known = row.seq in then.steps or row.seq in then.gone
            if is_entry or self._has_noted(row, seat, known=known):
                told.append(self._told(then, row, seat))
        return tuple(told)

    def _as_told(self, now: Moment) -> _Now:
        latest = self._latest
        if latest is None or latest.moment is not now:
            latest = self._latest = _told_now(now)
        return latest

    def _told(self, now: _Now, row: Row, seat: Seat | None) -> Told:
        step, last = now.steps.get(row.seq), now.changed.get(row.seq, row)
        said = self._past_of(now, last, seat) if step is None else self._of(step, seat)
        was = None if last is row else self._past_of(now, row, seat).sentence
        covered = is_answer(row) and row.seq in now.gone
        marks = _Marks(
            now.gone.get(row.seq),
            was,
            step is None and row.seq not in now.gone,
            seen(now.moment, self._action(row)) if covered else None,
        )
        return _told(row, said, marks)

    def _action(self, row: Row) -> Action | None:
        try:
            return self._game.parse(row.entry.text) if isinstance(row.entry, Played) else None
        except UnknownNotation:
            return None

    def _has_noted(self, row: Row, seat: Seat | None, *, known: bool) -> bool:
        """Tell whether a row is a note of this very seat, which still says something."""
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

    def since(self, now: Moment, seq: int) -> tuple[Text, ...]:
        """Say what was entered after the row `seq`."""
        then = self._as_told(now)
        sentences = (self._happened(then, row) for row in now.rows[max(seq, 0) + 1 :])
        return tuple(sentence for sentence in sentences if sentence is not None)

    def suspect(self, now: Moment, ruling: Ruling, seat: Seat | None = None) -> Told | None:
        """Find the latest entry that may be the mistaken one behind a refusal."""
        begins = ruling.suspect
        for step in reversed(now.steps if begins else ()):
            if isinstance(step.action, Note):
                continue
            if f"{step.text} ".startswith(f"{begins} "):
                return next(told for told in self.story(now, seat) if told.seq == step.seq)
        return None

    def _target(self, now: Moment, seqs: Sequence[int], seat: Seat | None) -> Target | None:
        if not seqs:
            return None
        row = root(now.rows, now.rows[seqs[0]])
        then = self._as_told(now)
        if is_answer(row) and row.seq in then.gone:
            return Target(seqs[0], seen_again(now, self._action(row)))
        if isinstance(row.entry, Replaced) or len(seqs) == 1:
            return Target(seqs[0], self._sentence(then, row, seat))
        last = max((root(now.rows, now.rows[seq]) for seq in seqs), key=lambda one: one.seq)
        sentence = self._sentence(then, last, seat)
        return Target(
            seqs[0],
            say("{count} entries, the last: {sentence}", count=len(seqs), sentence=sentence),
        )

    def _happened(self, now: _Now, row: Row) -> Text | None:
        entry, rows = row.entry, now.moment.rows
        if is_quiet(rows, row):
            return None
        if not isinstance(entry, Retracted):
            known = isinstance(entry, Played | Overruled | Replaced)
            return self._sentence(now, row, None) if known else None
        depth = 0
        while isinstance(row.entry, Retracted):
            row, depth = rows[row.entry.target], depth + 1
        if is_answer(row) and row.seq in now.gone:
            return seen(now.moment, self._action(row))
        sentence = self._sentence(now, row, None)
        if depth % 2:
            return say("Taken back: “{sentence}”", sentence=sentence)
        return say("Put back: “{sentence}”", sentence=sentence)

    def _sentence(self, now: _Now, row: Row, seat: Seat | None) -> Text:
        about = row.entry.target if isinstance(row.entry, Replaced) else row.seq
        said, step = self._past_of(now, row, seat), now.steps.get(about)
        if said.step is None and step is not None and now.changed.get(about, row) is row:
            said = self._of(step, seat)  # told as it is now, where its own moment is covered
        if not isinstance(row.entry, Replaced):
            return said.sentence
        return say("Changed: {sentence}", sentence=said.sentence)

    def _of(self, step: Step, seat: Seat | None) -> _Spoken:
        known = self._standing.get((seat, step.seq))
        if known is None or known.step is not step:
            known = _say(self._game, step, seat)
            self._standing[seat, step.seq] = known
        return known

    def _past_of(self, now: _Now, row: Row, seat: Seat | None) -> _Spoken:
        """Say an entry as it was when it was entered, unless that is covered again."""
        said = self._said(now.moment, row, seat)
        if not now.covers(said):
            return said
        if not is_answer(row):
            told = unsaid(now.moment)
        elif row.seq in now.gone:
            told = seen(now.moment, self._action(row))
        else:
            told = noted_before()
        return _Spoken(None, blanked(said.text), None, told)

    def _said(self, now: Moment, row: Row, seat: Seat | None) -> _Spoken:
        """Say an entry as it was when it was entered; that never changes again."""
        known = self._past.get((seat, row.seq))
        if known is None:
            newest = now.steps[-1] if now.steps and row is now.rows[-1] else None
            if newest is None or newest.seq != row.seq or isinstance(row.entry, Noted):
                known = _said_then(now, row, seat)
            else:  # its moment is this one
                known = replace(self._of(newest, seat), facts=())
            known = replace(known, beside=self._beside(now, row, seat, known))
            self._past[seat, row.seq] = known
        return known

    def _beside(self, now: Moment, row: Row, seat: Seat | None, said: _Spoken) -> frozenset[int]:
        """Give the answers of others' notes that were to be seen when a row was entered."""
        if is_answer(row):
            step = said.step
            known = step is not None and is_known_to(self._game, step.before, step.action, seat)
            return frozenset() if known else frozenset({row.seq})
        if not any(map(is_answer, now.rows[: row.seq])):
            return frozenset()
        counted = (now.rows[seq] for seq, _ in effective(now.rows[: row.seq]))
        answers = (one for one in counted if is_answer(one))
        return frozenset().union(*(self._said(now, one, seat).beside for one in answers))


def _only_goes_on(then: Moment, now: Moment) -> bool:
    """Tell whether entries came at the end and nothing else did: all before is told as it was."""
    rows, steps = len(then.rows), len(then.steps)
    return (
        len(now.rows) > rows
        and len(now.steps) >= steps
        and all(map(is_, then.rows, now.rows))
        and all(map(is_, then.steps, now.steps))
        and all(isinstance(row.entry, Played | Overruled) for row in now.rows[rows:])
        and all(step.seq >= rows for step in now.steps[steps:])
    )


def _said_then(now: Moment, row: Row, seat: Seat | None) -> _Spoken:
    entry = row.entry
    if not isinstance(entry, Played | Overruled | Noted | Replaced):
        raise TypeError(f"row {row.seq} says nothing of the game")
    place = entry.target if isinstance(entry, Replaced) else row.seq
    counts = fold(now.rows[: row.seq])
    before = replace(counts, entries=tuple(item for item in counts.entries if item[0] < place))
    steps, stop = follow(now.game, now.first, before, now.steps)
    state = steps[-1].after if steps else now.first
    step = step_from(now.game, state, row.seq, entry.text)
    if stop is None and isinstance(step, Step):
        return replace(_say(now.game, step, seat), facts=())
    text = written(now.game, entry.text, seat)
    return _Spoken(None, text, None, say("“{entry}”.", entry=text))


def _say(game: AnyGame, step: Step, seat: Seat | None) -> _Spoken:
    action, after = redact(step.action, seat), redact(step.after, seat)
    facts = tuple(
        ToldFact(fact, game.voice.fact(after, fact), game.rulebook.get(fact.rule))
        for fact in redact(step.facts, seat)
    )
    return _Spoken(step, game.format(action), action, spoken(game, step, seat), facts)


def _told(row: Row, said: _Spoken, marks: _Marks) -> Told:
    return Told(
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
