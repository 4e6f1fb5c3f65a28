"""Joining a table by QR symbol, link or code, and choosing a role."""

from typing import Final

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Seat, Text, display_names, say
from referee.match import DeviceRole, Match, UnknownMatch
from referee.table.paper import join_symbol
from referee.web.access import join_codes
from referee.web.access import rules as access
from referee.web.access.authorization import NotForHere, NotYours
from referee.web.access.capacity import TooManyAtOnce, TooManyScreens
from referee.web.access.devices import HeldElsewhere, introduce, this_device
from referee.web.access.roles import VIEWERS, Membership, address_for
from referee.web.access.seat_places import places_of
from referee.web.request.own_address import join_address, other_addresses
from referee.web.request.payload import Unclear, given, number_in, wants_json
from referee.web.screens.screen import has_secrets
from referee.web.services import match_called, services

pages = Blueprint("join", __name__)

_PARTS: Final = (DeviceRole.TELEVISION, DeviceRole.SPECTATOR, DeviceRole.TABLE)

_HOST_STAYS: Final = say(
    "This screen is the table’s tablet. Pass the table on to another screen first."
)


@pages.get("/j")
@access.everyone
def ask() -> str:
    """Ask for the code of a table; the device gets a cookie, and so attempts of its own."""
    introduce()
    return render_template("code.html", typed="", problem=None)


@pages.post("/j")
@access.everyone
def enter() -> AnyResponse:
    """Go to the table whose code was typed."""
    typed = str(given().get("code", ""))
    try:
        link = services().lobbies.of(_match_behind(typed).id).link
    except (join_codes.UnknownCode, join_codes.TooManyCodes) as problem:
        return _asked_again(typed, problem)
    return redirect(url_for("join.who", code=link), code=303)


@pages.get("/j/<code>")
@access.everyone
def who(code: str) -> str | AnyResponse:
    """Ask for the role of this device at the table with this code."""
    try:
        match = _match_behind(code)
    except (join_codes.UnknownCode, join_codes.TooManyCodes) as problem:
        is_new = _is_new_here()
        page = _asked_again(code, problem)
        if is_new and isinstance(
            problem, join_codes.TooManyCodes
        ):  # with its cookie it has attempts of its own
            page.headers["Refresh"] = f"0; url={url_for('join.who', code=code, anew='')}"
        return page
    introduce()  # so that two taps in a row come from one device
    _check_open(match)
    return _page(match)


@pages.post("/j/<code>")
@access.everyone
def join(code: str) -> str | AnyResponse:
    """Return this device the role that was chosen."""
    match = _match_behind(code)
    _check_open(match)
    try:
        with services().lobbies.lock:
            return _joined(match, code)
    except (TooManyAtOnce, TooManyScreens) as full:  # so that they can tap again later
        if wants_json():
            raise
        return make_response(
            _page(match, full.text), 429 if isinstance(full, TooManyAtOnce) else 409
        )


def _joined(match: Match, code: str) -> str | AnyResponse:
    part, seat = str(given().get("part", "")), number_in(str(given().get("seat", "")))
    lobbies = services().lobbies
    if this_device() not in lobbies.store.guests(match.id):
        lobbies.arrivals.begin(match.id, request.remote_addr or "")
    if part == DeviceRole.SEAT and seat is not None and seat < len(match.setup.names):
        return _sit_down(match, code, Seat(seat))
    if part not in _PARTS:
        raise Unclear(say("Please say who you are."))
    return _become(match, code, DeviceRole(part))


def _check_again(match_id: str, membership: Membership) -> None:
    match_called(match_id)
    if not membership.is_let_in and not membership.pending_notice:
        raise NotForHere(match_id)


@pages.get("/matches/<match_id>/join")
@access.at_match(_check_again)
def again(match_id: str) -> str:
    """Show how another device joins this table, and the role of this one."""
    match = match_called(match_id)
    lobbies = services().lobbies
    membership = lobbies.here(match.id)
    introduce()  # it may become the table's tablet from here
    return render_template(
        "joining.html",
        match=match,
        membership=membership,
        lobby=lobbies.of(match.id) if membership.sees_code else None,
        label=lobbies.called(match, this_device()) if membership.role else None,
        **ways(),
    )


@pages.get("/matches/<match_id>/join/corner")
@access.viewer
def corner(match_id: str) -> str:
    """Show in the corner of a television how to join."""
    return render_template("corner.html", match=match_called(match_id))


@pages.get("/matches/<match_id>/join.svg")
@access.viewer
def symbol(match_id: str) -> Response:
    """Draw the address at which this table is joined as a QR symbol."""
    lobby = services().lobbies.here(match_id).lobby
    known = code_of(match_called(match_id))
    address = f"{join_address()}j/{lobby.link}" if lobby and known else join_address()
    return Response(join_symbol.address_as_svg(address), mimetype="image/svg+xml")


def code_of(match: Match) -> str:
    """Return the code, or an empty string if this device may not show it."""
    membership = services().lobbies.here(match.id)
    return membership.lobby.code if membership.lobby and membership.sees_code else ""


def is_open(match: Match) -> bool:
    """Return whether new devices may join."""
    lobby = services().lobbies.here(match.id).lobby
    return lobby is None or not lobby.locked


def number_here(match: Match) -> Text | None:
    """Return which television this is if the table has several, else None."""
    lobbies = services().lobbies
    if lobbies.here(match.id).role is not DeviceRole.TELEVISION:
        return None
    called = lobbies.called(match, this_device())
    return called if called.values else None


def address_to(match: Match) -> str:
    """Return the address by which another device joins this table, or that of the home page."""
    code = code_of(match)
    return f"{join_address()}j/{code}" if code else join_address()


def ways() -> dict[str, object]:
    """Return the addresses of this server for a template."""
    return {"address": join_address(), "others": other_addresses()}


def _is_new_here() -> bool:
    """Return whether a page is requested by a device without a cookie."""
    return not (this_device() or "anew" in request.args or wants_json())


def _asked_again(
    typed: str, problem: join_codes.UnknownCode | join_codes.TooManyCodes
) -> AnyResponse:
    introduce()  # so that wrong codes of others at this address do not count for this device
    if wants_json():
        raise problem
    page = make_response(render_template("code.html", typed=typed[:40], problem=problem.text), 404)
    if isinstance(problem, join_codes.TooManyCodes):
        page.status_code = 429
        page.headers["Retry-After"] = str(int(problem.wait_s) + 1)
    return page


def _become(match: Match, code: str, part: DeviceRole) -> str | AnyResponse:
    lobbies = services().lobbies
    membership = lobbies.here(match.id)
    if membership.is_host and part in VIEWERS:
        if wants_json():
            raise NotYours(_HOST_STAYS)
        return make_response(_page(match, _HOST_STAYS), 409)
    waits = (
        part is DeviceRole.TABLE and membership.is_bound
    )  # it keeps its seat until the host accepts
    if membership.seat is not None and not waits and not _is_sure():
        return _asked_for_seat(match, code, membership.seat, part)
    lobbies.admit(match, part)
    return redirect(address_for(match, lobbies.here(match.id)), code=303)


def _sit_down(match: Match, code: str, seat: Seat) -> str | AnyResponse:
    held = services().lobbies.here(match.id).seat
    if places_of(match)[seat].is_taken and not wants_json():
        return _too_late(match, seat)
    if held is not None and held != seat and not _is_sure():
        return _asked_for_seat(match, code, held, wanted=seat)
    try:
        services().lobbies.take_seat(match, seat)
    except HeldElsewhere:
        if wants_json():
            raise
        return _too_late(match, seat)
    return redirect(url_for("seats.show", match_id=match.id, seat=seat), code=303)


def _too_late(match: Match, seat: Seat) -> AnyResponse:
    """Say that a seat is taken, and ask for the role again."""
    name = display_names(match.setup.names)[seat]
    late = say("{name} is already playing on another phone. Who are you?", name=name)
    return make_response(_page(match, late), 409)


def _is_sure() -> bool:
    """Return whether it was confirmed; programs need not confirm."""
    return given().get("sure") == "yes" or wants_json()


def _asked_for_seat(
    match: Match,
    code: str,
    held: Seat,
    part: DeviceRole = DeviceRole.SEAT,
    *,
    wanted: Seat | None = None,
) -> str:
    """Ask for confirmation before a seat is given up: its next owner sees its notes."""
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
    lobbies = services().lobbies
    return render_template(
        "who.html",
        match=match,
        lobby=lobbies.of(match.id),
        membership=lobbies.here(match.id),
        places=places_of(match),
        problem=problem,
    )


def _check_open(match: Match) -> None:
    if not services().lobbies.here(match.id).is_let_in:
        raise NotForHere(match.id)


def _match_behind(typed: str) -> Match:
    """Return a match by its link or code; wrong codes count against a limit, wrong links do not.

    Raises `UnknownCode`, and `TooManyCodes` after many of them.
    """
    lobbies = services().lobbies
    code = join_codes.read_code(typed)
    if code is None:  # no code at all, so no attempt
        return _found(lobbies.store.match_by_token(typed))
    tried = lobbies.tries.begin(request.remote_addr or "", this_device())
    try:
        match = _found(lobbies.store.match_by_code(code))
    except join_codes.UnknownCode:
        raise
    except Exception:  # the store failed
        lobbies.tries.give_back(tried)
        raise
    lobbies.tries.give_back(tried)
    return match


def _found(match_id: str | None) -> Match:
    try:
        if match_id is not None:
            return match_called(match_id)
    except UnknownMatch:  # just deleted
        pass
    raise join_codes.UnknownCode
