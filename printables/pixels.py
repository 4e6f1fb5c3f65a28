"""Draws a piece or a sheet as greyscale pixels, with antialiasing by supersampling."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from math import ceil
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from printables import fonts
from printables.pdf import runs
from printables.sheets import Line, Outline, Piece, Rect, Ring, Shape, Sheet, Symbol, Text

_SUPERSAMPLING: Final = 3
_WHITE: Final = 255
_CURVE_SEGMENTS: Final = 8

_ANCHORS: Final = {"start": "ls", "middle": "ms", "end": "rs"}


def draw(what: Piece | Sheet, px_per_mm: float) -> NDArray[np.uint8]:
    """Return an image of shape (height, width) in px, rounded up to whole pixels."""
    size = what.paper if isinstance(what, Sheet) else what
    wide, high = (ceil(side * px_per_mm - 1e-6) for side in (size.width, size.height))
    image = Image.new("L", (wide * _SUPERSAMPLING, high * _SUPERSAMPLING), _WHITE)
    canvas, scale = ImageDraw.Draw(image), px_per_mm * _SUPERSAMPLING
    for shape in what.shapes:
        _DRAW[type(shape)](canvas, scale, shape)
    return np.asarray(image.reduce(_SUPERSAMPLING), np.uint8)


def _draw_symbol(canvas: ImageDraw.ImageDraw, scale: float, symbol: Symbol) -> None:
    module = symbol.side / len(symbol.rows) * scale
    left, top = symbol.x * scale, symbol.y * scale
    for row, column, run in runs(symbol):
        x, to_x = (round(left + module * edge) for edge in (column, column + run))
        y, to_y = (round(top + module * edge) for edge in (row, row + 1))
        canvas.rectangle((x, y, to_x - 1, to_y - 1), fill=0)  # Pillow includes both ends


def _draw_text(canvas: ImageDraw.ImageDraw, scale: float, text: Text) -> None:
    font = _font(fonts.BOLD if text.bold else fonts.REGULAR, max(1.0, text.size * scale))
    place = (text.x * scale, text.y * scale)
    canvas.text(place, text.words, _grey(text.grey), font, anchor=_ANCHORS[text.align])


def _draw_line(canvas: ImageDraw.ImageDraw, scale: float, line: Line) -> None:
    ends = (line.x * scale, line.y * scale, line.to_x * scale, line.to_y * scale)
    canvas.line(ends, _grey(line.grey), _thick(line.width, scale))


def _draw_rect(canvas: ImageDraw.ImageDraw, scale: float, rect: Rect) -> None:
    left, top = rect.x * scale, rect.y * scale
    edges = (left, top, left + rect.width * scale, top + rect.height * scale)
    canvas.rectangle(edges, outline=_grey(rect.grey), width=_thick(rect.line, scale))


def _draw_ring(canvas: ImageDraw.ImageDraw, scale: float, ring: Ring) -> None:
    left, top, width = ring.x * scale, ring.y * scale, ring.width * scale
    around = (left, top, left + width, top + width)
    canvas.ellipse(around, outline=_grey(ring.grey), width=_thick(ring.line, scale))


def _draw_outline(canvas: ImageDraw.ImageDraw, scale: float, outline: Outline) -> None:
    unit = outline.side / outline.units * scale
    left, top = outline.x * scale, outline.y * scale
    width = _thick(outline.line, unit)
    for path in _paths(outline):
        points = [(left + x * unit, top + y * unit) for x, y in path]
        canvas.line(points, 0, width, joint="curve")


def _paths(outline: Outline) -> list[list[tuple[float, float]]]:
    paths: list[list[tuple[float, float]]] = []
    for kind, numbers in outline.steps:
        if kind == "M":
            paths.append([(numbers[0], numbers[1])])
        elif kind == "L":
            paths[-1].append((numbers[0], numbers[1]))
        elif kind == "C":
            paths[-1] += _curve(paths[-1][-1], numbers)
        else:
            paths[-1].append(paths[-1][0])
    return paths


def _curve(start: tuple[float, float], numbers: Sequence[float]) -> list[tuple[float, float]]:
    nodes = np.array([start, numbers[0:2], numbers[2:4], numbers[4:6]])
    share = np.linspace(0, 1, _CURVE_SEGMENTS + 1)[1:, None]
    rest = 1 - share
    weights = np.hstack([rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3])
    return [(float(x), float(y)) for x, y in weights @ nodes]


def _thick(width: float, scale: float) -> int:
    return max(1, round(width * scale))


def _grey(share: float) -> int:
    return round(share * _WHITE)


@lru_cache(maxsize=64)
def _font(name: str, size: float) -> ImageFont.FreeTypeFont:
    with as_file(files("printables").joinpath("fonts", f"{name}.ttf")) as path:
        return ImageFont.truetype(str(path), size)


_DRAW: Final[Mapping[type[Shape], Callable[[ImageDraw.ImageDraw, float, Any], None]]] = {
    Symbol: _draw_symbol,
    Text: _draw_text,
    Line: _draw_line,
    Rect: _draw_rect,
    Ring: _draw_ring,
    Outline: _draw_outline,
}
