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
    """Return the edition that answers the current request."""
    return str(current_app.config["EDITION"])


def edition_of_pages() -> str:
    """Name what pages are made of, those of the games as well: another name after each change."""
    digest = sha256()
    for package in ("referee.web", "referee.games"):
        folder = Path(str(files(package)))
        parts = (part for kind in _KINDS for part in folder.rglob(kind))
        for path in sorted(str(path) for part in parts for path in part.rglob("*")):
            if Path(path).is_file():
                digest.update(path.removeprefix(str(folder)).encode())
                digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:12]
