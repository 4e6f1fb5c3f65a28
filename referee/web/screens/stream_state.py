"""What one stream has been sent so far, and what it is to be sent next."""

import time
from typing import TYPE_CHECKING, Final

from flask import copy_current_request_context

from referee.match import Match
from referee.web.screens.broadcast import Known
from referee.web.screens.screen import Role
from referee.web.screens.viewers import News, Viewer
from referee.web.services import services

if TYPE_CHECKING:
    from referee.web.sight.looks import KeptLook

_HEARTBEAT: Final = b"event: beat\ndata: still here\n\n"
_UNASKED: Final = object()
"""What a screen shows of a camera as long as nobody knows: it may come out of a long sleep."""


class ScreenStream:
    """What one screen shows because it was told so, and what is news for it.

    All of one `look` are shown the same drawing.
    """

    def __init__(self, viewer: Viewer, *, seen: int | None, was_playing: bool) -> None:
        """Begin with a screen that shows what it has `seen`; needs the request, for its words."""
        self.at = -1
        self._viewer = viewer
        self.render_key: Final = (viewer.role.value, viewer.seat, viewer.spoken)
        self._likeness = viewer.audience
        self._heartbeat_s = viewer.heartbeat_s
        self._seen = seen
        self._due = time.monotonic()
        self._look: object = _UNASKED
        # Drawing needs the request; waiting must not hold on to it.
        self._render = copy_current_request_context(viewer.render)
        self._write = copy_current_request_context(_question_event)
        self._onward = copy_current_request_context(viewer.onward)
        # A page may be opened to look back at a game that is over.
        self._stays = not was_playing and self._goes_on_to() != ""

    @property
    def patience_s(self) -> float:
        """Return how long nothing need be said."""
        return max(0.0, self._due - time.monotonic())

    def parts(self, known: Known) -> list[bytes] | None:
        """Return what is news for it, and take it as sent; None where it may not look any more.

        What is `known` already of this moment is not asked for again. Other news, such as
        somebody's note, wakes a stream too; nothing must be said then.
        Raises `UnknownMatch` and `StoreFailed`.
        """
        found = self._news(known)
        if found is None:
            return None
        self.at, fragment = found
        now = time.monotonic()
        parts = [fragment.event] if fragment.seq != self._seen else []
        if not parts and now >= self._due:
            parts.append(_HEARTBEAT)
        if parts:
            self._seen, self._due = fragment.seq, now + self._heartbeat_s
        self._add_asked(parts)
        return parts

    def _news(self, known: Known) -> News | None:
        """Return what is known of this moment; of a moment that it has gone beyond it asks anew."""
        likeness = self._likeness
        if likeness in known:
            found: News | None = known[likeness]
            if found is None or found[0] >= self.at:
                return found
        found = known[likeness] = self._viewer.news(self._render)
        return found

    def _add_asked(self, parts: list[bytes]) -> None:
        """Add what a camera asks, where that is news, and where to go on."""
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
    """Write what a camera asks, or that nothing is asked any more, as a server-sent event."""
    html = services().draw_question(match, waiting)
    data = "\n".join(f"data: {line}" for line in html.splitlines() if line.strip())
    return f"event: look\n{data or 'data:'}\n\n".encode()
