"""Renders a screen once for all clients that show it.

Rendering costs far more than sending. A fragment depends only on the match, its seq, the role, the
seat, up to which entry the seat is informed, and the language, so 200 televisions share one.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from flask import Flask, render_template
from jinja2.runtime import Macro
from markupsafe import Markup

from referee.core import Seat, say
from referee.match import Match
from referee.web.request.words import in_one_language, language, sentences
from referee.web.screens.attribution import Named
from referee.web.screens.screen import Role, Screen, led, screen_of
from referee.web.screens.ticks import Ticked, Ticks

Once: TypeAlias = Callable[[str, Callable[[], Markup]], Markup]


@dataclass(frozen=True, slots=True)
class Fragment:
    """The markup of a screen, also as the event that a stream sends."""

    seq: int
    ticks: int
    html: Markup
    event: bytes


class Common:
    """What tables and televisions have in common at one moment: its screen, and rendered parts."""

    def __init__(self, screen: Screen) -> None:
        """Begin with their screen, without rendered parts."""
        self.screen = screen
        self._drawn: dict[str, Markup] = {}

    def once(self, name: str, draw: Callable[[], Markup]) -> Markup:
        """Render a part that does not depend on the role."""
        if name not in self._drawn:
            self._drawn[name] = draw()
        return self._drawn[name]


@dataclass(slots=True)
class _Slot:
    """The last fragment of a role or a seat, with the numbers of its moment, notices and ticks."""

    made: tuple[tuple[int, int, int], Fragment] | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(slots=True)
class _Rendered:
    """What was rendered last of one match in one language."""

    slots: dict[tuple[Role, Seat | None], _Slot] = field(default_factory=dict)
    common: tuple[tuple[int, int], Common] | None = None


class Fragments:
    """A cache of the latest fragments; thread-safe.

    Of each match and language it has the newest fragment of each role and seat. `renderings`
    counts how many were rendered.
    """

    def __init__(
        self,
        kept: int,
        has_host: Callable[[str], bool] = lambda _match_id: False,
        named: Named = lambda _match, _device: say("A screen"),
    ) -> None:
        """Keep the fragments of so many matches.

        A seat of a match that has a host enters only for itself. `named` returns what a device is
        called. `ticks` has which tasks are done.
        """
        self.renderings = 0
        self.ticks = Ticks()
        self._most = kept
        self._has_host = has_host
        self._named = named
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], _Rendered] = OrderedDict()

    def made(
        self, match: Match, role: Role, spoken: str, seat: Seat | None = None, *, told: int = 0
    ) -> Fragment | None:
        """Return the current fragment of a match in this language; None unless it is cached."""
        rendered = self._kept.get((match.id, spoken))
        slot = rendered.slots.get((role, seat)) if rendered else None
        made = slot.made if slot else None
        return made[1] if made and made[0] == self._moment(match, seat, told) else None

    def _moment(self, match: Match, seat: Seat | None, told: int) -> tuple[int, int, int]:
        return match.heard(seat), told, self._ticked(match).version

    def _ticked(self, match: Match) -> Ticked:
        return self.ticks.of(match.id, match.heard())

    def of(self, match: Match, role: Role, seat: Seat | None = None, *, told: int = 0) -> Fragment:
        """Return the fragment of a match as it is now, for everybody or for a seat.

        `told` is the number up to which the seat knows which of its cards were seen.
        """
        rendered = self._rendered(match.id)
        slot = rendered.slots.setdefault((role, seat), _Slot())
        with slot.lock:  # the first thread renders, the others wait
            moment = self._moment(match, seat, told)
            if slot.made is None or slot.made[0] != moment:
                slot.made = (
                    moment,
                    (
                        self._for_all(rendered, match, role)
                        if seat is None
                        else self._for_seat(match, role, seat, told)
                    ),
                )
                self.renderings += 1
            return slot.made[1]

    def _for_all(self, rendered: _Rendered, match: Match, role: Role) -> Fragment:
        common = self._in_common(rendered, match)
        return fragment_of(replace(common.screen, role=role), once=common.once)

    def _for_seat(self, match: Match, role: Role, seat: Seat, told: int) -> Fragment:
        bound = role is Role.SEAT and self._has_host(match.id)
        screen = screen_of(match, role, seat, told=told, bound=bound, named=self._named)
        return fragment_of(led(screen, match, self.ticks))

    def _in_common(self, rendered: _Rendered, match: Match) -> Common:
        ticked = self._ticked(match)
        moment = match.heard(), ticked.version
        if rendered.common is not None and rendered.common[0] == moment:
            return rendered.common[1]
        screen = screen_of(match, Role.TABLE, named=self._named)
        common = Common(led(screen, match, self.ticks))
        rendered.common = moment, common
        return common

    def forget(self, match_id: str) -> None:
        """Drop the fragments of a match, whose screens change for another reason than an entry."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == match_id]:
                del self._kept[key]

    def _rendered(self, match_id: str) -> _Rendered:
        key = match_id, language()
        with self._lock:
            rendered = self._kept.setdefault(key, _Rendered())
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return rendered


def draw_alone(_name: str, draw: Callable[[], Markup]) -> Markup:
    """Render a part that is not shared with other screens."""
    return draw()


def fragment_of(screen: Screen, once: Once = draw_alone) -> Fragment:
    """Render a screen, the shared parts with `once`."""
    with in_one_language():
        html = render_template("screen.html", screen=screen, once=once)
    return Fragment(screen.seq, screen.ticked.version, Markup(html), as_event(screen.seq, html))  # noqa: S704 - escaped by the template


def as_event(seq: int, html: str) -> bytes:
    """Return a fragment as a server-sent event."""
    data = "\ndata: ".join(filter(str.strip, html.splitlines()))
    return f"event: screen\nid: {seq}\ndata: {data}\n\n".encode()


_MOST: Final = 4096
"""Each is half a kilobyte, a place with some cards two."""

_Key: TypeAlias = tuple[str, str, Hashable, tuple[object, ...], Any]


class Drawings:
    """A cache of rendered pieces by content and language; thread-safe."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._drawn: OrderedDict[_Key, Markup] = OrderedDict()

    def drawn(self, macro: Macro, what: Hashable, *more: object) -> Markup:
        """Render a piece, a place or a button with a macro that depends on its arguments only."""
        key = (_template_of(macro), macro.name, what, more, sentences())
        found = self._drawn.get(key)
        if found is None:
            found = Markup(macro(what, *more))  # noqa: S704 - escaped by the template
            with self._lock:
                self._drawn[key] = found
                while len(self._drawn) > _MOST:
                    self._drawn.popitem(last=False)
        return found


def _template_of(macro: Macro) -> str:
    """Return where a macro is written: two games may each have one of the same name."""
    return str(macro._func.__code__.co_filename)  # noqa: SLF001 - nothing else tells


def remember_drawings(app: Flask) -> None:
    """Add `drawn(macro, piece)` to the templates."""
    app.jinja_env.globals["drawn"] = Drawings().drawn
