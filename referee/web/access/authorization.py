"""Lets in who may see a match, and takes entries only from who may make them.

It is decided here for every page of a match, before the page is asked: a page that is added later
belongs to the table's own devices until it is said otherwise.
"""

from collections.abc import Callable, Mapping
from typing import Final

from flask import Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Overrule, RefereeError, Seat, UnknownNotation, display_names, say
from referee.match import DeviceRole, Match
from referee.web.access.devices import this_device
from referee.web.access.roles import (
    LET_IN,
    Membership,
    is_for_another,
    may_put_back,
    may_take_back,
    sign_of,
)
from referee.web.request.payload import given, wants_json
from referee.web.services import match_called, services


class NotYours(RefereeError):
    """Something that this device does not do: its part at the table is another one."""


class NotForHere(NotYours):
    """A screen of a table that takes no new ones now."""

    def __init__(self, match_id: str) -> None:
        """Say who can open it."""
        self.match_id = match_id
        super().__init__(
            say("This table takes no new screens now. Ask whoever has the table’s tablet.")
        )


class CodeWanted(NotYours):
    """An entry of a device that has not brought the code of the table."""

    def __init__(self) -> None:
        """Say where the code stands."""
        super().__init__(
            say(
                "Here only those enter something who have joined with the code of the table."
                " Somebody at the table can show you the code."
            )
        )


class Unnamed(NotYours):
    """An entry of a device that has not said who it is, where a host looks after the others."""

    def __init__(self) -> None:
        """Say what comes first."""
        super().__init__(say("Say first who you are at this table. Then enter it again."))


_STRANGER: Final = say("Only a screen of a table here can do that. Join your table first.")
_LOOKS_ONLY: Final = say(
    "This screen only shows the table. To enter something, join anew and say who you are."
)
_HOST_ONLY: Final = say("Only the table’s tablet that looks after the others can do that.")
_SENT_AWAY: Final = say("This screen does not belong to the table any more. Join anew.")
_TABLE_ONLY: Final = say("Only the table’s tablet can do that.")
_NOT_YOUR_UNDO: Final = say("The latest entry is not yours. Only the table’s tablet takes it back.")

BY_TOKEN: Final = frozenset({"frames.awaited", "frames.report"})
"""Cameras that are processes of their own show that they belong here in another way."""

_SHOWN: Final = frozenset({"matches.show", "matches.television", "matches.watch", "seats.show"})
"""Screens that a device which was sent away finds closed, and one that was let in leaves."""

_OF_THE_TABLE: Final = frozenset({"cameras", "sightings", "reconciling", "corrections"})
"""Pages on which nearly everything can be tapped, for whoever may enter for anybody."""

_PICTURES: Final = frozenset({"sightings.picture", "sightings.code"})
"""What a screen shows of a look whose address it was told."""

_OF_SEATS: Final = frozenset({"seats.choose", "seats.cover"})
"""Pages that lead to hidden cards; a screen that only shows opens none."""

_OF_WHO_ENTERS: Final = frozenset({"dice.show"})
"""Pages on which a phone enters what is its own, and a screen that only shows nothing."""

_NEWS: Final = frozenset({"streams.follow", "streams.news"})
"""What open pages ask for, with a sign of what their device was when they were drawn."""

_LOCKED_OUT: Final = frozenset({"joining.again", "hosting.take_over"})
"""Pages that ask for themselves what becomes of a device that a locked table does not know."""

_AT_THE_DOOR: Final = frozenset({"joining", "hosting"})
"""Pages that ask for themselves who may do what."""


def admit(app: Flask) -> None:
    """Ask at every page of a match who is there."""
    app.before_request(_check)


def check_at_home() -> None:
    """Refuse to whoever is at no table here what would change something for all of them."""
    if not services().lobbies.is_at_home():
        raise NotYours(_STRANGER)


def _check() -> AnyResponse | None:
    match_id = (request.view_args or {}).get("match_id")
    if match_id is None or request.endpoint in BY_TOKEN:
        return None
    lobbies, device = services().lobbies, this_device()
    membership = lobbies.membership(match_id, device)
    if device and membership.role is not None:
        lobbies.presence.touch(match_id, device)
    if not membership.is_let_in and request.endpoint not in _LOCKED_OUT:
        raise NotForHere(match_id)
    if request.blueprint in _AT_THE_DOOR:
        return None
    if request.endpoint in _NEWS and _is_of_before(match_id, device):
        return Response("", status=403, mimetype="text/plain")  # it loads itself anew
    if request.method not in {"GET", "HEAD", "OPTIONS"}:
        _check_act(match_called(match_id), membership)
        return None
    return _asked_first(match_id, membership)


def _is_of_before(match_id: str, device: str) -> bool:
    """Return whether a page was drawn when its device was something else at the table."""
    now = sign_of(services().lobbies.mark(match_id, device))
    return request.args.get("stood", now) != now


def _asked_first(match_id: str, membership: Membership) -> AnyResponse | None:
    """Lead a device elsewhere that is at home on another page, or has not said who it is."""
    if _is_elsewhere_at_home(membership):
        _check_program(membership)
        return redirect(url_for("matches.show", match_id=match_id))
    if wants_json():
        return None
    if membership.pending_notice == LET_IN and request.endpoint in _SHOWN - {"matches.show"}:
        return redirect(url_for("matches.show", match_id=match_id))
    if membership.role is DeviceRole.NONE and request.endpoint in _SHOWN:
        return redirect(url_for("joining.again", match_id=match_id))
    if membership.must_say_who and request.endpoint == "matches.show":
        if membership.needs_code:  # it may look on, and is shown where to type the code
            return redirect(url_for("matches.watch", match_id=match_id))
        return redirect(url_for("joining.who", code=services().lobbies.of(match_id).link))
    return None


def _is_elsewhere_at_home(membership: Membership) -> bool:
    """Return whether the page has buttons that would only be refused."""
    if request.blueprint in _OF_THE_TABLE and request.endpoint not in _PICTURES:
        return not membership.acts_for_all
    return membership.is_onlooker and request.endpoint in _OF_SEATS | _OF_WHO_ENTERS


def _check_program(membership: Membership) -> None:
    """Refuse a program, which is led nowhere."""
    if wants_json():
        _check_part(membership)
        raise NotYours(_TABLE_ONLY)


def _check_part(membership: Membership) -> None:
    """Refuse whoever enters nothing at all."""
    if membership.role is DeviceRole.NONE:
        raise NotYours(_SENT_AWAY)
    if membership.needs_code:
        raise CodeWanted
    if membership.is_onlooker:
        raise NotYours(_LOOKS_ONLY)
    if membership.must_say_who:
        raise Unnamed


def _check_act(match: Match, membership: Membership) -> None:
    _check_part(membership)
    if membership.is_bound and membership.seat is not None:
        _check_bound(match, membership.seat)
    elif membership.has_host and not membership.is_host:
        _check_tablet(membership)


def _check_bound(match: Match, seat: Seat) -> None:
    check = _BOUND.get(request.endpoint or "")
    if check is None:
        raise NotYours(_TABLE_ONLY)
    check(match, seat)


def _check_tablet(membership: Membership) -> None:
    """Leave to the host what cannot be undone, and to take a seat from who holds it."""
    if request.endpoint == "matches.delete":
        raise NotYours(_HOST_ONLY)
    _check_release(membership)


def _check_release(membership: Membership) -> None:
    """Leave it to the host to take a seat from the device that holds it."""
    if request.endpoint != "seats.release":
        return
    args = request.view_args or {}
    held = services().holders.of(args["match_id"]).get(Seat(args["seat"]))
    if held is not None and held.device != membership.device:
        raise NotYours(_TABLE_ONLY)


# ---------------------------------------------------------------- what a phone with a seat does


def _act(match: Match, seat: Seat) -> None:
    try:
        action = match.game.parse(str(given().get("action", "")))
    except UnknownNotation:
        return  # whoever reads it says so
    if isinstance(action, Overrule):
        raise NotYours(_TABLE_ONLY)
    if is_for_another(match.now, action, seat):
        name = display_names(match.setup.names)[match.game.actor(match.state, action)]
        raise NotYours(say("Only the table’s tablet can enter that for {name}.", name=name))


def _dice(match: Match, seat: Seat) -> None:
    dice = match.game.dice
    if dice is None:
        return  # whoever looks for them says so
    entry = dice.entry(dice.kinds(match.state)[0].id, dice.faces[0])
    if is_for_another(match.now, entry, seat):
        name = display_names(match.setup.names)[match.game.actor(match.state, entry)]
        raise NotYours(say("Only the table’s tablet can enter that for {name}.", name=name))


def _undo(match: Match, seat: Seat) -> None:
    if match.undo_target(seat) and not may_take_back(match, seat):
        raise NotYours(_NOT_YOUR_UNDO)


def _redo(match: Match, seat: Seat) -> None:
    if match.redo_target(seat) and not may_put_back(match, seat):
        raise NotYours(_NOT_YOUR_UNDO)


def _own_seat(match: Match, seat: Seat) -> None:
    if (request.view_args or {}).get("seat") != seat:
        what = match.game.hidden.title
        raise NotYours(
            say("This is a phone of one person. {what} of others stay closed here.", what=what)
        )


_BOUND: Final[Mapping[str, Callable[[Match, Seat], None]]] = {
    "matches.act": _act,
    "matches.undo": _undo,
    "matches.redo": _redo,
    "dice.photo": _dice,
    "dice.change": _dice,
    "dice.enter": _dice,
    "seats.own": _own_seat,
    "seats.heard": _own_seat,
    "seats.open_": _own_seat,
    "seats.note": _own_seat,
    "seats.release": _own_seat,
}
"""What a phone with a seat may ask for, and what is looked at then."""
