"""The score page: boards are typed into a drawing, counted line by line, saved and shared.

It needs no match and knows no game by name; the boards are `Game.boards`.
"""

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import AnyGame, BoardCell, Contradicted, Counted, Seat, boards_of, say
from referee.match import Match
from referee.table.boards.files import LIMIT_BYTES, read_boards, with_boards, write_boards
from referee.table.boards.photos import beyond_print
from referee.table.boards.tallies import (
    Tally,
    known_lines,
    left_out_text,
    outside_doubts,
    question,
    result_text,
    sentences,
    tally,
    total_text,
)
from referee.web.access import rules as access
from referee.web.request.payload import Unclear, number_in
from referee.web.request.words import spoken
from referee.web.score.address import TypedBoard, answered, asked, query_of, typed, unread
from referee.web.score.compared import differing, match_asked
from referee.web.score.rereading import marks_now
from referee.web.services import services

pages = Blueprint("scores", __name__, url_prefix="/score")


@dataclass(frozen=True, slots=True)
class Shown:
    """One player's part of the page: the board as typed, its score, and open questions.

    `contradictions` are what cannot stand so, what is no number at all first; `remarks` are what
    may be right, and is worth a second look.
    """

    number: int
    name: str
    typed: TypedBoard
    counted: Counted
    contradictions: tuple[Contradicted, ...]
    differences: tuple[Contradicted, ...] = ()
    remarks: tuple[Contradicted, ...] = ()

    @property
    def is_left_out(self) -> bool:
        """Return whether the board is blank and left out of the result."""
        return self.typed.is_blank

    @property
    def open(self) -> int:
        """Return the number of open questions."""
        return len(self.typed.doubts) + len(self.contradictions)

    def is_asked(self, cell: BoardCell) -> bool:
        """Return whether a cell, or one of its circles, is in question."""
        doubtful = any(field == cell.name or cell.has(field) for field in self.typed.doubts)
        return doubtful or any(one.cell == cell.name for one in self.contradictions)

    @property
    def is_sure(self) -> bool:
        """Return whether the score is final."""
        return not (self.contradictions or self.typed.doubts) and self.counted.total is not None


@pages.get("")
@access.everyone
def choose() -> AnyResponse | str:
    """Ask for the game, or redirect to the only one with boards."""
    games = with_boards(services().matches.games)
    if len(games) == 1:
        return redirect(url_for("scores.show", slug=next(iter(games))))
    return render_template("score_games.html", games=tuple(games.values()))


@pages.get("/<slug>")
@access.everyone
def show(slug: str) -> AnyResponse | str:
    """Show the boards as typed so far, with their score."""
    game = _game(slug)
    boards = asked(game, request.args)
    match = match_asked(request.args, game)
    answer = request.args.get("answer")
    if answer is not None:
        boards = answered(game, boards, answer)
        address = url_for("scores.show", slug=slug, **_fields(boards, match))
        return redirect(f"{address}#read")
    shown, found = counted(game, boards, match)
    photos = {one.number: services().photos.find(one.typed.photo) for one in shown}
    read = number_in(request.args.get("read", ""))
    return render_template(
        "score.html",
        game=game,
        boards=boards_of(game),
        shown=shown,
        tally=found,
        result=result_text(found),
        left_out=left_out_text(found),
        query=query_of(boards),
        question=question,
        total_text=total_text,
        match=match,
        # If the number of boards is not set, the first photo sets it.
        state=urlencode(_fields(boards, match)) if request.args else "",
        photos=photos,
        marks={one.number: marks_now(game, one.typed, photos[one.number]) for one in shown},
        read=read if read in photos else None,
    )


@pages.post("/<slug>/open")
@access.everyone
def open_(slug: str) -> AnyResponse:
    """Open the boards of a file."""
    file = request.files.get("file")
    data = file.read(LIMIT_BYTES + 1) if file else b""
    if not data:
        raise Unclear(say("No file arrived. Choose the one that was saved."))
    found = read_boards(data, {slug: _game(slug)})
    fields = _fields(typed(found.game, found.boards))
    return redirect(url_for("scores.show", slug=slug, **fields), code=303)


@pages.get("/<slug>/boards.json")
@access.everyone
def save(slug: str) -> Response:
    """Return the boards as a file."""
    game = _game(slug)
    boards = [board.as_saved for board in asked(game, request.args)]
    return _file(write_boards(game, boards), "application/json", f"{slug}-boards.json")


@pages.get("/<slug>/score.png")
@access.everyone
def picture(slug: str) -> Response:
    """Return names, scores and result as a picture."""
    # The drawing library is large, and most servers never use it.
    from referee.table.boards.score_cards import as_picture  # noqa: PLC0415

    game = _game(slug)
    _, found = counted(game, asked(game, request.args))
    return _file(as_picture(game, found, spoken), "image/png", f"{slug}-score.png")


@pages.get("/<slug>/score.txt")
@access.everyone
def text(slug: str) -> Response:
    """Return names, scores and result as text."""
    game = _game(slug)
    _, found = counted(game, asked(game, request.args))
    lines = "\n".join(sentences(found, spoken))
    return _file(f"{lines}\n".encode(), "text/plain", f"{slug}-score.txt")


def counted(
    game: AnyGame, boards: tuple[TypedBoard, ...], match: Match | None = None
) -> tuple[tuple[Shown, ...], Tally]:
    """Count boards; while anything on one is in question there is no total of it and no winner.

    With the match that they are of, what they show otherwise is said too.
    """
    found = tally(game, [board.as_named for board in boards], spoken)
    parts = zip(found.names, boards, found.counted, differing(match, boards), strict=True)
    frame = services().templates.find(game)
    shown = tuple(
        Shown(
            number,
            name,
            board,
            replace(one, lines=known_lines(game, one.lines, board.as_saved.doubts)),
            _contradictions(game, board, one),
            others,
            () if match else tuple(beyond_print(game, board.written, frame)),
        )
        for number, (name, board, one, others) in enumerate(parts, start=1)
    )
    sure = tuple(
        one.counted if one.is_sure else Counted(one.contradictions, one.counted.lines)
        for one in shown
    )
    ranking = found.ranking if all(one.is_sure or one.is_left_out for one in shown) else None
    left_out = tuple(Seat(one.number - 1) for one in shown if one.is_left_out)
    return shown, Tally(found.names, sure, ranking, left_out)


def _contradictions(game: AnyGame, board: TypedBoard, one: Counted) -> tuple[Contradicted, ...]:
    return (*unread(game, board), *outside_doubts(game, one.contradictions, board.doubts))


def _game(slug: str) -> AnyGame:
    game = services().matches.game(slug)
    boards_of(game)
    return game


def _fields(boards: tuple[TypedBoard, ...], match: Match | None = None) -> dict[str, Any]:
    return dict(query_of(boards, match.id if match else ""))


def _file(content: bytes, kind: str, name: str) -> Response:
    response = Response(content, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
