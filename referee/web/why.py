"""Why? Everything that was just decided, with its rule, and why a choice is missing."""

from typing import Final

from flask import Blueprint, render_template

from referee.match import Match, Told
from referee.web.desk import desk, match_called
from referee.web.screens import view_for_all

pages = Blueprint("why", __name__)

_ENOUGH: Final = 14
"""Facts that are shown; what was decided earlier stands in the history."""


@pages.get("/matches/<match_id>/why")
def show(match_id: str) -> str:
    """Explain the moment."""
    match = match_called(match_id)
    view = view_for_all(match.game, match.state)
    return render_template(
        "why.html",
        match=match,
        step=view.step,
        reference=view.reference,
        decided=_decided(match),
    )


@pages.get("/games/<slug>/rules")
def rules(slug: str) -> str:
    """List every rule that the referee can cite."""
    return render_template("rules.html", game=desk().matches.game(slug))


def _decided(match: Match) -> tuple[Told, ...]:
    found: list[Told] = []
    for told in reversed(match.story()):
        if told.taken_back is None and told.facts:
            found.append(told)
        if sum(len(told.facts) for told in found) >= _ENOUGH:
            break
    return tuple(found)
