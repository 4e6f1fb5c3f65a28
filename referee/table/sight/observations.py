"""From a scan of a picture to cards at their places: whose card each is, by markers or zones.

A card belongs to the zone it lies in, where zones were drawn, else to the nearest marker. Where
two markers are nearly as near as each other it belongs to where the cards belong that it lies over;
where that says nothing it belongs to none: that is asked, never guessed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist
from statistics import median
from typing import Any, Final

from camera.scans import CodeSighting, MarkerSighting, Point, Quad, Scan, centre
from referee.core import AnyGame, ExpectedCards, Sighting, Text, box_of, say
from referee.core.codes import CardCode, parse_code, place_marker, seat_marker
from referee.table.paper.pieces import MARKER_MM
from referee.table.sight.overlaps import overlap

CLEAR: Final = 1.25
"""How many times farther the second nearest marker must be than the nearest."""

NEAR_MM: Final = 100.0
"""Within this distance a marker counts although others of the table were not seen."""

PLACE_MM: Final = 150.0
"""A place such as the deck has only what lies within this distance."""

SAME_MM: Final = 25.0
"""Two readings of one code that are farther apart than this are two things: one was copied."""

Mark = tuple[str, int]
"""A marker's kind ("spot" or "place") and number within it."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Where the cards of a spot lie, drawn by hand: a rectangle in shares of the mat or picture."""

    spot: int
    left: float
    top: float
    right: float
    bottom: float

    def holds(self, point: Point) -> bool:
        """Return whether a point in the same shares lies inside."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


@dataclass(frozen=True, slots=True)
class Sighted:
    """A card of this game in a picture: the card, the code on it, and where it lies.

    `point` is its middle on the table in millimetres, or nearly so where the mat's corners were
    not seen. `unclear` tells that it could belong to more than one spot.
    """

    seen: Sighting
    code: CardCode
    corners: Quad
    point: Point
    unclear: bool = False


@dataclass(frozen=True, slots=True)
class Observation:
    """What a scan says about the table of one game.

    `foreign` are texts that are no code of ours, `strangers` cards of another game, `twins` cards
    whose code was seen at two places. `whole` tells whether the whole mat was in view; `absent`
    are the spots whose marker or zone nobody ever saw, `marks` the markers that are known.
    """

    scan: Scan
    cards: tuple[Sighted, ...] = ()
    foreign: tuple[CodeSighting, ...] = ()
    strangers: tuple[CodeSighting, ...] = ()
    twins: tuple[CardCode, ...] = ()
    whole: bool = False
    absent: tuple[int, ...] = ()
    marks: Mapping[Mark, Point] = field(default_factory=dict)


@dataclass(slots=True)
class Layout:
    """Where spots and places are: zones drawn by hand, and markers where they were last seen.

    Places are remembered only in millimetres on a mat: in a picture without one, everything moves
    with the camera.
    """

    zones: Sequence[Zone] = ()
    marks: dict[Mark, Point] = field(default_factory=dict)


def observe(game: AnyGame, spots: int, scan: Scan, layout: Layout) -> Observation:
    """Say which cards of a game lie where."""
    marks = _marks(game, spots, scan)
    if scan.table_mm is not None:
        layout.marks.update(marks)
        marks = dict(layout.marks)
    absent = tuple(
        spot
        for spot in range(spots)
        if ("spot", spot) not in marks and all(zone.spot != spot for zone in layout.zones)
    )
    placing = _Placing(game, scan, layout.zones, marks, whole=not absent)
    cards: list[Sighted] = []
    foreign: list[CodeSighting] = []
    strangers: list[CodeSighting] = []
    for sighting in scan.codes:
        code = parse_code(sighting.text)
        if not isinstance(code, CardCode):
            foreign.append(sighting)
        elif code.box != box_of(game) or code.card not in game.components.coded:
            strangers.append(sighting)
        else:
            cards.append(placing.sighted(code, sighting))
    cards = [_beside(card, cards, placing) for card in cards]
    times = Counter(card.code for card in cards)
    return Observation(
        scan=scan,
        cards=tuple(cards),
        foreign=tuple(foreign),
        strangers=tuple(strangers),
        twins=tuple(code for code, count in times.items() if count > 1 and _apart(code, cards)),
        whole=scan.table_mm is not None,
        absent=absent,
        marks=marks,
    )


def _beside(card: Sighted, cards: Sequence[Sighted], placing: "_Placing") -> Sighted:
    """Return an unclear card to the spot of those that it lies over, where that is one spot."""
    if not card.unclear:
        return card
    places = placing.places  # made anew each time it is asked for
    mine = places.get(card.corners)
    if mine is None:
        return card
    size = placing.game.components.card_mm
    below = {
        (other.seen.spot, other.seen.place)
        for other in cards
        if not other.unclear and overlap(mine, places[other.corners], size)
    }
    spot, place = below.pop() if len(below) == 1 else (None, "")
    if spot is None or place:
        return card
    return replace(card, seen=replace(card.seen, spot=spot), unclear=False)


def marker_meanings(game: AnyGame, spots: int) -> dict[int, Mark]:
    """Say what the number of each marker means at the table of a game."""
    names: dict[int, Mark] = {seat_marker(spot): ("spot", spot) for spot in range(spots)}
    places = range(len(game.components.places))
    return names | {place_marker(index): ("place", index) for index in places}


def place_name(game: AnyGame, state: Any, lying: ExpectedCards | Sighting) -> Text:  # noqa: ANN401
    """Say where something lies or was seen."""
    if lying.place:
        return next(place.name for place in game.components.places if place.id == lying.place)
    spots = game.visibility.spots(state)
    at = (
        lying.spots
        if isinstance(lying, ExpectedCards)
        else ()
        if lying.spot is None
        else (lying.spot,)
    )
    return spots[at[0]].label if at else say("the table")


def _apart(code: CardCode, cards: Sequence[Sighted]) -> bool:
    first, *others = [card.point for card in cards if card.code == code]
    return any(dist(first, other) > SAME_MM for other in others)


def _marks(game: AnyGame, spots: int, scan: Scan) -> dict[Mark, Point]:
    names = marker_meanings(game, spots)
    scale = _scale(scan)
    return {
        names[marker.number]: _point(marker, scan, scale)
        for marker in scan.markers
        if marker.number in names
    }


def _scale(scan: Scan) -> float:
    """Return millimetres for a pixel, by the size of the markers; 1 where there are none."""
    sides = [dist(a, b) for marker in scan.markers for a, b in _edges(marker.corners)]
    return MARKER_MM / median(sides) if sides and median(sides) else 1.0


def _edges(corners: Quad) -> Iterator[tuple[Point, Point]]:
    yield from zip(corners, (*corners[1:], corners[0]), strict=True)


def _point(seen: CodeSighting | MarkerSighting, scan: Scan, scale: float) -> Point:
    if scan.table_mm is not None and seen.place is not None:
        return centre(seen.place)
    x, y = centre(seen.corners)
    return (x * scale, y * scale)


def _share(seen: CodeSighting, scan: Scan) -> Point:
    """Return a place in shares of the mat, or of the picture where the mat is not seen."""
    if scan.table_mm is not None and seen.place is not None:
        x, y = centre(seen.place)
        return (x / scan.table_mm[0], y / scan.table_mm[1])
    x, y = centre(seen.corners)
    return (x / scan.width, y / scan.height)


@dataclass(frozen=True, slots=True)
class _Placing:
    """Finds the places of the cards of one scan; `whole` where every spot is known."""

    game: AnyGame
    scan: Scan
    zones: Sequence[Zone]
    marks: Mapping[Mark, Point]
    whole: bool

    @property
    def places(self) -> Mapping[Quad, Quad]:
        """Return where codes are on the mat, by their corners; empty for a picture without one."""
        return {code.corners: code.place for code in self.scan.codes if code.place is not None}

    def sighted(self, code: CardCode, sighting: CodeSighting) -> Sighted:
        point = _point(sighting, self.scan, _scale(self.scan))
        mark, unclear = self._mark(point, _share(sighting, self.scan))
        components = self.game.components
        seen = Sighting(
            components.coded[code.card].id,
            code.copy,
            code.deck,
            spot=mark[1] if mark and mark[0] == "spot" and not unclear else None,
            place=components.places[mark[1]].id if mark and mark[0] == "place" else "",
        )
        return Sighted(seen, code, sighting.corners, point, unclear=unclear)

    def _mark(self, point: Point, share: Point) -> tuple[Mark | None, bool]:
        """Say to which spot or place a card belongs, and whether that is unclear."""
        inside = [zone.spot for zone in self.zones if zone.holds(share)]
        if inside:
            return ("spot", inside[0]), len(inside) > 1
        mark, unclear = _nearest(point, self.marks)
        if mark and mark[0] == "spot" and not self.whole:
            unclear = unclear or dist(point, self.marks[mark]) > NEAR_MM
        return mark, unclear


def _nearest(point: Point, marks: Mapping[Mark, Point]) -> tuple[Mark | None, bool]:
    """Return the nearest marker, and whether another one is nearly as near."""
    far = {mark: dist(point, there) for mark, there in marks.items()}
    known = sorted(
        (mark for mark in far if mark[0] == "spot" or far[mark] <= PLACE_MM), key=far.__getitem__
    )
    if not known:
        return None, True
    unclear = len(known) > 1 and far[known[1]] < CLEAR * far[known[0]]
    return known[0], unclear
