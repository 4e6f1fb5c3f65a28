"""Another match of the same people: everybody is there what they were at the one before.

Their screens go there by themselves, if they were open while it was still being played.
"""

from contextlib import suppress
from dataclasses import replace

from referee.match import Match, SeqTaken
from referee.web.access.join_codes import new_code, new_token
from referee.web.access.lobbies import Lobbies


def key_of(before: Match) -> str:
    """Name what begins the match after this one; it begins once, however often it is tapped."""
    return f"rematch {before.id} {before.seq}"


def next_of(lobbies: Lobbies, before: Match) -> str | None:
    """Return the match that the same people have begun after this one."""
    return lobbies.store.find(key_of(before)) if before.outcome is not None else None


def bring_along(lobbies: Lobbies, before: Match, again: Match) -> None:
    """Bring the devices of a match along to the next, with their seats, its host and its locks.

    Only the code is another one: who has seen the old one does not come in by it.
    """
    with lobbies.lock:
        _bring_along(lobbies, before, again)


def _bring_along(lobbies: Lobbies, before: Match, again: Match) -> None:
    store = lobbies.store
    lobby = store.lobby(before.id)
    if lobby is None or store.lobby(again.id) is not None:
        return
    for device, guest in store.guests(before.id).items():
        store.admit(again.id, device, guest)
    for seat, hold in store.holds(before.id).items():
        with suppress(SeqTaken):  # by whoever was quicker there
            store.hold(again.id, seat, hold)
    while store.lobby(again.id) is None:  # last: with it all of them are there
        with suppress(SeqTaken):  # another match has this code
            store.create_lobby(again.id, replace(lobby, code=new_code(), token=new_token()))
    lobbies.announce(before.id)
