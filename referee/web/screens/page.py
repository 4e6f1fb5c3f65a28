"""The page around the screen of a match: the table, a television, or a seat."""

from flask import render_template

from referee.core import Seat
from referee.match import Match
from referee.web.access.devices import this_device
from referee.web.access.roles import sign_of
from referee.web.screens.commands import screen_seat
from referee.web.screens.notices import Notice, news_of
from referee.web.screens.screen import Role
from referee.web.services import services


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
