"""From a picture to what can be judged and shown: the scan, a small copy, a cut-out of each code.

The one place where the screens meet pixels. What people say about a card whose place was unclear
is worked into a look here too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from camera.scans import (
    BadScan,
    Granted,
    Quad,
    Scan,
    as_json,
    granted_of,
    scan_of,
)
from camera.steady import Steady, watch
from referee.core import AnyGame
from referee.table.sight.copies import moved
from referee.table.sight.expected import ExpectedAreas
from referee.table.sight.impossible import in_two_places
from referee.table.sight.interpretation import compare
from referee.table.sight.observations import Sighted
from referee.table.sight.scans import is_ours, read_photo
from referee.table.sight.watch import Look, read

if TYPE_CHECKING:
    from camera.passes import Grey
    from camera.still import Small

__all__ = [
    "BadScan",
    "CapturedPicture",
    "Granted",
    "Held",
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
"""Seconds for a photo that somebody waits for."""

FRAME_S: Final = 0.35
"""Seconds for one frame of many; what one misses, the next may read."""

_WHOLE: Final = 5
"""Every so many frames that are read all is tried, whatever was found before."""

_REST: Final = 20
"""So many frames that show the same stand unread, until one is read once more."""

Placements: TypeAlias = Mapping[int, int]
"""Which spot people have named for a card, by its number in the observation of a scan."""


@dataclass(frozen=True, slots=True, eq=False)
class CapturedPicture:
    """A picture that was read: its scan, and what can be shown of it (empty where nothing can).

    `cut_outs` are in the order of the codes of the scan.
    """

    scan: Scan
    picture: bytes = b""
    cut_outs: tuple[bytes, ...] = ()


def take(
    data: bytes, *, budget_s: float = BUDGET_S, expecting: ExpectedAreas | None = None
) -> CapturedPicture:
    """Read a picture file, most closely where a card is expected; raises `BadPhoto`."""
    from camera import codes, preview  # noqa: PLC0415 - OpenCV only where pictures come in

    grey = read_photo(data).grey
    areas = codes.nowhere if expecting is None else expecting.areas
    # No text is expected: reading would stop once it is found, and what is new would be missed.
    scan = codes.scan(grey, codes.Wanted(accept=is_ours, areas=areas, budget_s=budget_s))
    cuts = tuple(preview.cut_out(grey, code.corners) for code in scan.codes)
    return CapturedPicture(scan, preview.small_copy(grey), cuts)


def take_frame(
    data: bytes, held: "Held", expecting: ExpectedAreas | None = None
) -> CapturedPicture:
    """Read one of many pictures of a camera; raises `BadPhoto`."""
    return held.read(read_photo(data).grey, expecting, cut=True)


def take_with(scan: Scan, data: bytes) -> CapturedPicture:
    """Take a scan that was made elsewhere, with a picture of any size; raises `BadPhoto`."""
    from camera import preview  # noqa: PLC0415 - as above

    grey = read_photo(data).grey
    across, down = grey.shape[1] / max(scan.width, 1), grey.shape[0] / max(scan.height, 1)
    cuts = tuple(preview.cut_out(grey, _scaled(code.corners, across, down)) for code in scan.codes)
    return CapturedPicture(scan, preview.small_copy(grey), cuts)


def _scaled(corners: Quad, across: float, down: float) -> Quad:
    a, b, c, d = ((x * across, y * down) for x, y in corners)
    return (a, b, c, d)


# ---------------------------------------------------------------- many frames


@dataclass(frozen=True, slots=True, eq=False)
class _Last:
    """The frame that was read last, and how often it has stood for another since."""

    small: "Small"
    taken: CapturedPicture
    is_whole: bool
    rested: int = 0


@dataclass(slots=True)
class Held:
    """What holds still in the frames of one camera."""

    steady: Steady = field(default_factory=Steady)
    table_mm: tuple[float, float] | None = None
    told: tuple[object, ...] = ()
    last: "_Last | None" = None
    reads: int = 0

    def read(
        self, grey: "Grey", expecting: ExpectedAreas | None = None, *, cut: bool = False
    ) -> CapturedPicture:
        """Read a frame; where it shows what the last one did and all holds still, that stands.

        While things move, reading mostly stops once what lay there was found. With `cut` the codes
        are cut out.
        """
        from camera import still  # noqa: PLC0415 - as above

        small = still.small(grey)
        same = self.last is not None and still.is_same(self.last.small, small)
        if same and self.last is not None and self.last.is_whole and self._rests(self.last):
            self.last = replace(self.last, rested=self.last.rested + 1)
            return self.last.taken
        whole = same or self.reads % _WHOLE == 0
        self.reads += 1
        taken = self._read(grey, expecting, whole=whole, cut=cut)
        self.last = _Last(small, taken, is_whole=whole)
        return taken

    def _rests(self, last: "_Last") -> bool:
        steady = self.steady
        moves = steady.last is None or steady.changed or steady.disturbed
        proved = all(one.counts and not one.absent for one in steady.held)
        return proved and not moves and last.rested < _REST

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
        """Take in a frame; return what counts now where that is news, and nothing is in the way.

        After each entry the same table is news again: it may mean something else now.
        """
        scan = taken.scan
        self.steady = watch(self.steady, scan)
        self.table_mm = scan.table_mm or self.table_mm
        counts = [one.since for one in self.steady.held if one.counts]
        counting = tuple((code.text, code.corners) for code in counts)
        news = (moment, counting, frozenset(marker.number for marker in self.steady.markers))
        if self.steady.disturbed or news == self.told:
            return None
        self.told = news
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


# ---------------------------------------------------------------- whose card it is


def placed(game: AnyGame, state: Any, look: Look, said: Placements) -> Look:  # noqa: ANN401
    """Return a look in which cards lie where people say; what they say of others is passed over."""
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
    lain = [(card, look.known.get(card.code)) for card in fresh]
    found = in_two_places(game, state, moved(game, state, reading, lain))
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
