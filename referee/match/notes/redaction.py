"""Redaction of answers that a note revealed and that were undone since.

Anybody can make the referee reveal a noted card and then undo that. The history says that it was
seen; only its owner is shown which card it is, until a redo reveals it again.
"""

from typing import Any

from referee.core import TABLE, Action, AnyGame, Seat, Text, display_names, redact, say
from referee.match.log import NOTE, Played, Row
from referee.match.moment import Moment


def is_answer(row: Row) -> bool:
    """Return whether this row was derived from a note."""
    return row.source == NOTE and isinstance(row.entry, Played)


def is_known_to(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    action: Action,
    seat: Seat | None,
) -> bool:
    """Return whether a seat could have given this answer from its own knowledge."""
    return seat is not None and action in game.answers(redact(state, seat))


def seen(now: Moment, action: Action | None) -> Text:
    """Return the sentence that a card was revealed and is hidden again."""
    name = _owner(now, action)
    hidden = now.game.hidden.one
    if name is None:
        return say("A {hidden} was revealed and is hidden again.", hidden=hidden)
    return say("{name}’s {hidden} was revealed and is hidden again.", hidden=hidden, name=name)


def seen_again(now: Moment, action: Action | None) -> Text:
    """Return the sentence for a redo that reveals the card again."""
    name = _owner(now, action)
    hidden = now.game.hidden.one
    if name is None:
        return say("The {hidden} is revealed.", hidden=hidden)
    return say("{name}’s {hidden} is revealed.", hidden=hidden, name=name)


def noted_before() -> Text:
    """Return the placeholder for an answer that the table has replaced."""
    return say("What a note said.")


def unsaid(now: Moment) -> Text:
    """Return the placeholder for an entry made while a card was revealed."""
    return say("An entry made while a {hidden} was revealed.", hidden=now.game.hidden.one)


def _owner(now: Moment, action: Action | None) -> str | None:
    seat = TABLE if action is None else now.game.actor(now.first, action)
    return display_names(now.setup.names)[seat] if 0 <= seat < len(now.setup.names) else None
