"""Private notices to the owner of hidden cards.

A card that a note revealed and that is hidden again was seen by others. And if the table enters
something else than a note says, one of the two is wrong, or a player cheats: only the owner knows,
and decides whether to say so.
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
    """A notice to a seat; `number` is that of the row that caused it."""

    number: int
    text: Text


def owner_notices_of(match: "Match", seat: Seat, *, after: int = 0) -> tuple[OwnerNotice, ...]:
    """Return the notices to a seat with a number above `after`, the latest first."""
    now = match.now
    found = (*_covered_again(match, now, seat), *_entered_otherwise(match, now, seat))
    late = (notice for notice in found if notice.number > after)
    return tuple(sorted(late, key=lambda notice: -notice.number))


def _covered_again(match: "Match", now: Moment, seat: Seat) -> Iterator[OwnerNotice]:
    covered = [row.seq for row in now.rows if row.seq in now.gone and is_answer(row)]
    for told in match.entries(covered, seat):
        if told.seen is None or told.taken_back is None or told.action is None:
            continue
        if now.game.actor(now.first, told.action) == seat:
            text = say(
                "Your {hidden} was revealed and is hidden again, so others may have seen it: "
                "“{what}”",
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
            "The entry for your {hidden} differs from your note. Entered: “{entered}” Your "
            "note: “{noted}”",
            hidden=now.game.hidden.one,
            entered=now.game.voice.action(before, redact(step.action, seat)),
            noted=now.game.voice.action(before, noted),
        )
        row = now.changed.get(step.seq, now.rows[step.seq])
        yield OwnerNotice(match.number_of(row.seq), text)


def _noted_for(now: Moment, step: Step, seat: Seat) -> Action | None:
    """Return the action that a note of this seat answers in place of an entry."""
    game = now.game
    if isinstance(step.action, Note | Overrule) or not game.answers(step.before):
        return None
    by_all = tuple(game.answers(redact(step.before, None)))
    own: Iterator[Action] = iter(game.answers(redact(step.before, seat)))
    return next((action for action in own if action not in by_all), None)
