"""Reads pictures and camera frames: scan, preview and a crop of each code.

The only place where the web package meets pixels. It also applies what people say about cards at
unclear places.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from camera.debounce import Debounced, debounce
from camera.scans import (
    BadScan,
    Granted,
    Quad,
    Scan,
    as_json,
    granted_of,
    scan_of,
)
from referee.core import AnyGame
from referee.table.sight.copies import moved
from referee.table.sight.expected import ExpectedAreas
from referee.table.sight.impossible import in_two_places
from referee.table.sight.interpretation import compare
from referee.table.sight.observations import Sighted
from referee.table.sight.scans import is_ours, read_photo
from referee.table.sight.watch import Look, read

if TYPE_CHECKING:
    from camera.change_detection import Thumbnail
    from camera.passes import Grey

__all__ = [
    "BadScan",
    "CapturedPicture",
    "FrameReader",
    "Granted",
    "Placements",
    "Scan",
    "as_json",
    "granted_of",
    "placed",
    "scan_of",
    "take",
    "take_frame",
    "take_with",
]

BUDGET_S: Final = 3.0
"""Time budget for a photo, in s."""

FRAME_S: Final = 0.35
"""Time budget for a frame, in s; what one frame misses, the next may read."""

_FULL_READ_EVERY: Final = 5
"""Every so many reads ignore what was expected, and try everything."""

_MOST_SKIPPED: Final = 20
"""Unchanged frames in a row that are not read."""

Placements: TypeAlias = Mapping[int, int]
"""The spot that people chose for a card, by its index in the observation."""


@dataclass(frozen=True, slots=True, eq=False)
class CapturedPicture:
    """A scan, a preview JPEG, and a JPEG of each code in order; empty if not available."""

    scan: Scan
    picture: bytes = b""
    cut_outs: tuple[bytes, ...] = ()


def take(
    data: bytes, *, budget_s: float = BUDGET_S, expecting: ExpectedAreas | None = None
) -> CapturedPicture:
    """Read a picture file, searching closely where a card is expected; raises `BadPhoto`."""
    from camera import codes, preview  # noqa: PLC0415 - OpenCV only where pictures come in

    grey = read_photo(data).grey
    areas = codes.nowhere if expecting is None else expecting.areas
    # Without expected texts: reading would stop once they are found, and miss new cards.
    scan = codes.scan(grey, codes.Wanted(accept=is_ours, areas=areas, budget_s=budget_s))
    cuts = tuple(preview.cut_out(grey, code.corners) for code in scan.codes)
    return CapturedPicture(scan, preview.small_copy(grey), cuts)


def take_frame(
    data: bytes, held: "FrameReader", expecting: ExpectedAreas | None = None
) -> CapturedPicture:
    """Read one frame of a camera; raises `BadPhoto`."""
    return held.read(read_photo(data).grey, expecting, cut=True)


def take_with(scan: Scan, data: bytes) -> CapturedPicture:
    """Return a scan made elsewhere with a picture of any size; raises `BadPhoto`."""
    from camera import preview  # noqa: PLC0415 - as above

    grey = read_photo(data).grey
    across, down = grey.shape[1] / max(scan.width, 1), grey.shape[0] / max(scan.height, 1)
    cuts = tuple(preview.cut_out(grey, _scaled(code.corners, across, down)) for code in scan.codes)
    return CapturedPicture(scan, preview.small_copy(grey), cuts)


def _scaled(corners: Quad, across: float, down: float) -> Quad:
    a, b, c, d = ((x * across, y * down) for x, y in corners)
    return (a, b, c, d)


# ---------------------------------------------------------------- frames


@dataclass(frozen=True, slots=True, eq=False)
class _LastFrame:
    """The last frame that was read, and how many unchanged ones were skipped since."""

    thumbnail: "Thumbnail"
    taken: CapturedPicture
    is_whole: bool
    skipped: int = 0


@dataclass(slots=True)
class FrameReader:
    """Reads and debounces the frames of one camera."""

    steady: Debounced = field(default_factory=Debounced)
    table_mm: tuple[float, float] | None = None
    reported: tuple[object, ...] = ()
    last: "_LastFrame | None" = None
    reads: int = 0

    def read(
        self, grey: "Grey", expecting: ExpectedAreas | None = None, *, cut: bool = False
    ) -> CapturedPicture:
        """Read a frame; an unchanged one is skipped once all codes are confirmed.

        While things move, reading usually ends once the known codes are found. With `cut`, crops
        are made.
        """
        from camera import change_detection  # noqa: PLC0415 - as above

        thumbnail = change_detection.thumbnail(grey)
        unchanged = self.last is not None and change_detection.is_unchanged(
            self.last.thumbnail, thumbnail
        )
        if unchanged and self.last is not None and self.last.is_whole and self._may_skip(self.last):
            self.last = replace(self.last, skipped=self.last.skipped + 1)
            return self.last.taken
        whole = unchanged or self.reads % _FULL_READ_EVERY == 0
        self.reads += 1
        taken = self._read(grey, expecting, whole=whole, cut=cut)
        self.last = _LastFrame(thumbnail, taken, is_whole=whole)
        return taken

    def _may_skip(self, last: "_LastFrame") -> bool:
        steady = self.steady
        moves = steady.last is None or steady.changed or steady.disturbed
        proved = all(one.counts and not one.absent for one in steady.tracked)
        return proved and not moves and last.skipped < _MOST_SKIPPED

    def _read(
        self, grey: "Grey", expecting: ExpectedAreas | None, *, whole: bool, cut: bool
    ) -> CapturedPicture:
        from camera import codes, preview  # noqa: PLC0415 - as above

        there = self.steady.codes
        wanted = codes.Wanted(
            accept=is_ours,
            expected=frozenset() if whole else frozenset(code.text for code in there),
            regions=tuple(code.corners for code in there),
            areas=codes.nowhere if expecting is None else expecting.areas,
            budget_s=FRAME_S,
        )
        scan = codes.scan(grey, wanted)
        if not cut:
            return CapturedPicture(scan, cut_outs=(b"",) * len(scan.codes))
        cuts = tuple(preview.cut_out(grey, code.corners) for code in scan.codes)
        return CapturedPicture(scan, preview.small_copy(grey), cuts)

    def add(self, taken: CapturedPicture, moment: int) -> CapturedPicture | None:
        """Debounce a frame; return the confirmed codes if they changed and nothing is in the way.

        After each entry (another `moment`) the same codes are returned again: they may mean
        something else.
        """
        scan = taken.scan
        self.steady = debounce(self.steady, scan)
        self.table_mm = scan.table_mm or self.table_mm
        counts = [one.since for one in self.steady.tracked if one.counts]
        counting = tuple((code.text, code.corners) for code in counts)
        news = (moment, counting, frozenset(marker.number for marker in self.steady.markers))
        if self.steady.disturbed or news == self.reported:
            return None
        self.reported = news
        held = replace(
            scan,
            codes=self.steady.codes,
            markers=self.steady.markers,
            table_mm=self.table_mm,
        )
        cuts = dict(zip(scan.codes, taken.cut_outs, strict=True))
        return CapturedPicture(
            held, taken.picture, tuple(cuts.get(code, b"") for code in held.codes)
        )


# ---------------------------------------------------------------- unclear cards


def placed(game: AnyGame, state: Any, look: Look, said: Placements) -> Look:  # noqa: ANN401
    """Return a look with cards at the spots that people chose; clear cards stay where they are."""
    before = look.observation.cards
    cards = tuple(_named(card, said.get(place)) for place, card in enumerate(before))
    if cards == before:
        return look
    lying = game.visibility.expected_cards(state)
    comparison = compare(lying, [card.seen for card in cards if not card.unclear])
    named = [card for card, was in zip(cards, before, strict=True) if card is not was]
    fresh = (*look.fresh, *(card for card in named if card.seen in comparison.extra))
    observation = replace(look.observation, cards=cards)
    reading = read(game, state, observation, fresh=fresh, unseen=comparison.unseen)
    located = [(card, look.known.get(card.code)) for card in fresh]
    found = in_two_places(game, state, moved(game, state, reading, located))
    more = [one for one in found if one not in look.contradictions]
    return replace(
        look,
        observation=observation,
        reading=reading,
        comparison=replace(comparison, extra=tuple(card.seen for card in fresh)),
        fresh=fresh,
        unclear=tuple(card for card in look.unclear if card in cards),
        contradictions=(*look.contradictions, *more),
    )


def _named(card: Sighted, spot: int | None) -> Sighted:
    if spot is None or not card.unclear:
        return card
    return replace(card, seen=replace(card.seen, spot=spot, place=""), unclear=False)
