"""What a device is at a table, and what it may do there.

A table is open as long as nobody wants it otherwise: whoever opens its page may enter for anybody.
A device that has said what it is keeps to that: a phone with a seat enters for its seat once the
table has a host to enter for the others, and a television enters nothing. The server decides so
by the device; that buttons are not shown is only a kindness.
"""

import threading
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

from referee.core import Seat, Text, display_names, say
from referee.host.threads import run_in_background
from referee.match import (
    Device,
    DeviceRole,
    Feed,
    HostOrigin,
    Lobby,
    Match,
    SeqTaken,
    Store,
    StoreFailed,
    UnknownMatch,
)
from referee.web.access.capacity import (
    DeviceList,
    DeviceListCache,
    JoinRateLimit,
    device_list_of,
    kind_called,
)
from referee.web.access.devices import Holders, changes, introduce, own_seat_among, this_device
from referee.web.access.join_codes import CodeAttempts, new_code, new_token
from referee.web.access.presence import Presence, written
from referee.web.access.roles import LET_IN, TURNED_DOWN, VIEWERS, WISH, Mark, Membership


@dataclass(frozen=True, slots=True)
class Screen:
    """A device in the list of a table's screens; `handle` names it without giving it away."""

    handle: str
    device: str
    label: Text
    guest: Device
    here: bool
    is_host: bool


class Lobbies:
    """The doors of all matches, as the store knows them; safe to use from any thread."""

    def __init__(self, store: Store, feed: Feed) -> None:
        """Look after the doors of the matches in a store, and tell their screens of changes."""
        self.store = store
        # While a store writes, others go on. Of processes that share one, it keeps apart itself
        # what must not come in between.
        self.holders = Holders(store, nullcontext() if store.is_shared else threading.RLock())
        self.presence = Presence(store)
        self.tries = CodeAttempts()
        self.arrivals = JoinRateLimit()
        self._feed = feed
        self._lately = DeviceListCache(store)

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Return the lock for what is changed about devices and their seats."""
        return self.holders.lock

    def membership(self, match_id: str, device: str) -> Membership:
        """Return what a device is at a match."""
        if not device:
            return Membership("", self.store.lobby(match_id))
        return self._membership(device, device_list_of(self.store, match_id))

    def _membership(self, device: str, device_list: DeviceList) -> Membership:
        lobby, guest = device_list.lobby, device_list.guests.get(device)
        held = {seat: hold for seat, hold in device_list.holds.items() if hold.device == device}
        seat = own_seat_among(held)
        part, word = (guest.role, guest.pending_notice) if guest else (None, "")
        if seat is not None:
            part = DeviceRole.SEAT
        elif part is DeviceRole.SEAT:  # its seat was let go of
            part = DeviceRole.NONE if lobby is not None and lobby.host else None
        if part is DeviceRole.NONE and device == device_list.host:
            part = DeviceRole.TABLE  # else nobody could look after the table
        return Membership(device, lobby, part, seat, bool(held), word)

    def mark(self, match_id: str, device: str) -> Mark:
        """Return what tells that a device has become something else; a second old at most.

        Streams ask for it with all their news.
        """
        device_list = self._lately.device_list(match_id, self._feed.nudges)
        membership = self._membership(device, device_list)
        hosted, host = membership.has_host, membership.is_host
        waiting = int(membership.wishes)
        if host:
            waiting = sum(guest.pending_notice == WISH for guest in device_list.guests.values())
        return membership.role, membership.seat, hosted, host, membership.is_let_in, waiting

    def has_host(self, match_id: str) -> bool:
        """Return whether a device of the table enters for those who have none."""
        _, _, hosted, *_ = self.mark(match_id, "")  # each stream asks, with all its news
        return hosted

    def here(self, match_id: str) -> Membership:
        """Return what the device of the current request is at a match."""
        return self.membership(match_id, this_device())

    def of(self, match_id: str) -> Lobby:
        """Return the door of a match; it gets one with the first time that somebody asks."""
        found = self.store.lobby(match_id)
        while found is None:
            with suppress(SeqTaken):  # another match has this code
                found = self.store.create_lobby(match_id, Lobby(new_code(), token=new_token()))
        return found

    # ------------------------------------------------------------ who is there

    @changes
    def admit(self, match: Match, part: DeviceRole) -> None:
        """Let this device be something else than a phone with a seat from now on.

        Where there is a host, another tablet of the table is one once the host has said yes.
        """
        device = introduce()
        self._make_room(match.id, device, part)
        membership = self.membership(match.id, device)
        if part is DeviceRole.TABLE and membership.has_host and not membership.is_host:
            if membership.role is not DeviceRole.TABLE:
                self._wish(match, membership)
            return
        self._become(match, device, part)

    def wishing(self, match_id: str) -> tuple[str, ...]:
        """Return the devices that wait for the host to let them be tablets of the table."""
        guests = self.store.guests(match_id)
        return tuple(device for device, guest in guests.items() if guest.pending_notice == WISH)

    @changes
    def answer_wish(self, match: Match, device: str, *, yes: bool) -> None:
        """Let a device be a tablet of the table, or not; does nothing where it does not wait."""
        guest = self.store.guests(match.id).get(device)
        if guest is None or guest.pending_notice != WISH:
            return
        if yes:
            self._become(match, device, DeviceRole.TABLE, LET_IN)
        else:
            self._admit(match.id, device, guest.role, TURNED_DOWN)

    def _wish(self, match: Match, membership: Membership) -> None:
        """Take down that a device would like to be a tablet; until then it is what it was."""
        device, part = membership.device, membership.role
        if part is DeviceRole.SEAT:
            self._admit(match.id, device, part, WISH)
        else:
            self._become(match, device, part if part in VIEWERS else DeviceRole.SPECTATOR, WISH)

    def _become(self, match: Match, device: str, part: DeviceRole, word: str = "") -> None:
        own = self.holders.own_seat(match.id, device)
        for seat in self.holders.held_by(match.id, device):
            if part in VIEWERS or seat == own:
                self.holders.release(match, seat)
        self._admit(match.id, device, part, word)

    @changes
    def take_seat(self, match: Match, seat: Seat) -> None:
        """Let this device be the own phone of a seat.

        It lets go of the seat that it was the phone of before; a screen on which the seat was only
        looked at loses it. Raises `HeldElsewhere`, and `SharedDevice` where hidden cards of others
        are open on it.
        """
        self._make_room(match.id, introduce(), DeviceRole.SEAT)
        hold = self.holders.of(match.id).get(seat)
        if hold is not None and not hold.own and hold.device != this_device():
            self.holders.release(match, seat)
            hold = None
        if hold is None or hold.device == this_device():
            self.holders.narrow(match, seat)
        self.holders.own(match, seat)
        self._admit(match.id, this_device(), DeviceRole.SEAT)

    def is_at_home(self) -> bool:
        """Return whether this device may tidy up what all tables here share.

        It is at one of them; or none has a host, so that nobody is a stranger.
        """
        device, store = this_device(), self.store
        return not store.private() or (device != "" and bool(store.known_at(device)))

    @changes
    def begin(self, match_id: str) -> None:
        """Make the device that opened a match its host; a program that has no name is none."""
        if this_device() and not self.has_host(match_id):
            with suppress(SeqTaken):  # it was opened twice by one tap
                self.claim(match_id)

    @changes
    def claim(self, match_id: str) -> None:
        """Make this device the host of a match that has none; raises `SeqTaken`."""
        was = self.of(match_id)
        if was.host:
            raise SeqTaken
        self._make_host(match_id, introduce(), HostOrigin.CLAIMED, was=was)

    @changes
    def pass_on(self, match_id: str, device: str) -> None:
        """Make another device the host; raises `SeqTaken` where that has changed meanwhile."""
        self._make_host(match_id, device, HostOrigin.GIVEN, was=self.of(match_id))

    @changes
    def take_over(self, match_id: str) -> None:
        """Make this device the host in place of one that is lost; raises `SeqTaken` if it is not.

        Of two that do so at once, one does.
        """
        was = self.of(match_id)
        if not self.presence.is_lost(match_id, was):
            raise SeqTaken
        self._make_host(match_id, introduce(), HostOrigin.TAKEN, was=was)

    @changes
    def leave(self, match: Match, seat: Seat) -> None:
        """Let this device give its seat back."""
        self.holders.release(match, seat)
        membership = self.here(match.id)
        if membership.has_host:
            self._admit(
                match.id, this_device(), DeviceRole.TABLE if membership.is_host else DeviceRole.NONE
            )
        else:
            self.store.dismiss(match.id, this_device())

    @changes
    def free_seat(self, match: Match, seat: Seat) -> None:
        """Take a seat from whichever device holds it, which hears so at once."""
        hold = self.holders.of(match.id).get(seat)
        host = self.of(match.id).host
        if hold is not None and hold.own and host not in {"", hold.device}:
            self.let_go(match, hold.device)
        else:
            self.holders.release(match, seat)
            self.announce(match.id)

    @changes
    def let_go(self, match: Match, device: str) -> None:
        """Send a device away from the table; it hears so at once, and may join anew."""
        seats = self.holders.held_by(match.id, device)
        word = "taken" if self.holders.own_seat(match.id, device) is not None else "let-go"
        for seat in seats:
            self.holders.release(match, seat)
        self._admit(match.id, device, DeviceRole.NONE, word)

    @changes
    def change(self, match_id: str, *, locked: bool, guarded: bool) -> None:
        """Lock a door, guard it, or open it again."""
        was = self.of(match_id)
        self.store.change_lobby(match_id, replace(was, locked=locked, guarded=guarded), was=was)
        self.announce(match_id)

    def screens(self, match: Match) -> tuple[Screen, ...]:
        """List the devices of a match, in the order in which they came."""
        device_list = device_list_of(self.store, match.id)
        numbers = device_list.numbers()
        found = (
            Screen(
                _handle(match.id, device),
                device,
                self._called(match, device, device_list, numbers),
                self.presence.fresh(match.id, device, guest),
                device == this_device(),
                device == device_list.host,
            )
            for device, guest in device_list.guests.items()
        )
        return tuple(one for one in found if one.guest.role is not DeviceRole.NONE)

    def called(self, match: Match, device: str) -> Text:
        """Say which screen a device is, for people at the table."""
        device_list = device_list_of(self.store, match.id)
        return self._called(match, device, device_list, device_list.numbers())

    def _called(
        self, match: Match, device: str, device_list: DeviceList, numbers: Mapping[str, int]
    ) -> Text:
        membership = self._membership(device, device_list)
        if membership.seat is not None:
            name = display_names(match.setup.names)[membership.seat]
            if membership.is_host:
                return say("The phone of {name}, now the table’s tablet", name=name)
            return say("The phone of {name}", name=name)
        if membership.is_host:
            return say("The table’s tablet")
        part = membership.role or DeviceRole.NONE
        is_so = device in device_list.guests and device_list.guests[device].role is part
        return kind_called(part, numbers.get(device, 0) if is_so else 0)

    def read(self, match_id: str, device: str) -> str:
        """Return what a device must still be told, and take it as told; no page waits for that."""
        guest = self.store.guests(match_id).get(device)
        if guest is None or guest.pending_notice in {"", WISH} or guest.role is DeviceRole.NONE:
            return ""
        run_in_background(self._take_as_told, match_id, device, guest.pending_notice)
        return guest.pending_notice

    @changes
    def _take_as_told(self, match_id: str, device: str, word: str) -> None:
        guest = self.store.guests(match_id).get(device)
        if guest is not None and guest.pending_notice == word:
            with suppress(StoreFailed, UnknownMatch):  # then it is told once more
                self.store.admit(match_id, device, replace(guest, pending_notice=""))

    # ------------------------------------------------------------ inside

    def _make_room(self, match_id: str, device: str, part: DeviceRole) -> None:
        """Let a device have a place as this; raises `TooManyScreens` where there is none."""
        device_list = device_list_of(self.store, match_id)
        fresh = {
            one: self.presence.fresh(match_id, one, it) for one, it in device_list.guests.items()
        }
        for one in tuple(replace(device_list, guests=fresh).leaving(device, part)):
            self.store.dismiss(match_id, one)

    def announce(self, match_id: str) -> None:
        """Wake the screens of a match, because something about who is where has changed."""
        self._lately.forget()
        self._feed.nudge(match_id)

    def _admit(self, match_id: str, device: str, part: DeviceRole, word: str = "") -> None:
        before = self.store.guests(match_id).get(device)
        now = written(datetime.now(UTC))
        since = before.since if before and before.role is part else now
        self.store.admit(match_id, device, Device(part, since, now, word))
        self.announce(match_id)

    def _make_host(self, match_id: str, device: str, way: HostOrigin, *, was: Lobby) -> None:
        now = written(datetime.now(UTC))
        lobby = replace(was, host=device, since=now, way=way)
        self.store.change_lobby(match_id, lobby, was=was)
        before = self.membership(match_id, device).role
        part = DeviceRole.SEAT if before is DeviceRole.SEAT else DeviceRole.TABLE
        self._admit(match_id, device, part, way if way is not HostOrigin.CLAIMED else "")


def handles(screens: tuple[Screen, ...]) -> Mapping[str, Screen]:
    """Return the devices of a list by the handles that a page sends back."""
    return {screen.handle: screen for screen in screens}


def _handle(match_id: str, device: str) -> str:
    # A cookie is signed, so the name of a device opens nothing; it is nobody's business still.
    return blake2b(f"{match_id} {device}".encode(), digest_size=9).hexdigest()
