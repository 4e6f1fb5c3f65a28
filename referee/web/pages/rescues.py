"""Tells people what has happened to the stored matches.

They were damaged, and what was saved is told until somebody has read it; or the disk is full.
"""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Text
from referee.match import Rescue, mark_rescue_read, unread_rescue
from referee.match.storage.sqlite_files import NO_ROOM, is_full
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


@pages.post("/rescue/read")
@access.any_table
def read() -> AnyResponse:
    """Take down that people have read it."""
    mark_rescue_read(services().holders.store)
    return redirect(url_for("home.show"), code=303)
