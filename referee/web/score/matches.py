"""The boards of a match on the score page."""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import boards_of
from referee.table.boards.files import NamedBoard, named
from referee.web.access import rules as access
from referee.web.score.address import query_of, typed
from referee.web.score.compared import written_in
from referee.web.services import match_called

pages = Blueprint("score_matches", __name__, url_prefix="/score")


@pages.get("/of/<match_id>")
@access.viewer
def show(match_id: str) -> AnyResponse:
    """Redirect to the score page with the present boards of a match."""
    match = match_called(match_id)
    boards_of(match.game)
    known = written_in(match)
    pairs = zip(match.setup.names, known or ({},) * len(match.setup.names), strict=True)
    boards = [NamedBoard(named(name), written) for name, written in pairs]
    fields = dict(query_of(typed(match.game, boards), match.id))
    return redirect(url_for("scores.show", slug=match.game.info.slug, **fields))  # type: ignore[arg-type]
