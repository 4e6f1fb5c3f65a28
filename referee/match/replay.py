"""Follows a match from its beginning: each entry with the state before and after it.

The steps are a cache, never the truth. A change reaches back only as far as it must: what was the
same before it stays as it is.
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
from referee.match.cooperative import unhurried
from referee.match.log import Fold, Pairs

T = TypeVar("T")

_MOST_ANSWERS: Final = 100
"""Answers of notes to one command; a game that finds ever more must not hold the table up."""

_VALUE: Final = re.compile(r"=(\"(?:[^\"\\]|\\.)*\"?|\S*)")


@dataclass(frozen=True, slots=True)
class Step:
    """One entry that counts: what it says, and what it made of the state."""

    seq: int
    text: str = field(repr=False)
    action: Action
    before: Any
    after: Any
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """The entry that cannot follow the steps before it, and why.

    `action` and `ruling` are empty where the entry is no action of the game.
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
    """Play what counts of a log from the state `first` as far as it is legal.

    `known` are the steps of an earlier reading; those that begin alike are taken over. A note that
    does not fit is passed over, for it never stands in the way of the table.
    """
    shared = shared_steps(counts.entries, known)
    steps = list(known[:shared])
    state = steps[-1].after if steps else first
    for seq, text in unhurried(counts.entries[shared:]):
        step = step_from(game, state, seq, text)
        if seq in counts.notes and not _still_fits(game, step, counts.notes[seq]):
            continue
        if isinstance(step, Stop):
            return tuple(steps), step
        steps.append(step)
        state = step.after
    return tuple(steps), None


def _still_fits(game: AnyGame, note: Step | Stop, over: Pairs) -> bool:
    """Return whether a note says here what it said after the entries `over`, which are gone."""
    if isinstance(note, Stop) or not over:
        return isinstance(note, Step)
    without, with_note = note.before, note.after
    for seq, text in over:
        one, other = (step_from(game, state, seq, text) for state in (without, with_note))
        if isinstance(one, Stop) or isinstance(other, Stop):
            return False
        without, with_note = one.after, other.after
    there = step_of(game, without, note.action, seq=note.seq, text=note.text)
    # What said nothing new there tells nothing of what it would speak of here.
    return isinstance(there, Step) and bool(without != there.after == with_note)


def shared_steps(entries: Sequence[tuple[int, str]], known: Sequence[Step]) -> int:
    """Count the steps that begin both the entries and the known steps."""
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
    """Read one entry and play it."""
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
    """Play one entry whose action is already read."""
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
    """Return the steps that notes of seats answer already, from the row `seq` on.

    They are entries of the log like any other, so that a replay needs no notes and people can take
    them back. What was asked in `before` too stays open: the table has taken that answer back.
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
    """Say why an action is refused, in words that everybody at the table may hear."""
    sentence: Text = game.voice.refusal(redact(state, None), redact(action, None), ruling)
    return sentence


def written(game: AnyGame, text: str, seat: Seat | None = None) -> str:
    """Write a stored entry as `seat` may read it.

    Of one that cannot be read any more, nobody knows which values are secrets.
    """
    try:
        return game.format(redact(game.parse(text), seat))
    except UnknownNotation:
        return blanked(text)


def blanked(text: str) -> str:
    """Write an entry without any of its values."""
    return _VALUE.sub("=?", text)


def noter(game: AnyGame, text: str) -> Seat | None:
    """Return whose note this is; nobody's where it cannot be read any more."""
    try:
        action = game.parse(text)
    except UnknownNotation:
        return None
    return action.seat if isinstance(action, Note) else None
