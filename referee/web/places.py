"""Counts the streams that are open, so that they cannot take every place of the server."""

import threading


class Places:
    """Counts the streams that are open, and says when there is no place for another."""

    def __init__(self) -> None:
        """Begin with none."""
        self.taken = 0
        self._lock = threading.Lock()

    def take(self, limit: int) -> bool:
        """Take a place, if one of `limit` is left."""
        with self._lock:
            if self.taken >= limit:
                return False
            self.taken += 1
            return True

    def leave(self) -> None:
        """Give a place back."""
        with self._lock:
            self.taken -= 1
