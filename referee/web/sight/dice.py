"""Dice from a photo: the dice that were read are a list to confirm with one tap.

Nothing is entered before. The list is kept in the form only; the pictures of the dice stay in
memory for a while. Works over plain HTTP and without JavaScript.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Action, Dice, Seat, Text, say, say_count
from referee.match import Match, Refused, StaleSeq
from referee.table.sight.dice import SeenDie, read_dice_photo
from referee.web.access import rules as access
from referee.web.access.devices import this_device
from referee.web.request.payload import given, number_in, sent_photo
from referee.web.request.workers import read_in_worker
from referee.web.screens.commands import address_of, answer, screen_seat, stamp
from referee.web.services import match_called, services
from referee.web.sight.recognition import CONFIRMED

pages = Blueprint("dice", __name__, url_prefix="/matches/<match_id>/dice")

_MOST: Final = 60
"""Lines of a list; no game rolls as many dice."""


@dataclass(frozen=True, slots=True)
class Line:
    """One die of the list: its colour and number if known, or that it is no die."""

    kind: str = ""
    face: int | None = None
    gone: bool = False

    @property
    def is_open(self) -> bool:
        """Return whether its colour or its number is not said."""
        return not self.kind or self.face is None


@pages.get("")
@access.player
def show(match_id: str) -> str:
    """Show the list of a photo, or ask for a photo."""
    match = match_called(match_id)
    dice_of(match)
    seen = services().dice.find(request.args.get("photo", "")) or ()
    lines = [Line(one.kind or "", one.face) for one in seen]
    return _page(match, lines, request.args.get("photo", ""))


@pages.post("/photo")
@access.seat(access.own_dice)
def photo(match_id: str) -> AnyResponse:
    """Read a photo of the dice; nothing is entered by that."""
    match = match_called(match_id)
    dice = dice_of(match)
    seen = read_in_worker(read_dice_photo, sent_photo(), dice.kinds(match.state))
    name = services().dice.keep(seen)
    where = url_for("dice.show", match_id=match.id, photo=name, seat=screen_seat(match))
    return redirect(where, code=303)


@pages.post("/list")
@access.seat(access.own_dice)
def change(match_id: str) -> str:
    """Add a die to the list by hand; the answers for the others are kept."""
    match = match_called(match_id)
    dice_of(match)
    return _page(match, [*_lines(match), Line()][:_MOST], str(given().get("photo", "")))


@pages.post("/enter")
@access.seat(access.own_dice)
def enter(match_id: str) -> AnyResponse:
    """Enter the dice of the list, all of them or none."""
    match = match_called(match_id)
    lines = _lines(match)
    actions, problem = _entries(match, lines)
    if problem is not None:
        return _kept(match, lines, problem, 400)
    marks = stamp(f"dice {' + '.join(map(match.game.format, actions))}")
    marks["source"] = CONFIRMED if given().get("photo") else "tap"
    try:
        return answer(match, match.submit(actions, **marks))
    except Refused as refused:
        number = [number for number, line in enumerate(lines) if not line.gone][refused.index]
        text = say("{why} Nothing was entered.", why=refused.why)
        return _kept(match, lines, text, 409, wrong=number)
    except StaleSeq as late:
        return _kept(match, lines, late.text, 409)


@pages.get("/photo")
@pages.get("/list")
@pages.get("/enter")
@access.viewer
def reloaded(match_id: str) -> AnyResponse:
    """Redirect a reloaded response to the page for a photo."""
    return redirect(url_for("dice.show", match_id=match_id), code=303)


@pages.get("/die.jpg")
@access.viewer
def crop(match_id: str) -> Response:
    """Return one die of a photo."""
    dice_of(match_called(match_id))
    seen = services().dice.find(request.args.get("photo", "")) or ()
    number = number_in(request.args.get("number", ""))
    if number is None or number >= len(seen):
        abort(404)
    headers = {"Cache-Control": "no-store"}
    return Response(seen[number].crop, mimetype="image/jpeg", headers=headers)


def dice_of(match: Match) -> Dice[Any]:
    """Return the dice of a match's game; answers 404 if it has none."""
    dice = match.game.dice
    if dice is None:
        abort(404)
    return dice


# ---------------------------------------------------------------- inside


def _lines(match: Match) -> list[Line]:
    sent, dice = given(), dice_of(match)
    kinds = {kind.id for kind in dice.kinds(match.state)}
    count = min(number_in(str(sent.get("lines", ""))) or 0, _MOST)
    return [_line(sent, number, kinds, dice.faces) for number in range(count)]


def _line(sent: Mapping[str, Any], number: int, kinds: set[str], faces: Sequence[int]) -> Line:
    kind = str(sent.get(f"kind-{number}", ""))
    face = number_in(str(sent.get(f"face-{number}", "")))
    return Line(
        kind if kind in kinds else "",
        face if face in faces else None,
        gone=f"gone-{number}" in sent,
    )


def _entries(match: Match, lines: Sequence[Line]) -> tuple[list[Action], Text | None]:
    """Return what the list enters, or what has to be said first."""
    dice = dice_of(match)
    kept = [line for line in lines if not line.gone]
    awaited = dice.awaited(match.state)
    actions = [dice.entry(line.kind, line.face or 0) for line in kept if not line.is_open]
    if not kept:
        return [], say("There is no die on this list.")
    if len(actions) < len(kept):
        return [], say("Tap the colour and the number of each die, or remove it.")
    if len(kept) > awaited:
        return [], _too_many(awaited, len(kept))
    return actions, None


def _too_many(awaited: int, listed: int) -> Text:
    return say_count(
        "{count} die is still to be entered, but this list has {listed}. Remove what was not "
        "rolled.",
        "{count} dice are still to be entered, but this list has {listed}. Remove what was "
        "not rolled.",
        awaited,
        listed=listed,
    )


def _kept(
    match: Match, lines: Sequence[Line], problem: Text, status: int, *, wrong: int | None = None
) -> Response:
    page = _page(match, lines, str(given().get("photo", "")), problem=problem, wrong=wrong)
    return make_response(page, status)


def _page(
    match: Match,
    lines: Sequence[Line],
    name: str,
    *,
    problem: Text | None = None,
    wrong: int | None = None,
) -> str:
    dice = dice_of(match)
    seat = screen_seat(match) if request.method == "POST" else _asked_seat(match)
    seen: Sequence[SeenDie] = services().dice.find(name) or ()
    return render_template(
        "dice.html",
        match=match,
        seat=seat,
        back=address_of(match, seat),
        lines=lines,
        photo=name if seen else "",
        looked=bool(name),
        crops=len(seen),
        kinds=tuple(dice.kinds(match.state)),
        faces=dice.faces,
        awaited=dice.awaited(match.state),
        problem=problem,
        wrong=wrong,
    )


def _asked_seat(match: Match) -> Seat | None:
    """Return the seat whose own screen has led here."""
    own = services().holders.own_seat(match.id, this_device())
    return own if request.args.get("seat", "") == str(own) else None
