"""Photos of boards: uploaded, read, and kept in memory for a while.

The values go into the address of the score page as if typed. The picture is kept in memory to show
doubtful cells enlarged.
"""

from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl

from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import AnyGame, BadBoards, boards_of
from referee.table.boards.photos import PhotoOfBoard, as_record, problem_text, read_board_photo
from referee.table.boards.two_photos import joined
from referee.table.sight.scans import BadPhoto
from referee.web.access import rules as access
from referee.web.request.operations import MULTIPART, Operation
from referee.web.request.payload import Unclear, number_in, sent_photo, wants_json
from referee.web.request.workers import Busy, read_in_worker
from referee.web.score.address import TypedBoard, asked, query_of
from referee.web.score.board_photos import NoBoard
from referee.web.score.compared import match_asked
from referee.web.score.rereading import with_photo
from referee.web.score.shapes import BoardPhoto, BoardTold
from referee.web.services import services

pages = Blueprint("score_photos", __name__, url_prefix="/score")

ALONE: Final = 1
"""Boards on a page on which nothing was typed or chosen before its first photo."""


@pages.post("/<slug>/photo")
@access.everyone
@Operation(
    response=BoardTold,
    request_body=BoardPhoto,
    request_types=(MULTIPART,),
    errors=(Unclear, BadPhoto, BadBoards, Busy),
)
def read(slug: str) -> AnyResponse:
    """Read a photo of one board: fill in what is clear, ask about the rest."""
    game = services().matches.game(slug)
    boards_of(game)
    data = sent_photo()
    photo = read_in_worker(read_board_photo, data, game, services().templates.find(game))
    if wants_json():
        return jsonify(as_record(game, photo))
    if not photo.is_found:
        raise NoBoard(problem_text(next(iter(photo.problems), "no-board")))
    sent = dict(parse_qsl(request.form.get("state", "")[:20_000]))
    match = match_asked(sent, game)
    boards = list(asked(game, sent))
    if "players" not in sent and ALONE in boards_of(game).players:
        boards = boards[:ALONE]
    players = boards_of(game).players if match is None else ()
    number = _whose(game, boards, photo, players)
    boards += [TypedBoard("", {})] * (number - len(boards))
    boards[number - 1] = with_photo(game, boards[number - 1], photo)
    fields = query_of(boards, match.id if match else "") | {"read": str(number)}
    address = url_for("scores.show", slug=slug, **fields)  # type: ignore[arg-type]
    return redirect(f"{address}#sum-{number}", code=303)


@pages.get("/photos/<name>/board.jpg")
@access.everyone
def picture(name: str) -> Response:
    """Return the rectified picture of a board."""
    photo = services().photos.find(name)
    return _jpeg(photo.picture if photo else b"")


@pages.get("/photos/<name>/<field>.jpg")
@access.everyone
def crop(name: str, field: str) -> Response:
    """Return one field of a photo, enlarged."""
    photo = services().photos.find(name)
    return _jpeg(photo.crops.get(field, b"") if photo else b"")


def _whose(
    game: AnyGame, boards: Sequence[TypedBoard], photo: PhotoOfBoard, players: Sequence[int]
) -> int:
    """Return the number of a photo's board: as chosen, by its QR symbol, or the first blank one.

    Where none is blank it is one that was photographed before, or one more of so many `players`.
    """
    chosen = number_in(request.form.get("board", "")) or photo.player or 0
    if 1 <= chosen <= len(boards) or chosen in players:
        return chosen
    numbered = list(enumerate(boards, start=1))
    fitting = [number for number, board in numbered if board.is_blank]
    fitting += [number for number, board in numbered if _is_of(game, board, photo)]
    further = len(boards) + 1
    return fitting[0] if fitting else further if further in players else len(boards)


def _is_of(game: AnyGame, board: TypedBoard, photo: PhotoOfBoard) -> bool:
    """Return whether two photos show the same board."""
    before = services().photos.find(board.photo)
    return before is not None and joined(game, before, photo) is not None


def _jpeg(content: bytes) -> Response:
    if not content:
        abort(404)
    return Response(content, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})
