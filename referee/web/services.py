"""The services that the pages of one server share: matches, settings, printers, what was rendered.

There is one registry per application, made together with it. It knows the types of its services
by name only, so that every package of the web layer may ask it.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

from flask import Flask, current_app

from referee.host.settings import Settings
from referee.match import Match, Matches
from referee.table.boards.templates import Templates
from referee.table.paper.printers import Printers

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.table.boards.photos import PhotoOfBoard
    from referee.table.sight.dice import SeenDie
    from referee.web.access.devices import Holders
    from referee.web.access.lobbies import Lobbies
    from referee.web.access.one_time_tokens import OneTimeTokens
    from referee.web.request.caches import Cache
    from referee.web.request.quotas import StreamQuota
    from referee.web.score.board_photos import PhotoCache
    from referee.web.screens.broadcast import Broadcasts
    from referee.web.screens.kiosk import Kiosk
    from referee.web.screens.render import Fragments
    from referee.web.screens.ticks import Ticks
    from referee.web.sight.looks import KeptLook, Looks

_NAME: Final = "referee"


@dataclass(slots=True)
class Failures:
    """How often reading a picture has failed unexpectedly since the start."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class Services:
    """The matches, who is at them and holds their seats, settings, printers, looks, slips.

    `draw_question` draws what a camera asks about a match, as markup; nothing for None.
    """

    matches: Matches
    holders: "Holders"
    settings: Settings
    fragments: "Fragments"
    printers: Printers
    looks: "Looks"
    lobbies: "Lobbies"
    broadcasts: "Broadcasts"
    stream_quota: "StreamQuota"
    photos: "PhotoCache[PhotoOfBoard]"
    dice: "PhotoCache[tuple[SeenDie, ...]]"
    prints: "Cache[object]"
    kiosk: "Kiosk"
    one_time_tokens: "OneTimeTokens"
    draw_question: "Callable[[Match, KeptLook | None], str]"
    failures: Failures = field(default_factory=Failures)

    @property
    def ticks(self) -> "Ticks":
        """Return which tasks are done, by match."""
        return self.fragments.ticks

    @property
    def templates(self) -> Templates:
        """Return the templates of boards that are kept here."""
        return Templates(self.holders.store)


def set_up(app: Flask, desk: Services) -> None:
    """Register the services of an application."""
    app.extensions[_NAME] = desk


def services() -> Services:
    """Return the services of the application that answers the current request."""
    return cast("Services", current_app.extensions[_NAME])


def match_called(match_id: str) -> Match:
    """Return a match by its id; raises `UnknownMatch`."""
    return services().matches.get(match_id)
