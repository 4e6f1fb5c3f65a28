"""The files of a game for its screens: icons, colours, templates."""

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Final

from flask import Blueprint, Response, abort, request
from jinja2 import BaseLoader, PackageLoader, PrefixLoader
from markupsafe import Markup

from referee.core import AnyGame
from referee.games import folder_of
from referee.web.access import rules as access
from referee.web.services import services

pages = Blueprint("artwork", __name__, url_prefix="/games/<slug>")

_KINDS: Final = {"icons.svg": "image/svg+xml", "game.css": "text/css"}


@pages.get("/<name>")
@access.everyone
def show(slug: str, name: str) -> Response:
    """Return a file of a game, or an empty response if it has none of that name."""
    if name not in _KINDS:
        abort(404)
    response = Response(
        _read(folder_of(services().matches.game(slug)), name), mimetype=_KINDS[name]
    )
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


def icons_of(game: AnyGame) -> Markup:
    """Return a game's icons to stand in a page, so that no icon is drawn late."""
    icons = _read(folder_of(game), "icons.svg")
    hidden = icons.replace(
        "<svg ", '<svg class="sprite" width="0" height="0" aria-hidden="true" ', 1
    )
    return Markup(hidden)  # noqa: S704 - a file of the game's own folder


def own_file(game: AnyGame, name: str) -> str:
    """Return a file of a game as text, empty if it has none of that name."""
    return _read(folder_of(game), name)


def picture_of(game: AnyGame) -> Markup:
    """Return the drawing that stands for a game in lists; empty if it has none."""
    return Markup(_read(folder_of(game), f"picture-{game.info.slug}.svg"))  # noqa: S704 - its own file


def templates_of(games: Iterable[AnyGame]) -> BaseLoader:
    """Return the loader of the games' own templates: `<package of the game>/felt.html`."""
    packages = {folder_of(game) for game in games}
    return PrefixLoader(
        {
            package: PackageLoader(package)
            for package in sorted(packages)
            if files(package).joinpath("templates").is_dir()
        }
    )


def own_or_common(game: AnyGame, name: str) -> str:
    """Return the name of a game's own template, or of the common one if it has none."""
    return _own_or_common(folder_of(game), name)


@lru_cache(maxsize=64)
def _own_or_common(package: str, name: str) -> str:
    """Look a template up once: a missing one would be searched for in all places at each entry."""
    own = files(package).joinpath("templates").joinpath(name).is_file()
    return f"{package}/{name}" if own else name


@lru_cache(maxsize=64)
def _read(package: str, name: str) -> str:
    file = files(package).joinpath("static").joinpath(name)
    return file.read_text("utf-8") if file.is_file() else ""
