"""Notices about the store: matches were rescued, the disk is full, another program holds the file.

The notice of a rescue is shown until a player confirms that it was read.
"""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Text
from referee.match import Rescue, mark_rescue_read, unread_rescue
from referee.match.storage.sqlite_files import HELD, NO_ROOM, is_full
from referee.web.access import rules as access
from referee.web.services import services

pages = Blueprint("rescues", __name__)


def untold() -> Rescue | None:
    """Return what was saved of damaged matches, until people have read it; else None."""
    return unread_rescue(services().holders.store)


def no_room() -> Text | None:
    """Return what is said while the disk is full; else None."""
    settings = services().settings
    return NO_ROOM if not settings.database_url and is_full(settings.database.parent) else None


def held() -> Text | None:
    """Return what is said while another program keeps the file of the matches; else None."""
    return HELD if services().holders.store.is_held() else None


@pages.post("/rescue/read")
@access.any_table
def read() -> AnyResponse:
    """Record that the notice of a rescue was read."""
    mark_rescue_read(services().holders.store)
    return redirect(url_for("home.show"), code=303)
