"""Server-sent events: every screen of a match gets its role's whole fragment when it changes.

A whole fragment is its own repair: a screen that slept through ten entries needs only the last
one. Each stream holds a connection of the server, so their number is limited on purpose.
"""

from collections.abc import Callable, Iterator
from typing import Final

from flask import Blueprint, Response, copy_current_request_context, request

from referee.match import Match, Subscription, UnknownMatch
from referee.web.commands import number_in
from referee.web.desk import desk, match_called
from referee.web.rendering import Fragment
from referee.web.screens import Role
from referee.web.words import language

pages = Blueprint("streams", __name__)

RETRY_AFTER_S: Final = 5
_BEGIN: Final = b"retry: 1500\n\n"
_HEARTBEAT: Final = b"event: beat\ndata: still here\n\n"


@pages.get("/matches/<match_id>/stream")
def follow(match_id: str) -> Response:
    """Send the fragment of a role now, unless the screen shows it already, and at each change."""
    role = Role.SHOW if request.args.get("role") == Role.SHOW else Role.TABLE
    seen = number_in(request.headers.get("Last-Event-ID", request.args.get("seen", "")))
    match_called(match_id)
    here = desk()
    if not here.places.take(here.settings.streams):
        return _full()

    # Rendering needs the request, for its language; waiting must not hold on to it.
    @copy_current_request_context
    def render(match: Match) -> Fragment:
        return here.fragments.of(match, role)

    spoken = language()

    def fragment() -> Fragment:
        match = here.matches.get(match_id)
        return here.fragments.made(match, role, spoken) or render(match)

    news = here.matches.feed.subscribe(match_id)
    events = _events(news, fragment, -1 if seen is None else seen, here.settings.heartbeat_s)
    response = Response(events, mimetype="text/event-stream")
    response.call_on_close(news.close)
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(here.places.leave)
    return response


def _full() -> Response:
    response = Response("", status=503, mimetype="text/plain")
    response.headers["Retry-After"] = str(RETRY_AFTER_S)
    return response


def _events(
    news: Subscription, render: Callable[[], Fragment], seen: int, heartbeat_s: float
) -> Iterator[bytes]:
    yield _BEGIN
    while not news.is_over:
        try:
            fragment = render()
        except UnknownMatch:  # somebody has deleted it
            return
        if fragment.seq == seen:
            yield _HEARTBEAT
        else:
            seen = fragment.seq
            yield fragment.event
        news.next(after=seen, timeout=heartbeat_s)
