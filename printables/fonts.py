"""The embedded font of sheets: DejaVu Sans Condensed, which is narrow enough for stickers.

It has about 5,900 characters (Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and more), but no
Chinese, Japanese or Korean ones; `knows` tells whether a text can be printed.
"""

from functools import lru_cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

REGULAR: Final = "DejaVuSansCondensed"
BOLD: Final = "DejaVuSansCondensed-Bold"
FAMILY: Final = "DejaVu Sans Condensed"


def name_of(*, bold: bool) -> str:
    """Register the font with reportlab and return its name."""
    name = BOLD if bold else REGULAR
    _font(name)
    return name


def width(words: str, size: float, *, bold: bool = False) -> float:
    """Return the width of words, in the unit of `size`."""
    return float(_font(BOLD if bold else REGULAR).stringWidth(words, size))


def fitted(words: str, room: float, size: float, *, bold: bool = False) -> float:
    """Return `size`, or the smaller size at which words are as wide as `room`."""
    wide = width(words, size, bold=bold)
    return size if wide <= room else size * room / wide


def knows(words: str) -> bool:
    """Return whether the font has all characters."""
    return all(ord(sign) in _font(REGULAR).face.charToGlyph for sign in words)


@lru_cache(maxsize=2)
def _font(name: str) -> "TTFont":
    # Imported on demand: reportlab is large, and most servers never print.
    from reportlab.pdfbase.pdfmetrics import registerFont  # noqa: PLC0415
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415

    with as_file(files("printables").joinpath("fonts", f"{name}.ttf")) as path:
        font = TTFont(name, str(path))
    registerFont(font)
    return font
