"""Puts the application together: its pages, its words, its guards, its answers to problems."""

from collections.abc import Mapping

from flask import Flask
from jinja2 import ChoiceLoader, StrictUndefined
from werkzeug.routing import IntegerConverter

from referee.core import AnyGame
from referee.match import Matches, Store
from referee.table.printers import Printers
from referee.table.zoning import Zones
from referee.web import (
    artwork,
    cameras,
    corrections,
    demos,
    dice,
    doctor,
    firsts,
    frames,
    glances,
    health,
    history,
    home,
    hosting,
    interface,
    joining,
    kiosk,
    matches,
    openings,
    prints,
    reconciling,
    reopening,
    rescues,
    score_frames,
    score_matches,
    score_photos,
    scores,
    seats,
    sightings,
    streams,
    trusting,
    webapp,
    why,
)
from referee.web.admitting import admit
from referee.web.choruses import Choruses
from referee.web.desk import Desk, set_up
from referee.web.devices import recognise
from referee.web.doors import Doors
from referee.web.drawings import remember_drawings
from referee.web.editions import edition_of_pages
from referee.web.errors import answer_problems
from referee.web.looks import Looks
from referee.web.proxies import behind
from referee.web.rendering import Fragments
from referee.web.safety import guard, only_for
from referee.web.settings import Settings
from referee.web.words import speak

_PAGES = (
    artwork,
    cameras,
    corrections,
    demos,
    dice,
    doctor,
    firsts,
    frames,
    glances,
    health,
    history,
    home,
    hosting,
    interface,
    joining,
    kiosk,
    matches,
    openings,
    prints,
    reconciling,
    reopening,
    rescues,
    score_frames,
    score_matches,
    score_photos,
    scores,
    seats,
    sightings,
    streams,
    trusting,
    webapp,
    why,
)


class _Number(IntegerConverter):
    """A number in an address: plain digits, and no more of them than any match has entries."""

    regex = "[0-9]{1,9}"


def build(store: Store, games: Mapping[str, AnyGame], settings: Settings) -> Flask:
    """Make the application for these games, keeping matches in this store."""
    edition = edition_of_pages()
    app = Flask("referee.web", static_url_path=f"/static/{edition}")
    app.config["EDITION"] = edition
    app.config["MAX_CONTENT_LENGTH"] = settings.longest_upload
    app.url_map.converters["int"] = _Number
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 31_536_000  # the address changes with the content
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["icons_of"] = artwork.icons_of
    app.jinja_env.globals["artwork_of"] = artwork.own_or_common
    loaders = [app.create_global_jinja_loader(), artwork.templates_of(games.values())]
    app.jinja_env.loader = ChoiceLoader(loaders)
    kept = Matches(store, games, keeping=settings.matches_kept)
    kept.follow_others()
    looks = Looks(Zones(store))
    doors = Doors(store, kept.feed)
    fragments = Fragments(settings.screens_kept, doors.has_host, doors.called)
    told = Choruses(kept.feed)
    set_up(app, Desk(kept, doors.holders, settings, fragments, Printers(store), looks, doors, told))
    recognise(app, store, settings)
    speak(app)
    remember_drawings(app)
    guard(app)
    admit(app)
    app.wsgi_app = only_for(settings.hosts, app.wsgi_app)  # type: ignore[assignment, method-assign]
    if settings.proxies:
        app.wsgi_app = behind(settings.proxies, app.wsgi_app)  # type: ignore[assignment, method-assign]
    for page in _PAGES:
        app.register_blueprint(page.pages)
    answer_problems(app)
    return app
