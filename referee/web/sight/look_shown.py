"""A look at the table, for templates and as JSON."""

from typing import Any

from referee.match import Match
from referee.web.request.shapes import IdeaTold, LookTold
from referee.web.request.words import spoken
from referee.web.screens.commands import described
from referee.web.services import services
from referee.web.sight import recognition
from referee.web.sight.looks import KeptLook


def current(match: Match, look: str) -> KeptLook:
    """Return a look evaluated against the present state; raises `GoneLook`."""
    kept = services().looks.get(match.id, look)
    return kept if kept.heard == match.heard() else recognition.again(match, kept)


def shown(match: Match, kept: KeptLook) -> dict[str, Any]:
    """Return the template variables of a look."""
    return {
        "entered": recognition.entered_of(match, kept),
        "proposals": recognition.proposals(match, kept.look),
        "doubts": recognition.doubts(match, kept.look),
        "unclear": recognition.unclear(match, kept.look),
        "spots": tuple(match.game.visibility.spots(match.state)),
        "remarks": recognition.remarks_on(match, kept),
        "marks": recognition.marks(match, kept.look),
    }


def as_record(match: Match, kept: KeptLook) -> LookTold:
    """Return a look as JSON."""
    return {
        **described(match),
        "look": kept.id,
        "asks": kept.asks,
        "entered": [spoken(line.sentence) for line in recognition.entered_of(match, kept)],
        "proposals": [_idea(idea) for idea in recognition.proposals(match, kept.look)],
        "doubts": [[_idea(idea) for idea in one] for one in recognition.doubts(match, kept.look)],
        "remarks": [spoken(remark.text) for remark in recognition.remarks_on(match, kept)],
        "seen": [
            {"kind": mark.kind, "name": spoken(mark.name) if mark.name else ""}
            for mark in recognition.marks(match, kept.look)
        ],
    }


def _idea(idea: recognition.Idea) -> IdeaTold:
    return {"entry": idea.text, "says": spoken(idea.sentence)}
