"""Lays pieces on to pages: which field of which sheet holds which piece, and what lies behind it.

Pure geometry; what the pieces show is none of its business.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, TypeAlias

from printables.papers import Grid, Paper
from printables.sheets import Line, Piece, Shape

Filled: TypeAlias = tuple[tuple[int, Piece], ...]
"""The fields of one sheet that hold something."""

_CROSS: Final = 1.5
_CUT: Final = 0.1


class Flip(Enum):
    """Over which edge a printer turns the paper for the other side."""

    LONG = "long"
    SHORT = "short"


def flow(pieces: Sequence[Piece], fields: int, *, first: int = 1) -> tuple[Filled, ...]:
    """Fill sheet after sheet; the first one is used only from its field `first` on, from 1."""
    pages: list[list[tuple[int, Piece]]] = []
    for place, piece in enumerate(pieces, start=first - 1):
        page, index = divmod(place, fields)
        if page == len(pages):
            pages.append([])
        pages[page].append((index, piece))
    return tuple(tuple(page) for page in pages)


def front(grid: Grid, filled: Filled) -> tuple[Shape, ...]:
    """Return the shapes of the pieces where they lie."""
    return tuple(
        shape.moved(*grid.corner(index)) for index, piece in filled for shape in piece.shapes
    )


def behind(paper: Paper, grid: Grid, filled: Filled, flip: Flip) -> tuple[tuple[float, float], ...]:
    """Return the corners of what lies behind each field, once the paper is turned.

    A paper turned over its long edge shows what was left on the right; turned over its short edge,
    what was above below. The long edge of an upright sheet is its height.
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
    """Return as many fields of a size as fit on a paper below `top`, touching, in the middle."""
    width, height = piece
    columns = int((paper.width - 2 * paper.margin + 1e-6) // width)
    rows = int((paper.height - paper.margin - top + 1e-6) // height)
    if columns < 1 or rows < 1:
        return None
    left = (paper.width - columns * width) / 2
    return Grid(left, top, width, height, columns, rows, width, height)


def cut_marks(paper: Paper, grid: Grid, last: int) -> Iterator[Shape]:
    """Mark the corners of touching fields, up to the row of the last one, with thin crosses.

    They never reach above the first row, where other things may stand, nor where nothing prints.
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
