"""Finds the match that a camera is to watch where nobody has named one: the latest that goes on."""

from collections.abc import Callable
from http.client import HTTPException
from ssl import SSLContext
from time import monotonic
from typing import Final
from urllib.error import HTTPError

from referee.cli.reporters import Unwelcome, refusal_of
from referee.cli.server_client import Server
from referee.cli.trust import why_distrusted

_AGAIN_S: Final = 5.0
"""Seconds between two questions which match is the latest."""


class Latest:
    """Asks a server for the latest match that a camera can watch, and tells when it is another."""

    def __init__(
        self,
        server: str,
        token: str,
        pause: Callable[[float], bool],
        trust: SSLContext | None = None,
    ) -> None:
        """Ask at an address; `pause` waits, and tells whether to stop.

        By HTTPS the server's certificate is judged by `trust`. Raises `ValueError` for an address
        that is none.
        """
        self._server = Server(server, token, trust)
        self._pause = pause
        self._asked = 0.0
        self.match = ""

    def wait(self) -> bool:
        """Wait until there is such a match; tells whether to stop. Raises `Unwelcome`."""
        while not self.match:
            self.match = self._ask() or ""
            if self._pause(0 if self.match else _AGAIN_S):
                return True
        return False

    def pause(self, seconds: float) -> bool:
        """Wait, and return whether to leave this match: for another, or for good."""
        if monotonic() - self._asked >= _AGAIN_S:
            now = self._ask()
            if now is not None and now != self.match:
                self.match = now
                return True
        return self._pause(seconds)

    def _ask(self) -> str | None:
        """Return the latest match, an empty text where there is none, None while nobody answers."""
        try:
            found = self._server.ask("/api/watch")["matches"]
            return str(found[0]["match"]) if found else ""
        except HTTPError as refusal:
            with refusal:
                if refusal.code in {401, 403}:
                    raise Unwelcome(refusal_of(refusal)) from refusal
            return None
        except (OSError, HTTPException, ValueError, KeyError, TypeError) as trouble:
            if why := why_distrusted(self._server.address, trouble):
                raise Unwelcome(why) from trouble
            return None
        finally:
            self._asked = monotonic()
