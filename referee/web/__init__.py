"""The screens: pages that work without JavaScript, and event streams that keep them up to date.

Games are known only as `Game` values. `create_app` makes the application; `referee.serve` runs it.
"""

from typing import TYPE_CHECKING

from referee.host.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

    from referee.core import AnyGame
    from referee.match import Store

__all__ = ["Settings", "create_app"]


def create_app(
    store: "Store", games: "Mapping[str, AnyGame]", settings: Settings | None = None
) -> "Flask":
    """Make the application for these games, keeping matches in this store."""
    # Loaded here, so that the process that only watches over the server stays small.
    from referee.web.app import build  # noqa: PLC0415

    return build(store, games, settings or Settings())
