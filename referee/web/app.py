"""Puts the application together: its pages, its words, its guards, its answers to problems."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Flask, Response
from jinja2 import ChoiceLoader, PackageLoader, StrictUndefined
from werkzeug.routing import IntegerConverter

from referee.core import AnyGame
from referee.host.settings import Settings
from referee.match import Matches, Store
from referee.table.paper.printers import Printers
from referee.table.sight.memories import Memories
from referee.table.sight.zones import Zones
from referee.web.access import rules as access
from referee.web.access.authorization import authorize
from referee.web.access.devices import recognise
from referee.web.access.lobbies import Lobbies
from referee.web.access.one_time_tokens import OneTimeTokens
from referee.web.api import openapi as interface
from referee.web.errors import answer_problems
from referee.web.pages import (
    certificate,
    corrections,
    demos,
    design,
    doctor,
    health,
    history,
    home,
    host,
    join,
    kiosk,
    new_match,
    prints,
    rescues,
    seats,
    webapp,
    why,
)
from referee.web.pages import match as matches
from referee.web.request.caches import Cache
from referee.web.request.compression import compress
from referee.web.request.editions import edition_of_pages
from referee.web.request.proxies import behind
from referee.web.request.quotas import StreamQuota
from referee.web.request.safety import guard, only_for
from referee.web.request.words import speak
from referee.web.score import frames as score_frames
from referee.web.score import matches as score_matches
from referee.web.score import page as scores
from referee.web.score import photos as score_photos
from referee.web.score.board_photos import PhotoCache
from referee.web.screens import artwork, streams
from referee.web.screens.broadcast import Broadcasts
from referee.web.screens.kiosk import Kiosk
from referee.web.screens.render import Fragments, remember_drawings
from referee.web.services import Services, set_up
from referee.web.sight import cameras, dice, frames, glances, reconcile
from referee.web.sight import photos as sightings
from referee.web.sight.looks import Looks
from referee.web.template_globals import template_globals

_PAGES = (
    artwork,
    cameras,
    corrections,
    demos,
    design,
    dice,
    doctor,
    frames,
    health,
    history,
    home,
    host,
    interface,
    join,
    kiosk,
    matches,
    new_match,
    prints,
    reconcile,
    rescues,
    score_frames,
    score_matches,
    score_photos,
    scores,
    seats,
    sightings,
    streams,
    certificate,
    webapp,
    why,
)


_PRINTS = 32
"""Sheets and files of sheets that are kept as drawn; the largest has half a megabyte."""


_ROOMS_WITH_SCRIPTS = ("screens", "pages", "sight", "score")
"""The packages that bring scripts and stylesheets of their own, and templates."""

_ROOMS = (*_ROOMS_WITH_SCRIPTS, "api")
"""The packages that bring templates of their own."""


class _Number(IntegerConverter):
    """A number in an address: plain digits, and no more of them than any match has entries."""

    regex = "[0-9]{1,9}"


def _files_of(room: str, edition: str) -> Blueprint:
    """Return what serves the scripts and stylesheets of a room, as `url_for("<room>.static")`."""
    address = f"/static/{edition}/{room}"
    return Blueprint(room, f"referee.web.{room}", static_folder="static", static_url_path=address)


def _serve_files(app: Flask) -> None:
    """Serve the scripts and stylesheets to everyone."""
    for room in _ROOMS_WITH_SCRIPTS:
        app.register_blueprint(_files_of(room, app.config["EDITION"]))
    for endpoint in ("static", *(f"{room}.static" for room in _ROOMS_WITH_SCRIPTS)):
        app.view_functions[endpoint] = _open_to_everyone(app.view_functions[endpoint])


def _open_to_everyone(serve: Callable[..., Any]) -> Callable[..., Any]:
    # Flask shares one method among all blueprints; a rule on it would count for each.
    @access.everyone
    def view(filename: str) -> Response:
        response: Response = serve(filename=filename)
        return response

    return view


def _protect(app: Flask) -> None:
    """Check each request, and send each response safely."""
    compress(app)
    guard(app)
    authorize(app)


def build(store: Store, games: Mapping[str, AnyGame], settings: Settings) -> Flask:
    """Make the application for these games, keeping matches in this store."""
    edition = edition_of_pages()
    app = Flask("referee.web", static_url_path=f"/static/{edition}")
    app.config["EDITION"] = edition
    app.config["MAX_CONTENT_LENGTH"] = settings.max_upload_bytes
    app.url_map.converters["int"] = _Number
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 31_536_000  # the address changes with the content
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    loaders = [
        app.create_global_jinja_loader(),
        *(PackageLoader(f"referee.web.{room}") for room in _ROOMS),
        artwork.templates_of(games.values()),
    ]
    app.jinja_env.loader = ChoiceLoader(loaders)
    kept = Matches(store, games, keeping=settings.cached_matches)
    kept.follow_others()
    looks = Looks(Zones(store), Memories(store))
    lobbies = Lobbies(store, kept.feed)
    fragments = Fragments(settings.cached_screens, lobbies.has_host, lobbies.called)
    told = Broadcasts(kept.feed)
    app.jinja_env.globals.update(template_globals(lobbies))
    set_up(
        app,
        Services(
            matches=kept,
            holders=lobbies.holders,
            settings=settings,
            fragments=fragments,
            printers=Printers(store),
            looks=looks,
            lobbies=lobbies,
            broadcasts=told,
            stream_quota=StreamQuota(),
            photos=PhotoCache(),
            dice=PhotoCache(),
            prints=Cache(_PRINTS),
            kiosk=Kiosk(),
            one_time_tokens=OneTimeTokens(store),
            draw_question=glances.asked_on,
        ),
    )
    recognise(app, store, settings)
    speak(app)
    remember_drawings(app)
    _protect(app)
    app.wsgi_app = only_for(settings.hosts, app.wsgi_app)  # type: ignore[assignment, method-assign]
    if settings.proxies:
        app.wsgi_app = behind(settings.proxies, app.wsgi_app)  # type: ignore[assignment, method-assign]
    for page in _PAGES:
        app.register_blueprint(page.pages)
    _serve_files(app)
    answer_problems(app)
    return app
