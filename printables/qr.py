"""QR symbols: a text as modules, as one path of an SVG, or as rows for a terminal.

Kept apart from whoever shows them: nothing here knows what the text means.
"""

from functools import lru_cache
from typing import Any, Final

QUIET: Final = 4
"""Modules of empty space that every symbol needs around it."""


def matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the dark modules of the symbol, row by row, without the empty space around."""
    # Loaded only when a symbol is wanted: it is large, and a server starts faster without it.
    from qrcode.constants import ERROR_CORRECT_M  # noqa: PLC0415
    from qrcode.main import QRCode  # noqa: PLC0415

    symbol: QRCode[Any] = QRCode(error_correction=ERROR_CORRECT_M, border=0)
    symbol.add_data(text)
    symbol.make(fit=True)
    return tuple(tuple(bool(module) for module in row) for row in symbol.get_matrix())


class TooLong(ValueError):
    """A text that does not fit the smallest symbol."""


@lru_cache(maxsize=2048)
def smallest(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the modules of the smallest symbol, 21 x 21, at the highest error level.

    It takes ten capital letters and digits; raises `TooLong`. A larger symbol of the same size on
    paper has smaller modules, and those are what a camera has to tell apart.
    """
    from qrcode.constants import ERROR_CORRECT_H  # noqa: PLC0415 - the same
    from qrcode.exceptions import DataOverflowError  # noqa: PLC0415
    from qrcode.main import QRCode  # noqa: PLC0415

    symbol: QRCode[Any] = QRCode(version=1, error_correction=ERROR_CORRECT_H, border=0)
    symbol.add_data(text, optimize=0)
    try:
        symbol.make(fit=False)
    except DataOverflowError:
        raise TooLong(text) from None
    return tuple(tuple(bool(module) for module in row) for row in symbol.get_matrix())


def svg(text: str) -> str:
    """Draw the symbol as one path: rectangles side by side would show hair-lines between them."""
    rows = matrix(text)
    side = len(rows) + 2 * QUIET
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        f'<path fill="#000" d="{_path(rows)}"/></svg>'
    )


def terminal(text: str) -> str:
    """Draw the symbol in half blocks, two rows of modules a line, light on a dark terminal."""
    rows = matrix(text)
    width = len(rows) + QUIET
    light = (False,) * width
    padded = [light, light, *((False, False, *row, False, False) for row in rows), light, light]
    if len(padded) % 2:
        padded.append(light)
    return "\n".join(
        "".join(_half(up, down) for up, down in zip(upper, lower, strict=True))
        for upper, lower in zip(padded[::2], padded[1::2], strict=True)
    )


def _path(rows: tuple[tuple[bool, ...], ...]) -> str:
    strokes = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = 1
            if row[x]:
                while x + run < len(row) and row[x + run]:
                    run += 1
                strokes.append(f"M{x + QUIET} {y + QUIET}h{run}v1h-{run}z")
            x += run
    return "".join(strokes)


def _half(upper: bool, lower: bool) -> str:  # noqa: FBT001 - two modules, one above the other
    return {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}[
        upper, lower
    ]
