"""Tells people that the stored matches were damaged and what was saved, until they have read it."""

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.match import Rescue, keep_rescue_told, untold_rescue
from referee.web.admitting import check_at_home
from referee.web.desk import desk

pages = Blueprint("rescues", __name__)


@pages.app_context_processor
def _rescues() -> dict[str, object]:
    """Let the first page say it."""
    return {"rescue": _untold, "is_at_home": desk().doors.is_at_home}


def _untold() -> Rescue | None:
    return untold_rescue(desk().holders.store)


@pages.post("/rescue/read")
def read() -> AnyResponse:
    """Take down that people have read it."""
    check_at_home()
    keep_rescue_told(desk().holders.store)
    return redirect(url_for("home.show"), code=303)
