"""A look at the table as pages draw it and as programs are told it."""

from typing import Any

from referee.match import Match
from referee.web.request.shapes import IdeaTold, LookTold
from referee.web.request.words import spoken
from referee.web.screens.commands import described
from referee.web.services import desk
from referee.web.sight import seeing
from referee.web.sight.looks import KeptLook


def current(match: Match, look: str) -> KeptLook:
    """Give a look as it is beside the state of now; raises `GoneLook`."""
    kept = desk().looks.get(match.id, look)
    return kept if kept.heard == match.heard() else seeing.again(match, kept)


def shown(match: Match, kept: KeptLook) -> dict[str, Any]:
    """Give what a page about a look draws."""
    return {
        "entered": seeing.entered_of(match, kept),
        "proposals": seeing.proposals(match, kept.look),
        "doubts": seeing.doubts(match, kept.look),
        "unclear": seeing.unclear(match, kept.look),
        "spots": tuple(match.game.sight.spots(match.state)),
        "remarks": seeing.remarks_on(match, kept),
        "marks": seeing.marks(match, kept.look),
    }


def told(match: Match, kept: KeptLook) -> LookTold:
    """Describe a look for a program."""
    return {
        **described(match),
        "look": kept.id,
        "asks": kept.asks,
        "entered": [spoken(line.sentence) for line in seeing.entered_of(match, kept)],
        "proposals": [_idea(idea) for idea in seeing.proposals(match, kept.look)],
        "doubts": [[_idea(idea) for idea in one] for one in seeing.doubts(match, kept.look)],
        "remarks": [spoken(remark.text) for remark in seeing.remarks_on(match, kept)],
        "seen": [
            {"kind": mark.kind, "name": spoken(mark.name) if mark.name else ""}
            for mark in seeing.marks(match, kept.look)
        ],
    }


def _idea(idea: seeing.Idea) -> IdeaTold:
    return {"entry": idea.text, "says": spoken(idea.sentence)}
