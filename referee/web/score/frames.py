"""Set-up of a frame for the game's own board: rectangles over a photo of the blank board.

The rectangles are numbers in fields, so they can be typed as well as drawn. The resulting template
is stored, and can be saved as a file and opened on another server.
"""

from collections.abc import Iterator, Mapping

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import AnyGame, Text, boards_of, say
from referee.table.boards.photos import (
    LIMIT_TEMPLATE,
    BadTemplate,
    board_laid_flat,
    problem_text,
    template_of,
)
from referee.table.boards.templates import (
    Group,
    PlacedGroup,
    as_file,
    drawn_in,
    groups_of,
    template,
)
from referee.table.paper.frames import frame_layout
from referee.web.access import rules as access
from referee.web.request.payload import Unclear, number_in, sent_photo
from referee.web.request.workers import read_in_worker
from referee.web.score.board_photos import NoBoard
from referee.web.services import services

pages = Blueprint("score_frames", __name__, url_prefix="/score/<slug>/frame")

_SIDES = ("left", "top", "right", "bottom")
_REPLACES = say("A frame is already set up here. Replace it with this one?")
_REPLACES_FILE = say(
    "A frame is already set up here. To replace it, tick the box below and choose the file again."
)


@pages.get("")
@access.everyone
def show(slug: str) -> str:
    """Show the set-up of a frame with the rectangles so far."""
    return _page(_game(slug), {})


@pages.post("/photo")
@access.everyone
def photo(slug: str) -> AnyResponse:
    """Take a photo of the blank board in its frame."""
    _game(slug)
    found = read_in_worker(board_laid_flat, sent_photo(), frame_layout())
    if not found.is_found:
        raise NoBoard(problem_text(next(iter(found.problems), "no-board")))
    name = services().photos.keep(found)
    return redirect(url_for("score_frames.show", slug=slug, photo=name), code=303)


@pages.post("")
@access.everyone
def draw(slug: str) -> AnyResponse | tuple[str, int]:
    """Store the rectangles as the template of this game."""
    game = _game(slug)
    try:
        drawn = template(game, tuple(_drawn(game)))
    except BadTemplate as problem:
        return _page(game, request.form, problem.text), 400
    if services().templates.replaces(game, drawn) and not _is_sure():
        return _page(game, request.form, _REPLACES, asks=True), 409
    services().templates.keep(game, drawn)
    name = request.form.get("photo", "")
    return redirect(url_for("score_frames.show", slug=slug, photo=name, kept="yes"), code=303)


@pages.post("/open")
@access.everyone
def open_(slug: str) -> AnyResponse | tuple[str, int]:
    """Store a template from a file."""
    game = _game(slug)
    file = request.files.get("file")
    data = file.read(LIMIT_TEMPLATE + 1) if file else b""
    if not data:
        raise Unclear(say("No file arrived. Choose the one that was saved."))
    opened = template_of(data, game)
    if services().templates.replaces(game, opened) and not _is_sure():
        return _page(game, {}, _REPLACES_FILE), 409
    services().templates.keep(game, opened)
    return redirect(url_for("score_frames.show", slug=slug, kept="yes"), code=303)


@pages.post("/forget")
@access.any_table
def forget(slug: str) -> AnyResponse:
    """Delete the template of this game."""
    services().templates.forget(_game(slug))
    return redirect(url_for("score_frames.show", slug=slug), code=303)


@pages.get("/template.json")
@access.everyone
def save(slug: str) -> Response:
    """Return the template as a file."""
    layout = services().templates.find(_game(slug))
    if layout is None:
        raise Unclear(say("No frame has been set up here yet."))
    response = Response(as_file(layout), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}-template.json"'
    return response


def _is_sure() -> bool:
    """Return whether replacing the template was confirmed.

    All tables share it; raises `NotYours` for a device of none.
    """
    access.check_any_table()
    return request.form.get("sure") == "yes"


def _page(
    game: AnyGame, form: Mapping[str, str], problem: Text | None = None, *, asks: bool = False
) -> str:
    kept = services().templates.find(game)
    known = {one.group.label: one for one in drawn_in(game, kept)} if kept else {}
    groups = tuple(_as_kept(group, known) for group in groups_of(game))
    name = request.args.get("photo") or form.get("photo", "")
    return render_template(
        "score_frame.html",
        game=game,
        groups=groups,
        typed={**_typed(groups, known), **form},
        photo=services().photos.find(name),
        photo_name=name,
        has_template=kept is not None,
        problem=problem,
        asks=asks,
    )


def _as_kept(group: Group, known: Mapping[Text, PlacedGroup]) -> Group:
    return known[group.label].group if group.label in known else group


def _typed(groups: tuple[Group, ...], known: Mapping[Text, PlacedGroup]) -> dict[str, str]:
    found = {}
    for number, group in enumerate(groups):
        one = known.get(group.label)
        for side in _SIDES:
            found[f"{side}-{number}"] = f"{getattr(one, side):.4g}" if one else ""
        found |= {f"columns-{number}": str(group.columns), f"rows-{number}": str(group.rows)}
    return found


def _drawn(game: AnyGame) -> Iterator[PlacedGroup]:
    """Read the rectangles that were typed or drawn; raises `BadTemplate`."""
    for number, group in enumerate(groups_of(game)):
        sides = [_per_cent(request.form.get(f"{side}-{number}", "")) for side in _SIDES]
        left, top, right, bottom = (-1.0 if one is None else one for one in sides)
        if None in sides or right <= left or bottom <= top:
            text = say("Draw a rectangle around these squares: {group}.", group=group.label)
            raise BadTemplate(text)
        sized = group
        if group.is_counted:
            columns = number_in(request.form.get(f"columns-{number}", "")) or 0
            sized = group.sized(columns, number_in(request.form.get(f"rows-{number}", "")) or 0)
        yield PlacedGroup(sized, left, top, right, bottom)


def _per_cent(text: str) -> float | None:
    try:
        number = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return number if 0 <= number <= 100 else None  # noqa: PLR2004 - per cent


def _game(slug: str) -> AnyGame:
    game = services().matches.game(slug)
    boards_of(game)
    return game
