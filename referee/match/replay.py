"""Replay of a log: each effective entry with the state before and after it.

Steps are a cache of the log. After a correction, those before it are reused.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from referee.core import (
    Action,
    AnyGame,
    Fact,
    Note,
    Overrule,
    Ruling,
    Seat,
    Text,
    UnknownNotation,
    redact,
    say,
)
from referee.match.cooperative import cooperatively
from referee.match.log import Fold, Pairs

T = TypeVar("T")

_MOST_ANSWERS: Final = 100
"""Number of answers of notes to one command, a limit for games that never stop answering."""

_VALUE: Final = re.compile(r"=(\"(?:[^\"\\]|\\.)*\"?|\S*)")


@dataclass(frozen=True, slots=True)
class Step:
    """An effective entry: its action, the states before and after it, and its facts."""

    seq: int
    text: str = field(repr=False)
    action: Action
    before: Any
    after: Any
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """The entry at which a replay stops, and why.

    `action` and `ruling` are None if the entry cannot be parsed.
    """

    seq: int
    text: str = field(repr=False)
    why: Text
    action: Action | None = None
    ruling: Ruling | None = None


def follow(
    game: AnyGame,
    first: Any,  # noqa: ANN401 - the state of any game
    counts: Fold,
    known: Sequence[Step] = (),
) -> tuple[tuple[Step, ...], Stop | None]:
    """Replay effective entries from the state `first`, up to the first illegal one.

    The common first steps of `known`, an earlier replay, are reused. A note that no longer fits is
    skipped: a note never blocks a match.
    """
    shared = shared_steps(counts.entries, known)
    steps = list(known[:shared])
    state = steps[-1].after if steps else first
    for seq, text in cooperatively(counts.entries[shared:]):
        step = step_from(game, state, seq, text)
        if seq in counts.notes and not _still_fits(game, step, counts.notes[seq]):
            continue
        if isinstance(step, Stop):
            return tuple(steps), step
        steps.append(step)
        state = step.after
    return tuple(steps), None


def _still_fits(game: AnyGame, note: Step | Stop, over: Pairs) -> bool:
    """Return whether a note means the same without the cancelled entries `over`."""
    if isinstance(note, Stop) or not over:
        return isinstance(note, Step)
    without, with_note = note.before, note.after
    for seq, text in over:
        one, other = (step_from(game, state, seq, text) for state in (without, with_note))
        if isinstance(one, Stop) or isinstance(other, Stop):
            return False
        without, with_note = one.after, other.after
    there = step_of(game, without, note.action, seq=note.seq, text=note.text)
    # A note that changed nothing there does not show what it would mean here.
    return isinstance(there, Step) and bool(without != there.after == with_note)


def shared_steps(entries: Sequence[tuple[int, str]], known: Sequence[Step]) -> int:
    """Return the number of first steps that match the entries."""
    shared = 0
    for (seq, text), step in zip(entries, known, strict=False):
        if (seq, text) != (step.seq, step.text):
            break
        shared += 1
    return shared


def step_from(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    seq: int,
    text: str,
) -> Step | Stop:
    """Parse one entry and play it."""
    try:
        action = game.parse(text)
    except UnknownNotation as error:
        hidden = written(game, text)
        told = say("This entry cannot be read: “{entry}”.", entry=hidden)
        return Stop(seq, text, error.text if hidden == text else told)
    return step_of(game, state, action, seq=seq, text=text)


def step_of(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    action: Action,
    *,
    seq: int,
    text: str,
) -> Step | Stop:
    """Play one parsed entry."""
    ruling = game.explain(state, action)
    if not ruling.allowed:
        return Stop(seq, text, refusal(game, state, action, ruling), action, ruling)
    after, facts = game.apply(state, action)
    return Step(seq, text, action, state, after, facts)


def answered(
    game: AnyGame,
    before: Any,  # noqa: ANN401 - the state of any game
    state: Any,  # noqa: ANN401 - the state of any game
    seq: int,
) -> tuple[Step, ...]:
    """Return the steps that notes already answer, numbered from the row `seq` on.

    They are ordinary entries, so a replay needs no notes and they can be undone. A question that
    was already open in `before` is not answered: the table has undone that answer.
    """
    steps: list[Step] = []
    action = _next_answer(game, state)
    if action == _next_answer(game, before):
        return ()
    while action is not None and len(steps) < _MOST_ANSWERS:
        step = step_of(game, state, action, seq=seq + len(steps), text=game.format(action))
        if isinstance(step, Stop):
            break
        steps.append(step)
        state = step.after
        action = _next_answer(game, state)
    return tuple(steps)


def _next_answer(game: AnyGame, state: Any) -> Action | None:  # noqa: ANN401 - the state of any game
    action = next(iter(game.answers(state)), None)
    return None if isinstance(action, Note | Overrule) else action


def refusal(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    action: Action,
    ruling: Ruling,
) -> Text:
    """Return the reason for a refusal, without secrets."""
    sentence: Text = game.voice.refusal(redact(state, None), redact(action, None), ruling)
    return sentence


def written(game: AnyGame, text: str, seat: Seat | None = None) -> str:
    """Return the notation of a stored entry, redacted for `seat`.

    Of an entry that cannot be parsed all values are removed, because any may be a secret.
    """
    try:
        return game.format(redact(game.parse(text), seat))
    except UnknownNotation:
        return blanked(text)


def blanked(text: str) -> str:
    """Return the notation of an entry with all values removed."""
    return _VALUE.sub("=?", text)


def noter(game: AnyGame, text: str) -> Seat | None:
    """Return the seat of a note; None if it cannot be parsed."""
    try:
        action = game.parse(text)
    except UnknownNotation:
        return None
    return action.seat if isinstance(action, Note) else None
