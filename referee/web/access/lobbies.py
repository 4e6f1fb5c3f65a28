"""The devices of a match: their roles, its host, its code, and its lock.

Without a host, every device may enter for all seats. With a host, a phone with a seat enters for
that seat only. Televisions and spectators enter nothing. The server enforces this by device; that
pages hide the buttons is a convenience.
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
    """A device in the list of screens; `handle` identifies it without revealing its id."""

    handle: str
    device: str
    label: Text
    guest: Device
    here: bool
    is_host: bool


def lobby_of(store: Store, match_id: str) -> Lobby:
    """Return the code and lock of a match, created if it has none; raises `UnknownMatch`."""
    found = store.lobby(match_id)
    while found is None:
        with suppress(SeqTaken):  # another match has this code
            found = store.create_lobby(match_id, Lobby(new_code(), token=new_token()))
    return found


class Lobbies:
    """The roles, hosts, codes and locks of all matches, as stored; thread-safe."""

    def __init__(self, store: Store, feed: Feed) -> None:
        """Look after the doors of the matches in a store, and tell their screens of changes."""
        self.store = store
        # Other threads run while the store writes. A shared store serializes such changes itself.
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
        """Return the role of a device at a match."""
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
        elif part is DeviceRole.SEAT:  # its seat was released
            part = DeviceRole.NONE if lobby is not None and lobby.host else None
        if part is DeviceRole.NONE and device == device_list.host:
            part = DeviceRole.TABLE  # else the match would have no host
        return Membership(device, lobby, part, seat, bool(held), word)

    def mark(self, match_id: str, device: str) -> Mark:
        """Return a value that changes with the role of a device; a second old at most.

        Streams compare it with each of their events.
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
        _, _, hosted, *_ = self.mark(match_id, "")  # cached: each stream calls this
        return hosted

    def here(self, match_id: str) -> Membership:
        """Return the role of the requesting device at a match."""
        return self.membership(match_id, this_device())

    def of(self, match_id: str) -> Lobby:
        """Return the code and lock of a match; they are created on the first call."""
        return lobby_of(self.store, match_id)

    # ------------------------------------------------------------ who is there

    @changes
    def admit(self, match: Match, part: DeviceRole) -> None:
        """Return this device a role other than a phone with a seat.

        With a host, a further tablet waits for the host to accept it.
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
        """Return the devices that wait for the host to accept them as tablets."""
        guests = self.store.guests(match_id)
        return tuple(device for device, guest in guests.items() if guest.pending_notice == WISH)

    @changes
    def answer_wish(self, match: Match, device: str, *, yes: bool) -> None:
        """Accept or refuse a device as a tablet; does nothing if it does not wait."""
        guest = self.store.guests(match.id).get(device)
        if guest is None or guest.pending_notice != WISH:
            return
        if yes:
            self._become(match, device, DeviceRole.TABLE, LET_IN)
        else:
            self._admit(match.id, device, guest.role, TURNED_DOWN)

    def _wish(self, match: Match, membership: Membership) -> None:
        """Record that a device waits to become a tablet; its role stays until then."""
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
        """Make this device the own phone of a seat.

        It releases the seat that it held before, and a shared screen that held this seat loses it.
        Raises `HeldElsewhere`, and `SharedDevice` if it holds further seats.
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
        """Return whether this device may change what all tables of this server share.

        It has a role at one of them, or none of them has a host.
        """
        device, store = this_device(), self.store
        return not store.private() or (device != "" and bool(store.known_at(device)))

    @changes
    def begin(self, match_id: str) -> None:
        """Make the device that opened a match its host; a program that has no name is none."""
        if this_device() and not self.has_host(match_id):
            with suppress(SeqTaken):  # one tap was sent twice
                self.claim(match_id)

    @changes
    def claim(self, match_id: str) -> None:
        """Make this device the host; raises `SeqTaken` if the match has one."""
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
        """Make this device the host in place of one that is silent; raises `SeqTaken` otherwise.

        Of two devices that try at once, one succeeds.
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
        """Release a seat from the device that holds it, and notify that device."""
        hold = self.holders.of(match.id).get(seat)
        host = self.of(match.id).host
        if hold is not None and hold.own and host not in {"", hold.device}:
            self.let_go(match, hold.device)
        else:
            self.holders.release(match, seat)
            self.announce(match.id)

    @changes
    def let_go(self, match: Match, device: str) -> None:
        """Remove a device from the match and notify it; it may join again."""
        seats = self.holders.held_by(match.id, device)
        word = "taken" if self.holders.own_seat(match.id, device) is not None else "let-go"
        for seat in seats:
            self.holders.release(match, seat)
        self._admit(match.id, device, DeviceRole.NONE, word)

    @changes
    def change(self, match_id: str, *, locked: bool, guarded: bool) -> None:
        """Set whether the match is locked, and whether a device must join with the code."""
        was = self.of(match_id)
        self.store.change_lobby(match_id, replace(was, locked=locked, guarded=guarded), was=was)
        self.announce(match_id)

    def screens(self, match: Match) -> tuple[Screen, ...]:
        """List the devices of a match in the order of joining."""
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
        """Return the name of a device for people at the table."""
        device_list = device_list_of(self.store, match.id)
        return self._called(match, device, device_list, device_list.numbers())

    def _called(
        self, match: Match, device: str, device_list: DeviceList, numbers: Mapping[str, int]
    ) -> Text:
        membership = self._membership(device, device_list)
        if membership.seat is not None:
            name = display_names(match.setup.names)[membership.seat]
            if membership.is_host:
                return say("{name}’s phone, now the table’s tablet", name=name)
            return say("{name}’s phone", name=name)
        if membership.is_host:
            return say("The table’s tablet")
        part = membership.role or DeviceRole.NONE
        is_so = device in device_list.guests and device_list.guests[device].role is part
        return kind_called(part, numbers.get(device, 0) if is_so else 0)

    def read(self, match_id: str, device: str) -> str:
        """Return the pending notice of a device and clear it in the background."""
        guest = self.store.guests(match_id).get(device)
        if guest is None or guest.pending_notice in {"", WISH} or guest.role is DeviceRole.NONE:
            return ""
        run_in_background(self._take_as_told, match_id, device, guest.pending_notice)
        return guest.pending_notice

    @changes
    def _take_as_told(self, match_id: str, device: str, word: str) -> None:
        guest = self.store.guests(match_id).get(device)
        if guest is not None and guest.pending_notice == word:
            with suppress(StoreFailed, UnknownMatch):  # then it is shown once more
                self.store.admit(match_id, device, replace(guest, pending_notice=""))

    # ------------------------------------------------------------ inside

    def _make_room(self, match_id: str, device: str, part: DeviceRole) -> None:
        """Make room for a device in this role; raises `TooManyScreens` if there is none."""
        device_list = device_list_of(self.store, match_id)
        fresh = {
            one: self.presence.fresh(match_id, one, it) for one, it in device_list.guests.items()
        }
        for one in tuple(replace(device_list, guests=fresh).leaving(device, part)):
            self.store.dismiss(match_id, one)

    def announce(self, match_id: str) -> None:
        """Notify the screens of a match that roles have changed."""
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
    # The id opens nothing, because cookies are signed; it is hidden all the same.
    return blake2b(f"{match_id} {device}".encode(), digest_size=9).hexdigest()
