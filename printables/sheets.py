"""Sheets as data: shapes with positions in millimetres.

The origin is the upper left corner of the paper; x points right and y points down. PDF, preview and
tests use the same sheet.
"""

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from printables.papers import Paper

Rows: TypeAlias = tuple[tuple[bool, ...], ...]
"""The modules of a symbol, row by row; True is dark."""

Step: TypeAlias = tuple[str, tuple[float, ...]]
"""One step of an outline: `M x y`, `L x y`, `C x1 y1 x2 y2 x y` or `Z`."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A QR symbol or marker, without its quiet zone."""

    x: float
    y: float
    side: float
    rows: Rows

    def moved(self, x: float, y: float) -> "Symbol":
        """Return a copy shifted by (x, y) mm."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `size` is the font size in mm, `y` the baseline."""

    x: float
    y: float
    size: float
    words: str
    align: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    grey: float = 0.0

    def moved(self, x: float, y: float) -> "Text":
        """Return a copy shifted by (x, y) mm."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line; `grey` is from 0 (black) to 1 (white)."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float = 0.15
    grey: float = 0.0

    def moved(self, x: float, y: float) -> "Line":
        """Return a copy shifted by (x, y) mm."""
        return replace(self, x=self.x + x, y=self.y + y, to_x=self.to_x + x, to_y=self.to_y + y)


@dataclass(frozen=True, slots=True)
class Rect:
    """The outline of a rectangle."""

    x: float
    y: float
    width: float
    height: float
    line: float = 0.15
    grey: float = 0.0

    def moved(self, x: float, y: float) -> "Rect":
        """Return a copy shifted by (x, y) mm."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class Ring:
    """The outline of a circle; (x, y) is the upper left corner of its bounding square."""

    x: float
    y: float
    width: float
    line: float = 0.15
    grey: float = 0.0

    def moved(self, x: float, y: float) -> "Ring":
        """Return a copy shifted by (x, y) mm."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class Outline:
    """A line drawing such as an icon: `units` of its coordinates are `side` mm."""

    x: float
    y: float
    side: float
    units: float
    steps: tuple[Step, ...]
    line: float = 1.8

    def moved(self, x: float, y: float) -> "Outline":
        """Return a copy shifted by (x, y) mm."""
        return replace(self, x=self.x + x, y=self.y + y)


Shape: TypeAlias = Symbol | Text | Line | Rect | Ring | Outline


@dataclass(frozen=True, slots=True)
class Piece:
    """A label or card that is peeled off or cut out; shapes relative to its upper left corner."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one sheet of paper."""

    paper: Paper
    shapes: tuple[Shape, ...] = field(default=())
