"""A hundred cards as a PDF beside what comes with the library that draws both.

The peer draws the same texts on the same labels with reportlab's own symbol and a line of words,
as its manual shows; that symbol is made of rectangles. Both make every symbol anew each time.
"""

import gc
from collections.abc import Callable
from io import BytesIO
from time import perf_counter

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from printables import qr
from referee.games import load_all
from referee.table.paper.orders import order_of
from referee.table.paper.sheets import as_pdf, sheets_of
from referee.table.paper.stickers import text_of
from tests.bench.results import Figures, Result

_GOAL_S, _GOAL_KB = 1.0, 400.0
_ROUNDS, _QUICK_ROUNDS = 15, 1
_PEER = "reportlab's QrCodeWidget on the same labels"
_PAPER = "avery-l7651"


def measure(*, quick: bool) -> list[Result]:
    """Make both files in turns, after one of each that does not count."""
    made = []
    for number in range((_QUICK_ROUNDS if quick else _ROUNDS) + 1):
        both = (_made(_ours), _made(_peer))
        if number:  # the first loads the library and reads the font
            made.append(both)
    return [
        _result("print", "s", [(ours[0], peer[0]) for ours, peer in made], _GOAL_S),
        _result("print-size", "KB", [(ours[1], peer[1]) for ours, peer in made], _GOAL_KB),
    ]


def _result(name: str, unit: str, made: list[tuple[float, float]], goal: float) -> Result:
    ours, peer = (Figures(values) for values in zip(*made, strict=True))
    detail = {"cards": 100, "paper": _PAPER}
    return Result(name, unit, ours, peer, _PEER, goal, "ours", detail=detail)


def _made(make: Callable[[], bytes]) -> tuple[float, float]:
    """Return the seconds it took and the kilobytes it became."""
    qr.smallest.cache_clear()
    gc.collect()
    began = perf_counter()
    content = make()
    return perf_counter() - began, len(content) / 1000


def _ours() -> bytes:
    order = order_of(load_all()["waves"], {"paper": _PAPER})
    return as_pdf(sheets_of(order), "bench")


def _peer() -> bytes:
    order = order_of(load_all()["waves"], {"paper": _PAPER})
    assert order.labels is not None
    grid, file = order.labels.grid, BytesIO()
    canvas = Canvas(file, pagesize=(order.paper.width * mm, order.paper.height * mm))
    for place, copy in enumerate(order.copies):
        if place and place % grid.count == 0:
            canvas.showPage()
        x, y = grid.corner(place % grid.count)
        # The symbol's own border is part of its width.
        side = order.size * (21 + 2 * 4) / 21
        bottom = order.paper.height - y - (grid.height + side) / 2
        widget = QrCodeWidget(
            text_of(order, copy), barLevel="H", barWidth=side * mm, barHeight=side * mm
        )
        drawing = Drawing(side * mm, side * mm)
        drawing.add(widget)
        renderPDF.draw(drawing, canvas, x * mm, bottom * mm)
        canvas.drawString((x + side) * mm, (bottom + side / 2) * mm, str(copy[1].name))
    canvas.showPage()
    canvas.save()
    return file.getvalue()
