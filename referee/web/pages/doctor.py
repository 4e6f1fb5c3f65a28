"""The check-up page: the state of this machine, for the person who runs it."""

from flask import Blueprint, render_template, url_for

from referee.core import say
from referee.host.checks import CheckedSetup, State
from referee.host.checkup import examine
from referee.web.access import rules as access
from referee.web.access.authorization import NotYours
from referee.web.request.workers import run_in_worker
from referee.web.services import match_called, services

pages = Blueprint("doctor", __name__)

_MOST_MATCHES = 100
_ON_ITS_OWN = say(
    "You can see this page on the referee’s own computer or on a table’s tablet. In a "
    "terminal, “referee doctor” shows the same."
)


@pages.get("/doctor")
@access.own_machine(_ON_ITS_OWN)
def show() -> str:
    """Show the check-up on this machine."""
    return _page(url_for("home.show"))


@pages.get("/matches/<match_id>/doctor")
@access.needs(lambda membership: membership.is_host, _ON_ITS_OWN)
def show_host(match_id: str) -> str:
    """Show the check-up to the host of a match, who is in the room."""
    match = match_called(match_id)
    if services().settings.proxies:
        raise NotYours(_ON_ITS_OWN)
    return _page(url_for("host.show", match_id=match.id))


def _page(back: str) -> str:
    settings = services().settings
    patient = CheckedSetup(
        settings,
        services().matches.games,
        serving=True,
        most_matches=_MOST_MATCHES,
        speaks_https=bool(settings.https_port),
        run=run_in_worker,
        failed_pictures=services().failures.count,
    )
    checks = examine(patient)
    return render_template(
        "doctor.html",
        checks=checks,
        back=back,
        to_mend=sum(check.state is State.FAILURE for check in checks),
    )
