"""Kiosk mode: whether the full screen may go dark, and the way out of it.

The kiosk program (deploy/kiosk), which keeps the browser full screen, asks here every few seconds.
It runs on the referee's own computer, so requests of other machines are refused.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import say
from referee.web.access import rules as access
from referee.web.request.safety import own_page
from referee.web.services import services

pages = Blueprint("kiosk", __name__, url_prefix="/kiosk")

_PLAYED: Final = timedelta(minutes=30)
"""A table that has entered nothing for so long has gone home."""

_ON_ITS_OWN: Final = say("Only the referee’s own screen can leave full screen.")


@pages.get("/state")
@access.own_machine(_ON_ITS_OWN)
def state() -> Response:
    """Return what the screen should do, in one word: `awake`, `rest` or `leave`."""
    word = "awake" if _plays() else "rest"
    return Response(f"{'leave' if services().kiosk.ask() else word}\n", mimetype="text/plain")


@pages.get("")
@access.own_machine(_ON_ITS_OWN)
def ask() -> str:
    """Ask whether to leave the full screen."""
    back = own_page(request.args.get("back", "")) or url_for("home.show")
    return render_template("kiosk.html", back=back, left="left" in request.args)


@pages.post("/leave")
@access.own_machine(_ON_ITS_OWN)
def leave() -> AnyResponse:
    """Leave full screen, at the next request of the program."""
    services().kiosk.let_it_out()
    return redirect(url_for("kiosk.ask", left="yes"), code=303)


def _plays() -> bool:
    now = datetime.now(UTC)
    since, until = (now - _PLAYED).isoformat(), now.isoformat()
    # A later time was entered before the clock was set back, so that match is not running.
    return any(since <= match.last_at <= until for match in services().holders.store.matches())
