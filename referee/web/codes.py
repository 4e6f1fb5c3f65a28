"""The short codes by which a table is joined: made, read as people type them, and not guessed.

A code has six of 24 signs that no eye and no ear takes for each other; there are no words among
them. A sign that looks like one of them counts as that one.
"""

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from referee.core import RefereeError, say, say_count

SIGNS: Final = "0123456789CFHJKMNPRTVWXY"
LENGTH: Final = 6
LOOKS_LIKE: Final = str.maketrans("OQDILZEASGBU", "00011234568V")
_BETWEEN: Final = " -‐‑‒–—_.·"  # noqa: RUF001 - phones turn a hyphen into each of these
_LONGEST: Final = 40

WINDOW_S: Final = 600.0
TRIES_HERE: Final = 10
"""Wrong codes that one address may send within the window."""
TRIES_IN_ALL: Final = 100
"""Wrong codes that all addresses together may send within it."""


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


class Tries:
    """Counts wrong codes, so that nobody finds a table by trying; safe to use from any thread.

    They are counted in each process by itself: several of them let through as many times more, and
    even then an evening is far too short.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with none."""
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong: deque[tuple[float, str]] = deque()

    def check(self, address: str) -> None:
        """Raise `TooManyCodes` while nobody there may try another code."""
        with self._lock:
            now = self._clock()
            while self._wrong and self._wrong[0][0] <= now - WINDOW_S:
                self._wrong.popleft()
            here = [at for at, who in self._wrong if who == address]
            waits = [
                times[-most] + WINDOW_S - now
                for times, most in ((here, TRIES_HERE), (self._times, TRIES_IN_ALL))
                if len(times) >= most
            ]
        if waits:
            raise TooManyCodes(max(waits))

    def was_wrong(self, address: str) -> None:
        """Count a wrong code."""
        with self._lock:
            self._wrong.append((self._clock(), address))

    @property
    def _times(self) -> list[float]:
        return [at for at, _ in self._wrong]
