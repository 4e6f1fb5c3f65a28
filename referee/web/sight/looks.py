"""Looks: the evaluated pictures of a table, kept in memory for some minutes, and camera watchers.

A photo belongs to the device that took it: its address cannot be guessed, and no other screen shows
it. The looks of a camera above the table are shown on every screen that can enter something.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any, Final

from referee.core import RefereeError, say
from referee.match import Match
from referee.table.sight.memories import Memories
from referee.table.sight.pictures import CapturedPicture, FrameReader, Granted, Placements
from referee.table.sight.remarks import is_whole
from referee.table.sight.watch import Look, Watcher
from referee.table.sight.zones import Zone, Zones

KEPT_S: Final = 600.0
"""How long a look can be answered."""

_OF_A_MATCH: Final = 8
_IN_ALL: Final = 64
_WATCHED: Final = 64
_CAMERAS: Final = 32


class GoneLook(RefereeError):
    """A look that is no longer kept."""

    def __init__(self) -> None:
        """Say what helps."""
        super().__init__(say("This picture is gone. Take another one."))


@dataclass(frozen=True, slots=True, eq=False)
class KeptLook:
    """A look at the table of a match at the seq `heard`.

    `key` tells what is sent twice from what is new. `entered` are the rows that came of it, `said`
    is whose cards people have named, `settled` the differences for which the screen is right.
    `shared` looks are asked about on every screen that enters, until they are `closed`.
    `device` is what has taken a photo.
    """

    id: str
    match: str
    heard: int
    look: Look
    taken: CapturedPicture
    at: float
    shared: bool = False
    key: str = ""
    entered: tuple[int, ...] = ()
    said: Placements = field(default_factory=dict)
    settled: frozenset[str] = frozenset()
    closed: bool = False
    device: str = ""

    @property
    def asks(self) -> bool:
        """Return whether people have to say something."""
        look = self.look
        return bool(
            look.reading.entries
            or look.reading.doubts
            or look.unclear
            or look.contradictions
            or self.differs
        )

    @property
    def differs(self) -> bool:
        """Return whether the table shows what the entries do not say, or the other way round."""
        if self.look.reading.unexplained:
            return True
        return is_whole(self.look) and bool(self.look.comparison.unseen)

    @property
    def meaning(self) -> tuple[Any, ...]:
        """Return what it says, so that the same is not asked twice."""
        look = self.look
        return (
            self.heard,
            look.reading.entries,
            look.reading.doubts,
            look.reading.unexplained,
            tuple(card.code for card in look.unclear),
            tuple(str(one.text) for one in look.contradictions),
            look.comparison.unseen if self.differs else (),
        )


def new_id() -> str:
    """Return an id that cannot be guessed."""
    return secrets.token_urlsafe(12)


class Looks:
    """The looks and the watchers of all matches; thread-safe."""

    def __init__(
        self, zones: Zones, memories: Memories, clock: Callable[[], float] = monotonic
    ) -> None:
        self.zones = zones
        self.memories = memories
        self.clock = clock
        self._lock = threading.Lock()
        self._looks: OrderedDict[str, KeptLook] = OrderedDict()
        self._watchers: OrderedDict[str, Watcher] = OrderedDict()
        self._cameras: OrderedDict[tuple[str, str], FrameReader] = OrderedDict()
        self._granted: OrderedDict[str, Granted] = OrderedDict()

    def keep(self, kept: KeptLook) -> KeptLook:
        """Keep a look, replacing the one with its id; the oldest beyond a limit are dropped."""
        with self._lock:
            self._looks[kept.id] = kept
            self._looks.move_to_end(kept.id)
            of_match = [one.id for one in self._looks.values() if one.match == kept.match]
            for old in of_match[:-_OF_A_MATCH]:
                del self._looks[old]
            while len(self._looks) > _IN_ALL:
                self._looks.popitem(last=False)
            self._expire()
        return kept

    def get(self, match: str, look: str) -> KeptLook:
        """Return a look at a match by its id; raises `GoneLook`."""
        with self._lock:
            self._expire()
            kept = self._looks.get(look)
        if kept is None or kept.match != match:
            raise GoneLook
        return kept

    def sent(self, match: str, key: str) -> KeptLook | None:
        """Return the look that came of what was sent with this key before."""
        return next((one for one in self._of(match) if key and one.key == key), None)

    def shared(self, match: str) -> KeptLook | None:
        """Return the latest look of a camera above the table."""
        return next((one for one in self._of(match) if one.shared), None)

    def taken_on(self, match: str, device: str) -> KeptLook | None:
        """Return the latest photo of a device that is not answered yet."""
        photos = (one for one in self._of(match) if device and one.device == device)
        return next((one for one in photos if not one.closed), None)

    def waiting(self, match: Match) -> KeptLook | None:
        """Return the look that everybody is asked about now; none once the match has gone on."""
        kept = self.shared(match.id)
        if kept is None or kept.closed or kept.heard != match.heard() or not kept.asks:
            return None
        return kept

    def watcher(self, match: Match) -> Watcher:
        """Return who watches the table of a match."""
        new = None
        if match.id not in self._watchers:
            zones = self.zones.of(*_kind(match), match.id)
            memory = self.memories.of(match.id, match.game)
            new = Watcher(match.game, zones, memory, partial(self.memories.keep, match.id))
        with self._lock:
            if new is not None:
                self._watchers.setdefault(match.id, new)
            self._watchers.move_to_end(match.id)
            while len(self._watchers) > _WATCHED:
                self._watchers.popitem(last=False)
            return self._watchers[match.id]

    def draw(self, match: Match, zones: Sequence[Zone]) -> None:
        """Set the zones of a match."""
        self.zones.keep(*_kind(match), zones, match.id)
        with self._lock:
            if match.id in self._watchers:
                self._watchers[match.id].layout.zones = tuple(zones)

    def drawn(self, match: Match) -> tuple[Zone, ...] | None:
        """Return the zones of a match, or None if they were never set."""
        return self.zones.drawn(*_kind(match), match.id)

    def keep_for_next(self, match: Match, zones: Sequence[Zone], device: str) -> None:
        """Store zones as a proposal for later matches of this device, and of those without any."""
        for whose in (device, ""):
            self.zones.keep(*_kind(match), zones, whose)

    def offered(self, match: Match, device: str, *, is_host: bool) -> tuple[Zone, ...]:
        """Return zones to begin with: the last ones of this device, or for a host of any device."""
        own = self.zones.of(*_kind(match), device) if device else ()
        return own or (self.zones.of(*_kind(match)) if is_host else ())

    def bring_along(self, before: Match, again: Match) -> None:
        """Copy the zones to the next match of the same people."""
        zones = self.drawn(before)
        if zones is not None and self.drawn(again) is None:
            self.draw(again, zones)

    def held(self, match: str, camera: str) -> FrameReader:
        """Return the tracker of what holds still in front of one camera."""
        with self._lock:
            held = self._cameras.setdefault((match, camera), FrameReader())
            self._cameras.move_to_end((match, camera))
            while len(self._cameras) > _CAMERAS:
                self._cameras.popitem(last=False)
            return held

    def grant(self, match: str, granted: Granted) -> None:
        """Store the settings that the camera of a match reports."""
        with self._lock:
            self._granted[match] = granted
            self._granted.move_to_end(match)
            while len(self._granted) > _WATCHED:
                self._granted.popitem(last=False)

    def granted(self, match: str) -> Granted | None:
        """Return the settings that the camera of a match reports, or None."""
        with self._lock:
            return self._granted.get(match)

    def forget(self, match: str) -> None:
        """Drop everything about a match."""
        self.zones.forget(match)
        self.memories.forget(match)
        with self._lock:
            self._granted.pop(match, None)
            self._watchers.pop(match, None)
            for kept in [one.id for one in self._looks.values() if one.match == match]:
                del self._looks[kept]

    def _of(self, match: str) -> Sequence[KeptLook]:
        """List the looks at a match, the latest first."""
        with self._lock:
            self._expire()
            return [one for one in reversed(self._looks.values()) if one.match == match]

    def _expire(self) -> None:
        until = self.clock() - KEPT_S
        for old in [one.id for one in self._looks.values() if one.at < until]:
            del self._looks[old]


def _kind(match: Match) -> tuple[str, int]:
    """Name what tables are alike in, as far as it matters where cards lie."""
    return match.game.info.slug, len(match.game.visibility.spots(match.state))
