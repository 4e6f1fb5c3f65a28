"""Tables that nobody can open any more: the referee's own computer opens them.

A browser shows its cookie only to the address that gave it. So a server with a new address knows
none of a table's devices, and a locked table lets nobody in. Whoever sits at the computer itself
could read the matches anyway; a stranger in the room, who may have seen the code, does not.
"""

from collections.abc import Iterable
from typing import Final

from referee.match import Listed
from referee.web.request.local_client import is_own_machine
from referee.web.services import services

_LOOKED_AT: Final = 12
"""Tables of which it is asked who was seen there; each is asked for one by one."""


def may_reopen(match_id: str) -> bool:
    """Return whether this device may look after a table that is locked to it.

    It is the referee's own computer, and none of the table's own devices is seen any more.
    """
    lobbies = services().lobbies
    is_locked_out = not lobbies.here(match_id).is_let_in
    return is_locked_out and is_own_machine() and lobbies.presence.is_deserted(match_id)


def deserted_here(matches: Iterable[Listed]) -> list[Listed]:
    """Return the latest of these matches that go on and to which only this computer leads now."""
    if not is_own_machine():
        return []
    signs = services().lobbies.presence
    going_on = [match for match in matches if match.outcome is None][:_LOOKED_AT]
    return [match for match in going_on if signs.is_deserted(match.id)]
