"""Finds the latest open match for a camera that was started without `--match`."""

from collections.abc import Callable
from http.client import HTTPException
from ssl import SSLContext
from time import monotonic
from typing import Final
from urllib.error import HTTPError

from referee.cli.reporters import Rejected, refusal_of
from referee.cli.server_client import Server
from referee.cli.trust import why_distrusted

_POLL_S: Final = 5.0


class LatestMatch:
    """Polls a server for the latest match that a camera can watch; `match` is empty if none."""

    def __init__(
        self,
        server: str,
        token: str,
        pause: Callable[[float], bool],
        trust: SSLContext | None = None,
    ) -> None:
        """Poll a server; `pause` waits and returns whether to stop.

        `trust` verifies an HTTPS server's certificate. Raises `ValueError` for an invalid address.
        """
        self._server = Server(server, token, trust)
        self._pause = pause
        self._asked_at = 0.0
        self.match = ""

    def wait(self) -> bool:
        """Wait for a match; return whether to stop. Raises `Rejected`."""
        while not self.match:
            self.match = self._ask() or ""
            if self._pause(0 if self.match else _POLL_S):
                return True
        return False

    def pause(self, seconds: float) -> bool:
        """Wait, and return whether to leave this match, to stop or for a later one."""
        if monotonic() - self._asked_at >= _POLL_S:
            now = self._ask()
            if now is not None and now != self.match:
                self.match = now
                return True
        return self._pause(seconds)

    def _ask(self) -> str | None:
        """Return the latest match, "" if there is none, or None if the server does not answer."""
        try:
            found = self._server.request("/api/watch")["matches"]
            return str(found[0]["match"]) if found else ""
        except HTTPError as refusal:
            with refusal:
                if refusal.code in {401, 403}:
                    raise Rejected(refusal_of(refusal)) from refusal
            return None
        except (OSError, HTTPException, ValueError, KeyError, TypeError) as trouble:
            if why := why_distrusted(self._server.address, trouble):
                raise Rejected(why) from trouble
            return None
        finally:
            self._asked_at = monotonic()
