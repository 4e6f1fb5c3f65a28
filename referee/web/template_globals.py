"""The functions that every template of the web layer may call."""

from collections.abc import Callable

from referee.core import BLIND, AnyGame
from referee.web.access import join_codes
from referee.web.access.deserted_tables import may_reopen
from referee.web.access.doors import Doors
from referee.web.pages import joining
from referee.web.pages.prints import paper_name
from referee.web.pages.rescues import no_room, untold
from referee.web.request.editions import edition
from referee.web.request.own_address import join_address
from referee.web.request.own_machine import is_own_machine
from referee.web.screens import artwork
from referee.web.screens.attribution import first_tap
from referee.web.services import desk
from referee.web.sight.glances import glance


def template_globals(doors: Doors) -> dict[str, Callable[..., object]]:
    """Return the functions by the names under which templates call them."""
    return {
        "icons_of": artwork.icons_of,
        "artwork_of": artwork.own_or_common,
        "address_to": joining.address_to,
        "can_see": _can_see,
        "code_of": joining.code_of,
        "edition": edition,
        "first_tap": first_tap,
        "glance": glance,
        "in_kiosk": lambda: desk().kiosk.runs and is_own_machine(),
        "is_at_home": doors.is_at_home,
        "is_open": joining.is_open,
        "is_this_machine": is_own_machine,
        "join_address": join_address,
        "may_reopen": may_reopen,
        "number_here": joining.number_here,
        "paper_name": paper_name,
        "no_room": no_room,
        "rescue": untold,
        "shown_code": join_codes.shown,
        "speaks_https": lambda: bool(desk().settings.https_port),
    }


def _can_see(game: AnyGame) -> bool:
    return game.sight is not BLIND
