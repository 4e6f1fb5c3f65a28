"""Draws sheets as PDF: exact millimetres, one path per symbol, reproducible bytes."""

from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from printables import fonts
from printables.calibrations import EXACT, Calibration
from printables.sheets import Line, Outline, Rect, Ring, Shape, Sheet, Symbol, Text

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_POINTS: Final = 72 / 25.4
"""Points per millimetre."""


def draw(sheets: Iterable[Sheet], *, title: str, calibration: Calibration = EXACT) -> bytes:
    """Return a PDF with one page per sheet, corrected for a printer's calibration."""
    # Imported on demand: reportlab is large, and most servers never print.
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415

    file = BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("tabletop-referee")
    for sheet in sheets:
        canvas.setPageSize((sheet.paper.width * _POINTS, sheet.paper.height * _POINTS))
        is_landscape = sheet.paper.width > sheet.paper.height
        _transform(
            canvas, sheet.paper.height, calibration.landscape if is_landscape else calibration
        )
        for shape in sheet.shapes:
            _DRAW[type(shape)](canvas, sheet.paper.height, shape)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _transform(canvas: "Canvas", height: float, calibration: Calibration) -> None:
    """Make one unit one printed millimetre; `y` still points up."""
    (wide, high), (left, lowest) = calibration.scale, calibration.corrected(0, height)
    canvas.transform(
        _POINTS / wide, 0, 0, _POINTS / high, left * _POINTS, (height - lowest) * _POINTS
    )


def _draw_symbol(canvas: "Canvas", height: float, symbol: Symbol) -> None:
    count = len(symbol.rows)
    module = symbol.side / count
    path = canvas.beginPath()
    for row, column, run in runs(symbol):
        path.rect(column, count - row - 1, run, 1)
    canvas.saveState()
    canvas.setFillGray(0)
    canvas.transform(module, 0, 0, module, symbol.x, height - symbol.y - symbol.side)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.restoreState()


def runs(symbol: Symbol) -> list[tuple[int, int, int]]:
    """Return the runs of dark modules as (row, first column, length)."""
    found = []
    for place, row in enumerate(symbol.rows):
        start = None
        for column, dark in enumerate((*row, False)):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                found.append((place, start, column - start))
                start = None
    return found


def _draw_text(canvas: "Canvas", height: float, text: Text) -> None:
    canvas.setFillGray(text.grey)
    canvas.setFont(fonts.name_of(bold=text.bold), text.size)
    draw_words = {
        "start": canvas.drawString,
        "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }[text.align]
    draw_words(text.x, height - text.y, text.words)


def _draw_line(canvas: "Canvas", height: float, line: Line) -> None:
    canvas.setStrokeGray(line.grey)
    canvas.setLineWidth(line.width)
    canvas.line(line.x, height - line.y, line.to_x, height - line.to_y)


def _draw_rect(canvas: "Canvas", height: float, rect: Rect) -> None:
    canvas.setStrokeGray(rect.grey)
    canvas.setLineWidth(rect.line)
    canvas.rect(rect.x, height - rect.y - rect.height, rect.width, rect.height, stroke=1, fill=0)


def _draw_ring(canvas: "Canvas", height: float, ring: Ring) -> None:
    canvas.setStrokeGray(ring.grey)
    canvas.setLineWidth(ring.line)
    half = ring.width / 2
    canvas.circle(ring.x + half, height - ring.y - half, half, stroke=1, fill=0)


def _draw_outline(canvas: "Canvas", height: float, outline: Outline) -> None:
    scale = outline.side / outline.units
    path = canvas.beginPath()
    draw_step: Mapping[str, Callable[..., None]] = {
        "M": path.moveTo,
        "L": path.lineTo,
        "C": path.curveTo,
        "Z": path.close,
    }
    for kind, numbers in outline.steps:
        draw_step[kind](*numbers)
    canvas.saveState()
    canvas.transform(scale, 0, 0, -scale, outline.x, height - outline.y)
    canvas.setStrokeGray(0)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    canvas.setLineWidth(outline.line)
    canvas.drawPath(path, stroke=1, fill=0)
    canvas.restoreState()


_DRAW: Final[Mapping[type[Shape], Callable[[Any, float, Any], None]]] = {
    Symbol: _draw_symbol,
    Text: _draw_text,
    Line: _draw_line,
    Rect: _draw_rect,
    Ring: _draw_ring,
    Outline: _draw_outline,
}
