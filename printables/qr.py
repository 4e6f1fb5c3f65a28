"""QR symbols: a text as modules, as SVG, or as text for a terminal."""

import io
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from qrcode.main import QRCode

QUIET: Final = 4
"""Width of the quiet zone around a symbol, in modules."""


def matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the modules of a symbol without its quiet zone; True is dark."""
    return _rows(_symbol(text, "M"))


class TooLong(ValueError):
    """The text does not fit into the smallest symbol."""


@lru_cache(maxsize=2048)
def smallest(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the 21 x 21 modules of the smallest symbol, at the highest error correction.

    It holds ten capital letters and digits; raises `TooLong`. A larger symbol on the same area has
    smaller modules, which are harder to read for a camera.
    """
    from qrcode.exceptions import DataOverflowError  # noqa: PLC0415 - as below

    symbol = _symbol(text, "H", version=1)
    try:
        symbol.make(fit=False)
    except DataOverflowError:
        raise TooLong(text) from None
    return _rows(symbol)


def svg(text: str) -> str:
    """Return an SVG of the symbol as one path.

    qrcode draws a rectangle per module, which shows hairlines and takes twice the bytes.
    """
    rows = matrix(text)
    side = len(rows) + 2 * QUIET
    strokes = ""
    for y, row in enumerate(rows, QUIET):
        x = QUIET
        for dark, modules in groupby(row):
            run = len(list(modules))
            strokes += f"M{x} {y}h{run}v1h-{run}z" if dark else ""
            x += run
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        f'<path fill="#000" d="{strokes}"/></svg>'
    )


def terminal(text: str) -> str:
    """Return the symbol in half blocks, two rows of modules per line, for a dark terminal."""
    out = io.StringIO()
    _symbol(text, "M", border=2).print_ascii(out, invert=True)
    return out.getvalue().replace("\N{NO-BREAK SPACE}", " ").removesuffix("\n")


def _symbol(text: str, level: str, *, version: int | None = None, border: int = 0) -> "QRCode[Any]":
    # Imported on demand, so that the server starts faster.
    from qrcode import constants  # noqa: PLC0415
    from qrcode.main import QRCode  # noqa: PLC0415

    correction: int = getattr(constants, f"ERROR_CORRECT_{level}")
    symbol: QRCode[Any] = QRCode(version, correction, border=border)
    symbol.add_data(text)
    return symbol


def _rows(symbol: "QRCode[Any]") -> tuple[tuple[bool, ...], ...]:
    return tuple(tuple(bool(module) for module in row) for row in symbol.get_matrix())
