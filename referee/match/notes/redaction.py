"""What was turned up by a note and taken back since: it is covered again, also in every telling.

Anybody can ask for a card that its owner has noted, see it, and undo. The table is told that it was
seen; what it says is told to its owner alone until it is put back.
"""

from typing import Any

from referee.core import TABLE, Action, AnyGame, Seat, Text, display_names, redact, say
from referee.match.log import NOTE, Played, Row
from referee.match.moment import Moment


def is_answer(row: Row) -> bool:
    """Return whether a note has made this row, so that nobody had to enter what it shows."""
    return row.source == NOTE and isinstance(row.entry, Played)


def is_known_to(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    action: Action,
    seat: Seat | None,
) -> bool:
    """Return whether a seat could have given this answer with what it knows itself."""
    return seat is not None and action in game.answers(redact(state, seat))


def seen(now: Moment, action: Action | None) -> Text:
    """Say that a card was seen and is covered again."""
    name = _owner(now, action)
    hidden = now.game.hidden.one
    if name is None:
        return say("A {hidden} was revealed and is hidden again.", hidden=hidden)
    return say("{name}’s {hidden} was revealed and is hidden again.", hidden=hidden, name=name)


def seen_again(now: Moment, action: Action | None) -> Text:
    """Say what putting it back would do."""
    name = _owner(now, action)
    hidden = now.game.hidden.one
    if name is None:
        return say("The {hidden} is revealed.", hidden=hidden)
    return say("{name}’s {hidden} is revealed.", hidden=hidden, name=name)


def noted_before() -> Text:
    """Stand for what a note had answered before the table entered something else."""
    return say("What a note said.")


def unsaid(now: Moment) -> Text:
    """Stand for what was entered in sight of a card that is covered again."""
    return say("An entry made while a {hidden} was revealed.", hidden=now.game.hidden.one)


def _owner(now: Moment, action: Action | None) -> str | None:
    seat = TABLE if action is None else now.game.actor(now.first, action)
    return display_names(now.setup.names)[seat] if 0 <= seat < len(now.setup.names) else None
