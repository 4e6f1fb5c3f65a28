"""What the pages of one server share: matches, settings, what has been rendered, printers.

There is one desk per application, made together with it.
"""

from dataclasses import dataclass, field
from typing import Final, cast

from flask import Flask, current_app

from referee.match import Match, Matches
from referee.table.photographed import PhotoOfBoard
from referee.table.printers import Printers
from referee.table.rolled import SeenDie
from referee.table.templates import Templates
from referee.web.board_photos import Photos
from referee.web.caches import Cache
from referee.web.choruses import Choruses
from referee.web.devices import Holders
from referee.web.doors import Doors
from referee.web.full_screens import Kiosk
from referee.web.looks import Looks
from referee.web.places import Places
from referee.web.rendering import Fragments
from referee.web.settings import Settings
from referee.web.slips import Slips

_NAME: Final = "referee"

_PRINTS: Final = 32
"""Sheets and files of sheets that are kept as drawn; the largest has half a megabyte."""


@dataclass(slots=True)
class Failures:
    """How often reading a picture has failed unexpectedly since the start."""

    count: int = 0


@dataclass(frozen=True, slots=True)
class Desk:
    """The matches, who is at them and holds their seats, settings, printers, looks, slips."""

    matches: Matches
    holders: Holders
    settings: Settings
    fragments: Fragments
    printers: Printers
    looks: Looks
    doors: Doors
    choruses: Choruses
    places: Places = field(default_factory=Places)
    photos: Photos[PhotoOfBoard] = field(default_factory=Photos)
    dice: Photos[tuple[SeenDie, ...]] = field(default_factory=Photos)
    prints: Cache[object] = field(default_factory=lambda: Cache(_PRINTS))
    kiosk: Kiosk = field(default_factory=Kiosk)
    failures: Failures = field(default_factory=Failures)

    @property
    def templates(self) -> Templates:
        """Give the templates of boards that are kept here."""
        return Templates(self.holders.store)

    @property
    def slips(self) -> Slips:
        """Give the slips that let somebody in once."""
        return Slips(self.holders.store)


def set_up(app: Flask, desk: Desk) -> None:
    """Give an application its desk."""
    app.extensions[_NAME] = desk


def desk() -> Desk:
    """Give the desk of the current request."""
    return cast("Desk", current_app.extensions[_NAME])


def match_called(match_id: str) -> Match:
    """Give a match by its id; raises `UnknownMatch`."""
    return desk().matches.get(match_id)
