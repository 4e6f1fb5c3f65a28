"""Server-sent events: every screen of a match gets its role's whole fragment when it changes.

A whole fragment is its own repair: a screen that slept through ten entries needs only the last
one. Each stream holds a connection of the server, so their number is limited; a screen that gets
no stream polls `/news` every few seconds instead.

A `Viewer` is who follows a match, and a `ScreenStream` what that viewer has been sent so far. The
stream of a seat ends when its device no longer holds the seat.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from flask import Blueprint, Response, copy_current_request_context, jsonify, request

from referee.core import Seat
from referee.match import Match, StoreFailed, UnknownMatch
from referee.web.access import rules as access
from referee.web.access.devices import this_device
from referee.web.access.rematches import next_of
from referee.web.access.roles import Mark, address_for
from referee.web.request.editions import edition
from referee.web.request.operations import Operation, Parameter
from referee.web.request.payload import number_in
from referee.web.request.quotas import quota_owner
from referee.web.request.shapes import News, StreamEvent
from referee.web.request.words import language
from referee.web.screens.broadcast import CONNECTION, Known, LoneWaiter, Waiter
from referee.web.screens.render import Fragment
from referee.web.screens.screen import Role
from referee.web.services import Services, match_called, services

if TYPE_CHECKING:
    from referee.web.sight.looks import KeptLook

pages = Blueprint("streams", __name__)

_PARAMETERS: Final = (
    Parameter("role", "Whose screen it is.", ("table", "show", "seat")),
    Parameter("seat", "The seat, for its own screen."),
    Parameter("seen", "The `seq` that is shown already."),
    Parameter("ticks", "The number of the ticks that are shown already."),
)
_NOT_HELD: Final = "This device does not hold the seat."

RETRY_AFTER_S: Final = 5
_SEAT_BEAT_S: Final = 2.0
"""Longest silence to a device that has joined, so it soon learns that it lost its seat."""

_GONE: Final = b"event: gone\ndata: no longer held here\n\n"
_HEARTBEAT: Final = b"event: beat\ndata: still here\n\n"
_UNASKED: Final = object()
"""The camera question of a screen that reconnects: what it shows is not known."""

Newest: TypeAlias = tuple[int, Fragment]
"""The seq of the match, and its screen as of then."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A device that follows a match, in a role, at a seat, in the language `spoken`.

    `stood` is the device's role at the table when it connected. The match is `kept` in memory for
    as long as there is a viewer: with many tables each event would otherwise read its log again.
    """

    here: Services
    kept: Match
    match_id: str
    role: Role
    seat: Seat | None
    device: str
    stood: Mark
    spoken: str

    @property
    def match(self) -> Match:
        """Return the match as far as this process knows it; raises `UnknownMatch`."""
        if self.here.matches.is_current(self.kept):
            return self.kept
        return self.here.matches.followed(self.match_id)

    @property
    def is_let_in(self) -> bool:
        """Return whether the device still has its role at the table and holds its seat."""
        if self.here.lobbies.mark(self.match_id, self.device) != self.stood:
            return False
        return self.seat is None or self.seat == self.here.holders.own_seat(
            self.match_id, self.device
        )

    @property
    def audience(self) -> tuple[str, Seat | None, str, Mark, str]:
        """Return the key that two viewers share exactly if the same news is for both."""
        return self.role.value, self.seat, self.device, self.stood, self.spoken

    @property
    def heartbeat_s(self) -> float:
        """Return the longest silence of the stream, in seconds."""
        usual = self.here.settings.heartbeat_s
        return min(usual, _SEAT_BEAT_S) if self.device else usual

    def news(self, render: Callable[[Match, int], Fragment]) -> Newest | None:
        """Return the screen as it is now; None where the device is no longer let in."""
        match = self.match
        if not self.is_let_in:
            return None
        self.here.lobbies.presence.touch(self.match_id, self.device)
        at, informed = match.seq, self.here.holders.informed_up_to(match, self.seat)
        made = self.here.fragments.made(match, self.role, self.spoken, self.seat, told=informed)
        return at, made or render(match, informed)

    def render(self, match: Match, informed: int) -> Fragment:
        """Render the screen; needs the request, for its language."""
        return self.here.fragments.of(match, self.role, self.seat, told=informed)

    @property
    def may_go_on(self) -> bool:
        """Return whether there can be a next match for this device; asks no store."""
        return self.device != "" and self.kept.outcome is not None

    def onward(self) -> str:
        """Return the address of the rematch for a device that belongs to it; empty without one."""
        match = self.match
        again = next_of(self.here.lobbies, match) if self.device else None
        membership = self.here.lobbies.membership(again, self.device) if again else None
        if again is None or membership is None or not membership.is_known:
            return ""
        return address_for(self.here.matches.followed(again), membership)

    def waiting(self) -> "KeptLook | None":
        """Return the question of a camera; None for a screen that enters nothing."""
        if self.role is Role.SHOW:
            return None
        return self.here.looks.waiting(self.match)


class ScreenStream:
    """The state of one stream: what its screen was sent, and what is news for it.

    All streams with the same `render_key` (role, seat and language) share one rendering.
    """

    def __init__(
        self, viewer: Viewer, *, seen: int | None, ticks: int = 0, was_playing: bool
    ) -> None:
        """Begin with a screen that shows the seq `seen` and these ticks.

        Needs the request, for its language.
        """
        self.at = -1
        self._viewer = viewer
        self.render_key: Final = (viewer.role.value, viewer.seat, viewer.spoken)
        self._audience = viewer.audience
        self._heartbeat_s = viewer.heartbeat_s
        self._seen = None if seen is None else (seen, ticks)
        self._due = time.monotonic()
        self._look: object = _UNASKED
        # Rendering needs the request; waiting must not keep it alive.
        self._render = copy_current_request_context(viewer.render)
        self._write = copy_current_request_context(_question_event)
        self._onward = copy_current_request_context(viewer.onward)
        # A page that was opened after the game was over stays with it.
        self._stays = not was_playing and self._goes_on_to() != ""

    @property
    def patience_s(self) -> float:
        """Return the seconds until the next heartbeat is due."""
        return max(0.0, self._due - time.monotonic())

    def parts(self, known: Known) -> list[bytes] | None:
        """Return the events to send, and count them as sent; None where it is no longer let in.

        What is `known` in this flush is not looked up again. There may be none: the note of one
        seat wakes all streams. Raises `UnknownMatch` and `StoreFailed`.
        """
        found = self._news(known)
        if found is None:
            return None
        self.at, fragment = found
        now = time.monotonic()
        shown = fragment.seq, fragment.ticks
        parts = [fragment.event] if shown != self._seen else []
        if not parts and now >= self._due:
            parts.append(_HEARTBEAT)
        if parts:
            self._seen, self._due = shown, now + self._heartbeat_s
        self._add_asked(parts)
        return parts

    def _news(self, known: Known) -> Newest | None:
        """Return the news `known` in this flush, or look up newer ones than these."""
        audience = self._audience
        if audience in known:
            found: Newest | None = known[audience]
            if found is None or found[0] >= self.at:
                return found
        found = known[audience] = self._viewer.news(self._render)
        return found

    def _add_asked(self, parts: list[bytes]) -> None:
        """Add the question of a camera where it has changed, and the address of a rematch."""
        viewer = self._viewer
        waiting = viewer.waiting()
        if waiting is not self._look and viewer.role is not Role.SHOW:
            parts.append(self._write(viewer.match, waiting))
        self._look = waiting
        address = "" if self._stays else self._goes_on_to()
        if address:
            parts.append(f"event: onward\ndata: {address}\n\n".encode())

    def _goes_on_to(self) -> str:
        return self._onward() if self._viewer.may_go_on else ""


def _question_event(match: Match, waiting: "KeptLook | None") -> bytes:
    """Return the question of a camera, or its end, as a server-sent event."""
    html = services().draw_question(match, waiting)
    data = "\n".join(f"data: {line}" for line in html.splitlines() if line.strip())
    return f"event: look\n{data or 'data:'}\n\n".encode()


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
    """Stream the screen of a role: now, unless the client has it already, and at each change."""
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

    stream = ScreenStream(
        viewer,
        seen=number_in(request.headers.get("Last-Event-ID", request.args.get("seen", ""))),
        ticks=_ticks_seen(),
        was_playing=_was_playing(),
    )
    waiter = _waiter(match_id, stream)
    response = Response(_events(stream, waiter, _hello()), mimetype="text/event-stream")
    response.call_on_close(waiter.close)
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(partial(here.stream_quota.leave, *who))
    return response


def _waiter(match_id: str, stream: ScreenStream) -> Waiter:
    """Join the broadcast of the match where the server offers the connection."""
    here, connection = services(), request.environ.get(CONNECTION)
    if connection is None:
        return LoneWaiter(here.matches.feed.subscribe(match_id))
    return here.broadcasts.join(match_id, stream, connection)


@pages.get("/matches/<match_id>/news")
@access.stream
@Operation(response=News, parameters=_PARAMETERS, plain={403: _NOT_HELD}, device=True)
def news(match_id: str) -> Response:
    """Return once what a stream would send; the screen only where the client lacks it."""
    viewer = _viewer(match_id)
    found = None if viewer is None else viewer.news(viewer.render)
    if viewer is None or found is None:
        return _not_let_in()
    _, fragment = found
    seen = number_in(request.args.get("seen", "")), _ticks_seen()
    waiting = viewer.waiting()
    return jsonify(
        edition=edition(),
        seq=fragment.seq,
        screen=None if (fragment.seq, fragment.ticks) == seen else str(fragment.html),
        look=services().draw_question(match_called(match_id), waiting),
        onward=viewer.onward() if _was_playing() else "",
    )


def _viewer(match_id: str) -> Viewer | None:
    """Return the viewer of this request; None where it asks for a seat that its device lacks."""
    match, here, device, role = match_called(match_id), services(), this_device(), _role()
    seat = here.holders.own_seat(match_id, device) if role is Role.SEAT else None
    if role is Role.SEAT and (seat is None or str(seat) != request.args.get("seat")):
        return None
    stood = here.lobbies.mark(match_id, device)
    return Viewer(here, match, match_id, role, seat, device, stood, language())


def _ticks_seen() -> int:
    return number_in(request.args.get("ticks", "")) or 0


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
    """Return the first event: a page of another edition reloads itself."""
    return f"retry: 1500\nevent: hello\ndata: {edition()}\n\n".encode()


def _events(stream: ScreenStream, waiter: Waiter, hello: bytes) -> Iterator[bytes]:
    """Yield each new screen and question at once, and a heartbeat when it is due."""
    yield hello
    while not waiter.is_over:
        try:
            parts = stream.parts({})
        except (UnknownMatch, StoreFailed):  # deleted, or the client reconnects by itself
            return
        if parts is None:
            yield _GONE
            return
        yield from parts
        waiter.wait(stream.at, stream.patience_s)
