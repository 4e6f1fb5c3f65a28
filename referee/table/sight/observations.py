"""Locates cards: from the codes and markers of a scan to cards at spots and places.

A card belongs to the zone that contains it, if zones were drawn, or else to the nearest marker. If
two markers are about equally near, it belongs to the spot of the cards that it overlaps; otherwise
it is unclear, and people are asked.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import dist
from statistics import median
from typing import Any, Final

from camera.scans import CodeSighting, MarkerSighting, Point, Quad, Scan, centre
from referee.core import AnyGame, ExpectedCards, Sighting, Text, box_of, say
from referee.core.codes import CardCode, parse_code, place_marker, seat_marker
from referee.table.paper.pieces import MARKER_MM

CLEAR: Final = 1.25
"""Least ratio of the distances to the second nearest and the nearest marker."""

NEAR_MM: Final = 100.0
"""Distance within which a marker counts although others were not seen."""

PLACE_MM: Final = 150.0
"""Radius of a place, such as the deck."""

SAME_MM: Final = 25.0
"""Distance above which two readings of one code are two prints of it."""

_EDGE_MM: Final = 5.0
"""Cards that overlap by less than this may just touch."""

_CODE_OFFSETS: Final = tuple(product((-0.5, 0.0, 0.5), repeat=2))
"""Possible positions of a code on its card, as shares of the free room."""

Mark = tuple[str, int]
"""A marker's kind ("spot" or "place") and number within it."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A rectangle drawn by hand for the cards of a spot, in shares of the mat or the picture."""

    spot: int
    left: float
    top: float
    right: float
    bottom: float

    def holds(self, point: Point) -> bool:
        """Return whether a point, in the same shares, is inside."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


@dataclass(frozen=True, slots=True)
class Sighted:
    """A card of this game in a picture.

    `point` is its centre on the table in mm, approximately if the mat was not seen. `unclear` if it
    may belong to several spots.
    """

    seen: Sighting
    code: CardCode
    corners: Quad
    point: Point
    unclear: bool = False


@dataclass(frozen=True, slots=True)
class Observation:
    """What a scan shows of the table of one game.

    `foreign` are texts that are not our codes, `strangers` cards of another game, `duplicates`
    codes seen at two places. `whole` if the whole mat was in view. `absent` are spots without a
    known marker or zone, `marks` the positions of the known markers.
    """

    scan: Scan
    cards: tuple[Sighted, ...] = ()
    foreign: tuple[CodeSighting, ...] = ()
    strangers: tuple[CodeSighting, ...] = ()
    duplicates: tuple[CardCode, ...] = ()
    whole: bool = False
    absent: tuple[int, ...] = ()
    marks: Mapping[Mark, Point] = field(default_factory=dict)


@dataclass(slots=True)
class Layout:
    """The positions of spots and places: zones drawn by hand, and the last positions of markers.

    Only positions in mm on a mat are kept: without one, everything moves with the camera.
    """

    zones: Sequence[Zone] = ()
    marks: dict[Mark, Point] = field(default_factory=dict)


def observe(game: AnyGame, spots: int, scan: Scan, layout: Layout) -> Observation:
    """Return which cards of a game are where."""
    marks = _marks(game, spots, scan)
    if scan.table_mm is not None:
        layout.marks.update(marks)
        marks = dict(layout.marks)
    absent = tuple(
        spot
        for spot in range(spots)
        if ("spot", spot) not in marks and all(zone.spot != spot for zone in layout.zones)
    )
    locator = _CardLocator(game, scan, layout.zones, marks, whole=not absent)
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
            cards.append(locator.sighted(code, sighting))
    cards = [_assigned_by_overlap(card, cards, locator) for card in cards]
    times = Counter(card.code for card in cards)
    return Observation(
        scan=scan,
        cards=tuple(cards),
        foreign=tuple(foreign),
        strangers=tuple(strangers),
        duplicates=tuple(
            code for code, count in times.items() if count > 1 and _are_apart(code, cards)
        ),
        whole=scan.table_mm is not None,
        absent=absent,
        marks=marks,
    )


def _assigned_by_overlap(
    card: Sighted, cards: Sequence[Sighted], locator: "_CardLocator"
) -> Sighted:
    """Return an unclear card at the spot of the cards it overlaps, if that is one spot."""
    if not card.unclear:
        return card
    places = locator.places  # a property that is computed each time
    mine = places.get(card.corners)
    if mine is None:
        return card
    size = locator.game.components.card_mm
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
    """Return the meaning of each marker number at the table of a game."""
    names: dict[int, Mark] = {seat_marker(spot): ("spot", spot) for spot in range(spots)}
    places = range(len(game.components.places))
    return names | {place_marker(index): ("place", index) for index in places}


def place_name(game: AnyGame, state: Any, lying: ExpectedCards | Sighting) -> Text:  # noqa: ANN401
    """Return the name of the place of something expected or seen."""
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


def _are_apart(code: CardCode, cards: Sequence[Sighted]) -> bool:
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
    """Return mm per px, by the size of the markers; 1 without markers."""
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
    """Return a position in shares of the mat, or of the picture without a mat."""
    if scan.table_mm is not None and seen.place is not None:
        x, y = centre(seen.place)
        return (x / scan.table_mm[0], y / scan.table_mm[1])
    x, y = centre(seen.corners)
    return (x / scan.width, y / scan.height)


@dataclass(frozen=True, slots=True)
class _CardLocator:
    """Locates the cards of one scan; `whole` if every spot is known."""

    game: AnyGame
    scan: Scan
    zones: Sequence[Zone]
    marks: Mapping[Mark, Point]
    whole: bool

    @property
    def places(self) -> Mapping[Quad, Quad]:
        """Return the quads of codes on the mat by their corners; empty without a mat."""
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
        """Return the spot or place of a card, and whether that is unclear."""
        inside = [zone.spot for zone in self.zones if zone.holds(share)]
        if inside:
            return ("spot", inside[0]), len(inside) > 1
        mark, unclear = _nearest(point, self.marks)
        if mark and mark[0] == "spot" and not self.whole:
            unclear = unclear or dist(point, self.marks[mark]) > NEAR_MM
        return mark, unclear


def _nearest(point: Point, marks: Mapping[Mark, Point]) -> tuple[Mark | None, bool]:
    """Return the nearest marker, and whether another is about as near."""
    far = {mark: dist(point, there) for mark, there in marks.items()}
    known = sorted(
        (mark for mark in far if mark[0] == "spot" or far[mark] <= PLACE_MM), key=far.__getitem__
    )
    if not known:
        return None, True
    unclear = len(known) > 1 and far[known[1]] < CLEAR * far[known[0]]
    return known[0], unclear


# ---------------------------------------------------------------- overlapping cards


def overlap(one: Quad, other: Quad, card_mm: tuple[float, float]) -> bool:
    """Return whether the cards of two codes certainly overlap; all in mm.

    The position of the code on a card is unknown, but the same on all. A card is taken as a square
    of its shorter side, and must overlap for every position of the code.
    """
    side = min(card_mm) - _EDGE_MM
    room = max(0.0, side - _side(one))
    return all(
        _intersect(
            _card_corners(one, (x * room, y * room), side),
            _card_corners(other, (x * room, y * room), side),
        )
        for x, y in _CODE_OFFSETS
    )


def _card_corners(code: Quad, shift: Point, side: float) -> Quad:
    """Return the corners of a card whose centre is displaced from that of its code."""
    right, down = _direction(code[0], code[1]), _direction(code[0], code[3])
    x, y = centre(code)
    corners = []
    for across, along in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        a, b = shift[0] + across * side / 2, shift[1] + along * side / 2
        corners.append((x + a * right[0] + b * down[0], y + a * right[1] + b * down[1]))
    first, second, third, fourth = corners
    return (first, second, third, fourth)


def _intersect(one: Quad, other: Quad) -> bool:
    """Return whether two squares intersect (separating axis theorem)."""
    return not any(_separates(axis, one, other) for axis in (*_axes(one), *_axes(other)))


def _axes(square: Quad) -> Iterator[Point]:
    yield _direction(square[0], square[1])
    yield _direction(square[0], square[3])


def _separates(axis: Point, one: Quad, other: Quad) -> bool:
    first, second = _projected(axis, one), _projected(axis, other)
    return max(first) <= min(second) or max(second) <= min(first)


def _projected(axis: Point, corners: Quad) -> Sequence[float]:
    return [x * axis[0] + y * axis[1] for x, y in corners]


def _direction(start: Point, end: Point) -> Point:
    far = dist(start, end) or 1.0
    return ((end[0] - start[0]) / far, (end[1] - start[1]) / far)


def _side(code: Quad) -> float:
    return dist(code[0], code[2]) / 2**0.5
