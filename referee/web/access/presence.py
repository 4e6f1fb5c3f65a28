"""Presence: when the devices of a match were last seen.

Silence is not measured by the clock alone: a clock that is set would make all devices silent for
years, and nothing is seen while the server is off. So no device counts as silent for longer than
this server has been running.
"""

import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Final

from referee.host.threads import run_in_background
from referee.match import Device, DeviceRole, Lobby, Store, StoreFailed
from referee.web.access.capacity import device_list_of

LOST_AFTER: Final = timedelta(minutes=2)
"""After so long without a sign of the host, another device of the table may take over."""

DESERTED_AFTER: Final = timedelta(minutes=5)
"""After so long without a sign of any phone or tablet of a table, a new one may take over.

The server may have another address since then, where no browser shows the cookie of the old one.
"""

_SEEN_EVERY: Final = timedelta(seconds=30)
"""How exactly it is kept when a device was seen; each time is a write."""

_MOST_SEEN: Final = 20_000
"""Devices remembered in memory; each takes some hundred bytes."""

_ASKEW: Final = timedelta(minutes=-1)
"""How far the clocks of two servers of one store may differ; a later time is ignored."""


class Presence:
    """When each device was last seen, by the store and by this process; thread-safe."""

    def __init__(self, store: Store) -> None:
        """Start with every device present."""
        self._store = store
        self._began = monotonic()
        self._lock = threading.Lock()
        self._seen: dict[tuple[str, str], tuple[datetime, float]] = {}

    def touch(self, match_id: str, device: str) -> None:
        """Record that a device is present; stored in the background every half minute at most."""
        if not device:
            return
        now = datetime.now(UTC)
        with self._lock:
            before, _ = self._seen.get((match_id, device), (None, 0.0))
            if before is not None and timedelta() <= now - before < _SEEN_EVERY:
                return
            if len(self._seen) >= _MOST_SEEN:
                self._seen.clear()  # the store is half a minute older at most
            self._seen[match_id, device] = now, monotonic()
        run_in_background(self._keep, match_id, device, now)

    def _keep(self, match_id: str, device: str, now: datetime) -> None:
        with suppress(StoreFailed):  # stored at its next request
            self._store.see(match_id, device, written(now))

    def fresh(self, match_id: str, device: str, guest: Device) -> Device:
        """Return a device with the time of its last request here if that is later than stored."""
        with self._lock:
            seen = self._seen.get((match_id, device))
        return guest if seen is None else replace(guest, seen=max(written(seen[0]), guest.seen))

    def is_lost(self, match_id: str, lobby: Lobby) -> bool:
        """Return whether there is a host and it is silent."""
        host = lobby.host
        guest = self._store.guests(match_id).get(host)
        if guest is None:
            return host != ""
        return self._silence(match_id, host, guest) > LOST_AFTER

    def is_deserted(self, match_id: str) -> bool:
        """Return whether there is a host and all tablets and phones with a seat are silent."""
        device_list = device_list_of(self._store, match_id)
        return device_list.host != "" and all(
            self._silence(match_id, device, guest) > DESERTED_AFTER
            for device, guest in device_list.guests.items()
            if device == device_list.host or guest.role in {DeviceRole.TABLE, DeviceRole.SEAT}
        )

    def _silence(self, match_id: str, device: str, guest: Device) -> timedelta:
        return min(self._spans(match_id, device, guest))

    def _spans(self, match_id: str, device: str, guest: Device) -> Iterator[timedelta]:
        """Return upper bounds for how long the device has been silent."""
        now = monotonic()
        yield timedelta(seconds=now - self._began)
        with self._lock:
            _, seen = self._seen.get((match_id, device), (None, self._began))
        yield timedelta(seconds=now - seen)
        by_clock = datetime.now(UTC) - datetime.fromisoformat(guest.seen or guest.since)
        if by_clock > _ASKEW:
            yield by_clock


def written(moment: datetime) -> str:
    """Return a time as the store keeps it."""
    return moment.isoformat(timespec="milliseconds")
