"""The functions that every template of the web layer may call."""

from collections.abc import Callable

from referee.core import NOTHING_VISIBLE, AnyGame
from referee.web.access import join_codes
from referee.web.access.deserted_tables import may_reopen
from referee.web.access.lobbies import Lobbies
from referee.web.pages import join
from referee.web.pages.prints import paper_name
from referee.web.pages.rescues import held, no_room, untold
from referee.web.request.editions import edition
from referee.web.request.local_client import is_own_machine
from referee.web.request.own_address import join_address
from referee.web.screens import artwork
from referee.web.screens.attribution import first_tap
from referee.web.screens.tallies import tally_of
from referee.web.services import services
from referee.web.sight.glances import glance


def template_globals(lobbies: Lobbies) -> dict[str, Callable[..., object]]:
    """Return the functions by the names under which templates call them."""
    return {
        "icons_of": artwork.icons_of,
        "artwork_of": artwork.own_or_common,
        "address_to": join.address_to,
        "can_see": _can_see,
        "code_of": join.code_of,
        "edition": edition,
        "first_tap": first_tap,
        "glance": glance,
        "held": held,
        "in_kiosk": lambda: services().kiosk.runs and is_own_machine(),
        "is_at_home": lobbies.is_at_home,
        "is_open": join.is_open,
        "is_this_machine": is_own_machine,
        "join_address": join_address,
        "may_reopen": may_reopen,
        "number_here": join.number_here,
        "paper_name": paper_name,
        "picture_of": artwork.picture_of,
        "no_room": no_room,
        "rescue": untold,
        "shown_code": join_codes.shown,
        "tally_of": tally_of,
        "speaks_https": lambda: bool(services().settings.https_port),
    }


def _can_see(game: AnyGame) -> bool:
    return game.visibility is not NOTHING_VISIBLE
