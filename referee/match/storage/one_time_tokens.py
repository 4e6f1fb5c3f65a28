"""Storage of one-time tokens."""

import threading
from collections import OrderedDict
from typing import Final, Protocol

_MOST: Final = 2_000


class TokenStore(Protocol):
    """Stores one-time tokens; each can be taken once, by any process."""

    def put_token(self, token: str, place: str) -> None:
        """Store a token for a place."""

    def take_token(self, token: str) -> str | None:
        """Remove a token and return its place; None if it is not there."""


class MemoryTokenStore:
    """One-time tokens in memory, for one process; the oldest are dropped. Thread-safe."""

    def __init__(self) -> None:
        """Start without tokens."""
        super().__init__()
        self._at_the_drawer = threading.Lock()
        self._slips: OrderedDict[str, str] = OrderedDict()

    def put_token(self, token: str, place: str) -> None:
        """Store a token for a place."""
        with self._at_the_drawer:
            self._slips[token] = place
            while len(self._slips) > _MOST:
                self._slips.popitem(last=False)

    def take_token(self, token: str) -> str | None:
        """Remove a token and return its place; None if it is not there."""
        with self._at_the_drawer:
            return self._slips.pop(token, None)
