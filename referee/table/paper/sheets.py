"""Lays out orders on sheets, and draws sheets as PDF files or SVG previews.

Every sheet has a line of 50 mm to measure, because most printers shrink pages by default.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from printables import fonts, pdf, svg
from printables.calibrations import EXACT, Calibration
from printables.pages import Filled, Flip, behind, cut_marks, flow, front, packed
from printables.papers import Grid, Paper
from printables.sheets import Line, Piece, Shape, Sheet, Text
from referee.core import Text as Sentence
from referee.core import say
from referee.table.paper.board_sheets import board_sheets
from referee.table.paper.frames import frame_sheet
from referee.table.paper.orders import BOARDS, BadOrder, Order, What
from referee.table.paper.pieces import PIECE_MM, table_pieces
from referee.table.paper.stickers import Speak, back, insert, largest, plain_size, sticker

__all__ = ["CHECK_MM", "NAMES", "Sheet", "as_pdf", "as_svg", "sheets_of", "strip"]

CHECK_MM: Final = 50.0
"""The length of the line to measure."""

STRIP_MM: Final = 3.4
"""The height of the strip with the line and its text."""

NAMES: Final = {
    What.STICKERS: say("Stickers for the cards"),
    What.INSERTS: say("Inserts for sleeves"),
    What.PIECES: say("Pieces for the table"),
    What.MAP: say("Score maps"),
    What.FRAME: say("Frame for the game’s own board"),
}


def sheets_of(order: Order, speak: Speak = str) -> tuple[Sheet, ...]:
    """Return the sheets of an order; raises `BadOrder` if the paper is too small."""
    if order.what in BOARDS:
        return _boards(order, speak)
    grid = _grid(order)
    pages = flow(_pieces(order, (grid.width, grid.height), speak), grid.count, first=order.start)
    sheets: list[Sheet] = []
    for number, filled in enumerate(pages, start=1):
        title = _title(order, number, len(pages), speak)
        shapes = [*strip(order.paper, title, speak, _strip_top(order, grid))]
        if order.labels is None:
            shapes += cut_marks(order.paper, grid, max(index for index, _ in filled))
        sheets.append(Sheet(order.paper, (*shapes, *front(grid, filled))))
        if order.flip is not None:
            top = strip(order.paper, title, speak, _top_behind(order, grid))
            sheets.append(Sheet(order.paper, (*top, *_backs(order, grid, filled))))
    return tuple(sheets)


def _boards(order: Order, speak: Speak) -> tuple[Sheet, ...]:
    room = STRIP_MM + 0.6
    made: tuple[Sheet, ...]
    if order.what is What.FRAME:
        made = (frame_sheet(order.game, order.paper, order.paper.margin + room, speak),)
    else:
        made = board_sheets(
            order.game,
            order.players,
            order.paper,
            half=order.half,
            speak=speak,
            strip_mm=room,
        )
    return tuple(
        _headed(sheet, _title(order, number, len(made), speak), speak)
        for number, sheet in enumerate(made, start=1)
    )


def _headed(sheet: Sheet, title: str, speak: Speak) -> Sheet:
    top = strip(sheet.paper, title, speak, sheet.paper.margin)
    return Sheet(sheet.paper, (*top, *sheet.shapes))


def as_pdf(sheets: Sequence[Sheet], title: str, calibration: Calibration = EXACT) -> bytes:
    """Return sheets as a PDF, corrected for a printer."""
    return pdf.draw(sheets, title=title, calibration=calibration)


def as_svg(sheet: Sheet) -> str:
    """Return a sheet as an SVG."""
    return svg.draw(sheet)


def strip(paper: Paper, title: str, speak: Speak, top: float) -> Iterator[Shape]:
    """Yield the strip: the line to measure, how to print, and the title of the sheet."""
    middle, left = top + STRIP_MM / 2, paper.margin + 3.0
    right = left + CHECK_MM
    yield Line(left, middle, right, middle, width=0.2)
    for x in (left, right):
        yield Line(x, top + 0.3, x, top + STRIP_MM - 0.3, width=0.2)
    words = speak(say("50 mm. Print at 100 % (actual size); measure this line."))
    words = words if fonts.knows(words) else "50 mm = 100 %"
    title = title if fonts.knows(title) else ""
    room = paper.width - paper.margin - 3.0 - right - 2.0
    size = min(2.2, fonts.fitted(f"{words}     {title}", room, 2.2))
    yield Text(right + 2.0, middle + 0.8, size, words)
    yield Text(paper.width - paper.margin - 3.0, middle + 0.8, size, title, align="end")


def _title(order: Order, number: int, count: int, speak: Speak) -> str:
    name = speak(NAMES[order.what])
    return f"{order.game.info.title} · {name} · {number}/{count}"


def _strip_top(order: Order, grid: Grid) -> float:
    """Return the top of the strip: the wider margin of a sheet of labels, else the upper one."""
    paper = order.paper
    if order.labels is None or grid.top >= paper.height - grid.bottom:
        return paper.margin
    return paper.height - paper.margin - STRIP_MM


def _grid(order: Order) -> Grid:
    if order.labels is not None:
        return order.labels.grid
    sizes = {
        What.STICKERS: plain_size(order.size),
        What.INSERTS: order.game.components.card_mm,
        What.PIECES: PIECE_MM,
    }
    grid = packed(order.paper, sizes[order.what], order.paper.margin + STRIP_MM + 0.6)
    if grid is None:
        raise BadOrder("paper", say("This does not fit on {paper}.", paper=order.paper.name))
    return grid


def _pieces(order: Order, room: tuple[float, float], speak: Speak) -> list[Piece]:
    if order.what is What.PIECES:
        return list(table_pieces(order, speak))
    if order.what is What.INSERTS:
        return [insert(order, copy, room, speak) for copy in order.copies]
    made = [sticker(order, copy, room, speak) for copy in order.copies]
    pieces = [piece for piece in made if piece is not None]
    if len(pieces) < len(made):
        raise BadOrder("size", _too_small(order, room))
    return pieces


def _too_small(order: Order, room: tuple[float, float]) -> Sentence:
    return say(
        "A code of {size} mm does not fit on these labels; the largest that fits is {largest} mm.",
        size=f"{order.size:g}",
        largest=f"{largest(*room):g}",
    )


def _top_behind(order: Order, grid: Grid) -> float:
    """Return the top of the strip on the back: flipping on the short edge swaps top and bottom."""
    top = _strip_top(order, grid)
    return order.paper.height - top - STRIP_MM if order.flip is Flip.SHORT else top


def _backs(order: Order, grid: Grid, filled: Filled) -> Iterator[Shape]:
    assert order.flip is not None  # noqa: S101 - checked by the caller
    piece = back((grid.width, grid.height))
    for corner in behind(order.paper, grid, filled, order.flip):
        yield from (shape.moved(*corner) for shape in piece.shapes)
