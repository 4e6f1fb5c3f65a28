"""Regions of interest: where in a picture cards are missing, according to the state of the game.

Codes with good contrast are found anywhere. Faint ones are found only by a close search, for which
there is time in a few places.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from camera.scans import MarkerSighting, Point, Quad, Scan, centre
from referee.core import AnyGame, ExpectedCards
from referee.table.paper.pieces import MARKER_MM
from referee.table.sight.interpretation import compare, interpret
from referee.table.sight.observations import (
    Layout,
    Mark,
    Observation,
    Zone,
    marker_meanings,
    observe,
)

REACH_MM: Final = 110.0
"""Half the side of the square around a marker in which its card is searched."""


@dataclass(frozen=True, slots=True)
class ExpectedAreas:
    """What is known of a table before its picture is read; immutable, so usable on any thread."""

    game: AnyGame
    state: Any
    zones: Sequence[Zone] = ()
    marks: Mapping[Mark, Point] = field(default_factory=dict)

    def areas(self, scan: Scan) -> tuple[Quad, ...]:
        """Return the areas (quads in px) with a card missing in what was read so far."""
        spots = len(self.game.visibility.spots(self.state))
        observation = observe(self.game, spots, scan, Layout(self.zones, dict(self.marks)))
        marks = self._missing(observation)
        drawn = {("spot", zone.spot): zone for zone in self.zones}
        zones = [drawn[mark] for mark in marks if mark in drawn]
        rest = [mark for mark in marks if mark not in drawn]
        if scan.table_mm is not None:
            known = (observation.marks[mark] for mark in rest if mark in observation.marks)
            places = [*(_rectangle(zone, scan.table_mm) for zone in zones), *map(_area_at, known)]
            return tuple(_to_pixels(scan, places))
        size = (float(scan.width), float(scan.height))
        meanings = marker_meanings(self.game, spots)
        markers = (marker for marker in scan.markers if meanings.get(marker.number) in rest)
        return (*(_rectangle(zone, size) for zone in zones), *map(_area_around, markers))

    def _missing(self, observation: Observation) -> list[Mark]:
        """Return the spots and places of cards that are entered or awaited, but not seen."""
        seen = [card.seen for card in observation.cards if not card.unclear]
        comparison = compare(self.game.visibility.expected_cards(self.state), seen)
        awaited = interpret(self.game, self.state, comparison.extra).awaited
        missing = (*comparison.unseen, *awaited)
        return list(dict.fromkeys(mark for one in missing for mark in self._marks(one)))

    def _marks(self, lying: ExpectedCards) -> Iterator[Mark]:
        yield from (("spot", spot) for spot in lying.spots)
        for index, place in enumerate(self.game.components.places):
            if place.id == lying.place:
                yield ("place", index)


def _rectangle(zone: Zone, size: Point) -> Quad:
    left, right = zone.left * size[0], zone.right * size[0]
    top, bottom = zone.top * size[1], zone.bottom * size[1]
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _area_at(middle: Point) -> Quad:
    x, y = middle
    near, far = -REACH_MM, REACH_MM
    return ((x + near, y + near), (x + far, y + near), (x + far, y + far), (x + near, y + far))


def _to_pixels(scan: Scan, places: Sequence[Quad]) -> Iterator[Quad]:
    """Yield areas of the mat, in mm, as quads in px."""
    # OpenCV is loaded only where a picture is read, and here one just was.
    from camera.mats import find_mat  # noqa: PLC0415

    mat = find_mat([(marker.number, marker.corners) for marker in scan.markers], MARKER_MM)
    return (mat.in_picture(place) for place in places if mat is not None)


def _area_around(marker: MarkerSighting) -> Quad:
    """Return the area around a marker, ignoring perspective."""
    x, y = centre(marker.corners)
    reach = REACH_MM / (MARKER_MM / 2)
    a, b, c, d = ((x + reach * (px - x), y + reach * (py - y)) for px, py in marker.corners)
    return (a, b, c, d)
