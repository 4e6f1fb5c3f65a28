"""What is drawn on a sheet of paper: shapes with their places in millimetres.

The origin is the upper left corner of the paper, x goes right and y goes down. A sheet is data:
the PDF, the preview and the tests all draw or measure the same one.
"""

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from printables.papers import Paper

Rows: TypeAlias = tuple[tuple[bool, ...], ...]
"""The modules of a symbol, row by row; a dark one is true."""

Step: TypeAlias = tuple[str, tuple[float, ...]]
"""One step of an outline: `M x y`, `L x y`, `C x1 y1 x2 y2 x y` or `Z`."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A square of modules, QR symbol or marker; the empty space around it is not part of it."""

    x: float
    y: float
    side: float
    rows: Rows

    def moved(self, x: float, y: float) -> "Symbol":
        """Return the same symbol elsewhere."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class Text:
    """Words on one line; `size` is that of the type, `y` the line that the letters stand on."""

    x: float
    y: float
    size: float
    words: str
    align: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    grey: float = 0.0

    def moved(self, x: float, y: float) -> "Text":
        """Return the same words elsewhere."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line; `grey` goes from black 0 to white 1."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float = 0.15
    grey: float = 0.0

    def moved(self, x: float, y: float) -> "Line":
        """Return the same line elsewhere."""
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
        """Return the same rectangle elsewhere."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class Ring:
    """The outline of a circle, by the upper left corner of the square around it."""

    x: float
    y: float
    width: float
    line: float = 0.15
    grey: float = 0.0

    def moved(self, x: float, y: float) -> "Ring":
        """Return the same ring elsewhere."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class Outline:
    """A picture of lines, such as an icon: `side` millimetres for `units` of its own measure."""

    x: float
    y: float
    side: float
    units: float
    steps: tuple[Step, ...]
    line: float = 1.8

    def moved(self, x: float, y: float) -> "Outline":
        """Return the same picture elsewhere."""
        return replace(self, x=self.x + x, y=self.y + y)


Shape: TypeAlias = Symbol | Text | Line | Rect | Ring | Outline


@dataclass(frozen=True, slots=True)
class Piece:
    """What is cut out or peeled off as one: shapes from its own upper left corner on."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one sheet of paper."""

    paper: Paper
    shapes: tuple[Shape, ...] = field(default=())
