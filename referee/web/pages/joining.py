"""Joining a table: by its symbol or its short code, and then “Who are you?”."""

from typing import Final

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Seat, Text, display_names, say
from referee.match import Match, Part, UnknownMatch
from referee.table.paper import join_symbol
from referee.web.access import join_codes
from referee.web.access.authorization import NotForHere, NotYours
from referee.web.access.capacity import TooManyAtOnce, TooManyScreens
from referee.web.access.devices import HeldElsewhere, introduce, this_device
from referee.web.access.roles import ONLOOKERS, address_for
from referee.web.access.seat_places import places_of
from referee.web.request.own_address import join_address, other_addresses
from referee.web.request.payload import Unclear, given, number_in, wants_json
from referee.web.screens.screen import has_secrets
from referee.web.services import desk, match_called

pages = Blueprint("joining", __name__)

_PARTS: Final = (Part.TELEVISION, Part.SPECTATOR, Part.TABLE)

_HOST_STAYS: Final = say(
    "This screen is the table’s tablet. Pass the table on to another screen first."
)


@pages.get("/j")
def ask() -> str:
    """Ask for the code of a table, a device that is known then: it has tries of its own."""
    introduce()
    return render_template("code.html", typed="", problem=None)


@pages.post("/j")
def enter() -> AnyResponse:
    """Go to the table whose code was typed."""
    typed = str(given().get("code", ""))
    try:
        link = desk().doors.of(_match_behind(typed).id).link
    except (join_codes.UnknownCode, join_codes.TooManyCodes) as problem:
        return _asked_again(typed, problem)
    return redirect(url_for("joining.who", code=link), code=303)


@pages.get("/j/<code>")
def who(code: str) -> str | AnyResponse:
    """Ask who somebody is at the table with this code."""
    try:
        match = _match_behind(code)
    except (join_codes.UnknownCode, join_codes.TooManyCodes) as problem:
        is_new = _is_new_here()
        page = _asked_again(code, problem)
        if is_new and isinstance(
            problem, join_codes.TooManyCodes
        ):  # by now it has tries of its own
            page.headers["Refresh"] = f"0; url={url_for('joining.who', code=code, anew='')}"
        return page
    introduce()  # so that two taps in a row come from one device
    _check_open(match)
    return _page(match)


@pages.post("/j/<code>")
def join(code: str) -> str | AnyResponse:
    """Let this device be what somebody says it is."""
    match = _match_behind(code)
    _check_open(match)
    try:
        with desk().doors.lock:
            return _joined(match, code)
    except (TooManyAtOnce, TooManyScreens) as full:  # who waits a little taps once more
        if wants_json():
            raise
        return make_response(
            _page(match, full.text), 429 if isinstance(full, TooManyAtOnce) else 409
        )


def _joined(match: Match, code: str) -> str | AnyResponse:
    part, seat = str(given().get("part", "")), number_in(str(given().get("seat", "")))
    doors = desk().doors
    if this_device() not in doors.store.guests(match.id):
        doors.arrivals.begin(match.id, request.remote_addr or "")
    if part == Part.SEAT and seat is not None and seat < len(match.setup.names):
        return _sit_down(match, code, Seat(seat))
    if part not in _PARTS:
        raise Unclear(say("Please say who you are."))
    return _become(match, code, Part(part))


@pages.get("/matches/<match_id>/join")
def again(match_id: str) -> str:
    """Show how another screen gets to this table, and who this one is."""
    match = match_called(match_id)
    doors = desk().doors
    standing = doors.here(match.id)
    if not standing.is_let_in and not standing.word:
        raise NotForHere(match.id)
    introduce()  # it may become the table's tablet from here
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
    door = desk().doors.here(match_id).door
    known = code_of(match_called(match_id))
    address = f"{join_address()}j/{door.link}" if door and known else join_address()
    return Response(join_symbol.address_as_svg(address), mimetype="image/svg+xml")


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


def _is_new_here() -> bool:
    """Tell whether a page is asked for by a device that has not been told its name yet."""
    return not (this_device() or "anew" in request.args or wants_json())


def _asked_again(
    typed: str, problem: join_codes.UnknownCode | join_codes.TooManyCodes
) -> AnyResponse:
    introduce()  # so that another wrong code of others here does not count for this device
    if wants_json():
        raise problem
    page = make_response(render_template("code.html", typed=typed[:40], problem=problem.text), 404)
    if isinstance(problem, join_codes.TooManyCodes):
        page.status_code = 429
        page.headers["Retry-After"] = str(int(problem.wait_s) + 1)
    return page


def _become(match: Match, code: str, part: Part) -> str | AnyResponse:
    doors = desk().doors
    standing = doors.here(match.id)
    if standing.is_host and part in ONLOOKERS:
        if wants_json():
            raise NotYours(_HOST_STAYS)
        return make_response(_page(match, _HOST_STAYS), 409)
    waits = part is Part.TABLE and standing.is_bound  # its seat stays its own until the yes
    if standing.seat is not None and not waits and not _is_sure():
        return _asked_for_seat(match, code, standing.seat, part)
    doors.admit(match, part)
    return redirect(address_for(match, doors.here(match.id)), code=303)


def _sit_down(match: Match, code: str, seat: Seat) -> str | AnyResponse:
    held = desk().doors.here(match.id).seat
    if places_of(match)[seat].is_taken and not wants_json():
        return _too_late(match, seat)
    if held is not None and held != seat and not _is_sure():
        return _asked_for_seat(match, code, held, wanted=seat)
    try:
        desk().doors.take_seat(match, seat)
    except HeldElsewhere:
        if wants_json():
            raise
        return _too_late(match, seat)
    return redirect(url_for("seats.show", match_id=match.id, seat=seat), code=303)


def _too_late(match: Match, seat: Seat) -> AnyResponse:
    """Say whose seat is taken, and ask again who somebody is."""
    name = display_names(match.setup.names)[seat]
    late = say("{name} sits at another phone by now. Who are you?", name=name)
    return make_response(_page(match, late), 409)


def _is_sure() -> bool:
    """Tell whether somebody has said so; a program is not asked."""
    return given().get("sure") == "yes" or wants_json()


def _asked_for_seat(
    match: Match, code: str, held: Seat, part: Part = Part.SEAT, *, wanted: Seat | None = None
) -> str:
    """Ask who gives up a seat whether that is meant; whoever sits there next sees its notes."""
    names = display_names(match.setup.names)
    return render_template(
        "give_up.html",
        match=match,
        code=code,
        part=part,
        seat=held,
        name=names[held],
        wanted=wanted,
        other=None if wanted is None else names[wanted],
        secrets=has_secrets(match.game, match.setup, match.state),
    )


def _page(match: Match, problem: Text | None = None) -> str:
    doors = desk().doors
    return render_template(
        "who.html",
        match=match,
        door=doors.of(match.id),
        standing=doors.here(match.id),
        places=places_of(match),
        problem=problem,
    )


def _check_open(match: Match) -> None:
    if not desk().doors.here(match.id).is_let_in:
        raise NotForHere(match.id)


def _match_behind(typed: str) -> Match:
    """Find a table by its link or its code; wrong codes are counted, wrong links found nowhere.

    Raises `UnknownCode`, and `TooManyCodes` after many of them.
    """
    doors = desk().doors
    code = join_codes.read_code(typed)
    if code is None:  # what is no code at all finds nothing else, so it is no try
        return _found(doors.store.match_linked(typed))
    tried = doors.tries.begin(request.remote_addr or "", this_device())
    try:
        match = _found(doors.store.match_behind(code))
    except join_codes.UnknownCode:
        raise
    except Exception:  # the store has not answered
        doors.tries.give_back(tried)
        raise
    doors.tries.give_back(tried)
    return match


def _found(match_id: str | None) -> Match:
    try:
        if match_id is not None:
            return match_called(match_id)
    except UnknownMatch:  # it has been deleted just now
        pass
    raise join_codes.UnknownCode
