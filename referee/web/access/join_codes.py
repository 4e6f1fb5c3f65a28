"""The short codes by which a table is joined: made, read as people type them, and not guessed.

A code has six of 24 signs that no eye and no ear takes for each other; there are no words among
them. A sign that looks like one of them counts as that one.
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
    """Make a code by chance."""
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
    """Make what stands in symbols and links: nobody finds it by trying, so no tries are counted."""
    return secrets.token_urlsafe(16)


def shown(code: str) -> str:
    """Write a code so that it is easily read out.

    >>> shown("K7M4R0")
    'K7M-4R0'
    """
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


class UnknownCode(RefereeError):
    """A code that leads to no table."""

    def __init__(self) -> None:
        """Say where to look."""
        super().__init__(
            say("No table has this code. Look at the table’s tablet once more and type it again.")
        )


class TooManyCodes(RefereeError):
    """Too many wrong codes were tried; in `wait_s` seconds another may be."""

    def __init__(self, wait_s: float) -> None:
        """Say when to try again."""
        minutes = max(1, -int(-wait_s // 60))
        super().__init__(
            say_count(
                "Too many wrong codes were tried. Try again in one minute,"
                " or let somebody at the table show you its symbol then.",
                "Too many wrong codes were tried. Try again in {count} minutes,"
                " or let somebody at the table show you its symbol then.",
                minutes,
            )
        )
        self.wait_s = wait_s


@dataclass(frozen=True, slots=True, eq=False)
class CodeAttempt:
    """A code that was sent: when, from which address, and by whom there."""

    at: float
    address: str
    who: str


class CodeAttempts:
    """Counts wrong codes, so that nobody finds a table by trying; safe to use from any thread.

    A try counts from its beginning, so that many at once are not more than one after the other; one
    that was right is given back. Whoever sends many shuts out only itself: a device that is known
    has tries of its own beside others of its address, and while very many come from everywhere an
    address still has a few.

    They are counted in each process by itself: several of them let through as many times more, and
    even then an evening is far too short.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with none."""
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong: list[CodeAttempt] = []

    def begin(self, address: str, device: str = "") -> CodeAttempt:
        """Count a try; raises `TooManyCodes` while nobody there may try another code."""
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
        """Count a try no more: its code was right, or nobody has heard whether it was."""
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
