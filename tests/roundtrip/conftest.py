"""What a printer gets, as pixels: a PDF rasterised by an engine that is not ours."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pypdfium2
import pytest

from printables.sheets import Sheet, Symbol
from referee.games import load_all
from referee.table.paper.orders import Order, order_of

MM_AN_INCH = 25.4
DARK = 128


@dataclass(frozen=True)
class Raster:
    """A page as grey pixels."""

    pixels: np.ndarray
    dpi: int

    def px(self, mm: float) -> int:
        return round(mm * self.dpi / MM_AN_INCH)

    def mm(self, px: float) -> float:
        return px * MM_AN_INCH / self.dpi

    def cut(self, x: float, y: float, width: float, height: float) -> np.ndarray:
        """Cut out a rectangle that is given in millimetres."""
        return self.pixels[self.px(y) : self.px(y + height), self.px(x) : self.px(x + width)]

    def inked(self, x: float, y: float, width: float, height: float) -> tuple[float, ...]:
        """Measure what is dark within a rectangle: left, top, right and bottom in millimetres."""
        dark = self.cut(x, y, width, height) < DARK
        columns, rows = np.flatnonzero(dark.any(axis=0)), np.flatnonzero(dark.any(axis=1))
        left, top = self.px(x), self.px(y)
        edges = (left + columns[0], top + rows[0], left + columns[-1] + 1, top + rows[-1] + 1)
        return tuple(self.mm(int(edge)) for edge in edges)


@pytest.fixture(scope="session")
def rasterise() -> Callable[..., list[Raster]]:
    """Rasterise pages of a PDF."""

    def pages(content: bytes, dpi: int = 600, only: int | None = None) -> list[Raster]:
        document = pypdfium2.PdfDocument(content)
        wanted = range(len(document)) if only is None else [only]
        rasters = [
            Raster(document[page].render(scale=dpi / 72, grayscale=True).to_numpy().squeeze(), dpi)
            for page in wanted
        ]
        document.close()
        return rasters

    return pages


@pytest.fixture(scope="session")
def symbols() -> Callable[[Sheet], list[Symbol]]:
    """List the symbols of a sheet."""
    return lambda sheet: [shape for shape in sheet.shapes if isinstance(shape, Symbol)]


@pytest.fixture(scope="session")
def order() -> Callable[..., Order]:
    """Order something of Waves, or of another game."""

    def of(game: str = "waves", **asked: str) -> Order:
        return order_of(load_all()[game], asked)

    return of
