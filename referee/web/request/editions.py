"""The edition of the pages: a hash of templates, scripts and styles.

Addresses of scripts and styles contain it, and every stream begins with it: a page that was opened
before an update reloads itself, so no browser mixes old and new files.
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
    """Return the hash of all files of the pages, including those of the games."""
    digest = sha256()
    for package in ("referee.web", "referee.games"):
        folder = Path(str(files(package)))
        parts = (part for kind in _KINDS for part in folder.rglob(kind))
        for path in sorted(str(path) for part in parts for path in part.rglob("*")):
            if Path(path).is_file():
                digest.update(path.removeprefix(str(folder)).encode())
                digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:12]
