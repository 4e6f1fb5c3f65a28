"""The first page: games, matches that go on, matches that are over, and how to join."""

from collections.abc import Sequence
from typing import Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.match import Listed
from referee.table import joining
from referee.web.addresses import (
    addresses,
    is_local,
    is_name_nearby,
    local_name,
    name_of,
    own_names,
)
from referee.web.demos import shelf_of
from referee.web.desk import desk
from referee.web.devices import this_device
from referee.web.reopening import deserted_here
from referee.web.starts import TODO, TOLD

pages = Blueprint("home", __name__)

_RUNNING: Final = 30
_FINISHED: Final = 12


@pages.get("/")
def show() -> str:
    """Show what can be played here, and what is being played."""
    everything = desk().matches.list()
    listed = _shown_here(everything)
    games = desk().matches.games
    return render_template(
        "home.html",
        games=tuple(games.values()),
        demos={slug: shelf_of(game) for slug, game in games.items()},
        running=[match for match in listed if match.outcome is None][:_RUNNING],
        finished=[match for match in listed if match.outcome is not None][:_FINISHED],
        plays_somebody=any(match.outcome is None for match in everything),
        address=join_address(),
        careful=(TOLD, TODO) if desk().settings.careful else (),
    )


def _shown_here(matches: Sequence[Listed]) -> list[Listed]:
    """Leave out the tables of others: one with a host, or a locked one, is joined by its code.

    The referee's own computer leads to those that nobody is at any more.
    """
    store, device = desk().doors.store, this_device()
    hidden = store.private() - (store.known_at(device) if device else frozenset())
    left = deserted_here(match for match in matches if match.id in hidden)
    return [match for match in matches if match.id not in hidden or match in left]


@pages.app_context_processor
def _joining() -> dict[str, object]:
    """Let any page say how another screen gets here."""
    return {"join_address": join_address}


@pages.get("/join")
def join() -> str:
    """Say how another screen gets here."""
    return render_template("join.html", address=join_address(), others=other_addresses())


@pages.get("/join.svg")
def symbol() -> Response:
    """Draw the address as a QR symbol."""
    return Response(joining.address_as_svg(join_address()), mimetype="image/svg+xml")


@pages.post("/transcripts")
def load() -> AnyResponse:
    """Begin a match from a transcript, sent as a file or pasted."""
    file = request.files.get("file")
    text = file.read().decode("utf-8", "replace") if file and file.filename else ""
    match = desk().matches.load(text or request.form.get("text", ""))
    desk().doors.begin(match.id)
    return redirect(url_for("matches.show", match_id=match.id), code=303)


def join_address() -> str:
    """Give the address for other screens: this page's own, where every device finds it.

    That is in numbers, or a name that a server far away has. A `.local` name, or one without a dot,
    many phones do not know; and `localhost` leads nowhere but here. Behind a proxy this machine's
    own addresses lead nowhere. A device that comes anew does not trust our HTTPS yet.
    """
    if desk().settings.proxies:
        return request.host_url
    if not is_local(request.host) and not is_name_nearby(request.host):
        return plain_address()
    found = addresses()
    return f"http://{found[0]}:{desk().settings.port}/" if found else plain_address()


def plain_address() -> str:
    """Give the address of the first page as it was asked for, where that was HTTPS without it."""
    if not (desk().settings.https_port and request.is_secure):
        return request.host_url
    return f"http://{host_alone()}:{desk().settings.port}/"


def host_alone() -> str:
    """Give the name or number under which this was asked for, without the port."""
    return name_of(request.host)


def other_addresses() -> tuple[str, ...]:
    """Give the other addresses of this machine: a name to type, and further numbers."""
    if desk().settings.proxies:
        return ()
    port = desk().settings.port
    named = local_name()
    asked = name_of(request.host)
    if (
        named is None
        and is_name_nearby(asked)
        and asked in {*own_names(), *map(str.lower, desk().settings.hosts)}
    ):
        named = asked
    hosts = (*([named] if named else []), *addresses())
    found = (f"http://{host}:{port}/" for host in hosts)
    return tuple(address for address in dict.fromkeys(found) if address != join_address())
