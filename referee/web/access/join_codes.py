"""Join codes: created, read as people type them, and protected against guessing.

A code has six characters of an alphabet of 24 that look and sound different and spell no words. A
character that looks like one of them is read as that one.
"""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from referee.core import RefereeError, say, say_count
from referee.web.request.quotas import network_of

SIGNS: Final = "0123456789CFHJKMNPRTVWXY"
LENGTH: Final = 6
LOOKS_LIKE: Final = str.maketrans("OQDILZEASGBU", "00011234568V")
_BETWEEN: Final = " -‐‑‒–—_.·"  # noqa: RUF001 - phones turn a hyphen into each of these
_LONGEST: Final = 40

WINDOW_S: Final = 600.0
TRIES_HERE: Final = 10
"""Wrong codes that one device, or all devices of an address that are not known, may send in it."""
TRIES_THERE: Final = 60
"""Wrong codes that all devices of one address may send within the window."""
TRIES_IN_ALL: Final = 100
"""Wrong codes within it, of all addresses together, after which each may send fewer."""
TRIES_WHEN_MANY: Final = 2
"""Wrong codes that one address may send while all together have sent that many."""


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def read_code(typed: str) -> str | None:
    """Read a code as it was typed: small or large, with spaces or hyphens; None for anything else.

    >>> read_code("k7m-4ro")
    'K7M4R0'
    """
    if len(typed) > _LONGEST:
        return None
    signs = "".join(sign for sign in typed if sign not in _BETWEEN and not sign.isspace())
    code = signs.upper().translate(LOOKS_LIKE)
    return code if len(code) == LENGTH and set(code) <= set(SIGNS) else None


def new_token() -> str:
    """Return a token for QR symbols and links; 128 random bits, so attempts need no limit."""
    return secrets.token_urlsafe(16)


def shown(code: str) -> str:
    """Write a code so that it is easily read out.

    >>> shown("K7M4R0")
    'K7M-4R0'
    """
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


class UnknownCode(RefereeError):
    """A code that belongs to no match."""

    def __init__(self) -> None:
        """Say where to look."""
        super().__init__(say("No table has this code. Check the table’s tablet and type it again."))


class TooManyCodes(RefereeError):
    """Too many wrong codes; the next attempt is possible in `wait_s` seconds."""

    def __init__(self, wait_s: float) -> None:
        """Say when to try again."""
        minutes = max(1, -int(-wait_s // 60))
        super().__init__(
            say_count(
                "Too many wrong codes. Wait one minute, then try again or scan the QR code on "
                "the table’s tablet.",
                "Too many wrong codes. Wait {count} minutes, then try again or scan the QR "
                "code on the table’s tablet.",
                minutes,
            )
        )
        self.wait_s = wait_s


@dataclass(frozen=True, slots=True, eq=False)
class CodeAttempt:
    """An attempt: its time, its address, and its device there."""

    at: float
    address: str
    who: str


class CodeAttempts:
    """A rate limit for wrong codes; thread-safe.

    An attempt counts when it begins, so parallel attempts gain nothing; a correct one is removed.
    A known device has attempts of its own beside those of its address, and under a flood from many
    addresses each still has a few, so that a client shuts out only itself.

    Each process counts for itself: several processes allow as many times more, which is still far
    too few to guess a code in an evening.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with none."""
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong: list[CodeAttempt] = []

    def begin(self, address: str, device: str = "") -> CodeAttempt:
        """Count an attempt; raises `TooManyCodes` above the limit."""
        with self._lock:
            now = self._clock()
            self._wrong = [one for one in self._wrong if one.at > now - WINDOW_S]
            address = network_of(address)
            new = CodeAttempt(now, address, device or address)
            wait_s = self._wait_s(new)
            if wait_s > 0:
                raise TooManyCodes(wait_s)
            self._wrong.append(new)
            return new

    def give_back(self, one: CodeAttempt) -> None:
        """Remove an attempt from the count: its code was right, or its result was not sent."""
        with self._lock:
            if one in self._wrong:
                self._wrong.remove(one)

    def _wait_s(self, new: CodeAttempt) -> float:
        there = [one.at for one in self._wrong if one.address == new.address]
        here = [one.at for one in self._wrong if (one.address, one.who) == (new.address, new.who)]
        limits = [(here, TRIES_HERE), (there, TRIES_THERE)]
        if len(self._wrong) >= TRIES_IN_ALL:
            limits.append((there, TRIES_WHEN_MANY))
        waits = [times[-most] + WINDOW_S - new.at for times, most in limits if len(times) >= most]
        return max(waits, default=0.0)
