"""The table decides: what people may enter at any time, against the referee's word or beside it."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask import Blueprint, render_template

from referee.core import Action, AnyGame, Overrule, Text, redact, verb
from referee.web.desk import match_called

pages = Blueprint("corrections", __name__, url_prefix="/matches/<match_id>")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of entry that is possible at any time: each as its notation and its sentence."""

    name: str
    is_overrule: bool
    entries: tuple[tuple[str, Text], ...]


@pages.get("/overrule")
def show(match_id: str) -> str:
    """Ask what the table decides, who says so, and why."""
    match = match_called(match_id)
    now = match.now
    kinds = () if now.broken else _kinds(now.game, now.state)
    return render_template("overrule.html", match=match, seq=now.seq, kinds=kinds)


def _kinds(game: AnyGame, state: Any) -> tuple[Kind, ...]:  # noqa: ANN401 - any game's state
    seen = redact(state, None)
    found = []
    for kind, actions in groupby(game.optional_actions(state), type):
        entries = tuple((game.format(action), _what(game, seen, action)) for action in actions)
        found.append(Kind(verb(kind), issubclass(kind, Overrule), entries))
    return tuple(found)


def _what(game: AnyGame, state: Any, action: Action) -> Text:  # noqa: ANN401 - any game's state
    """Say what an entry does; the `what` of an overrule's sentence, without its who and why."""
    told = game.voice.action(state, action)
    what = dict(told.values).get("what")
    return what if isinstance(what, Text) else told
