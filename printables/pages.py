"""Layout: assigns pieces to the fields of sheets, and finds the fields on the back."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, TypeAlias

from printables.papers import Grid, Paper
from printables.sheets import Line, Piece, Shape

Filled: TypeAlias = tuple[tuple[int, Piece], ...]
"""The used fields of one sheet: index and piece."""

_CROSS: Final = 1.5
_CUT: Final = 0.1


class Flip(Enum):
    """The edge over which a printer turns the paper for duplex printing."""

    LONG = "long"
    SHORT = "short"


def flow(pieces: Sequence[Piece], fields: int, *, first: int = 1) -> tuple[Filled, ...]:
    """Return the filled fields of each sheet; the first sheet starts at field `first`, from 1."""
    pages: list[list[tuple[int, Piece]]] = []
    for place, piece in enumerate(pieces, start=first - 1):
        page, index = divmod(place, fields)
        if page == len(pages):
            pages.append([])
        pages[page].append((index, piece))
    return tuple(tuple(page) for page in pages)


def front(grid: Grid, filled: Filled) -> tuple[Shape, ...]:
    """Return the shapes of the pieces at their positions on the sheet."""
    return tuple(
        shape.moved(*grid.corner(index)) for index, piece in filled for shape in piece.shapes
    )


def behind(paper: Paper, grid: Grid, filled: Filled, flip: Flip) -> tuple[tuple[float, float], ...]:
    """Return the upper left corner of each field on the back of the paper, in mm.

    Flipping a portrait sheet on its long edge mirrors it horizontally, on its short edge
    vertically; for a landscape sheet it is the other way round.
    """
    upright = paper.height >= paper.width
    found = []
    for index, _ in filled:
        x, y = grid.corner(index)
        if upright == (flip is Flip.LONG):
            x = paper.width - x - grid.width
        else:
            y = paper.height - y - grid.height
        found.append((x, y))
    return tuple(found)


def packed(paper: Paper, piece: tuple[float, float], top: float) -> Grid | None:
    """Return a centred grid of touching fields below `top`; None if not even one fits."""
    width, height = piece
    columns = int((paper.width - 2 * paper.margin + 1e-6) // width)
    rows = int((paper.height - paper.margin - top + 1e-6) // height)
    if columns < 1 or rows < 1:
        return None
    left = (paper.width - columns * width) / 2
    return Grid(left, top, width, height, columns, rows, width, height)


def cut_marks(paper: Paper, grid: Grid, last: int) -> Iterator[Shape]:
    """Yield thin crosses at the corners of touching fields, up to the row of field `last`.

    They do not extend above the first row, where other shapes may be, or into the margin.
    """
    sides = (paper.margin, paper.width - paper.margin)
    ends = (grid.top, paper.height - paper.margin)
    for column in range(grid.columns + 1):
        x = grid.left + column * grid.across
        for row in range(last // grid.columns + 2):
            y = grid.top + row * grid.down
            left, right = max(x - _CROSS, sides[0]), min(x + _CROSS, sides[1])
            above, below = max(y - _CROSS, ends[0]), min(y + _CROSS, ends[1])
            yield Line(left, y, right, y, width=_CUT, grey=0.4)
            yield Line(x, above, x, below, width=_CUT, grey=0.4)
