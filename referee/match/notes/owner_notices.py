"""What the owner of hidden cards has to hear of them, and nobody else.

A card that a note turned up and that is covered again was seen by others. And where the table
enters something else than a note would have answered, one of the two is mistaken, or somebody
cheats: only its owner knows, and decides whether to say so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core import Action, Note, Overrule, Seat, Text, redact, say
from referee.match.moment import Moment
from referee.match.notes.redaction import is_answer
from referee.match.replay import Step

if TYPE_CHECKING:
    from referee.match.match import Match


@dataclass(frozen=True, slots=True)
class OwnerNotice:
    """One thing to tell a seat; `number` is that of the row which made it so."""

    number: int
    text: Text


def owner_notices_of(match: "Match", seat: Seat, *, after: int = 0) -> tuple[OwnerNotice, ...]:
    """Return what a seat has to hear of its own cards, the latest first, from the number on."""
    now = match.now
    found = (*_covered_again(match, now, seat), *_entered_otherwise(match, now, seat))
    late = (peek for peek in found if peek.number > after)
    return tuple(sorted(late, key=lambda peek: -peek.number))


def _covered_again(match: "Match", now: Moment, seat: Seat) -> Iterator[OwnerNotice]:
    covered = [row.seq for row in now.rows if row.seq in now.gone and is_answer(row)]
    for told in match.entries(covered, seat):
        if told.seen is None or told.taken_back is None or told.action is None:
            continue
        if now.game.actor(now.first, told.action) == seat:
            text = say(
                "A {hidden} of yours was turned up and is covered again,"
                " so others may have seen it: “{what}”",
                hidden=now.game.hidden.one,
                what=told.sentence,
            )
            yield OwnerNotice(match.number_of(told.taken_back), text)


def _entered_otherwise(match: "Match", now: Moment, seat: Seat) -> Iterator[OwnerNotice]:
    for step in now.steps:
        noted = _noted_for(now, step, seat)
        if noted is None or noted == step.action or type(noted) is not type(step.action):
            continue
        before = redact(step.before, seat)
        text = say(
            "What was entered for your {hidden} is not what you had noted."
            " Entered: “{entered}” Your note: “{noted}”",
            hidden=now.game.hidden.one,
            entered=now.game.voice.action(before, redact(step.action, seat)),
            noted=now.game.voice.action(before, noted),
        )
        row = now.changed.get(step.seq, now.rows[step.seq])
        yield OwnerNotice(match.number_of(row.seq), text)


def _noted_for(now: Moment, step: Step, seat: Seat) -> Action | None:
    """Return what a note of this very seat would have answered in place of an entry."""
    game = now.game
    if isinstance(step.action, Note | Overrule) or not game.answers(step.before):
        return None
    by_all = tuple(game.answers(redact(step.before, None)))
    own: Iterator[Action] = iter(game.answers(redact(step.before, seat)))
    return next((action for action in own if action not in by_all), None)
