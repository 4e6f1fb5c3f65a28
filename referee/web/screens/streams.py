"""Server-sent events: every screen of a match gets its role's whole fragment when it changes.

A whole fragment is its own repair: a screen that slept through ten entries needs only the last
one. Each stream holds a connection of the server, so their number is limited on purpose; a screen
that finds no place asks for its news every few seconds instead.

The stream of a seat ends when its device lets go of the seat, or somebody else does.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from flask import Blueprint, Response, jsonify, request

from referee.match import StoreFailed, UnknownMatch
from referee.web.access import rules as access
from referee.web.access.devices import this_device
from referee.web.request.editions import edition
from referee.web.request.operations import Operation, Parameter
from referee.web.request.payload import number_in
from referee.web.request.quotas import quota_owner
from referee.web.request.shapes import News, StreamEvent
from referee.web.request.words import language
from referee.web.screens.broadcast import CONNECTION, LoneWaiter, Waiter
from referee.web.screens.screen import Role
from referee.web.screens.stream_state import ScreenStream
from referee.web.screens.viewers import Viewer
from referee.web.services import match_called, services

pages = Blueprint("streams", __name__)

_PARAMETERS: Final = (
    Parameter("role", "Whose screen it is.", ("table", "show", "seat")),
    Parameter("seat", "The seat, for its own screen."),
    Parameter("seen", "The `seq` that is shown already."),
)
_NOT_HELD: Final = "This device does not hold the seat."

RETRY_AFTER_S: Final = 5
_GONE: Final = b"event: gone\ndata: no longer held here\n\n"


@pages.get("/matches/<match_id>/stream")
@access.stream
@Operation(
    response=StreamEvent,
    media_type="text/event-stream",
    parameters=_PARAMETERS,
    plain={403: _NOT_HELD, 503: "All places are taken."},
    device=True,
)
def follow(match_id: str) -> Response:
    """Send the fragment of a role now, unless the screen shows it already, and at each change."""
    viewer = _viewer(match_id)
    if viewer is None:
        return _not_let_in()
    here = viewer.here
    who = (
        quota_owner(request.remote_addr or ""),
        f"device {this_device()}" if this_device() else "",
    )
    if not here.stream_quota.take(here.settings.streams, *who):
        return _full()

    telling = ScreenStream(
        viewer,
        seen=number_in(request.headers.get("Last-Event-ID", request.args.get("seen", ""))),
        was_playing=_was_playing(),
    )
    watch = _rest(match_id, telling)
    response = Response(_events(telling, watch, _hello()), mimetype="text/event-stream")
    response.call_on_close(watch.close)
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(partial(here.stream_quota.leave, *who))
    return response


def _rest(match_id: str, telling: ScreenStream) -> Waiter:
    """Say how the stream waits for news: with all others of its match, where it can be sent to."""
    here, way = services(), request.environ.get(CONNECTION)
    if way is None:
        return LoneWaiter(here.matches.feed.subscribe(match_id))
    return here.broadcasts.join(match_id, telling, way)


@pages.get("/matches/<match_id>/news")
@access.stream
@Operation(response=News, parameters=_PARAMETERS, plain={403: _NOT_HELD}, device=True)
def news(match_id: str) -> Response:
    """Return once what a stream would send; the screen only where it is news."""
    viewer = _viewer(match_id)
    found = None if viewer is None else viewer.news(viewer.render)
    if viewer is None or found is None:
        return _not_let_in()
    _, fragment = found
    seen = number_in(request.args.get("seen", ""))
    waiting = viewer.waiting()
    return jsonify(
        edition=edition(),
        seq=fragment.seq,
        screen=None if fragment.seq == seen else str(fragment.html),
        look=services().draw_question(match_called(match_id), waiting),
        onward=viewer.onward() if _was_playing() else "",
    )


def _viewer(match_id: str) -> Viewer | None:
    """Return who asks; None where a seat is asked for that is not held on that device."""
    match, here, device, role = match_called(match_id), services(), this_device(), _role()
    seat = here.holders.own_seat(match_id, device) if role is Role.SEAT else None
    if role is Role.SEAT and (seat is None or str(seat) != request.args.get("seat")):
        return None
    stood = here.lobbies.mark(match_id, device)
    return Viewer(here, match, match_id, role, seat, device, stood, language())


def _was_playing() -> bool:
    """Return whether the page was opened before the game was over."""
    return request.args.get("playing") == "yes"


def _role() -> Role:
    asked = request.args.get("role")
    return Role(asked) if asked in {Role.SHOW, Role.SEAT} else Role.TABLE


def _not_let_in() -> Response:
    return Response("", status=403, mimetype="text/plain")


def _full() -> Response:
    response = Response("", status=503, mimetype="text/plain")
    response.headers["Retry-After"] = str(RETRY_AFTER_S)
    return response


def _hello() -> bytes:
    """Begin a stream; a page of another edition loads itself anew."""
    return f"retry: 1500\nevent: hello\ndata: {edition()}\n\n".encode()


def _events(telling: ScreenStream, rest: Waiter, hello: bytes) -> Iterator[bytes]:
    """Send each new screen and question at once, and a sign of life when it is due."""
    yield hello
    while not rest.is_over:
        try:
            parts = telling.parts({})
        except (UnknownMatch, StoreFailed):  # it is deleted; or the screen comes again by itself
            return
        if parts is None:
            yield _GONE
            return
        yield from parts
        rest.wait(telling.at, telling.patience_s)
