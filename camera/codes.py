"""The code reader: decodes all codes of a frame within a time budget.

The stages come in the order of what they add for their time: the frame as it is, brightened, at
half size; crops of spots, enlarged and sharpened by increasingly slow filters, then rectified where
the table is slanted; areas where a code is expected; the frame enlarged; and, if codes are still
missing, the frame stretched and detected symbols undistorted. Texts are opaque here; `Wanted` says
which of them are valid.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from time import perf_counter, thread_time
from typing import Final, TypeAlias

import numpy as np

from camera.bends import BENDS, BentSymbol, can_be_bent
from camera.crops import Crop, around_quad, around_spot, find_spots, slant, slanted, spots_within
from camera.exposure import glare, sharpness
from camera.mats import MARKER_MM, Mat, find_markers, find_mat, sighting
from camera.passes import (
    Grey,
    Matrix,
    brighten,
    darken,
    enlarge,
    equalize,
    even_out,
    halve,
    sharpen,
    smooth,
    stretch,
)
from camera.scans import CodeSighting, Quad, Scan, Unread
from camera.symbols import Findings, Symbol, as_symbol, plausible, read, within

_Filter: TypeAlias = Callable[[Grey], Grey]

_MOST_SPOTS: Final = 56
"""Most spots of a frame of up to one megapixel."""

_SPOTS_PER_MEGAPIXEL: Final = 4

_FILTERS: Final[tuple[_Filter, ...]] = (
    brighten,
    lambda grey: sharpen(brighten(grey), 2, 2),
    lambda grey: sharpen(brighten(smooth(grey, 1.5)), 3, 4),
    lambda grey: sharpen(grey, 2, 4),
)
"""Filters for enlarged crops, the most productive for its time first."""

_SLANTED_FILTERS: Final[tuple[_Filter, ...]] = (
    lambda grey: sharpen(grey, 3, 6),
    lambda grey: sharpen(grey, 2, 4),
    lambda grey: sharpen(brighten(grey), 2, 2),
    lambda grey: sharpen(brighten(smooth(grey, 1.5)), 3, 4),
)
"""The same for crops that are rectified afterwards."""

_SLOW_FILTERS: Final[tuple[_Filter, ...]] = (
    lambda grey: sharpen(brighten(smooth(grey, 1)), 4, 6),
    lambda grey: sharpen(even_out(grey, 20), 3, 4),
    lambda grey: sharpen(grey, 3, 6),
)
"""Slow filters, only where a symbol is known to be."""

_HALVED_FILTERS: Final[tuple[tuple[_Filter, bool], ...]] = (
    (brighten, False),
    (darken, False),
    (brighten, True),
    (lambda grey: smooth(grey, 1), True),
    (equalize, False),
)
"""Filters for a frame of half size, and whether its threshold is global."""

_BENT_FILTERS: Final[tuple[_Filter, ...]] = (lambda grey: grey, darken)
_MOST_BENT: Final = 6
"""Most symbols that are read as bent."""

_SPOTS_PER_AREA: Final = 8
"""Most spots of an area where a code is expected and may have little contrast."""

_STRETCH: Final = 1.7
_DIRECTIONS: Final = (0, 45, 90, 135)
_STRETCHED_PIXELS: Final = 1_000_000
"""Pixels of a frame before it is stretched: what is seen at an angle is close, and large."""

_WALL_CLOCK_FACTOR: Final = 6.0
"""Limit of wall-clock time, as a multiple of the budget, on a busy machine."""

_SMALL_PIXELS: Final = 3_200_000
"""Pixels up to which the whole frame is read more than once."""


def accept_all(_text: str) -> bool:
    """Return True for any text."""
    return True


def nowhere(_scan: Scan) -> Sequence[Quad]:
    """Return no areas."""
    return ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for.

    `accept` returns whether a text is valid, for example by its check characters: of two texts at
    one place the valid one is kept. Reading ends once all `expected` texts are found. `regions` are
    quads in px where a card is expected. `areas` returns such quads from what was read so far; it
    is called once, and an area may be far larger than a code. `budget_s` is processor time in s, so
    that a busy machine reads the same; six times as much wall-clock time ends reading as well.
    """

    accept: Callable[[str], bool] = accept_all
    expected: frozenset[str] = frozenset()
    regions: tuple[Quad, ...] = ()
    areas: Callable[[Scan], Sequence[Quad]] = nowhere
    budget_s: float = 2.0
    marker_mm: float = MARKER_MM


ANYTHING: Final = Wanted()


def scan(grey: Grey, wanted: Wanted = ANYTHING) -> Scan:
    """Return everything that can be read in a frame."""
    reader = _Reader(grey, wanted)
    reader.run()
    return reader.scan()


class _Reader:
    """The state of reading one frame."""

    def __init__(self, grey: Grey, wanted: Wanted) -> None:
        self.grey = grey
        self.wanted = wanted
        self.findings = Findings(wanted.accept)
        self.markers: list[tuple[int, Quad]] = []
        self.mat: Mat | None = None
        self.deadline = thread_time() + wanted.budget_s
        self.wall_clock_deadline = perf_counter() + _WALL_CLOCK_FACTOR * wanted.budget_s

    def run(self) -> None:
        """Run the stages until nothing is missing or the budget is used up."""
        self.markers = find_markers(self.grey)
        self.mat = find_mat(self.markers, self.wanted.marker_mm)
        for stage in (
            self._as_found,
            self._brightened,
            self._known_regions,
            self._halved,
            self._spots,
            self._areas,
            self._enlarged,
            self._stretched_frame,
            self._bent_codes,
        ):
            stage()
            if self._is_done():
                return

    def scan(self) -> Scan:
        """Return the scan so far."""
        codes = tuple(self._code(symbol) for symbol in self.findings.read)
        quads = [quad for _, quad in self.markers] + [code.corners for code in codes]
        return Scan(
            width=int(self.grey.shape[1]),
            height=int(self.grey.shape[0]),
            codes=codes,
            markers=tuple(sighting(*marker, self.mat) for marker in self.markers),
            unread=tuple(
                Unread(symbol.corners, self._place(symbol.corners))
                for symbol in self.findings.half_read()
            ),
            table_mm=None if self.mat is None else self.mat.size_mm,
            sharpness=sharpness(self.grey, quads),
            glare=glare(self.grey),
        )

    def _as_found(self) -> None:
        self.findings.add(read(self.grey, whole=True))

    def _brightened(self) -> None:
        if self.grey.size > _SMALL_PIXELS:
            return  # the crops of a large frame are brightened anyway, and far smaller
        self.findings.add(read(brighten(self.grey)))

    def _known_regions(self) -> None:
        """Read crops of symbols that were detected and of regions where a card is expected."""
        regions = [quad for quad in self.wanted.regions if plausible(quad)]
        quads = [symbol.corners for symbol in self.findings.missing()]
        crops = [around_quad(self.grey, quad) for quad in (*regions, *quads)]
        self._read_crops(crops, (*_FILTERS, *_SLOW_FILTERS))

    def _halved(self) -> None:
        """Read at half size, which costs a quarter, closes gaps and removes noise."""
        half, way_back = halve(self.grey), _shrink(0.5)
        for way, global_threshold in _HALVED_FILTERS:
            self.findings.add(read(way(half), way_back, global_threshold=global_threshold))
            if self._is_done() or (self.grey.size > _SMALL_PIXELS and not self._may_miss_codes()):
                return
        if self.grey.size <= _SMALL_PIXELS:
            self.findings.add(read(darken(self.grey)))

    def _spots(self) -> None:
        most = _MOST_SPOTS + round(_SPOTS_PER_MEGAPIXEL * max(0.0, self.grey.size / 1e6 - 1))
        spots = [
            spot
            for spot in find_spots(self.grey, most)
            if not self.findings.covered((spot.x, spot.y))
        ]
        crops = [around_spot(self.grey, spot) for spot in spots]
        if not self._read_crops(crops, _FILTERS):
            self._read_crops(self._rectified(crops), _SLANTED_FILTERS)

    def _areas(self) -> None:
        """Read spots in areas of missing cards, however little contrast they have."""
        if self.wanted.areas is nowhere:
            return
        known = [as_symbol(corners) for _, corners in self.markers] + self.findings.read
        crops = [
            around_spot(self.grey, spot)
            for area in self.wanted.areas(self.scan())
            for spot in [
                spot
                for spot in spots_within(self.grey, area)
                if not any(within((spot.x, spot.y), symbol) for symbol in known)
            ][:_SPOTS_PER_AREA]
        ]
        if not self._read_crops(crops, (*_FILTERS, *_SLOW_FILTERS)):
            self._read_crops(self._rectified(crops), _SLANTED_FILTERS)

    def _rectified(self, crops: Iterable[Crop]) -> list[Crop]:
        known = [*self.findings.read, *self.findings.missing()]
        known += [as_symbol(corners) for _, corners in self.markers]
        missing = [crop for crop in crops if not self.findings.covered(crop.middle)]
        directions = [slant(crop.middle, self.mat, known) for crop in missing]
        pairs = zip(missing, directions, strict=True)
        return [slanted(crop, both) for crop, both in pairs if both is not None]

    def _enlarged(self) -> None:
        if self.grey.size > _SMALL_PIXELS:
            return
        twice = sharpen(enlarge(brighten(self.grey), 2), 2, 2)
        self.findings.add(read(twice, _shrink(2)))

    def _stretched_frame(self) -> None:
        """Read the frame stretched in four directions, for codes seen at an angle."""
        if not self._may_miss_codes():
            return
        times = min(1.0, (_STRETCHED_PIXELS / self.grey.size) ** 0.5)
        small, to_frame = enlarge(self.grey, times), _shrink(times)
        for degrees in _DIRECTIONS:
            if self._is_done() or not self._may_miss_codes():
                return
            stretched, way_back = stretch(small, _STRETCH, degrees)
            self.findings.add(read(stretched, to_frame @ way_back))

    def _bent_codes(self) -> None:
        """Read symbols that were detected but not decoded as if they were bent."""
        missing = [symbol for symbol in self.findings.missing() if can_be_bent(symbol)]
        parts = [BentSymbol(self.grey, symbol) for symbol in missing[:_MOST_BENT]]
        for bend, way in product(BENDS, _BENT_FILTERS):
            for part in parts:
                if self._is_done():
                    return
                if not self.findings.covered(part.middle):
                    self.findings.add(part.read(bend, way))

    def _may_miss_codes(self) -> bool:
        """Return whether nothing was read, or a detected symbol was not decoded."""
        return not self.findings.read or any(self.findings.missing())

    def _read_crops(self, crops: Sequence[Crop], ways: Iterable[_Filter]) -> bool:
        """Read crops with each filter in turn; return whether reading is finished."""
        for way in ways:
            for crop in crops:
                if self._is_done():
                    return True
                if not self.findings.covered(crop.middle):
                    self.findings.add(crop.read(way))
        return self._is_done()

    def _is_done(self) -> bool:
        if thread_time() > self.deadline or perf_counter() > self.wall_clock_deadline:
            return True
        if not self.wanted.expected:
            return False
        return self.wanted.expected <= {symbol.text for symbol in self.findings.read}

    def _code(self, symbol: Symbol) -> CodeSighting:
        place = self._place(symbol.corners)
        return CodeSighting(symbol.text or "", symbol.corners, symbol.px_per_module, place)

    def _place(self, quad: Quad) -> Quad | None:
        return None if self.mat is None else self.mat.place(quad)


def _shrink(times: float) -> Matrix:
    return np.diag([1 / times, 1 / times, 1.0])
