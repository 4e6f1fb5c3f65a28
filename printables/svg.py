"""Draws a sheet as SVG in millimetres, for the preview on screens."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Final

from printables import fonts
from printables.pdf import runs
from printables.sheets import Line, Outline, Rect, Ring, Shape, Sheet, Symbol, Text


def draw(sheet: Sheet) -> str:
    """Return the SVG of one sheet, with the white paper."""
    width, height = _number(sheet.paper.width), _number(sheet.paper.height)
    shapes = "".join(_DRAW[type(shape)](shape) for shape in sheet.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="{fonts.FAMILY}, DejaVu Sans, sans-serif">'
        f'<path fill="#fff" d="M0 0h{width}v{height}H0z"/>{shapes}</svg>'
    )


def _draw_symbol(symbol: Symbol) -> str:
    scale = _number(symbol.side / len(symbol.rows))
    path = "".join(f"M{column} {row}h{run}v1h-{run}z" for row, column, run in runs(symbol))
    place = f"{_number(symbol.x)} {_number(symbol.y)}"
    return f'<path transform="translate({place}) scale({scale})" d="{path}"/>'


def _draw_text(text: Text) -> str:
    # The text is as wide as on paper, whatever font the browser has.
    wide = _number(fonts.width(text.words, text.size, bold=text.bold))
    weight = ' font-weight="bold"' if text.bold else ""
    return (
        f'<text x="{_number(text.x)}" y="{_number(text.y)}" font-size="{_number(text.size)}" '
        f'text-anchor="{text.align}" textLength="{wide}" lengthAdjust="spacingAndGlyphs" '
        f'fill="{_colour(text.grey)}"{weight}>{escape(text.words, quote=False)}</text>'
    )


def _draw_line(line: Line) -> str:
    return (
        f'<path d="M{_number(line.x)} {_number(line.y)}L{_number(line.to_x)} {_number(line.to_y)}" '
        f'stroke="{_colour(line.grey)}" stroke-width="{_number(line.width)}"/>'
    )


def _draw_rect(rect: Rect) -> str:
    return (
        f'<rect x="{_number(rect.x)}" y="{_number(rect.y)}" width="{_number(rect.width)}" '
        f'height="{_number(rect.height)}" fill="none" stroke="{_colour(rect.grey)}" '
        f'stroke-width="{_number(rect.line)}"/>'
    )


def _draw_ring(ring: Ring) -> str:
    half = ring.width / 2
    return (
        f'<circle cx="{_number(ring.x + half)}" cy="{_number(ring.y + half)}" '
        f'r="{_number(half)}" fill="none" stroke="{_colour(ring.grey)}" '
        f'stroke-width="{_number(ring.line)}"/>'
    )


def _draw_outline(outline: Outline) -> str:
    scale = _number(outline.side / outline.units)
    path = "".join(f"{kind}{' '.join(map(_number, numbers))}" for kind, numbers in outline.steps)
    place = f"{_number(outline.x)} {_number(outline.y)}"
    return (
        f'<path transform="translate({place}) scale({scale})" fill="none" stroke="#000" '
        f'stroke-width="{_number(outline.line)}" stroke-linecap="round" stroke-linejoin="round" '
        f'd="{path}"/>'
    )


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _colour(grey: float) -> str:
    return f"#{round(grey * 255):02x}" + f"{round(grey * 255):02x}" * 2


_DRAW: Final[Mapping[type[Shape], Callable[[Any], str]]] = {
    Symbol: _draw_symbol,
    Text: _draw_text,
    Line: _draw_line,
    Rect: _draw_rect,
    Ring: _draw_ring,
    Outline: _draw_outline,
}
