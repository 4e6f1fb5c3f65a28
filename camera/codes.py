"""The reader: everything that can be read in one frame, within a budget of time.

It tries what adds most for its time first and stops as soon as nothing is missing: the frame as
found; brightened; half as large; the spots that look like a code, enlarged and sharpened in ever
more ways; the same spots rectified where the table is slanted; areas where a code is expected, in
which a faint one is the densest spot; the whole frame enlarged; and where something is still
missed, the frame seen from the side, and what was seen as if it did not lie flat. It never says
what a text means: whoever calls brings `Wanted`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from time import perf_counter, thread_time
from typing import Final, TypeAlias

import numpy as np

from camera.bends import BENDS, Unbent, can_be_bent
from camera.crops import Crop, around_quad, around_spot, slant, slanted
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
from camera.spots import find_spots, spots_within
from camera.symbols import Findings, Symbol, as_symbol, plausible, read, within

_Dressing: TypeAlias = Callable[[Grey], Grey]

_SPOTS: Final = 56
"""The most spots of a frame of one megapixel or less."""

_SPOTS_A_MEGAPIXEL: Final = 4

_WAYS: Final[tuple[_Dressing, ...]] = (
    brighten,
    lambda grey: sharpen(brighten(grey), 2, 2),
    lambda grey: sharpen(brighten(smooth(grey, 1.5)), 3, 4),
    lambda grey: sharpen(grey, 2, 4),
)
"""The ways to read an enlarged crop, by what each adds for its time."""

_SLANTED_WAYS: Final[tuple[_Dressing, ...]] = (
    lambda grey: sharpen(grey, 3, 6),
    lambda grey: sharpen(grey, 2, 4),
    lambda grey: sharpen(brighten(grey), 2, 2),
    lambda grey: sharpen(brighten(smooth(grey, 1.5)), 3, 4),
)
"""The same for crops that are then stretched."""

_LAST_WAYS: Final[tuple[_Dressing, ...]] = (
    lambda grey: sharpen(brighten(smooth(grey, 1)), 4, 6),
    lambda grey: sharpen(even_out(grey, 20), 3, 4),
    lambda grey: sharpen(grey, 3, 6),
)
"""Slow ways, only where something is known to be."""

_HALVED_WAYS: Final[tuple[tuple[_Dressing, bool], ...]] = (
    (brighten, False),
    (darken, False),
    (brighten, True),
    (lambda grey: smooth(grey, 1), True),
    (equalize, False),
)
"""The ways to read a whole frame that is half as large, and whether by one shade for all of it."""

_BENT_WAYS: Final[tuple[_Dressing, ...]] = (lambda grey: grey, darken)
_BENT: Final = 6
"""The most symbols that are read as if they were bent."""

_SPOTS_AN_AREA: Final = 8
"""The most spots of an area where a code is expected, and where it may be faint."""

_ASLANT: Final = 1.7
_DIRECTIONS: Final = (0, 45, 90, 135)
_STRETCHED: Final = 1_000_000
"""Pixels of a frame that is then stretched: what is seen aslant is near, and large."""

_PATIENCE: Final = 6.0
"""How many times its budget a frame may take by the clock, where other work keeps the machine."""

_SMALL: Final = 3_200_000
"""Pixels up to which the whole frame is read more than once."""


def accept_all(_text: str) -> bool:
    """Accept any text."""
    return True


def nowhere(_scan: Scan) -> Sequence[Quad]:
    """Expect no code in particular."""
    return ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the reader should look for.

    `accept` tells a text that is right (by its check characters, say) from one that is not: of two
    texts at one place the right one stays. `expected` are the texts that should still be found;
    once all are, the reader stops. `regions` are pixels where a card is expected and not yet seen.
    `areas` gives such pixels where that is known only from what was seen: it is asked once, and an
    area may be far larger than a code. `budget_s` is in seconds of the processor, so that a busy
    machine reads the same; six times as long by the clock is the end as well.
    """

    accept: Callable[[str], bool] = accept_all
    expected: frozenset[str] = frozenset()
    regions: tuple[Quad, ...] = ()
    areas: Callable[[Scan], Sequence[Quad]] = nowhere
    budget_s: float = 2.0
    marker_mm: float = MARKER_MM


ANYTHING: Final = Wanted()


def scan(grey: Grey, wanted: Wanted = ANYTHING) -> Scan:
    """Read everything in a frame."""
    reader = _Reader(grey, wanted)
    reader.run()
    return reader.scan()


class _Reader:
    """One frame, and what is known of it so far."""

    def __init__(self, grey: Grey, wanted: Wanted) -> None:
        self.grey = grey
        self.wanted = wanted
        self.findings = Findings(wanted.accept)
        self.markers: list[tuple[int, Quad]] = []
        self.mat: Mat | None = None
        self.ends = thread_time() + wanted.budget_s
        self.at_latest = perf_counter() + _PATIENCE * wanted.budget_s

    def run(self) -> None:
        """Try one way after the other until nothing is missing or the time is up."""
        self.markers = find_markers(self.grey)
        self.mat = find_mat(self.markers, self.wanted.marker_mm)
        for stage in (
            self._as_found,
            self._brightened,
            self._known_places,
            self._halved,
            self._spots,
            self._areas,
            self._enlarged,
            self._seen_aslant,
            self._bent,
        ):
            stage()
            if self._done():
                return

    def scan(self) -> Scan:
        """Return what was found."""
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
        if self.grey.size > _SMALL:
            return  # the spots are brightened anyway, and are a fraction of a large frame
        self.findings.add(read(brighten(self.grey)))

    def _known_places(self) -> None:
        """Look closely where a symbol was seen or a card is expected."""
        regions = [quad for quad in self.wanted.regions if plausible(quad)]
        quads = [symbol.corners for symbol in self.findings.missing()]
        crops = [around_quad(self.grey, quad) for quad in (*regions, *quads)]
        self._try(crops, (*_WAYS, *_LAST_WAYS))

    def _halved(self) -> None:
        """Read half as large, which costs a quarter, closes gaps and takes away grain."""
        half, way_back = halve(self.grey), _shrink(0.5)
        for way, plain in _HALVED_WAYS:
            self.findings.add(read(way(half), way_back, plain=plain))
            if self._done() or (self.grey.size > _SMALL and not self._puzzled()):
                return
        if self.grey.size <= _SMALL:
            self.findings.add(read(darken(self.grey)))

    def _spots(self) -> None:
        most = _SPOTS + round(_SPOTS_A_MEGAPIXEL * max(0.0, self.grey.size / 1e6 - 1))
        spots = [
            spot
            for spot in find_spots(self.grey, most)
            if not self.findings.covered((spot.x, spot.y))
        ]
        crops = [around_spot(self.grey, spot) for spot in spots]
        if not self._try(crops, _WAYS):
            self._try(self._stretched(crops), _SLANTED_WAYS)

    def _areas(self) -> None:
        """Look closely where something that is still missed should lie, however faint it is."""
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
            ][:_SPOTS_AN_AREA]
        ]
        if not self._try(crops, (*_WAYS, *_LAST_WAYS)):
            self._try(self._stretched(crops), _SLANTED_WAYS)

    def _stretched(self, crops: Iterable[Crop]) -> list[Crop]:
        known = [*self.findings.read, *self.findings.missing()]
        known += [as_symbol(corners) for _, corners in self.markers]
        missing = [crop for crop in crops if not self.findings.covered(crop.middle)]
        directions = [slant(crop.middle, self.mat, known) for crop in missing]
        pairs = zip(missing, directions, strict=True)
        return [slanted(crop, both) for crop, both in pairs if both is not None]

    def _enlarged(self) -> None:
        if self.grey.size > _SMALL:
            return
        twice = sharpen(enlarge(brighten(self.grey), 2), 2, 2)
        self.findings.add(read(twice, _shrink(2)))

    def _seen_aslant(self) -> None:
        """Read the frame stretched in four directions, for codes that are seen from the side."""
        if not self._puzzled():
            return
        times = min(1.0, (_STRETCHED / self.grey.size) ** 0.5)
        small, to_frame = enlarge(self.grey, times), _shrink(times)
        for degrees in _DIRECTIONS:
            if self._done() or not self._puzzled():
                return
            stretched, way_back = stretch(small, _ASLANT, degrees)
            self.findings.add(read(stretched, to_frame @ way_back))

    def _bent(self) -> None:
        """Read what was seen and not read as if it did not lie flat."""
        missing = [symbol for symbol in self.findings.missing() if can_be_bent(symbol)]
        parts = [Unbent(self.grey, symbol) for symbol in missing[:_BENT]]
        for bend, way in product(BENDS, _BENT_WAYS):
            for part in parts:
                if self._done():
                    return
                if not self.findings.covered(part.middle):
                    self.findings.add(part.read(bend, way))

    def _puzzled(self) -> bool:
        """Return whether there is a reason to believe that something was missed."""
        return not self.findings.read or any(self.findings.missing())

    def _try(self, crops: Sequence[Crop], ways: Iterable[_Dressing]) -> bool:
        """Read crops in one way after the other; return whether nothing is missing any more."""
        for way in ways:
            for crop in crops:
                if self._done():
                    return True
                if not self.findings.covered(crop.middle):
                    self.findings.add(crop.read(way))
        return self._done()

    def _done(self) -> bool:
        if thread_time() > self.ends or perf_counter() > self.at_latest:
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
