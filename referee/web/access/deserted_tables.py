"""Deserted tables: the referee's own computer reopens a locked match whose devices are all gone.

Browsers send a cookie only to the address that set it. So after a change of its address the server
recognises no device, and a locked table would stay locked. A user of the computer itself could
read the matches anyway; a stranger in the room, who may have seen the code, could not.
"""

from collections.abc import Iterable
from typing import Final

from referee.match import Listed
from referee.web.request.local_client import is_own_machine
from referee.web.services import services

_LOOKED_AT: Final = 12
"""Tables whose presence is checked; each takes a query."""


def may_reopen(match_id: str) -> bool:
    """Return whether this device may become the host of a match that is locked to it.

    It must be the referee's own computer, and all devices of the match must be silent.
    """
    lobbies = services().lobbies
    is_locked_out = not lobbies.here(match_id).is_let_in
    return is_locked_out and is_own_machine() and lobbies.presence.is_deserted(match_id)


def deserted_here(matches: Iterable[Listed]) -> list[Listed]:
    """Return the latest unfinished of these matches that only this computer can reopen."""
    if not is_own_machine():
        return []
    signs = services().lobbies.presence
    going_on = [match for match in matches if match.outcome is None][:_LOOKED_AT]
    return [match for match in going_on if signs.is_deserted(match.id)]
