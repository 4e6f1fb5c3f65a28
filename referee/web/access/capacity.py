"""Capacity: the devices of a match, and how many it accepts.

Anyone with the code can join with many devices. So their number is limited, in all and per address
and minute; absent televisions and spectators are removed to make room.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from referee.core import RefereeError, Seat, Text, say
from referee.match import Device, DeviceRole, Hold, Lobby, Store

MOST: Final = 60
"""Devices of one table beside the own phones of its seats; a page that lists them stays short.

So whoever has a seat to sit at finds a place, however many watch. As many of those that were sent
away are remembered.
"""

AWAY_AFTER: Final = timedelta(minutes=2)
"""After so long without a sign of it, a screen that only looks may be forgotten for another."""

_LATELY_S: Final = 1.0
_MOST_SEEN: Final = 1_000

_WINDOW_S: Final = 60.0
ARRIVALS: Final = 20
"""New devices that come to one table from one address within a minute."""

_LEAST_NEEDED: Final = (
    DeviceRole.SPECTATOR,
    DeviceRole.TELEVISION,
    DeviceRole.SEAT,
    DeviceRole.TABLE,
)
"""The roles to remove, in this order; never a device with a seat or the host."""


class TooManyScreens(RefereeError):
    """The table has as many devices as it accepts."""

    def __init__(self) -> None:
        """Say who can make room."""
        super().__init__(
            say(
                "This table cannot take any more screens. Its tablet can disconnect some "
                "under “Screens of this table”."
            )
        )


class TooManyAtOnce(RefereeError):
    """Too many new devices from one address within a minute."""

    def __init__(self) -> None:
        """Say when it goes on."""
        super().__init__(say("Too many screens have joined at once. Try again in a minute."))


@dataclass(frozen=True, slots=True)
class DeviceList:
    """A snapshot of a match: its lock and code, its devices, and the seats that they hold."""

    lobby: Lobby | None
    guests: Mapping[str, Device]
    holds: Mapping[Seat, Hold]

    @property
    def host(self) -> str:
        """Return the host, or an empty string without one."""
        return self.lobby.host if self.lobby else ""

    def numbers(self) -> Mapping[str, int]:
        """Return the number of each device of a kind with several, in the order of joining."""
        kinds: dict[DeviceRole, list[str]] = defaultdict(list)
        for device, guest in self.guests.items():
            if device != self.host:
                kinds[guest.role].append(device)
        alike = (devices for devices in kinds.values() if len(devices) > 1)
        return {device: at for devices in alike for at, device in enumerate(devices, 1)}

    def leaving(self, device: str, part: DeviceRole) -> Iterator[str]:
        """Return who is forgotten so that a device has a place as this, who is needed least first.

        Removed devices take no place. Raises `TooManyScreens` if no device can be forgotten.
        """
        others = {one: guest for one, guest in self.guests.items() if one != device}
        own = {hold.device for hold in self.holds.values() if hold.own}
        sent_away = {one for one, guest in others.items() if guest.role is DeviceRole.NONE} - {
            self.host
        }
        placed = others.keys() - own - sent_away
        yield from sorted(sent_away, key=lambda one: _latest(others[one]))[: -MOST + 1]
        if part is DeviceRole.SEAT or (device in self.guests and self._has_place(device, own)):
            return
        too_many = len(placed) + 1 - MOST
        if too_many > 0:
            yield from self._away(placed, too_many)

    def _has_place(self, device: str, own: AbstractSet[str]) -> bool:
        is_sent_away = self.guests[device].role is DeviceRole.NONE
        return device == self.host or not (device in own or is_sent_away)

    def _away(self, placed: AbstractSet[str], count: int) -> list[str]:
        gone = (datetime.now(UTC) - AWAY_AFTER).isoformat(timespec="milliseconds")
        kept = {self.host, *(hold.device for hold in self.holds.values())}
        away = [
            (_LEAST_NEEDED.index(guest.role), _latest(guest), one)
            for one, guest in self.guests.items()
            if one in placed - kept and _latest(guest) < gone
        ]
        if len(away) < count:
            raise TooManyScreens
        return [one for _, _, one in sorted(away)[:count]]


def _latest(guest: Device) -> str:
    return max(guest.seen, guest.since)


def device_list_of(store: Store, match_id: str) -> DeviceList:
    """Read the snapshot of a match from the store, each table once."""
    return DeviceList(store.lobby(match_id), store.guests(match_id), store.holds(match_id))


class DeviceListCache:
    """A cache of the devices of each match, a second old at most; thread-safe.

    All streams of a match ask for it at the same moment, with each of their events.
    """

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without having looked."""
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._seen: dict[str, tuple[float, DeviceList]] = {}
        self._nudges = 0

    def device_list(self, match_id: str, nudges: int) -> DeviceList:
        """Return the devices of a match; an entry from before the latest `nudges` is stale."""
        now = self._clock()
        with self._lock:
            if nudges != self._nudges:  # another process may have changed it
                self._seen.clear()
                self._nudges = nudges
            at, found = self._seen.get(match_id, (now - _LATELY_S, None))
        if found is not None and now - at < _LATELY_S:
            return found
        device_list = device_list_of(self._store, match_id)
        with self._lock:
            if nudges == self._nudges:
                self._seen[match_id] = now, device_list
            while len(self._seen) > _MOST_SEEN:
                del self._seen[next(iter(self._seen))]
        return device_list

    def forget(self) -> None:
        """Drop the cached devices of a match that this process has changed."""
        with self._lock:
            self._seen.clear()


def kind_called(part: DeviceRole, number: int) -> Text:
    """Return the name of a kind of device, numbered if the match has several."""
    if number:
        return {
            DeviceRole.TABLE: say("Tablet {number} of the table", number=number + 1),
            DeviceRole.TELEVISION: say("Television {number}", number=number),
            DeviceRole.SPECTATOR: say("Spectator {number}", number=number),
        }.get(part, say("A screen"))
    return {
        DeviceRole.TABLE: say("Another tablet of the table"),
        DeviceRole.TELEVISION: say("A television"),
        DeviceRole.SPECTATOR: say("A spectator"),
    }.get(part, say("A screen"))


class JoinRateLimit:
    """A rate limit for new devices by address and match; thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with none."""
        self._clock = clock
        self._lock = threading.Lock()
        self._came: list[tuple[float, str, str]] = []

    def begin(self, match_id: str, address: str) -> None:
        """Count a new device; raises `TooManyAtOnce` above the limit."""
        with self._lock:
            now = self._clock()
            self._came = [one for one in self._came if one[0] > now - _WINDOW_S]
            if sum(one[1:] == (match_id, address) for one in self._came) >= ARRIVALS:
                raise TooManyAtOnce
            self._came.append((now, match_id, address))
