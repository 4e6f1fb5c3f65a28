"""Where slips lie that let somebody in once."""

import threading
from collections import OrderedDict
from typing import Final, Protocol

_MOST: Final = 2_000


class TokenStore(Protocol):
    """Holds slips until they are taken; each is taken once, whichever process takes it."""

    def put_token(self, token: str, place: str) -> None:
        """Lay down a slip that is good for one place."""

    def take_token(self, token: str) -> str | None:
        """Take a slip out, and return the place that it is good for."""


class MemoryTokenStore:
    """Holds the slips of one process, the oldest of very many forgotten; safe from any thread."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self._at_the_drawer = threading.Lock()
        self._slips: OrderedDict[str, str] = OrderedDict()

    def put_token(self, token: str, place: str) -> None:
        """Lay down a slip that is good for one place."""
        with self._at_the_drawer:
            self._slips[token] = place
            while len(self._slips) > _MOST:
                self._slips.popitem(last=False)

    def take_token(self, token: str) -> str | None:
        """Take a slip out, and return the place that it is good for."""
        with self._at_the_drawer:
            return self._slips.pop(token, None)
