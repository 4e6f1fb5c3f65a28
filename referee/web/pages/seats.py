"""Hidden cards: one person's own screen, and handing one tablet from person to person.

On a shared screen, the hidden cards of a seat have no address: they are the response to a POST with
a one-time token. Going back, reloading or the browser history lead to the cover, which shows
nothing. Without JavaScript the browser may ask whether to send the token again; that leads to the
cover too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from referee.core import EMPTY, Note, Piece, RefereeError, Seat, Text, display_names, view_for
from referee.match import Match, owner_notices_of
from referee.web.access import rules as access
from referee.web.access.devices import HeldElsewhere, SharedDevice, introduce, this_device
from referee.web.access.seat_places import places_of
from referee.web.request import shapes
from referee.web.request.operations import Operation
from referee.web.request.payload import given, number_in, wants_json
from referee.web.screens.commands import action_of, described_to, make_sure, named, stamp
from referee.web.screens.page import Notice, notice_of, page_of
from referee.web.screens.screen import Group, Role, grouped, has_secrets
from referee.web.screens.visits import Visited, seen_of, seen_since
from referee.web.services import match_called, services

pages = Blueprint("seats", __name__, url_prefix="/matches/<match_id>/seats")

HIDE_AFTER_S: Final = 30
"""How long hidden cards stay on a screen without a touch."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What only one seat sees and can enter: its cards by zone, and its notes."""

    say: Text = EMPTY
    warnings: tuple[Text, ...] = ()
    zones: tuple[tuple[Text, tuple[Piece, ...]], ...] = ()
    notes: tuple[Group, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to see and nothing to tell."""
        return self == Hand()


@pages.get("")
@access.player
def choose(match_id: str) -> str:
    """Ask whose hidden cards to show."""
    match = match_called(match_id)
    own = services().holders.own_seat(match.id, introduce())
    names = enumerate(display_names(match.setup.names))
    seen = [(name, seen_of(match, Seat(seat))) for seat, name in names]
    return render_template("seats.html", match=match, places=places_of(match), own=own, seen=seen)


@pages.get("/<int:seat>")
@access.screen
@Operation(response=shapes.SeatTold, errors=(HeldElsewhere,), device=True)
def show(match_id: str, seat: int) -> str | AnyResponse:
    """Show the table as a seat sees it, on the device that holds the seat."""
    match, seat = _at(match_id, seat)
    if services().holders.own_seat(match.id, this_device()) != seat:
        if wants_json():
            raise HeldElsewhere(match, seat)
        return redirect(url_for("seats.cover", match_id=match.id, seat=seat))
    if wants_json():
        return jsonify(described_to(match, seat))
    return page_of(match, Role.SEAT, seat)


@pages.post("/<int:seat>/own")
@access.seat(access.own_seat)
@Operation(request_body=shapes.Nothing, errors=(HeldElsewhere, SharedDevice))
def own(match_id: str, seat: int) -> str | AnyResponse:
    """Make this device the holder of the seat."""
    match, seat = _at(match_id, seat)
    try:
        services().lobbies.take_seat(match, seat)
    except HeldElsewhere:
        if wants_json():
            raise
        return make_response(cover_of(match, seat), 409)
    return redirect(url_for("seats.show", match_id=match.id, seat=seat), code=303)


@pages.post("/<int:seat>/heard")
@access.seat(access.own_seat)
def heard(match_id: str, seat: int) -> AnyResponse:
    """Record that the owner of a seat has read which of the cards others saw."""
    match, seat = _at(match_id, seat)
    number = number_in(str(given().get("number", "")))
    if number is not None and services().holders.own_seat(match.id, this_device()) == seat:
        services().holders.set_informed(match, seat, min(number, match.heard()))
    return redirect(url_for("seats.show", match_id=match.id, seat=seat), code=303)


@pages.get("/<int:seat>/cover")
@access.player
def cover(match_id: str, seat: int) -> str:
    """Ask to hand the screen to the owner of a seat; nothing is shown yet."""
    match, seat = _at(match_id, seat)
    introduce()
    return cover_of(match, seat)


@pages.post("/<int:seat>/open")
@access.seat(access.own_seat)
def open_(match_id: str, seat: int) -> str | AnyResponse:
    """Show the hidden cards of a seat, after its owner has tapped to be alone."""
    match, seat = _at(match_id, seat)
    if not _is_let_in(match, seat):
        return cover_of(match, seat)
    before = seen_since(match, seat)
    try:
        services().holders.open(match, seat)
    except HeldElsewhere:
        return make_response(cover_of(match, seat), 409)
    shown = _hand(match, seat, before=before)
    services().holders.set_informed(match, seat, match.heard())
    return shown


@pages.post("/<int:seat>/note")
@access.seat(access.own_seat)
def note(match_id: str, seat: int) -> str | AnyResponse:
    """Enter a note of this seat and show its cards."""
    match, seat = _at(match_id, seat)
    let_in = _is_let_in(match, seat)
    is_held = seat in services().holders.held_by(match.id, this_device())
    notice, status = _note(match, seat) if is_held else (None, 200)
    if not (is_held and let_in):
        return cover_of(match, seat)
    return _hand(match, seat, notice, status)


@pages.route("/<int:seat>/open", methods=["GET"])
@pages.route("/<int:seat>/note", methods=["GET"])
@access.viewer
def covered(match_id: str, seat: int) -> AnyResponse:
    """Redirect a GET of a command to the cover."""
    match, seat = _at(match_id, seat)
    return redirect(url_for("seats.cover", match_id=match.id, seat=seat))


@pages.post("/<int:seat>/release")
@access.seat_release
def release(match_id: str, seat: int) -> str | AnyResponse:
    """Release a seat; after a question if it is the own one, or held by another device."""
    match, seat = _at(match_id, seat)
    lobbies = services().lobbies
    is_held = seat in lobbies.holders.held_by(match.id, this_device())
    is_own = lobbies.holders.own_seat(match.id, this_device()) == seat
    is_asked = not is_held or (is_own and not wants_json())
    if is_asked and given().get("sure") != "yes":
        return _asked_to_release(match, seat, is_own=is_own)
    if is_own:
        lobbies.leave(match, seat)
        if lobbies.has_host(match.id):
            return redirect(url_for("join.who", code=lobbies.of(match.id).code), code=303)
    else:
        lobbies.free_seat(match, seat)
    if is_held:
        return redirect(url_for("seats.choose", match_id=match.id), code=303)
    return redirect(url_for("seats.cover", match_id=match.id, seat=seat), code=303)


def _asked_to_release(match: Match, seat: Seat, *, is_own: bool) -> str:
    return render_template(
        "release.html",
        match=match,
        seat=seat,
        name=_name(match, seat),
        is_own=is_own,
        secrets=has_secrets(match.game, match.setup, match.state),
    )


def _at(match_id: str, seat: int) -> tuple[Match, Seat]:
    match = match_called(match_id)
    if seat not in range(len(match.setup.names)):
        abort(404)
    return match, Seat(seat)


def _name(match: Match, seat: Seat) -> str:
    return display_names(match.setup.names)[seat]


def cover_of(match: Match, seat: Seat) -> str:
    """Render the cover of the hidden cards of a seat."""
    places = places_of(match)
    membership = services().lobbies.here(match.id)
    own = services().holders.own_seat(match.id, this_device())
    return render_template(
        "cover.html",
        match=match,
        place=places[seat],
        others=tuple(place for place in places if place.seat != seat),
        slip=services().one_time_tokens.give((match.id, seat)),
        seen=seen_since(match, seat),
        hidden="hidden" in request.args,
        is_own_phone=own is not None,
        is_not_for_here=own not in {None, seat} and not places[seat].here,
        own_name=EMPTY if own is None else places[own].name,
        may_release=membership.is_host or (membership.acts_for_all and not membership.has_host),
    )


def _is_let_in(match: Match, seat: Seat) -> bool:
    return services().one_time_tokens.take(str(given().get("slip", "")), (match.id, seat))


def _note(match: Match, seat: Seat) -> tuple[Notice | None, int]:
    """Enter the note that was sent; return a notice and a status if it was refused."""
    try:
        action = action_of(match)
        if not isinstance(action, Note) or action.seat != seat:
            abort(400)
        make_sure(match, action)
        match.submit([action], **stamp(named(match, action)))
    except RefereeError as error:
        return notice_of(error, match), 409
    return None, 200


def _hand(
    match: Match,
    seat: Seat,
    notice: Notice | None = None,
    status: int = 200,
    *,
    before: Sequence[Visited] = (),
) -> Response:
    sent, slip = given(), services().one_time_tokens.give((match.id, seat))
    if notice is not None:  # a repeated POST needs a new token
        notice = replace(notice, sent={**notice.sent, "slip": slip})
    response = make_response(
        render_template(
            "hand.html",
            match=match,
            seq=match.heard(seat),
            seat=seat,
            name=_name(match, seat),
            hand=hand_of(match, seat),
            slip=slip,
            notice=notice,
            seen=before,
            picked=str(sent.get("note", "")),
            scripted=sent.get("scripted") == "yes",
            hide_after=HIDE_AFTER_S,
        ),
        status,
    )
    if sent.get("scripted") != "yes":  # else a script hides it, later if touched
        hidden = url_for("seats.cover", match_id=match.id, seat=seat, hidden="")
        response.headers["Refresh"] = f"{HIDE_AFTER_S}; url={hidden}"
    return response


def hand_of(match: Match, seat: Seat) -> Hand:
    """Return all that only this seat sees and can tell now."""
    now = match.now
    view = view_for(now.game, now.state, seat)
    zones = (
        (zone.label, tuple(piece for piece in zone.pieces if piece.own)) for zone in view.zones
    )
    shown = tuple((label, pieces) for label, pieces in zones if pieces)
    peeks = owner_notices_of(match, seat, after=services().holders.informed_up_to(match, seat))
    told = tuple(peek.text for peek in peeks)
    if view.own is None:
        return Hand(warnings=told, zones=shown)
    notes = () if now.broken else grouped(view.own.choices)
    return Hand(view.own.say, (*told, *view.own.warnings), shown, notes)
