"""The games: each folder is one game, and no other code needs to know of it.

Each folder's package offers `GAMES`, a tuple of `Game` values, one per edition. The folder may
also contain `transcripts/`, `templates/` and `static/`.
"""

import importlib
import pkgutil
from functools import cache

from referee.core import AnyGame


def load_all() -> dict[str, AnyGame]:
    """Find every game by its folder: slug to game, in the order of the folders' names.

    Raises `ValueError` where a folder's first game is not called like the folder, or a slug is
    used twice.
    """
    return _load(tuple(__path__))


def folder_of(game: AnyGame) -> str:
    """Name the package that holds the game, for its templates and transcripts."""
    return game.apply.__module__.rsplit(".", 1)[0]


@cache
def _load(path: tuple[str, ...]) -> dict[str, AnyGame]:
    found: dict[str, AnyGame] = {}
    for module in pkgutil.iter_modules(path):
        if not module.ispkg:
            continue
        games: tuple[AnyGame, ...] = importlib.import_module(f"{__name__}.{module.name}").GAMES
        if games[0].info.slug.replace("-", "_") != module.name:
            message = f"the folder {module.name} holds the game {games[0].info.slug}"
            raise ValueError(message)
        for game in games:
            if found.setdefault(game.info.slug, game) is not game:
                message = f"two games are called {game.info.slug}"
                raise ValueError(message)
    return found
