"""Papers and label sheets as data in millimetres, by product number.

The dimensions of label sheets are from the template database of gLabels
(github.com/jimevins/glabels-qt, `templates/`, MIT), unless a comment says otherwise; those of US
letter sheets are in inches. Sheets with contradicting sources are left out, and those without
space for the check line.
"""

from dataclasses import dataclass
from typing import Final

INCH: Final = 25.4
"""Millimetres."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in mm; `margin` is the strip along the edges that may not print."""

    id: str
    name: str
    width: float
    height: float
    margin: float = 5.0


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal fields on a sheet, in mm; `across` and `down` are the pitches."""

    left: float
    top: float
    width: float
    height: float
    columns: int
    rows: int
    across: float
    down: float

    @property
    def count(self) -> int:
        """Return the number of fields."""
        return self.columns * self.rows

    def corner(self, index: int) -> tuple[float, float]:
        """Return the upper left corner of a field in mm; fields are counted row by row, from 0."""
        row, column = divmod(index, self.columns)
        return self.left + column * self.across, self.top + row * self.down

    @property
    def right(self) -> float:
        """Return the right edge of the last column in mm."""
        return self.left + (self.columns - 1) * self.across + self.width

    @property
    def bottom(self) -> float:
        """Return the bottom edge of the last row in mm."""
        return self.top + (self.rows - 1) * self.down + self.height


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A label sheet: maker, the product numbers with this layout, paper and grid."""

    maker: str
    numbers: tuple[str, ...]
    paper: Paper
    grid: Grid

    @property
    def id(self) -> str:
        """Return the maker and first product number, such as `avery-l7160`."""
        return f"{self.maker}-{self.numbers[0]}".lower()


A4: Final = Paper("a4", "A4", 210.0, 297.0)
LETTER: Final = Paper("letter", "Letter", 8.5 * INCH, 11 * INCH)
PAPERS: Final = {paper.id: paper for paper in (A4, LETTER)}


def _a4(maker: str, numbers: str, *layout: float) -> LabelSheet:
    return LabelSheet(maker, tuple(numbers.split()), A4, _grid(layout, 1))


def _letter(maker: str, numbers: str, *layout: float) -> LabelSheet:
    return LabelSheet(maker, tuple(numbers.split()), LETTER, _grid(layout, INCH))


def _grid(layout: tuple[float, ...], unit: float) -> Grid:
    columns, rows, *lengths = layout
    left, top, width, height, across, down = (length * unit for length in lengths)
    return Grid(left, top, width, height, int(columns), int(rows), across, down)


_SHEETS: Final = (
    # columns, rows; first label from the left and from the top; its width and height; pitches
    _a4("Avery", "L7654 L4770 J8654 L6140 L6145", 4, 10, 10.0, 22.0, 45.7, 25.4, 48.5, 25.4),
    _a4("Avery", "L7651 L8651 J8651 J8551 L7551", 5, 13, 4.7, 10.9, 38.1, 21.2, 40.6, 21.2),
    # As in Avery's own template.
    _a4("Avery", "L7160 J8160", 3, 7, 7.25, 15.15, 63.5, 38.1, 66.0, 38.1),
    _a4("Avery", "J8157", 3, 11, 6.0, 14.0, 64.0, 24.3, 66.5, 24.3),
    # 5 x 35 + 4 x 5 + 2 x 7.5 and 7 x 35 + 6 x 5 + 2 x 11 add up to A4.
    _a4("Avery", "L7120", 5, 7, 7.5, 11.0, 35.0, 35.0, 40.0, 40.0),
    _a4("Avery", "4780", 4, 10, 8.11, 19.01, 48.5, 25.4, 48.5, 25.4),
    _a4("Avery", "6121", 5, 13, 9.5, 10.49, 38.07, 21.21, 38.07, 21.21),
    _a4("Herma", "4606 4270", 5, 13, 9.5, 10.5, 38.0, 21.2, 38.0, 21.2),
    _a4("Herma", "4608 4102 4272 4357 4680 8631", 4, 11, 8.5, 8.5, 48.3, 25.4, 48.3, 25.4),
    _a4("Herma", "4346 4221 4366 4367 4368 8864", 4, 12, 10.0, 22.0, 45.72, 21.2, 48.72, 21.2),
    _a4("Herma", "4677 4103 8632 8650 10301", 3, 7, 6.75, 15.5, 63.5, 38.1, 66.5, 38.1),
    _a4("Herma", "4614 4670 5053", 3, 8, 5.7, 13.0, 66.0, 33.8, 66.0, 33.8),
    # 4 x 40 + 3 x 8 + 2 x 13 and 6 x 40 + 5 x 8 + 2 x 8.5 add up to A4.
    _a4("Herma", "9642", 4, 6, 13.0, 8.5, 40.0, 40.0, 48.0, 48.0),
    # As published by Avery: left 3/16, pitch 2 3/4.
    _letter("Avery", "5160 5260 5960 8160 8460 18160", 3, 10, 3 / 16, 1 / 2, 21 / 8, 1, 11 / 4, 1),
    _letter("Avery", "6871", 3, 6, 0.3725, 1.125, 2.375, 1.25, 2.69, 1.5),
    _letter("Avery", "3111 3274", 3, 3, 0.3125, 1.25, 2.5, 2.5, 2.6875, 3.0),
)
LABELS: Final = {sheet.id: sheet for sheet in _SHEETS}


def label_sheet(name: str) -> LabelSheet | None:
    """Return a label sheet by any of its numbers, such as `herma-4346` or `L7160`, or None."""
    wanted = "-".join(name.lower().split())
    for sheet in _SHEETS:
        known = {f"{sheet.maker}-{number}".lower() for number in sheet.numbers}
        if wanted in known | {number.lower() for number in sheet.numbers}:
            return sheet
    return None
