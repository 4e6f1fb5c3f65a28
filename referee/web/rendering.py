"""Turns a screen into markup once, however many watch.

Rendering costs far more than sending. A fragment depends on the match, its seq, the role, the seat,
what the seat has been told and the language only, so two hundred televisions share one.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from flask import render_template
from markupsafe import Markup

from referee.core import Seat
from referee.match import Match
from referee.web.screens import Role, Screen, screen_of
from referee.web.words import language

Key: TypeAlias = tuple[str, int, Role, Seat | None, str, int]


@dataclass(frozen=True, slots=True)
class Fragment:
    """The markup of a screen, also as the event that a stream sends."""

    seq: int
    html: Markup
    event: bytes


@dataclass(slots=True)
class _Slot:
    made: Fragment | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class Fragments:
    """The fragments made last; safe to use from any thread.

    `renderings` counts how often one was made.
    """

    def __init__(
        self, kept: int, has_host: Callable[[str], bool] = lambda _match_id: False
    ) -> None:
        """Keep so many fragments; a seat of a match that has a host enters only for itself."""
        self.renderings = 0
        self._kept = kept
        self._has_host = has_host
        self._lock = threading.Lock()
        self._slots: OrderedDict[Key, _Slot] = OrderedDict()

    def made(
        self, match: Match, role: Role, spoken: str, seat: Seat | None = None, *, told: int = 0
    ) -> Fragment | None:
        """Give the fragment of a match as it is now, in this language, if there is one already."""
        slot = self._slots.get((match.id, match.heard(seat), role, seat, spoken, told))
        return slot.made if slot else None

    def of(self, match: Match, role: Role, seat: Seat | None = None, *, told: int = 0) -> Fragment:
        """Give the fragment of a match as it is now, for everybody or for a seat.

        `told` is the number up to which the seat knows which of its cards were seen.
        """
        slot = self._slot((match.id, match.heard(seat), role, seat, language(), told))
        with slot.lock:  # the first to come renders, the others wait for it
            if slot.made is None:
                bound = role is Role.SEAT and self._has_host(match.id)
                slot.made = fragment_of(screen_of(match, role, seat, told=told, bound=bound))
                self.renderings += 1
            return slot.made

    def forget(self, match_id: str) -> None:
        """Make the fragments of a match anew: its screens show something else from now on."""
        with self._lock:
            for key in [key for key in self._slots if key[0] == match_id]:
                del self._slots[key]

    def _slot(self, key: Key) -> _Slot:
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            while len(self._slots) > self._kept:
                self._slots.popitem(last=False)
            return slot


def fragment_of(screen: Screen) -> Fragment:
    """Render a screen."""
    html = render_template("screen.html", screen=screen)
    return Fragment(screen.seq, Markup(html), as_event(screen.seq, html))  # noqa: S704 - escaped by the template


def as_event(seq: int, html: str) -> bytes:
    """Write a fragment as a server-sent event."""
    data = "\n".join(f"data: {line}" for line in html.splitlines() if line.strip())
    return f"event: screen\nid: {seq}\n{data}\n\n".encode()
