"""The page of a table's screens: remove one, pass on the host role, lock the table."""

from collections.abc import Callable, Mapping

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import display_names, say
from referee.match import DeviceRole, Match, SeqTaken
from referee.web.access import rules as access
from referee.web.access.authorization import NotForHere, NotYours
from referee.web.access.deserted_tables import may_reopen
from referee.web.access.devices import introduce
from referee.web.access.lobbies import Screen, handles
from referee.web.access.roles import WISH, Membership
from referee.web.request.payload import Unclear, given
from referee.web.screens.screen import has_secrets
from referee.web.services import match_called, services

pages = Blueprint("host", __name__, url_prefix="/matches/<match_id>/screens")

_NOT_HOST = say("Only the table’s tablet can do that.")
_LOOK_AFTER = frozenset({DeviceRole.TABLE, DeviceRole.SEAT})
_NOT_THAT = say("A screen that only shows the table cannot manage the others.")
_STILL_THERE = say("The table’s tablet is still here. Use it to pass the table on.")
_BY_NOW = say("This has changed in the meantime. Here is the current state.")


@pages.get("")
@access.viewer
def show(match_id: str) -> str:
    """Show the screens of a table, with buttons for its host."""
    match = match_called(match_id)
    introduce()  # so that two taps in a row come from one device
    lobbies = services().lobbies
    membership = lobbies.here(match.id)
    lobby = lobbies.of(match.id)
    screens = lobbies.screens(match)
    is_lost = not membership.is_host and lobbies.presence.is_lost(match.id, lobby)
    return render_template(
        "screens.html",
        match=match,
        membership=membership,
        sits=_names_by_handle(match, screens),
        secrets=has_secrets(match.game, match.setup, match.state),
        lobby=lobby,
        screens=sorted(screens, key=lambda screen: screen.guest.pending_notice != WISH),
        host=next((screen for screen in screens if screen.is_host), None),
        can_claim=membership.acts_for_all and not lobby.host,
        is_lost=is_lost,
        can_take_over=is_lost and _can_take_over(match, membership),
    )


@pages.post("/claim")
@access.needs(lambda membership: membership.acts_for_all)
def claim(match_id: str) -> AnyResponse:
    """Make this device the host of a match without one."""
    match = match_called(match_id)
    _change(lambda: services().lobbies.claim(match.id))
    services().fragments.forget(match.id)
    return _back(match)


def _check_take_over(match_id: str, membership: Membership) -> None:
    match = match_called(match_id)
    if not (membership.is_let_in or may_reopen(match.id)):
        raise NotForHere(match.id)
    if not _can_take_over(match, membership):
        raise NotYours(_NOT_HOST)


@pages.post("/take-over")
@access.at_match(_check_take_over)
def take_over(match_id: str) -> AnyResponse:
    """Make this device the host in place of a silent one."""
    match = match_called(match_id)
    try:
        services().lobbies.take_over(match.id)
    except SeqTaken:
        raise NotYours(_STILL_THERE) from None
    return _back(match)


@pages.post("/pass-on")
@access.host
def pass_on(match_id: str) -> AnyResponse:
    """Make another device the host."""
    match = match_called(match_id)
    screen = _chosen(match)
    if screen.guest.role not in _LOOK_AFTER:
        raise NotYours(_NOT_THAT)
    _change(lambda: services().lobbies.pass_on(match.id, screen.device))
    return _back(match)


@pages.post("/let-in")
@access.host
def let_in(match_id: str) -> AnyResponse:
    """Accept a device as another tablet of the table."""
    return _answered(match_id, yes=True)


@pages.post("/turn-down")
@access.host
def turn_down(match_id: str) -> AnyResponse:
    """Refuse a device as another tablet of the table; it keeps its role."""
    return _answered(match_id, yes=False)


@pages.post("/let-go")
@access.host
def let_go(match_id: str) -> AnyResponse:
    """Remove a device and release its seat."""
    match = match_called(match_id)
    screen = _chosen(match)
    services().lobbies.let_go(match, screen.device)
    return _back(match)


@pages.post("/door")
@access.host
def door(match_id: str) -> AnyResponse:
    """Set whether the table is locked, and whether devices must join with the code."""
    match = match_called(match_id)
    now, sent = services().lobbies.of(match.id), given()
    locked = sent.get("locked", "yes" if now.locked else "") == "yes"
    guarded = sent.get("guarded", "yes" if now.guarded else "") == "yes"
    _change(lambda: services().lobbies.change(match.id, locked=locked, guarded=guarded))
    return _back(match, to="door")


def _names_by_handle(match: Match, screens: tuple[Screen, ...]) -> Mapping[str, str]:
    """Return the owner of each own phone among these screens."""
    names = display_names(match.setup.names)
    own = {hold.device: seat for seat, hold in services().holders.of(match.id).items() if hold.own}
    return {one.handle: names[own[one.device]] for one in screens if one.device in own}


def _answered(match_id: str, *, yes: bool) -> AnyResponse:
    match = match_called(match_id)
    services().lobbies.answer_wish(match, _chosen(match).device, yes=yes)
    return _back(match)


def _can_take_over(match: Match, membership: Membership) -> bool:
    """Return whether a device may become the host in place of a silent one.

    If the whole table is deserted, a device that waits for the host may as well.
    """
    if not membership.is_let_in:
        return may_reopen(match.id)
    if membership.wishes:
        return membership.may_follow or services().lobbies.presence.is_deserted(match.id)
    return membership.may_follow


def _chosen(match: Match) -> Screen:
    """Return the other device that was chosen; raises `Unclear`."""
    screen = handles(services().lobbies.screens(match)).get(str(given().get("screen", "")))
    if screen is None or screen.here:
        raise Unclear(say("Please choose one of the screens."))
    return screen


def _change(change: Callable[[], None]) -> None:
    try:
        change()
    except SeqTaken:
        raise NotYours(_BY_NOW) from None


def _back(match: Match, to: str | None = None) -> AnyResponse:
    return redirect(url_for("host.show", match_id=match.id, _anchor=to), code=303)
