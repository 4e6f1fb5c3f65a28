"""Counts the streams that are open, so that they cannot take every place of the server."""

import threading
from typing import Final

from referee.web.shares import Shares

_FEW: Final = 6
"""Streams that one device, or one address, has in any case; a browser keeps three at most."""


class Places:
    """Counts the streams that are open, and says when there is no place for another."""

    def __init__(self) -> None:
        """Begin with none."""
        self.taken = 0
        self._lock = threading.Lock()
        self._shares = Shares(_FEW)

    def take(self, limit: int, *who: str) -> bool:
        """Take a place, if one of `limit` is left, and each of these has not had its share."""
        with self._lock:
            left = limit - self.taken
            if left <= 0 or not all(self._shares.has_room(one, left) for one in who):
                return False
            self.taken += 1
            for one in who:
                self._shares.take(one)
            return True

    def leave(self, *who: str) -> None:
        """Give a place back."""
        with self._lock:
            self.taken -= 1
            for one in who:
                self._shares.leave(one)
