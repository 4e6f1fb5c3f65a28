"""What a camera that is a process of its own must bring: the token of its match, or the server's.

The token of a match opens that match and no other. It is made from the key of the store, so that
it is the same in all processes and after a restart, and nothing is kept of it.
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
    """A camera that does not bring the token of the match, nor that of the server."""

    def __init__(self) -> None:
        """Say where the token stands."""
        super().__init__(
            say(
                "This camera is not known here. Start it with the token on the camera page"
                " of the table’s tablet."
            )
        )


def server_token(store: Store) -> str:
    """Return what opens the list of all tables, and each of them."""
    return _token(store, _SERVER)


def match_token(store: Store, match_id: str) -> str:
    """Return what opens one match to a camera."""
    return _token(store, match_id)


def check_for_server() -> None:
    """Raise `StrangeCamera` unless this machine asks, or somebody with the token of the server."""
    if not (asks_from_here() or _brings(server_token(services().holders.store))):
        raise StrangeCamera


def check_for_match(match_id: str) -> None:
    """Raise `StrangeCamera` unless a camera asks that may see this match, and report to it.

    Without a token that is this machine, as long as the table is open to everybody.
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
        store.change(_KEY, secrets.token_urlsafe(32), was=None)  # of two processes, one makes it
        key = store.kept(_KEY)
    digest = hmac.digest(str(key).encode(), f"camera {made_for}".encode(), "sha256")
    return urlsafe_b64encode(digest[:12]).decode()
