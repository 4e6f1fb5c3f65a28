"""What a device is at a table, and what it may do there.

A table is open as long as nobody wants it otherwise: whoever opens its page may enter for anybody.
A device that has said what it is keeps to that: a phone with a seat enters for its seat once the
table has a host to enter for the others, and a television enters nothing. The server decides so
by the device; that buttons are not shown is only a kindness.
"""

import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Final, TypeAlias

from referee.core import Seat, Text, display_names, say
from referee.match import Door, Feed, Guest, HostWay, Match, Part, SeqTaken, Store
from referee.web.codes import Tries, new_code
from referee.web.devices import Holders, introduce, this_device

LOST_AFTER: Final = timedelta(minutes=2)
"""After so long without a sign of the host, another device of the table may take over."""

_SEEN_EVERY: Final = timedelta(seconds=30)
"""How exactly it is kept when a device was seen; each time is a write."""

_MOST_SEEN: Final = 20_000
"""Devices of which it is remembered here; each takes some hundred bytes."""

_MARKED_S: Final = 1.0

_ONLOOKERS: Final = (Part.TELEVISION, Part.SPECTATOR)


@dataclass(frozen=True, slots=True)
class Standing:
    """What one device is at one match; `part` is None where it has not said so."""

    device: str
    door: Door | None = None
    part: Part | None = None
    seat: Seat | None = None
    holds: bool = False
    word: str = ""

    @property
    def has_host(self) -> bool:
        """Tell whether a device of the table enters for those who have none."""
        return self.door is not None and self.door.host != ""

    @property
    def is_host(self) -> bool:
        """Tell whether this is that device."""
        return self.door is not None and self.device != "" and self.door.host == self.device

    @property
    def is_known(self) -> bool:
        """Tell whether it belongs to the table, also where the table is locked."""
        return self.is_host or self.holds or self.part not in {None, Part.NONE}

    @property
    def is_let_in(self) -> bool:
        """Tell whether it may see the match."""
        return self.is_known or self.door is None or not self.door.locked

    @property
    def is_onlooker(self) -> bool:
        """Tell whether it only shows the table."""
        return not self.is_host and self.part in _ONLOOKERS

    @property
    def needs_code(self) -> bool:
        """Tell whether it must bring the code before it may enter anything."""
        is_guarded = self.door is not None and self.door.guarded
        return is_guarded and not self.is_host and self.part in {None, Part.NONE}

    @property
    def is_bound(self) -> bool:
        """Tell whether it enters for its own seat only."""
        return self.part is Part.SEAT and self.has_host and not self.is_host

    @property
    def acts_for_all(self) -> bool:
        """Tell whether it may enter for anybody."""
        free = self.part not in {*_ONLOOKERS, Part.NONE} and not self.needs_code
        return self.is_host or (free and not self.is_bound and self.is_let_in)

    @property
    def sees_code(self) -> bool:
        """Tell whether it is shown by which code the table is joined."""
        return self.is_let_in and not self.needs_code


Mark: TypeAlias = tuple[Part | None, Seat | None, bool, bool, bool]
"""What of a standing a screen depends on."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A device in the list of a table's screens; `handle` names it without giving it away."""

    handle: str
    device: str
    label: Text
    guest: Guest
    here: bool
    is_host: bool


class Doors:
    """The doors of all matches, as the store knows them; safe to use from any thread."""

    def __init__(self, store: Store, feed: Feed) -> None:
        """Look after the doors of the matches in a store, and tell their screens of changes."""
        self.store = store
        self.holders = Holders(store)
        self.tries = Tries()
        self._feed = feed
        self._lock = threading.Lock()
        self._seen: dict[tuple[str, str], datetime] = {}
        self._marks: dict[tuple[str, str], tuple[float, Mark | None]] = {}
        self._nudges = 0

    def standing(self, match_id: str, device: str) -> Standing:
        """Tell what a device is at a match."""
        door = self.store.door(match_id)
        if not device:
            return Standing("", door)
        guest = self.store.guests(match_id).get(device)
        seat = self.holders.own_seat(match_id, device)
        part, word = (guest.part, guest.word) if guest else (None, "")
        if seat is not None:
            part = Part.SEAT
        elif part is Part.SEAT:  # its seat was let go of
            part = Part.NONE if door is not None and door.host else None
        holds = bool(self.holders.held_by(match_id, device))
        return Standing(device, door, part, seat, holds, word)

    def mark(self, match_id: str, device: str) -> Mark:
        """Give what tells that a device has become something else; a second old at most.

        Streams ask for it with all their news.
        """
        now, nudges = time.monotonic(), self._feed.nudges
        with self._lock:
            if nudges != self._nudges:  # perhaps another process has changed something
                self._marks.clear()
                self._nudges = nudges
            at, found = self._marks.get((match_id, device), (-_MARKED_S, None))
            if found is not None and now - at < _MARKED_S:
                return found
        standing = self.standing(match_id, device)
        hosted, host = standing.has_host, standing.is_host
        mark = (standing.part, standing.seat, hosted, host, standing.is_let_in)
        with self._lock:
            if len(self._marks) >= _MOST_SEEN:
                self._marks.clear()
            self._marks[match_id, device] = now, mark
        return mark

    def has_host(self, match_id: str) -> bool:
        """Tell whether a device of the table enters for those who have none."""
        _, _, hosted, _, _ = self.mark(match_id, "")  # each stream asks, with all its news
        return hosted

    def here(self, match_id: str) -> Standing:
        """Tell what the device of the current request is at a match."""
        return self.standing(match_id, this_device())

    def of(self, match_id: str) -> Door:
        """Give the door of a match; it gets one with the first time that somebody asks."""
        found = self.store.door(match_id)
        while found is None:
            with suppress(SeqTaken):  # another match has this code
                found = self.store.hang_door(match_id, Door(new_code()))
        return found

    # ------------------------------------------------------------ who is there

    def admit(self, match: Match, part: Part) -> None:
        """Let this device be something else than a phone with a seat from now on."""
        device = introduce()
        own = self.holders.own_seat(match.id, device)
        for seat in self.holders.held_by(match.id, device):
            if part in _ONLOOKERS or seat == own:
                self.holders.release(match, seat)
        self._admit(match.id, device, part)

    def take_seat(self, match: Match, seat: Seat) -> None:
        """Let this device be the own phone of a seat.

        It lets go of the seat that it was the phone of before. Raises `HeldElsewhere`, and
        `SharedDevice` where hidden cards of others are open on it.
        """
        before = self.holders.own_seat(match.id, introduce())
        hold = self.holders.of(match.id).get(seat)
        if before not in {None, seat} and hold is None:
            self.holders.release(match, before or Seat(0))
        self.holders.own(match, seat)
        self._admit(match.id, this_device(), Part.SEAT)

    def begin(self, match_id: str) -> None:
        """Make the device that opened a match its host; a program that has no name is none."""
        if this_device() and not self.has_host(match_id):
            with suppress(SeqTaken):  # it was opened twice by one tap
                self.claim(match_id)

    def claim(self, match_id: str) -> None:
        """Make this device the host of a match that has none; raises `SeqTaken`."""
        was = self.of(match_id)
        if was.host:
            raise SeqTaken
        self._make_host(match_id, introduce(), HostWay.CLAIMED, was=was)

    def pass_on(self, match_id: str, device: str) -> None:
        """Make another device the host; raises `SeqTaken` where that has changed meanwhile."""
        self._make_host(match_id, device, HostWay.GIVEN, was=self.of(match_id))

    def take_over(self, match_id: str) -> None:
        """Make this device the host in place of one that is lost; raises `SeqTaken` if it is not.

        Of two that do so at once, one does.
        """
        was = self.of(match_id)
        if not self.is_lost(match_id, was):
            raise SeqTaken
        self._make_host(match_id, introduce(), HostWay.TAKEN, was=was)

    def leave(self, match: Match, seat: Seat) -> None:
        """Let this device give its seat back."""
        self.holders.release(match, seat)
        if self.here(match.id).has_host:
            self._admit(match.id, this_device(), Part.NONE)
        else:
            self.store.dismiss(match.id, this_device())

    def free_seat(self, match: Match, seat: Seat) -> None:
        """Take a seat from whichever device holds it, which hears so at once."""
        hold = self.holders.of(match.id).get(seat)
        if hold is not None and hold.own and self.has_host(match.id):
            self.let_go(match, hold.device)
        else:
            self.holders.release(match, seat)
            self.tell(match.id)

    def let_go(self, match: Match, device: str) -> None:
        """Send a device away from the table; it hears so at once, and may join anew."""
        seats = self.holders.held_by(match.id, device)
        word = "taken" if self.holders.own_seat(match.id, device) is not None else "let-go"
        for seat in seats:
            self.holders.release(match, seat)
        self._admit(match.id, device, Part.NONE, word)

    def change(self, match_id: str, *, locked: bool, guarded: bool) -> None:
        """Lock a door, guard it, or open it again."""
        was = self.of(match_id)
        self.store.change_door(match_id, replace(was, locked=locked, guarded=guarded), was=was)
        self.tell(match_id)

    def screens(self, match: Match) -> tuple[Screen, ...]:
        """List the devices of a match, in the order in which they came."""
        guests = self.store.guests(match.id)
        host = self.of(match.id).host
        found = (
            Screen(
                _handle(match.id, device),
                device,
                self.called(match, device),
                self._fresh(match.id, device, guest),
                device == this_device(),
                device == host,
            )
            for device, guest in guests.items()
        )
        return tuple(one for one in found if one.guest.part is not Part.NONE)

    def called(self, match: Match, device: str) -> Text:
        """Say which screen a device is, for people at the table."""
        standing = self.standing(match.id, device)
        if standing.seat is not None:
            name = display_names(match.setup.names)[standing.seat]
            if standing.is_host:
                return say("The phone of {name}, now the table’s tablet", name=name)
            return say("The phone of {name}", name=name)
        if standing.is_host:
            return say("The table’s tablet")
        part = standing.part or Part.NONE
        return _called(part, self._number(match.id, device, part))

    def _number(self, match_id: str, device: str, part: Part) -> int:
        """Count a device among others of its kind, from 1; 0 where it is the only one."""
        host = self.of(match_id).host
        guests = self.store.guests(match_id)
        alike = [one for one, guest in guests.items() if guest.part is part and one != host]
        return alike.index(device) + 1 if len(alike) > 1 and device in alike else 0

    # ------------------------------------------------------------ when they were seen

    def touch(self, match_id: str, device: str) -> None:
        """Take down that a device is there; about once in half a minute that is kept."""
        if not device:
            return
        now = datetime.now(UTC)
        with self._lock:
            before = self._seen.get((match_id, device))
            if before is not None and timedelta() <= now - before < _SEEN_EVERY:
                return
            if len(self._seen) >= _MOST_SEEN:
                self._seen.clear()  # what is kept of them is half a minute old at most
            self._seen[match_id, device] = now
        self.store.see(match_id, device, _written(now))

    def is_lost(self, match_id: str, door: Door) -> bool:
        """Tell whether there is a host, and nobody has seen it for a while."""
        host = door.host
        guest = self.store.guests(match_id).get(host)
        if guest is None:
            return host != ""
        seen = datetime.fromisoformat(self._fresh(match_id, host, guest).seen or guest.since)
        return datetime.now(UTC) - seen > LOST_AFTER

    def read(self, match_id: str, device: str) -> str:
        """Give what a device must still be told, and take it as told."""
        guest = self.store.guests(match_id).get(device)
        if guest is None or not guest.word or guest.part is Part.NONE:
            return ""
        self.store.admit(match_id, device, replace(guest, word=""))
        return guest.word

    def _fresh(self, match_id: str, device: str, guest: Guest) -> Guest:
        with self._lock:
            seen = self._seen.get((match_id, device))
        written = _written(seen) if seen else ""
        return replace(guest, seen=max(written, guest.seen))

    # ------------------------------------------------------------ inside

    def tell(self, match_id: str) -> None:
        """Wake the screens of a match, because something about who is where has changed."""
        with self._lock:
            self._marks.clear()
        self._feed.nudge(match_id)

    def _admit(self, match_id: str, device: str, part: Part, word: str = "") -> None:
        before = self.store.guests(match_id).get(device)
        now = _written(datetime.now(UTC))
        since = before.since if before and before.part is part else now
        self.store.admit(match_id, device, Guest(part, since, now, word))
        self.tell(match_id)

    def _make_host(self, match_id: str, device: str, way: HostWay, *, was: Door) -> None:
        now = _written(datetime.now(UTC))
        door = replace(was, host=device, since=now, way=way)
        self.store.change_door(match_id, door, was=was)
        before = self.standing(match_id, device).part
        part = Part.SEAT if before is Part.SEAT else Part.TABLE
        self._admit(match_id, device, part, way if way is not HostWay.CLAIMED else "")


def _called(part: Part, number: int) -> Text:
    if number:
        return {
            Part.TABLE: say("Tablet {number} of the table", number=number + 1),
            Part.TELEVISION: say("Television {number}", number=number),
            Part.SPECTATOR: say("Watcher {number}", number=number),
        }.get(part, say("A screen"))
    return {
        Part.TABLE: say("Another tablet of the table"),
        Part.TELEVISION: say("A television"),
        Part.SPECTATOR: say("Somebody who watches"),
    }.get(part, say("A screen"))


def handles(screens: tuple[Screen, ...]) -> Mapping[str, Screen]:
    """Give the devices of a list by the handles that a page sends back."""
    return {screen.handle: screen for screen in screens}


def _handle(match_id: str, device: str) -> str:
    # A cookie is signed, so the name of a device opens nothing; it is nobody's business still.
    return blake2b(f"{match_id} {device}".encode(), digest_size=9).hexdigest()


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
