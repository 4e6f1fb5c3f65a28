"""The home page: games, running and finished matches, and how to join."""

from collections.abc import Sequence
from typing import Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import BadSetup, BrokenTranscript
from referee.host.safe_mode import REMEDY, SAFE_MODE
from referee.match import Listed
from referee.table.paper import join_symbol
from referee.web.access import rules as access
from referee.web.access.deserted_tables import deserted_here
from referee.web.access.devices import this_device
from referee.web.request import shapes
from referee.web.request.operations import FORM, Operation
from referee.web.request.own_address import join_address, other_addresses
from referee.web.screens.demo_files import catalogue_of
from referee.web.services import services

pages = Blueprint("home", __name__)

_RUNNING: Final = 30
_FINISHED: Final = 12


@pages.get("/")
@access.everyone
def show() -> str:
    """Show the games and the matches."""
    everything = services().matches.list()
    listed = _shown_here(everything)
    games = services().matches.games
    return render_template(
        "home.html",
        games=tuple(games.values()),
        demos={slug: catalogue_of(game) for slug, game in games.items()},
        running=[match for match in listed if match.outcome is None][:_RUNNING],
        finished=[match for match in listed if match.outcome is not None][:_FINISHED],
        plays_somebody=any(match.outcome is None for match in everything),
        address=join_address(),
        careful=(SAFE_MODE, REMEDY) if services().settings.safe_mode else (),
    )


def _shown_here(matches: Sequence[Listed]) -> list[Listed]:
    """Return the matches to list: those with a host or lock only if this device belongs to them.

    On the referee's own computer, deserted tables are listed too.
    """
    store, device = services().lobbies.store, this_device()
    hidden = store.private() - (store.known_at(device) if device else frozenset())
    left = deserted_here(match for match in matches if match.id in hidden)
    return [match for match in matches if match.id not in hidden or match in left]


@pages.get("/join")
@access.everyone
def join() -> str:
    """Show how another device joins."""
    return render_template("join.html", address=join_address(), others=other_addresses())


@pages.get("/join.svg")
@access.everyone
def symbol() -> Response:
    """Draw the address as a QR symbol."""
    return Response(join_symbol.address_as_svg(join_address()), mimetype="image/svg+xml")


@pages.post("/transcripts")
@access.everyone
@Operation(request_body=shapes.Pasted, request_types=(FORM,), errors=(BrokenTranscript, BadSetup))
def load() -> AnyResponse:
    """Open a match from a transcript, sent as a file or as text."""
    file = request.files.get("file")
    text = file.read().decode("utf-8", "replace") if file and file.filename else ""
    match = services().matches.load(text or request.form.get("text", ""))
    services().lobbies.begin(match.id)
    return redirect(url_for("matches.show", match_id=match.id), code=303)
