"""The scenes of a match: what followed from the last entry as pictures, and the end."""

from collections.abc import Sequence
from typing import Any, Final

from referee.core import AnyGame, Fact, Note, Outcome, Scene, Seat, redact
from referee.match import Match, Moment, Played, Row
from referee.match.log import TRANSCRIPT, Closed, Noted

MOST: Final = 60
"""Entries of one command that are looked at: a photo and what is forced may be as many."""


def scenes_now(
    match: Match, now: Moment, seat: Seat | None = None
) -> tuple[int, tuple[Scene, ...]]:
    """Return the scenes that the last command brought, and the number of its last entry.

    There are none after an undo or a correction, whose orders the screen gives, nor in a match
    that was loaded. The number stays as long as notes follow, which change nothing.
    """
    row = _last(now)
    if not isinstance(row.entry, Played) or row.source == TRANSCRIPT or now.broken:
        return 0, ()
    steps = [
        step
        for step in now.steps[-MOST:]
        if step.seq >= row.act and not isinstance(step.action, Note)
    ]
    found = [scene for step in steps for scene in moments(now.game, step.after, step.facts, seat)]
    return match.number_of(row.seq, seat), tuple(found)


def _last(now: Moment) -> Row:
    """Return the last row that everybody sees, other than the end."""
    return next(row for row in reversed(now.rows) if not isinstance(row.entry, Closed | Noted))


def moments(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    facts: Sequence[Fact],
    seat: Seat | None = None,
) -> tuple[Scene, ...]:
    """Return the scenes of what followed from an entry, without that of the end."""
    found = game.scenes(redact(state, seat), redact(tuple(facts), seat))
    return tuple(scene for scene in found if scene.kind != "end")


def end_scene(game: AnyGame, state: Any, outcome: Outcome | None) -> Scene | None:  # noqa: ANN401 - of any game
    """Return the scene of the end; None while the game goes on, or where a game has none."""
    if outcome is None:
        return None
    return next((one for one in game.scenes(redact(state, None), ()) if one.kind == "end"), None)
