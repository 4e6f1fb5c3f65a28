"""Calls the decoder (zxing-cpp), and merges the results of many calls.

Readings are merged by text and position: the same text at two places is two codes. What to try next
is decided in `camera.codes`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import hypot
from typing import Final, cast

import cv2
import numpy as np
import zxingcpp

from camera.passes import Grey, Matrix
from camera.scans import Point, Quad, centre

_MODEL_2: Final = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCodeModel2)
_ANY_MODEL: Final = zxingcpp.BarcodeFormats(
    [zxingcpp.BarcodeFormat.QRCodeModel1, zxingcpp.BarcodeFormat.QRCodeModel2]
)
"""Restricted to model 2, the decoder also skips symbols that fill the picture to its edge."""

_LOCAL: Final = zxingcpp.Binarizer.LocalAverage
_GLOBAL: Final = zxingcpp.Binarizer.GlobalHistogram
_TOUCHING: Final = 0.03
"""Greatest overlap of two symbols, as a share of the area of one."""

_SLANTED: Final = 4.0
"""Greatest ratio of the sides of a real symbol."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A detected symbol; `text` is None if it was not decoded.

    Content that is not text, as other games print it, is given as its bytes: `<NUL>` or
    hexadecimal.
    """

    text: str | None
    corners: Quad
    modules: int
    middle: Point
    side: float
    """The side in px of a square of the same area."""

    @property
    def px_per_module(self) -> float:
        """Return the pixels per module, the mean of both directions."""
        return self.side / self.modules

    def to_frame(self) -> Matrix:
        """Return the homography from the modules of the symbol to px."""
        side = float(self.modules)
        own = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        matrix = cv2.getPerspectiveTransform(own, np.array(self.corners, np.float32))
        return np.asarray(matrix, np.float64)


def read(
    grey: Grey,
    to_frame: Matrix | None = None,
    *,
    whole: bool = False,
    global_threshold: bool = False,
) -> list[Symbol]:
    """Return the symbols in a picture; the matrix maps it to the frame.

    With `whole` the frame is also read at half size, for very large symbols, and inverted, and for
    model 1; in crops these cost readings. `global_threshold` binarizes with one threshold instead
    of local ones.
    """
    found = zxingcpp.read_barcodes(
        grey,
        formats=_ANY_MODEL if whole else _MODEL_2,
        try_downscale=whole,
        try_invert=whole,
        binarizer=_GLOBAL if global_threshold else _LOCAL,
        return_errors=True,
    )
    symbols = (_symbol(barcode, to_frame) for barcode in found)
    return [symbol for symbol in symbols if symbol is not None]


def as_symbol(quad: Quad, text: str | None = None, modules: int = 21) -> Symbol:
    """Return a quad of the picture as a symbol."""
    side = float(cv2.contourArea(np.array(quad, np.float32)) ** 0.5)
    return Symbol(text, quad, modules, centre(quad), side)


@dataclass(slots=True)
class Findings:
    """The merged results of all calls for one frame."""

    accept: Callable[[str], bool]
    read: list[Symbol] = field(default_factory=list)
    unread: list[tuple[Symbol, int]] = field(default_factory=list)
    """Symbols that were not decoded, and how many calls detected each."""

    def add(self, symbols: Iterable[Symbol]) -> None:
        """Merge the result of one call."""
        for symbol in symbols:
            if symbol.text is None:
                self._add_unread(symbol)
            elif not any(_same(symbol, known) for known in self.read):
                self._add_read(symbol)

    def missing(self) -> Iterator[Symbol]:
        """Return the symbols that were detected but not decoded."""
        return (symbol for symbol, _ in self.unread if not self._is_read(symbol))

    def half_read(self) -> Iterator[Symbol]:
        """Return those that more than one call detected, and so surely exist."""
        often = [symbol for symbol, times in self.unread if times > 1]
        return (symbol for symbol in often if not self._is_read(symbol))

    def covered(self, point: Point) -> bool:
        """Return whether a point is on a decoded code."""
        return any(within(point, known) for known in self.read)

    def _is_read(self, symbol: Symbol) -> bool:
        """Return whether a symbol was decoded, or is a false combination of two that were."""
        return any(_overlap(symbol, known) > _TOUCHING for known in self.read)

    def _add_read(self, symbol: Symbol) -> None:
        rivals = [known for known in self.read if within(symbol.middle, known)]
        if rivals and not self.accept(symbol.text or ""):
            return
        # A valid text replaces an invalid one at its place.
        wrong = [known for known in rivals if not self.accept(known.text or "")]
        self.read = [known for known in self.read if known not in wrong] + [symbol]

    def _add_unread(self, symbol: Symbol) -> None:
        for number, (known, times) in enumerate(self.unread):
            if within(symbol.middle, known):
                self.unread[number] = (known, times + 1)
                return
        self.unread.append((symbol, 1))


def _symbol(barcode: zxingcpp.Barcode, to_frame: Matrix | None) -> Symbol | None:
    place = barcode.position
    points = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    corners = np.array([[point.x, point.y] for point in points], np.float64)
    if to_frame is not None:
        corners = transform(to_frame, corners)
    quad = as_quad(corners)
    if not plausible(quad):
        return None
    return as_symbol(quad, _text(barcode), _modules(barcode))


def _text(barcode: zxingcpp.Barcode) -> str | None:
    if not barcode.valid:
        return None
    try:
        return barcode.text or None
    except UnicodeDecodeError:
        return barcode.bytes.hex(" ")


def _modules(barcode: zxingcpp.Barcode) -> int:
    extra = barcode.extra
    version = str(extra.get("Version", "1")) if isinstance(extra, dict) else "1"
    return 17 + 4 * int(version) if version.isdecimal() else 21


def plausible(quad: Quad) -> bool:
    """Return whether a quad can be a symbol: convex, with sides of similar length."""
    sides = [
        hypot(end[0] - start[0], end[1] - start[1])
        for start, end in zip(quad, quad[1:] + quad[:1], strict=True)
    ]
    outline = np.array(quad, np.float32)
    return min(sides) * _SLANTED > max(sides) > 1 and cv2.isContourConvex(outline)


def transform(matrix: Matrix, points: Matrix) -> Matrix:
    """Return points after a perspective transform."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def as_quad(points: Matrix) -> Quad:
    """Return four points as plain floats."""
    return cast("Quad", tuple((float(x), float(y)) for x, y in points))


def _same(one: Symbol, other: Symbol) -> bool:
    return one.text == other.text and within(one.middle, other)


def within(point: Point, symbol: Symbol) -> bool:
    """Return whether a point is on a symbol, or close to its edge."""
    middle = symbol.middle
    return hypot(point[0] - middle[0], point[1] - middle[1]) < 0.6 * symbol.side


def _overlap(one: Symbol, other: Symbol) -> float:
    first, second = np.array(one.corners, np.float32), np.array(other.corners, np.float32)
    area, _ = cv2.intersectConvexConvex(first, second)
    return float(area) / max(1.0, min(one.side, other.side) ** 2)
