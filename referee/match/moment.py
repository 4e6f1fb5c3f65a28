"""Immutable snapshots of a match (`Moment`), and drafts of commands on them.

All functions are pure: a command is drafted first, and only a draft that raised no error is
appended.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from referee.core import (
    Action,
    AnyGame,
    Note,
    Outcome,
    Overrule,
    RefereeError,
    Seat,
    Setup,
    Text,
    redact,
    say,
)
from referee.match.cooperative import cooperatively
from referee.match.errors import BrokenLog, Conflict, NothingToUndo, Refused
from referee.match.log import (
    FORCED,
    NOTE,
    Closed,
    Entry,
    Fold,
    Marks,
    Noted,
    Overruled,
    Played,
    Replaced,
    Retracted,
    Row,
    cancelled,
    fold,
    opening,
    root,
)
from referee.match.replay import Step, Stop, answered, follow, noter, step_of


@dataclass(frozen=True)
class Moment:
    """A match after one of its rows: the log, the steps that count, the state and the outcome.

    `stop` is set where the log cannot be followed to its end. What is derived from the log (`gone`,
    `changed`, `step_at`) is computed when it is first read.
    """

    game: AnyGame
    setup: Setup
    rows: tuple[Row, ...]
    first: Any
    steps: tuple[Step, ...]
    stop: Stop | None = None

    @property
    def seq(self) -> int:
        """Return the seq of the last row."""
        return self.rows[-1].seq

    @property
    def state(self) -> Any:  # noqa: ANN401 - the state of any game
        """Return the state of the game."""
        return self.steps[-1].after if self.steps else self.first

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome; None while the game goes on."""
        outcome: Outcome | None = self.game.outcome(self.state)
        return outcome

    @property
    def broken(self) -> BrokenLog | None:
        """Return why the log cannot be replayed to its end; None if it can."""
        stop = self.stop
        return None if stop is None else BrokenLog(stop.seq, stop.ruling, stop.why)

    @cached_property
    def gone(self) -> Mapping[int, int]:
        """The seq of each row that no longer counts, with that of the row that cancelled it."""
        return cancelled(self.rows)

    @cached_property
    def changed(self) -> Mapping[int, Row]:
        """The seq of each row that says something else now, with the row that changed it."""
        return {
            row.entry.target: row
            for row in self.rows
            if isinstance(row.entry, Replaced) and row.seq not in self.gone
        }

    @cached_property
    def step_at(self) -> Mapping[int, Step]:
        """The steps that count, by seq."""
        return {step.seq: step for step in self.steps}


@dataclass(frozen=True, slots=True)
class Draft:
    """The entries that a command would append, and the effective steps after it.

    The last entries are derived; `sources` says from what, one each.
    """

    entries: tuple[Entry, ...]
    steps: tuple[Step, ...]
    sources: tuple[str, ...] = ()


def follow_log(game: AnyGame, rows: Sequence[Row], before: Moment | None = None) -> Moment:
    """Replay a log; the steps of `before`, an earlier moment of it, are reused.

    Raises `BadSetup` if the game no longer accepts its setup.
    """
    setup = opening(rows[0]).setup
    first: Any = game.setup(setup) if before is None else before.first
    steps, stop = follow(game, first, fold(rows), before.steps if before else ())
    return Moment(game, setup, tuple(rows), first, steps, stop)


def draft_commands(now: Moment, actions: Sequence[Action]) -> Draft:
    """Draft all entries or none, and what is derived after them; raises `Refused`."""
    draft = draft_entries(now, actions)
    answers = answered(now.game, now.state, draft.steps[-1].after, now.seq + 1 + len(draft.entries))
    entries = tuple(_entry(step.action, step.text) for step in answers)
    sources = tuple(_source(now.game, step) for step in answers)
    return Draft((*draft.entries, *entries), (*draft.steps, *answers), sources)


def _source(game: AnyGame, step: Step) -> str:
    """Return whether a derived entry tells what a note said, or what everybody could know."""
    return FORCED if step.action in game.answers(redact(step.before, None)) else NOTE


def draft_entries(now: Moment, actions: Sequence[Action]) -> Draft:
    """Draft all entries or none; raises `Refused`."""
    if not actions:
        raise ValueError("there is nothing to enter")
    steps: list[Step] = []
    state = now.state
    for index, action in enumerate(cooperatively(actions)):
        seq, text = now.seq + 1 + index, now.game.format(action)
        step = step_of(now.game, state, action, seq=seq, text=text)
        if isinstance(step, Stop):
            raise _refused(step, index, len(actions))
        steps.append(step)
        state = step.after
    entries = tuple(_entry(step.action, step.text) for step in steps)
    return Draft(entries, (*now.steps, *steps))


def _refused(stop: Stop, index: int = 0, total: int = 1) -> Refused:
    if stop.action is None or stop.ruling is None:
        raise BrokenLog(stop.seq, None, stop.why)
    return Refused(stop.action, stop.ruling, stop.why, index=index, total=total)


def _unfit(now: Moment, stop: Stop) -> RefereeError:
    if stop.seq <= now.seq and now.rows[stop.seq].source == NOTE:  # a ruling would name the card
        return NothingToUndo(say("The card that a note revealed there no longer fits."))
    return _refused(stop)


def _entry(action: Action, text: str) -> Entry:
    if isinstance(action, Note):
        return Noted(text)
    return Overruled(text) if isinstance(action, Overrule) else Played(text)


def draft_retraction(
    now: Moment, seqs: Sequence[int], *, onward: bool = False, seat: Seat | None = None
) -> Draft:
    """Draft the retraction of rows; only its own `seat` can retract a note.

    Raises `NothingToUndo`, `Refused` if a restored entry would be illegal, and `Conflict`.
    """
    for seq in seqs:
        if not 0 < seq <= now.seq or not _may_cancel(now, now.rows[seq], seat):
            raise NothingToUndo(say("There is no such entry."))
        if seq in now.gone:
            raise NothingToUndo(say("This is already taken back."))
    return _corrected(now, tuple(Retracted(seq) for seq in seqs), onward=onward)


def _may_cancel(now: Moment, row: Row, seat: Seat | None) -> bool:
    about = root(now.rows, row).entry
    if isinstance(about, Noted):
        return seat is not None and noter(now.game, about.text) == seat
    return isinstance(row.entry, Played | Overruled | Replaced | Retracted)


def draft_replacement(now: Moment, seq: int, action: Action, *, onward: bool = False) -> Draft:
    """Draft the replacement of an entry; raises like `draft_retraction`."""
    step = next((step for step in now.steps if step.seq == seq), None)
    if step is None or isinstance(step.action, Note) or isinstance(action, Note):
        raise NothingToUndo(say("There is no such entry to change."))
    text = now.game.format(action)
    # Trying out secrets must not reveal the right one.
    if text == step.text and redact(action, None) == action:
        raise NothingToUndo(say("That is what this entry already says."))
    return _corrected(now, (Replaced(seq, text),), onward=onward)


def draft_resumption(now: Moment) -> Draft:
    """Draft the retraction of everything from the break on; raises `NothingToUndo`."""
    if now.stop is None:
        raise NothingToUndo(say("This match is fine. There is nothing to take back."))
    counts = fold(now.rows)
    seqs = [seq for seq, _ in counts.entries if seq not in counts.notes]
    beyond = seqs[seqs.index(now.stop.seq) :]
    entries = tuple(Retracted(seq) for seq in reversed(beyond))
    return Draft(entries, _followed(now, _with(now, entries), now.steps)[0])


def _corrected(now: Moment, entries: tuple[Entry, ...], *, onward: bool) -> Draft:
    counts = _with(now, entries)
    changed = set(counts.entries) - {(step.seq, step.text) for step in now.steps}
    dropped: list[int] = []
    steps, stop = _followed(now, counts, now.steps)
    while stop is not None:
        if (stop.seq, stop.text) in changed:
            raise _unfit(now, stop)
        if not onward:
            raise _conflict(now, stop)
        gone = stop.seq
        dropped.append(gone)
        kept = tuple(entry for entry in counts.entries if entry[0] != gone)
        counts = Fold(kept, counts.notes)
        steps, stop = _followed(now, counts, steps)
    # The latest first and the correction itself last, so that an undo or redo finds them all.
    entries = (*(Retracted(seq) for seq in reversed(dropped)), *entries)
    if dropped and counts.notes:  # notes may have lost what they followed
        steps, _ = _followed(now, _with(now, entries), steps)
    return Draft(entries, steps)


def _with(now: Moment, entries: Sequence[Entry]) -> Fold:
    return fold((*now.rows, *_rows(now, entries, _UNMARKED)))


def _followed(
    now: Moment, counts: Fold, known: Sequence[Step]
) -> tuple[tuple[Step, ...], Stop | None]:
    return follow(now.game, now.first, counts, known)


def _conflict(now: Moment, stop: Stop) -> Conflict:
    step = next(step for step in now.steps if step.seq == stop.seq)
    return Conflict(stop.seq, spoken(now.game, step), stop.ruling, stop.why)


def new_rows(now: Moment, draft: Draft, marks: Marks) -> tuple[Row, ...]:
    """Return the rows that a draft appends, with a `Closed` at the end if the match is over."""
    then = Moment(now.game, now.setup, now.rows, now.first, draft.steps)
    outcome = then.outcome
    closed = () if outcome is None else (Closed(outcome),)
    rows = _rows(now, (*draft.entries, *closed), marks)
    end = len(draft.entries)
    first = end - len(draft.sources)
    derived = zip(rows[first:end], draft.sources, strict=True)
    answers = (replace(row, source=source) for row, source in derived)
    return (*rows[:first], *answers, *rows[end:])


def _rows(now: Moment, entries: Sequence[Entry], marks: Marks) -> tuple[Row, ...]:
    act = now.seq + 1
    return tuple(Row(act + place, entry, act=act, **marks) for place, entry in enumerate(entries))


_UNMARKED: Final[Marks] = {"at": "", "source": "", "device": "", "key": ""}


def spoken(game: AnyGame, step: Step, seat: Seat | None = None) -> Text:
    """Return the sentence of an entry as `seat` may see it."""
    sentence: Text = game.voice.action(redact(step.before, seat), redact(step.action, seat))
    return sentence
