"""Asks a running server over HTTP, in the name of a camera."""

import json
from ssl import SSLContext
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

_PATIENCE_S: Final = 10


class Server:
    """A server at an address, which is told who asks."""

    def __init__(self, address: str, token: str, trust: SSLContext | None = None) -> None:
        """Raise `ValueError` for an address that is none.

        By HTTPS the server's certificate is judged by `trust`.
        """
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(address)
        self.address = address.rstrip("/")
        self._trust = trust
        self._head = {"Accept": "application/json", "Content-Type": "application/json"}
        if token:
            self._head["Authorization"] = f"Bearer {token}"

    def ask(self, path: str, data: bytes | None = None) -> dict[str, Any]:
        """Return what it answers to a question, or to `data` in JSON.

        Raises `HTTPError` where it says no, `OSError` or `HTTPException` where it does not answer,
        and `ValueError` where that is no object in JSON.
        """
        request = Request(f"{self.address}{path}", data, self._head)  # noqa: S310 - it is HTTP
        with urlopen(  # noqa: S310 - the same
            request, timeout=_PATIENCE_S, context=self._trust
        ) as answer:
            told = json.load(answer)
        if not isinstance(told, dict):
            raise ValueError(told)  # noqa: TRY004 - what came is wrong, not what was asked
        return told
