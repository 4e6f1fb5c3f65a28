"""Notifies systemd (sd_notify): ready, watchdog, more time, stopping.

systemd passes the address of its socket in `NOTIFY_SOCKET` and the watchdog's time-out in
`WATCHDOG_USEC`. Without them every notification does nothing.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

_ABSTRACT: Final = "@"
_MICROSECONDS: Final = 1_000_000
_PINGS_PER_TIMEOUT: Final = 3
"""Two pings may be lost before the watchdog's time-out is over."""


@dataclass(frozen=True, slots=True)
class SystemdNotifier:
    """The socket of systemd and the watchdog's time-out in seconds; empty and 0 if unused."""

    address: str = ""
    timeout_s: float = 0.0

    @property
    def interval_s(self) -> float:
        """Return the seconds between two watchdog pings; 0 without a watchdog."""
        return self.timeout_s / _PINGS_PER_TIMEOUT

    def ready(self) -> None:
        """Report that the service is ready."""
        self._send("READY=1")

    def extend_timeout(self, seconds: float) -> None:
        """Ask for so many seconds, from now, until the service is ready."""
        self._send(f"EXTEND_TIMEOUT_USEC={seconds * _MICROSECONDS:.0f}")

    def ping(self) -> None:
        """Reset the watchdog."""
        if self.timeout_s:
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Report that the service stops on purpose."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self.address:
            return
        # A supervisor that has gone away must not end a game.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
            client.settimeout(0)
            client.sendto(message.encode(), _socket_address(self.address))


def notifier_of(environment: Mapping[str, str]) -> SystemdNotifier:
    """Return the notifier for this process; a watchdog set for another process is ignored."""
    address = environment.get("NOTIFY_SOCKET", "")
    span = environment.get("WATCHDOG_USEC", "")
    pid = environment.get("WATCHDOG_PID", str(os.getpid()))
    is_watched = span.isascii() and span.isdecimal() and pid == str(os.getpid())
    return SystemdNotifier(address, int(span) / _MICROSECONDS if is_watched else 0.0)


def _socket_address(address: str) -> str:
    return f"\0{address[1:]}" if address.startswith(_ABSTRACT) else address
