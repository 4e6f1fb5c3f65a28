"""Server-sent events: every screen of a match gets its role's whole fragment when it changes.

A whole fragment is its own repair: a screen that slept through ten entries needs only the last
one. Each stream holds a connection of the server, so their number is limited on purpose.

The stream of a seat ends when its device lets go of the seat, or somebody else does.
"""

import time
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from flask import Blueprint, Response, copy_current_request_context, request

from referee.match import Match, Subscription, UnknownMatch
from referee.web.commands import number_in
from referee.web.desk import desk, match_called
from referee.web.devices import this_device
from referee.web.glances import as_event
from referee.web.looks import KeptLook
from referee.web.rendering import Fragment
from referee.web.screens import Role
from referee.web.words import language

pages = Blueprint("streams", __name__)

RETRY_AFTER_S: Final = 5
_BEGIN: Final = b"retry: 1500\n\n"
_HEARTBEAT: Final = b"event: beat\ndata: still here\n\n"
_GONE: Final = b"event: gone\ndata: no longer held here\n\n"
_SEAT_BEAT_S: Final = 2.0
"""How soon a screen hears that it no longer holds its seat."""

News: TypeAlias = tuple[int, Fragment]
"""What a screen shows, and the seq up to which it is told with that."""

Asked: TypeAlias = tuple[KeptLook | None, bytes]
"""What a camera asks, and the event that says so where it is news."""


@pages.get("/matches/<match_id>/stream")
def follow(match_id: str) -> Response:
    """Send the fragment of a role now, unless the screen shows it already, and at each change."""
    role = _role()
    seen = number_in(request.headers.get("Last-Event-ID", request.args.get("seen", "")))
    match_called(match_id)
    here, device = desk(), this_device()
    seat = here.holders.own_seat(match_id, device) if role is Role.SEAT else None
    if role is Role.SEAT and (seat is None or str(seat) != request.args.get("seat")):
        return Response("", status=403, mimetype="text/plain")
    if not here.places.take(here.settings.streams):
        return _full()

    # Rendering needs the request, for its language; waiting must not hold on to it.
    @copy_current_request_context
    def render(match: Match) -> Fragment:
        told = here.holders.told(match, seat)
        return here.fragments.of(match, role, seat, told=told)

    spoken = language()

    def latest() -> News | None:
        match = here.matches.get(match_id)
        if seat is not None and here.holders.own_seat(match_id, device) != seat:
            return None
        at, told = match.seq, here.holders.told(match, seat)
        made = here.fragments.made(match, role, spoken, seat, told=told)
        return at, made or render(match)

    news = here.matches.feed.subscribe(match_id)
    beat = here.settings.heartbeat_s
    beat = beat if seat is None else min(beat, _SEAT_BEAT_S)
    parts = _events(news, latest, _asking(match_id, role), seen=seen, heartbeat_s=beat)
    response = Response(parts, mimetype="text/event-stream")
    response.call_on_close(news.close)
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(here.places.leave)
    return response


def _asking(match_id: str, role: Role) -> Callable[[KeptLook | None], Asked]:
    """Give a function that says what a camera asks now, where it is not what a screen shows."""
    here = desk()
    write = copy_current_request_context(as_event)

    def asked(shown: KeptLook | None) -> Asked:
        if role is Role.SHOW:  # whoever only looks is not asked
            return None, b""
        match = here.matches.get(match_id)
        waiting = here.looks.waiting(match)
        return waiting, b"" if waiting is shown else write(match, waiting)

    return asked


def _role() -> Role:
    asked = request.args.get("role")
    return Role(asked) if asked in {Role.SHOW, Role.SEAT} else Role.TABLE


def _full() -> Response:
    response = Response("", status=503, mimetype="text/plain")
    response.headers["Retry-After"] = str(RETRY_AFTER_S)
    return response


def _events(
    news: Subscription,
    latest: Callable[[], News | None],
    asked: Callable[[KeptLook | None], Asked],
    *,
    seen: int | None,
    heartbeat_s: float,
) -> Iterator[bytes]:
    """Send each new screen and question at once, and a sign of life when it is due.

    Other news, such as somebody's note, wakes a stream too; it must say nothing then.
    """
    yield _BEGIN
    due = time.monotonic()
    look: KeptLook | None = None
    while not news.is_over:
        try:
            found = latest()
            look, event = asked(look)
        except UnknownMatch:  # somebody has deleted it
            return
        if found is None:
            yield _GONE
            return
        at, fragment = found
        if fragment.seq != seen or time.monotonic() >= due:
            yield _HEARTBEAT if fragment.seq == seen else fragment.event
            seen, due = fragment.seq, time.monotonic() + heartbeat_s
        if event:
            yield event
        news.next(after=at, timeout=max(0.0, due - time.monotonic()))
