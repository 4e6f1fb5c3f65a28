"""Server-sent events: every screen of a match gets its role's whole fragment when it changes.

A whole fragment is its own repair: a screen that slept through ten entries needs only the last
one. Each stream holds a connection of the server, so their number is limited on purpose; a screen
that finds no place asks for its news every few seconds instead.

The stream of a seat ends when its device lets go of the seat, or somebody else does.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from flask import Blueprint, Response, copy_current_request_context, jsonify, request

from referee.core import Seat
from referee.match import Match, StoreFailed, Subscription, UnknownMatch
from referee.web.commands import number_in
from referee.web.desk import Desk, desk, match_called
from referee.web.devices import this_device
from referee.web.doors import Mark
from referee.web.editions import edition
from referee.web.glances import as_event, asked_on
from referee.web.joining import address_for
from referee.web.looks import KeptLook
from referee.web.rematches import next_of
from referee.web.rendering import Fragment
from referee.web.screens import Role
from referee.web.words import language

pages = Blueprint("streams", __name__)

RETRY_AFTER_S: Final = 5
_HEARTBEAT: Final = b"event: beat\ndata: still here\n\n"
_GONE: Final = b"event: gone\ndata: no longer held here\n\n"
_SEAT_BEAT_S: Final = 2.0
"""How soon a screen hears that it no longer holds its seat."""

News: TypeAlias = tuple[int, Fragment]
"""What a screen shows, and the seq up to which it is told with that."""

Asked: TypeAlias = tuple[KeptLook | None, bytes]
"""What a camera asks, and the event that says so where it is news."""

_UNASKED: Final = object()
"""What a screen shows of a camera as long as nobody knows: it may come out of a long sleep."""


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Who wants to see a match: in which role, at which seat, on which device, in which words.

    `stood` is what the device was at the table as it came. The match is `kept` in memory for as
    long as somebody looks: else each event would read it anew where there are many tables.
    """

    here: Desk
    kept: Match
    match_id: str
    role: Role
    seat: Seat | None
    device: str
    stood: Mark
    spoken: str

    @property
    def is_let_in(self) -> bool:
        """Tell whether the device is still what it was at the table, and holds its seat."""
        if self.here.doors.mark(self.match_id, self.device) != self.stood:
            return False
        return self.seat is None or self.seat == self.here.holders.own_seat(
            self.match_id, self.device
        )

    @property
    def heartbeat_s(self) -> float:
        """Give how long a stream may say nothing."""
        usual = self.here.settings.heartbeat_s
        return min(usual, _SEAT_BEAT_S) if self.device else usual

    def news(self, render: Callable[[Match, int], Fragment]) -> News | None:
        """Give the screen as it is now; None where the seat is no longer held here."""
        match = self.here.matches.followed(self.match_id)
        if not self.is_let_in:
            return None
        self.here.doors.touch(self.match_id, self.device)
        at, told = match.seq, self.here.holders.told(match, self.seat)
        made = self.here.fragments.made(match, self.role, self.spoken, self.seat, told=told)
        return at, made or render(match, told)

    def render(self, match: Match, told: int) -> Fragment:
        """Draw the screen; needs the request, for its language."""
        return self.here.fragments.of(match, self.role, self.seat, told=told)

    def onward(self) -> str:
        """Give where the same people play again, for a device that was here when they ended."""
        match = self.here.matches.followed(self.match_id)
        again = next_of(self.here.doors, match) if self.device else None
        standing = self.here.doors.standing(again, self.device) if again else None
        if again is None or standing is None or not standing.is_known:
            return ""
        return address_for(self.here.matches.followed(again), standing)

    def waiting(self) -> KeptLook | None:
        """Give what a camera asks; whoever only looks is not asked."""
        if self.role is Role.SHOW:
            return None
        return self.here.looks.waiting(self.here.matches.followed(self.match_id))


@pages.get("/matches/<match_id>/stream")
def follow(match_id: str) -> Response:
    """Send the fragment of a role now, unless the screen shows it already, and at each change."""
    onlooker = _onlooker(match_id)
    if onlooker is None:
        return _not_let_in()
    here = onlooker.here
    if not here.places.take(here.settings.streams):
        return _full()

    # Rendering needs the request, for its language; waiting must not hold on to it.
    render = copy_current_request_context(onlooker.render)
    write = copy_current_request_context(as_event)

    go = copy_current_request_context(onlooker.onward)
    stays = not _was_playing() and go() != ""  # opened to look back at a game that is over

    def asked(shown: object) -> Asked:
        waiting = onlooker.waiting()
        is_news = waiting is not shown and onlooker.role is not Role.SHOW
        event = write(here.matches.followed(match_id), waiting) if is_news else b""
        address = "" if stays else go()
        return waiting, event + (_onward(address) if address else b"")

    watch = here.matches.feed.subscribe(match_id)
    parts = _events(
        watch,
        lambda: onlooker.news(render),
        asked,
        hello=_hello(),
        seen=number_in(request.headers.get("Last-Event-ID", request.args.get("seen", ""))),
        heartbeat_s=onlooker.heartbeat_s,
    )
    response = Response(parts, mimetype="text/event-stream")
    response.call_on_close(watch.close)
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(here.places.leave)
    return response


@pages.get("/matches/<match_id>/news")
def news(match_id: str) -> Response:
    """Tell once what a stream would tell; the screen only where it is news."""
    onlooker = _onlooker(match_id)
    found = None if onlooker is None else onlooker.news(onlooker.render)
    if onlooker is None or found is None:
        return _not_let_in()
    _, fragment = found
    seen = number_in(request.args.get("seen", ""))
    waiting = onlooker.waiting()
    return jsonify(
        edition=edition(),
        seq=fragment.seq,
        screen=None if fragment.seq == seen else str(fragment.html),
        look=asked_on(match_called(match_id), waiting),
        onward=onlooker.onward() if _was_playing() else "",
    )


def _onlooker(match_id: str) -> Onlooker | None:
    """Tell who asks; None where a seat is asked for that is not held on that device."""
    match, here, device, role = match_called(match_id), desk(), this_device(), _role()
    seat = here.holders.own_seat(match_id, device) if role is Role.SEAT else None
    if role is Role.SEAT and (seat is None or str(seat) != request.args.get("seat")):
        return None
    stood = here.doors.mark(match_id, device)
    return Onlooker(here, match, match_id, role, seat, device, stood, language())


def _was_playing() -> bool:
    """Tell whether the page was opened before the game was over."""
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


def _onward(address: str) -> bytes:
    return f"event: onward\ndata: {address}\n\n".encode()


def _events(
    news: Subscription,
    latest: Callable[[], News | None],
    asked: Callable[[object], Asked],
    *,
    hello: bytes,
    seen: int | None,
    heartbeat_s: float,
) -> Iterator[bytes]:
    """Send each new screen and question at once, and a sign of life when it is due.

    Other news, such as somebody's note, wakes a stream too; it must say nothing then.
    """
    yield hello
    due = time.monotonic()
    look: object = _UNASKED
    while not news.is_over:
        try:
            found = latest()
            look, event = asked(look)
        except (UnknownMatch, StoreFailed):  # it is deleted; or the screen comes again by itself
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


@pages.app_context_processor
def _naming() -> dict[str, object]:
    return {"edition": edition}
