"""Tokens of camera processes: one for each match, and one for the server.

The token of a match is valid for that match only. It is derived from the key of the store (HMAC),
so it is the same in all processes and after a restart, and is not stored.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import Final

from flask import request

from referee.core import RefereeError, say
from referee.match import Store
from referee.web.request.local_client import asks_from_here
from referee.web.services import services

_KEY: Final = "key of cameras"
_SERVER: Final = ""
"""What the server’s own token is made for; no match has this id."""


class StrangeCamera(RefereeError):
    """A camera request without a valid token."""

    def __init__(self) -> None:
        """Say where to find the token."""
        super().__init__(
            say(
                "The referee does not know this camera. Start it with the token from the "
                "camera page on the table’s tablet."
            )
        )


def server_token(store: Store) -> str:
    """Return the token for the list of all matches and for each of them."""
    return _token(store, _SERVER)


def match_token(store: Store, match_id: str) -> str:
    """Return the token for one match."""
    return _token(store, match_id)


def check_for_server() -> None:
    """Raise `StrangeCamera` unless the request has the server's token or is from this machine."""
    if not (asks_from_here() or _brings(server_token(services().holders.store))):
        raise StrangeCamera


def check_for_match(match_id: str) -> None:
    """Raise `StrangeCamera` unless the request has a token that is valid for this match.

    A camera on this machine needs no token unless the table is locked or asks for its code.
    """
    store = services().holders.store
    if _brings(match_token(store, match_id)) or _brings(server_token(store)):
        return
    lobby = store.lobby(match_id)
    is_closed = lobby is not None and (lobby.locked or lobby.guarded)
    if is_closed or not asks_from_here():
        raise StrangeCamera


def _brings(token: str) -> bool:
    brought = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    return hmac.compare_digest(brought.encode(), token.encode())


def _token(store: Store, made_for: str) -> str:
    key = store.kept(_KEY)
    if key is None:
        store.change(_KEY, secrets.token_urlsafe(32), was=None)  # of two processes, one creates it
        key = store.kept(_KEY)
    digest = hmac.digest(str(key).encode(), f"camera {made_for}".encode(), "sha256")
    return urlsafe_b64encode(digest[:12]).decode()
