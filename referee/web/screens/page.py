"""The page around the screen of a match, and the notice on it: what was refused or has changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from flask import render_template, url_for

from referee.core import TABLE, IllegalAction, RefereeError, Rule, Seat, Text, say
from referee.match import HostOrigin, Match, StaleSeq, StoryEntry
from referee.web.access.authorization import CodeWanted
from referee.web.access.devices import this_device
from referee.web.access.roles import LET_IN, TURNED_DOWN, sign_of
from referee.web.request.payload import given
from referee.web.screens.attribution import text_of
from referee.web.screens.commands import Unsure, screen_seat
from referee.web.screens.screen import Role, numbered
from referee.web.services import services


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence about something that was refused; the match is unchanged.

    `suspect` is the earlier entry that may be the mistake. `sent` are the fields to send again if
    the notice asks for confirmation. `leads` is the address where it is answered.
    """

    kind: str
    text: Text
    rule: Rule | None = None
    suspect: StoryEntry | None = None
    sent: Mapping[str, Any] = field(default_factory=dict)
    leads: str = ""


def page_with(match: Match, notice: Notice) -> str:
    """Render the screen that sent a command, with the notice that it was refused."""
    seat, membership = screen_seat(match), services().lobbies.here(match.id)
    if membership.is_onlooker or not membership.is_let_in:
        return page_of(match, Role.SHOW, notice=notice)
    return page_of(match, Role.TABLE if seat is None else Role.SEAT, seat, notice)


def page_of(
    match: Match,
    role: Role,
    seat: Seat | None = None,
    notice: Notice | None = None,
    *,
    is_spectator: bool = False,
) -> str:
    """Render the screen of a role, with a notice if there is one."""
    stood = sign_of(services().lobbies.mark(match.id, this_device()))  # a later change is an event
    fragment = services().fragments.of(
        match, role, seat, told=services().holders.informed_up_to(match, seat)
    )
    return render_template(
        "table.html",
        stood=stood,
        match=match,
        role=role,
        seat=seat,
        fragment=fragment.html,
        notice=notice or news_of(match),
        is_spectator=is_spectator,
    )


def notice_of(error: RefereeError, match: Match) -> Notice:
    """Return the notice of an error for the screen of a match."""
    if isinstance(error, IllegalAction):
        return refusal(error, match)
    if isinstance(error, CodeWanted):
        return Notice("code", error.text)
    if isinstance(error, Unsure):
        return Notice("ask", error.text, sent={**given(), "sure": "yes"})
    return Notice("stale" if isinstance(error, StaleSeq) else "problem", text_of(error, match))


_NEWS: Final[Mapping[str, Text]] = {
    HostOrigin.GIVEN: say("This screen is now the table’s tablet. It enters for everybody."),
    HostOrigin.TAKEN: say(
        "This screen is now the table’s tablet, because the previous one was gone."
    ),
    LET_IN: say("This screen is now another tablet of the table. It enters for everybody."),
    TURNED_DOWN: say("The table’s tablet said no. This screen stays as it was."),
}
_WAITS: Final = say(
    "Waiting for the table’s tablet to let this screen be another tablet of the table. Until "
    "then, nothing changes."
)
_NOBODY_SAYS: Final = say(
    "The table’s tablet cannot say yes: it has been away for two minutes. “Screens of this "
    "table” shows how to go on."
)
_WAITED_FOR: Final = say(
    "It is the turn of somebody without a phone, and the table’s tablet has been away for two "
    "minutes. This screen can take over under “Screens of this table”."
)
_ONE_WISHES: Final = say(
    "Another screen is asking to be a tablet of this table and to enter for everybody. Say "
    "yes or no under “Screens of this table”."
)


def news_of(match: Match) -> Notice | None:
    """Return what has become of this device, once, and what it waits for, as long as it does."""
    lobbies, device = services().lobbies, this_device()
    membership = lobbies.membership(match.id, device)
    if (
        membership.wishes
        and membership.lobby
        and lobbies.presence.is_lost(match.id, membership.lobby)
    ):
        return Notice("part", _NOBODY_SAYS, leads=url_for("host.show", match_id=match.id))
    if membership.wishes:
        return Notice("part", _WAITS)
    word = lobbies.read(match.id, device) if device else ""
    if word in _NEWS:
        return Notice("news" if word not in {LET_IN, TURNED_DOWN} else "part", _NEWS[word])
    if membership.is_host and lobbies.wishing(match.id):
        return Notice("part", _ONE_WISHES, leads=url_for("host.show", match_id=match.id))
    if is_host_lost(match) and _waits_for_tablet(match):
        return Notice("part", _WAITED_FOR, leads=url_for("host.show", match_id=match.id))
    return None


def is_host_lost(match: Match) -> bool:
    """Return whether the host is not seen any more, to a device that may follow it."""
    lobbies = services().lobbies
    membership = lobbies.here(match.id)
    lobby = membership.lobby
    return lobby is not None and membership.may_follow and lobbies.presence.is_lost(match.id, lobby)


def _waits_for_tablet(match: Match) -> bool:
    """Return whether a player without a phone must act."""
    own = {seat for seat, hold in services().holders.of(match.id).items() if hold.own}
    return any(seat not in {*own, TABLE} for seat in match.game.to_act(match.state))


def refusal(error: IllegalAction, match: Match) -> Notice:
    """Return the notice for a refused entry: its rule, and the earlier entry to check."""
    rule = match.game.rulebook.get(error.ruling.rule)
    suspect = match.suspect(error.ruling)
    told = None if suspect is None else numbered(match, [suspect])[0]
    return Notice("refused", error.text, rule, told)
