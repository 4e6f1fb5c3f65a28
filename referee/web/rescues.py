"""Tells people what has happened to the stored matches.

They were damaged, and what was saved is told until somebody has read it; or the disk is full.
"""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Text
from referee.match import Rescue, keep_rescue_told, untold_rescue
from referee.match.sqlite_files import NO_ROOM, is_full
from referee.web.admitting import check_at_home
from referee.web.desk import desk

pages = Blueprint("rescues", __name__)


@pages.app_context_processor
def _rescues() -> dict[str, object]:
    """Let the first page say it."""
    return {"rescue": _untold, "no_room": _no_room, "is_at_home": desk().doors.is_at_home}


def _untold() -> Rescue | None:
    return untold_rescue(desk().holders.store)


def _no_room() -> Text | None:
    settings = desk().settings
    return NO_ROOM if not settings.database_url and is_full(settings.database.parent) else None


@pages.post("/rescue/read")
def read() -> AnyResponse:
    """Take down that people have read it."""
    check_at_home()
    keep_rescue_told(desk().holders.store)
    return redirect(url_for("home.show"), code=303)
