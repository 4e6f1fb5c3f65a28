"""Where the cards of each spot lie, drawn by hand for a match, and kept as a start for the next.

Where nothing was drawn, the markers before the seats tell whose a card is.
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
"""The smallest share of the picture that is a zone, and no slip of the finger."""
_SLIP: Final = 0.005
"""Zones that share no more than this only touch."""


class BadZones(RefereeError):
    """Zones that no table can have."""


class Zones:
    """The zones that were drawn, by whose they are, game and number of spots.

    They are those of a match, or the last ones that somebody drew; without a name, the last ones
    that anybody drew for a game here.
    """

    def __init__(self, store: KeyValueStore) -> None:
        self._store = store

    def of(self, slug: str, spots: int, whose: str = "") -> tuple[Zone, ...]:
        """Return the zones; none where nothing was drawn."""
        return self.drawn(slug, spots, whose) or ()

    def drawn(self, slug: str, spots: int, whose: str = "") -> tuple[Zone, ...] | None:
        """Return the zones, also where somebody has said that the markers tell; else None."""
        text = self._store.kept(_name(slug, spots, whose)) or ""
        try:
            return _checked(
                [Zone(int(spot), *map(float, sides)) for spot, *sides in json.loads(text)]
            )
        except (ValueError, TypeError, BadZones):
            return None

    def keep(self, slug: str, spots: int, zones: Sequence[Zone], whose: str = "") -> None:
        """Keep zones; none at all means that the markers tell. Raises `BadZones`."""
        rows = [[one.spot, one.left, one.top, one.right, one.bottom] for one in _checked(zones)]
        self._store.keep(_name(slug, spots, whose), json.dumps(rows))

    def forget(self, whose: str) -> None:
        """Forget all zones of a match."""
        for name in self._store.all_kept():
            if name.startswith(f"{_KEPT}{whose}/"):
                self._store.forget(name)


def zones_of(typed: Iterable[tuple[int, Sequence[str]]]) -> tuple[Zone, ...]:
    """Read zones as they are typed, in per cent from the left and the top; raises `BadZones`.

    A spot whose four fields are empty has none.
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
    """Return the pairs of spots whose zones lie over each other; a card there is asked about."""
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
        say("A place needs four numbers from 0 to 100: left, top, right and bottom of it.")
    )


def _name(slug: str, spots: int, whose: str) -> str:
    return f"{_KEPT}{whose}/{slug}/{spots}" if whose else f"{_KEPT}{slug}/{spots}"
