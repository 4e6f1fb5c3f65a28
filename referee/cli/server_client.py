"""HTTP client of a camera for the referee's JSON API."""

import json
from ssl import SSLContext
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

_TIMEOUT_S: Final = 10


class Server:
    """A server at an address; `token` is sent as a bearer token if it is not empty."""

    def __init__(self, address: str, token: str, trust: SSLContext | None = None) -> None:
        """Raise `ValueError` for an invalid address; `trust` verifies an HTTPS certificate."""
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(address)
        self.address = address.rstrip("/")
        self._trust = trust
        self._headers = {"Accept": "application/json", "Content-Type": "application/json"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def request(self, path: str, data: bytes | None = None) -> dict[str, Any]:
        """Send a GET request, or a POST of JSON `data`, and return the JSON object of the response.

        Raises `HTTPError` for an error status, `OSError` or `HTTPException` without a response,
        and `ValueError` if the response is not a JSON object.
        """
        request = Request(f"{self.address}{path}", data, self._headers)  # noqa: S310 - HTTP only
        with urlopen(  # noqa: S310 - the same
            request, timeout=_TIMEOUT_S, context=self._trust
        ) as response:
            found = json.load(response)
        if not isinstance(found, dict):
            raise ValueError(found)  # noqa: TRY004 - the response is wrong, not an argument
        return found
