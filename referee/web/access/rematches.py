"""Rematches: the next match of the same people, in which every device keeps its role.

Screens that were open while the match was played follow to the next one.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Final

from referee.match import Match, Row, SeqTaken
from referee.web.access.join_codes import new_code, new_token
from referee.web.access.lobbies import Lobbies

_REMATCH: Final = "rematch"


def key_of(before: Match) -> str:
    """Return the idempotency key of the next match."""
    return f"{_REMATCH} {before.id} {before.seq}"


def before_of(opened: Row) -> str:
    """Return the match that a match repeats, from its first row; empty if it is none."""
    kind, _, found = opened.key.partition(" ")
    return found.partition(" ")[0] if kind == _REMATCH else ""


def next_of(lobbies: Lobbies, before: Match) -> str | None:
    """Return the next match of the same people."""
    return lobbies.store.find(key_of(before)) if before.outcome is not None else None


def bring_along(lobbies: Lobbies, before: Match, again: Match) -> None:
    """Copy the devices of a match to the next one, with seats, host and lock.

    The code is new, so the old one does not open the next match.
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
        with suppress(SeqTaken):  # another device was faster
            store.hold(again.id, seat, hold)
    while store.lobby(again.id) is None:  # last: it marks the copy as complete
        with suppress(SeqTaken):  # another match has this code
            store.create_lobby(again.id, replace(lobby, code=new_code(), token=new_token()))
    lobbies.announce(before.id)
