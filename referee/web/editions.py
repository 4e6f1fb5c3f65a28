"""Which edition of the referee's pages is served, so that no browser mixes an old one with a new.

Addresses of scripts and styles carry it, and so does every stream: a page that was opened before
an update loads itself anew.
"""

from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from flask import current_app

_KINDS: Final = ("static", "templates")


def edition() -> str:
    """Give the edition that answers the current request."""
    return str(current_app.config["EDITION"])


def edition_of_pages() -> str:
    """Name what pages are made of, those of the games as well: another name after each change."""
    digest = sha256()
    for package in ("referee.web", "referee.games"):
        folder = Path(str(files(package)))
        for path in sorted(folder.rglob("*")):
            place = path.relative_to(folder)
            if path.is_file() and not set(_KINDS).isdisjoint(place.parts):
                digest.update(place.as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
