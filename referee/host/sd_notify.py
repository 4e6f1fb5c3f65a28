"""Tells whoever started a process, such as systemd, how it is.

A service of systemd is told an address for such words in `NOTIFY_SOCKET`, and in `WATCHDOG_USEC`
how long it may be silent before it is started anew. Without them nothing is told to anybody.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

_ABSTRACT: Final = "@"
_MICROSECONDS: Final = 1_000_000
_SHARE: Final = 3
"""So many signs of life in the time that may pass without one: two may be late."""


@dataclass(frozen=True, slots=True)
class SystemdNotifier:
    """Where words go, and after how many seconds of silence this process is started anew."""

    address: str = ""
    patience_s: float = 0.0

    @property
    def every_s(self) -> float:
        """Return the seconds between two signs of life; 0 where nobody wants any."""
        return self.patience_s / _SHARE

    def ready(self) -> None:
        """Say that everything has been started."""
        self._tell("READY=1")

    def needs(self, seconds: float) -> None:
        """Ask for more time, counted from now, until it is ready."""
        self._tell(f"EXTEND_TIMEOUT_USEC={seconds * _MICROSECONDS:.0f}")

    def alive(self) -> None:
        """Return a sign of life."""
        if self.patience_s:
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that this process ends on purpose."""
        self._tell("STOPPING=1")

    def _tell(self, word: str) -> None:
        if not self.address:
            return
        # Whoever started this may be gone by now; that is no reason to end a game.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.settimeout(0)
            line.sendto(word.encode(), _as_written(self.address))


def notifier_of(environment: Mapping[str, str]) -> SystemdNotifier:
    """Find who watches over this process; words of what it was started for are not for others."""
    address = environment.get("NOTIFY_SOCKET", "")
    span = environment.get("WATCHDOG_USEC", "")
    meant = environment.get("WATCHDOG_PID", str(os.getpid()))
    is_watched = span.isascii() and span.isdecimal() and meant == str(os.getpid())
    return SystemdNotifier(address, int(span) / _MICROSECONDS if is_watched else 0.0)


def _as_written(address: str) -> str:
    return f"\0{address[1:]}" if address.startswith(_ABSTRACT) else address
