"""The access rules, as decorators for views: `@access.tablet`, `@access.seat(own_action)`.

| Rule | Who reaches the view |
|---|---|
| `everyone` | any device |
| `own_machine` | the referee’s own computer |
| `camera` | a camera process with its token |
| `any_table` | a device of any table of this server |
| `viewer` | a device that may see the match: all, unless the table is locked |
| `screen`, `table_screen` | a viewer; a device that belongs on another screen is redirected there |
| `stream` | a viewer whose page was rendered for the role that it still has |
| `player` | a viewer that enters something: no television and no spectator |
| `seat` | a device that enters something; a phone with a seat only what is its own |
| `tablet` | a device that enters for every seat |
| `host_if_any` | the host, or any tablet while the match has no host |
| `host` | the host only |

A page redirects a device that may not open it to the table; a command is refused, and so is a
program. All rules that concern a match record that the device is present.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from flask import Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Overrule, Seat, Text, UnknownNotation, display_names, say
from referee.match import DeviceRole, Match
from referee.web.access.authorization import (
    AccessRule,
    CodeWanted,
    NotForHere,
    NotYours,
    Unnamed,
)
from referee.web.access.camera_tokens import check_for_match, check_for_server
from referee.web.access.devices import this_device
from referee.web.access.roles import (
    LET_IN,
    Membership,
    is_for_another,
    may_put_back,
    may_take_back,
    sign_of,
)
from referee.web.request.local_client import is_own_machine
from referee.web.request.payload import given, wants_json
from referee.web.services import match_called, services

MatchCheck: TypeAlias = Callable[[str, Membership], AnyResponse | None]
"""Checks a device at the match with this id; raises or returns like `AccessRule.check`."""

SeatCheck: TypeAlias = Callable[[Match, Seat], None]
"""Raises `NotYours` if a phone with this seat may not enter what it sent."""

_STRANGER: Final = say("Only a screen that has joined a table can do that. Join your table first.")
_LOOKS_ONLY: Final = say(
    "This screen only shows the table. To enter something, join again and say who you are."
)
_HOST_ONLY: Final = say("Only the table’s tablet that manages the other screens can do that.")
_SENT_AWAY: Final = say("This screen is no longer part of the table. Please join again.")
_TABLE_ONLY: Final = say("Only the table’s tablet can do that.")
_NOT_YOUR_UNDO: Final = say("The latest entry is not yours. Only the table’s tablet can undo it.")


# ---------------------------------------------------------------- without a match


everyone: Final = AccessRule(lambda: None)
"""Any device."""


def own_machine(refusal: Text) -> AccessRule:
    """Return the rule for the referee’s own computer; others are refused with this sentence."""

    def check() -> None:
        if not is_own_machine():
            raise NotYours(refusal)

    return AccessRule(check)


def _check_camera() -> None:
    match_id = (request.view_args or {}).get("match_id")
    if match_id is None:
        check_for_server()
    else:
        check_for_match(match_id)


camera: Final = AccessRule(_check_camera)
"""A camera process with the token of the match, or of the server."""


def check_any_table() -> None:
    """Raise `NotYours` unless the device belongs to a table of this server."""
    if not services().lobbies.is_at_home():
        raise NotYours(_STRANGER)


any_table: Final = AccessRule(check_any_table)
"""A device of any table of this server: for what all tables share."""


# ---------------------------------------------------------------- pages of a match


def at_match(check: MatchCheck) -> AccessRule:
    """Return a rule for a device at a match, also for a device that a locked table keeps out."""

    def check_device() -> AnyResponse | None:
        match_id = str((request.view_args or {})["match_id"])
        lobbies, device = services().lobbies, this_device()
        membership = lobbies.membership(match_id, device)
        if device and membership.role is not None:
            lobbies.presence.touch(match_id, device)
        return check(match_id, membership)

    return AccessRule(check_device)


def _let_in(check: MatchCheck) -> AccessRule:
    """Return a rule that a locked table begins by keeping other devices out."""

    def check_lock(match_id: str, membership: Membership) -> AnyResponse | None:
        if not membership.is_let_in:
            raise NotForHere(match_id)
        return check(match_id, membership)

    return at_match(check_lock)


viewer: Final = _let_in(lambda _match_id, _membership: None)
"""A device that may see the match."""


def needs(role: Callable[[Membership], bool], refusal: Text = _TABLE_ONLY) -> AccessRule:
    """Return a rule for devices with this role; others are refused with this sentence."""

    def check(match_id: str, membership: Membership) -> None:
        match_called(match_id)
        if not role(membership):
            raise NotYours(refusal)

    return _let_in(check)


host: Final = needs(lambda membership: membership.is_host)
"""The host only."""


def _check_stream(match_id: str, _membership: Membership) -> AnyResponse | None:
    now = sign_of(services().lobbies.mark(match_id, this_device()))
    if request.args.get("stood", now) == now:
        return None
    return Response("", status=403, mimetype="text/plain")  # the page reloads itself


stream: Final = _let_in(_check_stream)
"""A viewer whose page was rendered for the role that its device still has."""


def _check_screen(match_id: str, membership: Membership) -> AnyResponse | None:
    if wants_json():
        return None
    if membership.pending_notice == LET_IN:
        return _to_table(match_id)
    return _to_join_page(match_id, membership)


screen: Final = _let_in(_check_screen)
"""A viewer; a device that was sent away is redirected to joining, a new tablet to the table."""


def _check_table_screen(match_id: str, membership: Membership) -> AnyResponse | None:
    if wants_json():
        return None
    if membership.must_say_who:
        if membership.needs_code:  # it may watch, and is shown where to type the code
            return redirect(url_for("matches.watch", match_id=match_id))
        return redirect(url_for("join.who", code=services().lobbies.of(match_id).link))
    return _to_join_page(match_id, membership)


table_screen: Final = _let_in(_check_table_screen)
"""A viewer; where there is a host, a device that has not said who it is does so first."""


def _check_player(match_id: str, membership: Membership) -> AnyResponse | None:
    return _not_for(match_id, membership) if membership.is_onlooker else None


player: Final = _let_in(_check_player)
"""A viewer that enters something: no television and no spectator."""


def _to_join_page(match_id: str, membership: Membership) -> AnyResponse | None:
    if membership.role is DeviceRole.NONE:
        return redirect(url_for("join.again", match_id=match_id))
    return None


def _to_table(match_id: str) -> AnyResponse:
    return redirect(url_for("matches.show", match_id=match_id))


def _not_for(match_id: str, membership: Membership) -> AnyResponse:
    """Redirect a page to the table; raises `NotYours` for a program, which needs the reason."""
    if wants_json():
        _check_enters(membership)
        raise NotYours(_TABLE_ONLY)
    return _to_table(match_id)


# ---------------------------------------------------------------- commands for a match


def _check_enters(membership: Membership) -> None:
    """Raise `NotYours` if the device may enter nothing at all."""
    if membership.role is DeviceRole.NONE:
        raise NotYours(_SENT_AWAY)
    if membership.needs_code:
        raise CodeWanted
    if membership.is_onlooker:
        raise NotYours(_LOOKS_ONLY)
    if membership.must_say_who:
        raise Unnamed


def _check_nothing_more(_match_id: str, _membership: Membership) -> None:
    """Let any tablet of the table do it."""


def _refuse_seat(_match: Match, _seat: Seat) -> None:
    raise NotYours(_TABLE_ONLY)


def _check_command(
    check: SeatCheck = _refuse_seat, of_tablet: MatchCheck = _check_nothing_more
) -> MatchCheck:
    """Return a check for commands.

    `check` is for a phone that enters for its seat only, `of_tablet` for a tablet beside the host.
    """

    def check_command(match_id: str, membership: Membership) -> AnyResponse | None:
        match = match_called(match_id)
        _check_enters(membership)
        if membership.is_bound and membership.seat is not None:
            check(match, membership.seat)
        elif membership.has_host and not membership.is_host:
            return of_tablet(match_id, membership)
        return None

    return check_command


def seat(check: SeatCheck) -> AccessRule:
    """Return the rule for commands that a phone with a seat gives too, after this check."""
    return _let_in(_check_command(check))


_tablet_command: Final = _check_command()


def _check_tablet(match_id: str, membership: Membership) -> AnyResponse | None:
    if request.method not in {"GET", "HEAD", "OPTIONS"}:
        return _tablet_command(match_id, membership)
    return None if membership.acts_for_all else _not_for(match_id, membership)


tablet: Final = _let_in(_check_tablet)
"""A device that enters for every seat; for pages and for commands."""


def _refuse_tablet(_match_id: str, _membership: Membership) -> None:
    raise NotYours(_HOST_ONLY)


host_if_any: Final = _let_in(_check_command(of_tablet=_refuse_tablet))
"""The host, or any tablet while the match has no host; for commands."""


def any_task(_match: Match, _seat: Seat) -> None:
    """Let every seat tick what is done at the table."""


def own_action(match: Match, seat: Seat) -> None:
    """Check that the action that was sent belongs to the seat, and is no overrule."""
    try:
        action = match.game.parse(str(given().get("action", "")))
    except UnknownNotation:
        return  # the view answers that
    if isinstance(action, Overrule):
        raise NotYours(_TABLE_ONLY)
    if is_for_another(match.now, action, seat):
        name = display_names(match.setup.names)[match.game.actor(match.state, action)]
        raise NotYours(say("Only the table’s tablet can enter that for {name}.", name=name))


def own_dice(match: Match, seat: Seat) -> None:
    """Check that it is the seat that rolls now."""
    dice = match.game.dice
    if dice is None:
        return  # the view answers that
    entry = dice.entry(dice.kinds(match.state)[0].id, dice.faces[0])
    if is_for_another(match.now, entry, seat):
        name = display_names(match.setup.names)[match.game.actor(match.state, entry)]
        raise NotYours(say("Only the table’s tablet can enter that for {name}.", name=name))


def own_undo(match: Match, seat: Seat) -> None:
    """Check that the latest entry is the seat’s own, or everyone’s."""
    if match.undo_target(seat) and not may_take_back(match, seat):
        raise NotYours(_NOT_YOUR_UNDO)


def own_redo(match: Match, seat: Seat) -> None:
    """Check that the entry that was undone last is the seat’s own, or everyone’s."""
    if match.redo_target(seat) and not may_put_back(match, seat):
        raise NotYours(_NOT_YOUR_UNDO)


def own_seat(match: Match, seat: Seat) -> None:
    """Check that the seat in the address is the device’s own."""
    if (request.view_args or {}).get("seat") != seat:
        what = match.game.hidden.many
        raise NotYours(
            say("This is one person’s phone. Other players’ {what} stay closed here.", what=what)
        )


def _check_release(match_id: str, membership: Membership) -> None:
    """Only the host takes a seat from the device that holds it."""
    held = services().holders.of(match_id).get(Seat((request.view_args or {})["seat"]))
    if held is not None and held.device != membership.device:
        raise NotYours(_TABLE_ONLY)


seat_release: Final = _let_in(_check_command(own_seat, of_tablet=_check_release))
"""A phone with this seat; a tablet, unless another device holds the seat; the host."""
