"""Zones of the spots of a table: drawn by hand for a match, and the default for the next one.

Without zones, cards are located by the markers of the seats.
"""

import json
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from referee.core import RefereeError, say
from referee.table.paper.printers import KeyValueStore
from referee.table.sight.observations import Zone

__all__ = ["BadZones", "Zone", "Zones", "overlapping", "zones_of"]

_KEPT: Final = "zones/"
_LEAST: Final = 0.02
"""Least side of a zone, as a share of the picture."""
_SLIP: Final = 0.005
"""Overlap below which two zones only touch."""


class BadZones(RefereeError):
    """Zones that no table can have."""


class Zones:
    """Stored zones, by owner, game and number of spots.

    An owner is a match or a person; without one, the last zones drawn for a game are meant.
    """

    def __init__(self, store: KeyValueStore) -> None:
        self._store = store

    def of(self, slug: str, spots: int, whose: str = "") -> tuple[Zone, ...]:
        """Return the zones; empty if none were drawn."""
        return self.drawn(slug, spots, whose) or ()

    def drawn(self, slug: str, spots: int, whose: str = "") -> tuple[Zone, ...] | None:
        """Return the zones, empty if markers were chosen instead; None if neither was."""
        text = self._store.kept(_name(slug, spots, whose)) or ""
        try:
            return _checked(
                [Zone(int(spot), *map(float, sides)) for spot, *sides in json.loads(text)]
            )
        except (ValueError, TypeError, BadZones):
            return None

    def keep(self, slug: str, spots: int, zones: Sequence[Zone], whose: str = "") -> None:
        """Store zones; empty ones mean that markers are used. Raises `BadZones`."""
        rows = [[one.spot, one.left, one.top, one.right, one.bottom] for one in _checked(zones)]
        self._store.keep(_name(slug, spots, whose), json.dumps(rows))

    def forget(self, whose: str) -> None:
        """Delete all zones of a match."""
        for name in self._store.all_kept():
            if name.startswith(f"{_KEPT}{whose}/"):
                self._store.forget(name)


def zones_of(typed: Iterable[tuple[int, Sequence[str]]]) -> tuple[Zone, ...]:
    """Return zones typed in per cent from the left and the top; raises `BadZones`.

    A spot with four empty fields has none.
    """
    found = []
    for spot, texts in typed:
        if not any(text.strip() for text in texts):
            continue
        try:
            left, top, right, bottom = (
                float(text.strip().replace(",", ".")) / 100 for text in texts
            )
        except ValueError:
            raise _unclear() from None
        found.append(Zone(spot, left, top, right, bottom))
    return _checked(found)


def overlapping(zones: Sequence[Zone]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of spots whose zones overlap; cards there are unclear."""
    return tuple(
        (one.spot, other.spot)
        for one, other in combinations(zones, 2)
        if min(one.right, other.right) - max(one.left, other.left) > _SLIP
        and min(one.bottom, other.bottom) - max(one.top, other.top) > _SLIP
    )


def _checked(zones: Sequence[Zone]) -> tuple[Zone, ...]:
    for one in zones:
        inside = 0 <= one.left < one.right <= 1 and 0 <= one.top < one.bottom <= 1
        if not inside or min(one.right - one.left, one.bottom - one.top) < _LEAST:
            raise _unclear()
    return tuple(zones)


def _unclear() -> BadZones:
    return BadZones(
        say("An area needs four numbers from 0 to 100: its left, top, right and bottom.")
    )


def _name(slug: str, spots: int, whose: str) -> str:
    return f"{_KEPT}{whose}/{slug}/{spots}" if whose else f"{_KEPT}{slug}/{spots}"
