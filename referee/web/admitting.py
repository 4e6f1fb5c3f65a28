"""Lets in who may see a match, and takes entries only from who may make them.

It is decided here for every page of a match, before the page is asked: a page that is added later
belongs to the table's own devices until it is said otherwise.
"""

from collections.abc import Callable, Mapping
from typing import Final

from flask import Flask, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Overrule, RefereeError, Seat, UnknownNotation, say
from referee.match import Match, Part
from referee.web.commands import given, wants_json
from referee.web.desk import desk, match_called
from referee.web.devices import this_device
from referee.web.doors import Standing
from referee.web.own_entries import is_for_another, may_put_back, may_take_back


class NotYours(RefereeError):
    """Something that this device does not do: its part at the table is another one."""


class NotForHere(NotYours):
    """A screen of a table that takes no new ones now."""

    def __init__(self) -> None:
        """Say who can open it."""
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


_LOOKS_ONLY: Final = say(
    "This screen only shows the table. To enter something, join anew and say who you are."
)
_SENT_AWAY: Final = say("This screen does not belong to the table any more. Join anew.")
_TABLE_ONLY: Final = say("Only the table’s tablet can do that.")
_NOT_YOUR_UNDO: Final = say("The latest entry is not yours. Only the table’s tablet takes it back.")
_OTHER_CARDS: Final = say("This is a phone of one person. Hidden cards of others stay closed here.")

_BY_TOKEN: Final = frozenset({"frames.awaited", "frames.report"})
"""Cameras that are processes of their own show that they belong here in another way."""

_SHOWN: Final = frozenset({"matches.show", "matches.television", "matches.watch", "seats.show"})
"""Screens that a device which was sent away finds closed."""

_AT_THE_DOOR: Final = frozenset({"joining", "hosting"})
"""Pages that ask for themselves who may do what."""


def admit(app: Flask) -> None:
    """Ask at every page of a match who is there."""
    app.before_request(_check)


def _check() -> AnyResponse | None:
    match_id = (request.view_args or {}).get("match_id")
    if match_id is None or request.endpoint in _BY_TOKEN:
        return None
    doors, device = desk().doors, this_device()
    standing = doors.standing(match_id, device)
    if device and standing.part is not None:
        doors.touch(match_id, device)
    if not standing.is_let_in and request.endpoint != "joining.again":
        raise NotForHere
    if request.blueprint in _AT_THE_DOOR:
        return None
    if request.method not in {"GET", "HEAD", "OPTIONS"}:
        _check_act(match_called(match_id), standing)
        return None
    return None if wants_json() else _asked_first(match_id, standing)


def _asked_first(match_id: str, standing: Standing) -> AnyResponse | None:
    """Lead a device elsewhere that was sent away, or has not said who it is where a host waits."""
    if standing.part is Part.NONE and request.endpoint in _SHOWN:
        return redirect(url_for("joining.again", match_id=match_id))
    is_new = standing.has_host and not standing.is_known and standing.sees_code
    if is_new and request.endpoint == "matches.show":
        return redirect(url_for("joining.who", code=desk().doors.of(match_id).code))
    return None


def _check_act(match: Match, standing: Standing) -> None:
    if standing.part is Part.NONE:
        raise NotYours(_SENT_AWAY)
    if standing.needs_code:
        raise CodeWanted
    if standing.is_onlooker:
        raise NotYours(_LOOKS_ONLY)
    if not standing.is_bound or standing.seat is None:
        _check_release(standing)
        return
    check = _BOUND.get(request.endpoint or "")
    if check is None:
        raise NotYours(_TABLE_ONLY)
    check(match, standing.seat)


def _check_release(standing: Standing) -> None:
    """Leave it to the host to take a seat from the device that holds it."""
    if request.endpoint != "seats.release" or not standing.has_host or standing.is_host:
        return
    args = request.view_args or {}
    held = desk().holders.of(args["match_id"]).get(Seat(args["seat"]))
    if held is not None and held.device != standing.device:
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
        name = match.setup.names[match.game.actor(match.state, action)]
        raise NotYours(say("Only the table’s tablet can enter that for {name}.", name=name))


def _undo(match: Match, seat: Seat) -> None:
    if match.undo_target(seat) and not may_take_back(match, seat):
        raise NotYours(_NOT_YOUR_UNDO)


def _redo(match: Match, seat: Seat) -> None:
    if match.redo_target(seat) and not may_put_back(match, seat):
        raise NotYours(_NOT_YOUR_UNDO)


def _own_seat(_match: Match, seat: Seat) -> None:
    if (request.view_args or {}).get("seat") != seat:
        raise NotYours(_OTHER_CARDS)


_BOUND: Final[Mapping[str, Callable[[Match, Seat], None]]] = {
    "matches.act": _act,
    "matches.undo": _undo,
    "matches.redo": _redo,
    "seats.own": _own_seat,
    "seats.heard": _own_seat,
    "seats.open_": _own_seat,
    "seats.note": _own_seat,
    "seats.release": _own_seat,
}
"""What a phone with a seat may ask for, and what is looked at then."""
