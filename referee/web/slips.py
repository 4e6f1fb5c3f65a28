"""Slips of paper that let somebody in once.

What only one person may see is the answer to a POST that carries such a slip. A browser that goes
back, or loads the page again, can only send a slip that is used up.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

_MOST: Final = 2_000


class Slips:
    """The slips that are out, the oldest of very many forgotten; safe to use from any thread."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = threading.Lock()
        self._out: OrderedDict[str, Hashable] = OrderedDict()

    def give(self, place: Hashable) -> str:
        """Write a slip that lets somebody in at one place, once."""
        slip = secrets.token_urlsafe(12)
        with self._lock:
            self._out[slip] = place
            while len(self._out) > _MOST:
                self._out.popitem(last=False)
        return slip

    def take(self, slip: str, place: Hashable) -> bool:
        """Tear up a slip, and tell whether it was good for this place."""
        with self._lock:
            return self._out.pop(slip, None) == place
