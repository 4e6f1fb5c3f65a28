"""Joining a table: by its symbol or its short code, and then “Who are you?”."""

from typing import Final

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Seat, Text, say
from referee.match import Match, Part, UnknownMatch
from referee.table import joining
from referee.web import codes
from referee.web.admitting import NotForHere
from referee.web.commands import Unclear, given, number_in, wants_json
from referee.web.desk import desk, match_called
from referee.web.devices import HeldElsewhere, introduce, this_device
from referee.web.doors import Standing
from referee.web.home import join_address, other_addresses
from referee.web.seats import cover_of, places_of

pages = Blueprint("joining", __name__)

_PARTS: Final = (Part.TELEVISION, Part.SPECTATOR, Part.TABLE)


@pages.get("/j")
def ask() -> str:
    """Ask for the code of a table."""
    return render_template("code.html", typed="", problem=None)


@pages.post("/j")
def enter() -> AnyResponse:
    """Go to the table whose code was typed."""
    typed = str(given().get("code", ""))
    try:
        code = desk().doors.of(_match_behind(typed).id).code
    except (codes.UnknownCode, codes.TooManyCodes) as problem:
        return _asked_again(typed, problem)
    return redirect(url_for("joining.who", code=code), code=303)


@pages.get("/j/<code>")
def who(code: str) -> str | AnyResponse:
    """Ask who somebody is at the table with this code."""
    try:
        match = _match_behind(code)
    except (codes.UnknownCode, codes.TooManyCodes) as problem:
        return _asked_again(code, problem)
    introduce()  # so that two taps in a row come from one device
    _check_open(match)
    return _page(match)


@pages.post("/j/<code>")
def join(code: str) -> str | AnyResponse:
    """Let this device be what somebody says it is."""
    match = _match_behind(code)
    _check_open(match)
    part, seat = str(given().get("part", "")), number_in(str(given().get("seat", "")))
    doors = desk().doors
    if part == Part.SEAT and seat is not None and seat < len(match.setup.names):
        return _sit_down(match, Seat(seat))
    if part not in _PARTS:
        raise Unclear(say("Please say who you are."))
    doors.admit(match, Part(part))
    return redirect(address_for(match, doors.here(match.id)), code=303)


@pages.get("/matches/<match_id>/join")
def again(match_id: str) -> str:
    """Show how another screen gets to this table, and who this one is."""
    match = match_called(match_id)
    doors = desk().doors
    standing = doors.here(match.id)
    if not standing.is_let_in and not standing.word:
        raise NotForHere
    return render_template(
        "joining.html",
        match=match,
        standing=standing,
        door=doors.of(match.id) if standing.sees_code else None,
        label=doors.called(match, this_device()) if standing.part else None,
        **ways(),
    )


@pages.get("/matches/<match_id>/join/corner")
def corner(match_id: str) -> str:
    """Show in a corner of a television how to join."""
    return render_template("corner.html", match=match_called(match_id))


@pages.get("/matches/<match_id>/join.svg")
def symbol(match_id: str) -> Response:
    """Draw the address at which this table is joined as a QR symbol."""
    address = address_to(match_called(match_id))
    return Response(joining.address_as_svg(address), mimetype="image/svg+xml")


@pages.app_context_processor
def _shown() -> dict[str, object]:
    """Let pages of a match say how it is joined."""
    return {
        "shown_code": codes.shown,
        "code_of": code_of,
        "address_to": address_to,
        "number_here": number_here,
        "is_open": is_open,
    }


def code_of(match: Match) -> str:
    """Give the code that a screen may show; nothing where it has not brought it itself."""
    standing = desk().doors.here(match.id)
    return standing.door.code if standing.door and standing.sees_code else ""


def is_open(match: Match) -> bool:
    """Tell whether new screens are let in."""
    door = desk().doors.here(match.id).door
    return door is None or not door.locked


def number_here(match: Match) -> Text | None:
    """Say which television this is, where a table has several; else nothing."""
    doors = desk().doors
    if doors.here(match.id).part is not Part.TELEVISION:
        return None
    called = doors.called(match, this_device())
    return called if called.values else None


def address_to(match: Match) -> str:
    """Give the address that leads another screen to this table, or else to the first page."""
    code = code_of(match)
    return f"{join_address()}j/{code}" if code else join_address()


def ways() -> dict[str, object]:
    """Give the addresses of this server, as a page shows them."""
    return {"address": join_address(), "others": other_addresses()}


def address_for(match: Match, standing: Standing) -> str:
    """Give the page on which a device is at home."""
    if standing.is_host:
        return url_for("matches.show", match_id=match.id)
    if standing.seat is not None:
        return url_for("seats.show", match_id=match.id, seat=standing.seat)
    return url_for(
        {
            Part.TELEVISION: "matches.television",
            Part.SPECTATOR: "matches.watch",
            Part.NONE: "joining.again",
        }.get(standing.part or Part.TABLE, "matches.show"),
        match_id=match.id,
    )


def _asked_again(typed: str, problem: codes.UnknownCode | codes.TooManyCodes) -> AnyResponse:
    if wants_json():
        raise problem
    page = make_response(render_template("code.html", typed=typed[:40], problem=problem.text), 404)
    if isinstance(problem, codes.TooManyCodes):
        page.status_code = 429
        page.headers["Retry-After"] = str(int(problem.wait_s) + 1)
    return page


def _sit_down(match: Match, seat: Seat) -> AnyResponse:
    try:
        desk().doors.take_seat(match, seat)
    except HeldElsewhere:
        return make_response(cover_of(match, seat), 409)
    return redirect(url_for("seats.show", match_id=match.id, seat=seat), code=303)


def _page(match: Match) -> str:
    doors = desk().doors
    return render_template(
        "who.html",
        match=match,
        door=doors.of(match.id),
        standing=doors.here(match.id),
        places=places_of(match),
    )


def _check_open(match: Match) -> None:
    if not desk().doors.here(match.id).is_let_in:
        raise NotForHere


def _match_behind(typed: str) -> Match:
    """Find a table by its code; raises `UnknownCode`, and `TooManyCodes` after many of them."""
    doors, address = desk().doors, request.remote_addr or ""
    doors.tries.check(address)
    code = codes.read_code(typed)
    found = None if code is None else doors.store.match_behind(code)
    try:
        if found is not None:
            return match_called(found)
    except UnknownMatch:  # it has been deleted just now
        pass
    if code is not None:  # what is no code at all finds nothing, so it is no try
        doors.tries.was_wrong(address)
    raise codes.UnknownCode
