"""The boards of a match on the score page: counted as they stand, compared with what is seen."""

from collections.abc import Mapping, Sequence
from typing import Final

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import AnyGame, Contradicted, RefereeError, Written, redact
from referee.match import Match
from referee.table.boardfiles import NamedBoard, boards_of, named
from referee.table.differing import differences
from referee.web.desk import desk, match_called
from referee.web.score_asked import TypedBoard, query_of, typed

pages = Blueprint("score_matches", __name__, url_prefix="/score")

_LONGEST_ID: Final = 40


@pages.get("/of/<match_id>")
def show(match_id: str) -> AnyResponse:
    """Count the boards of a match as they stand now, with the names of its players."""
    match = match_called(match_id)
    boards_of(match.game)
    known = _written(match)
    pairs = zip(match.setup.names, known or ({},) * len(match.setup.names), strict=True)
    boards = [NamedBoard(named(name), written) for name, written in pairs]
    fields = dict(query_of(typed(match.game, boards), match.id))
    return redirect(url_for("scores.show", slug=match.game.info.slug, **fields))  # type: ignore[arg-type]


def match_asked(sent: Mapping[str, str], game: AnyGame) -> Match | None:
    """Find the match that the boards of an address belong to.

    None where there is none, and where a table is locked to which this device does not belong.
    """
    called = sent.get("of", "")
    if not called or len(called) > _LONGEST_ID:
        return None
    try:
        match = desk().matches.get(called)
    except RefereeError:  # gone, or its log cannot be followed any more
        return None
    is_of_it = match.game.info.slug == game.info.slug and desk().doors.here(match.id).is_let_in
    return match if is_of_it else None


def differing(match: Match | None, boards: Sequence[TypedBoard]) -> list[tuple[Contradicted, ...]]:
    """List for each board what it shows otherwise than its match; what is in doubt waits."""
    known = _written(match) if match else ()
    told = []
    for number, board in enumerate(boards):
        found: tuple[Contradicted, ...] = ()
        if match and number < len(known):
            found = tuple(differences(match.game, board.written, known[number]))
        told.append(tuple(one for one in found if one.cell not in _in_doubt(match, board)))
    return told


def _in_doubt(match: Match | None, board: TypedBoard) -> set[str]:
    kinds = boards_of(match.game) if match else None
    cells = (kinds.cell_of(field) for field in board.doubts) if kinds else ()
    return {cell.name for cell in cells if cell}


def _written(match: Match) -> Sequence[Written]:
    return match.game.written(redact(match.state, None))
