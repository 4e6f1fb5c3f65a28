"""The type that sheets are set in, embedded so that every printer draws the same letters.

DejaVu Sans Condensed knows the Latin, Greek, Cyrillic, Armenian, Georgian and Hebrew letters and
more, some 5,900 in all, but no Chinese, Japanese or Korean ones: `knows` says whether words can be
set. It is narrow, and a sticker has little room.
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
    """Name the font for reportlab, which then knows it."""
    name = BOLD if bold else REGULAR
    _font(name)
    return name


def width(words: str, size: float, *, bold: bool = False) -> float:
    """Measure words, in the unit of the size."""
    return float(_font(BOLD if bold else REGULAR).stringWidth(words, size))


def fitted(words: str, room: float, size: float, *, bold: bool = False) -> float:
    """Return the size at which words fit into the room: the wanted one, or a smaller one."""
    wide = width(words, size, bold=bold)
    return size if wide <= room else size * room / wide


def knows(words: str) -> bool:
    """Return whether the font has all the letters."""
    return all(ord(sign) in _font(REGULAR).face.charToGlyph for sign in words)


@lru_cache(maxsize=2)
def _font(name: str) -> "TTFont":
    # Loaded only when something is drawn: reportlab is large, and most servers never print.
    from reportlab.pdfbase.pdfmetrics import registerFont  # noqa: PLC0415
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415

    with as_file(files("printables").joinpath("fonts", f"{name}.ttf")) as path:
        font = TTFont(name, str(path))
    registerFont(font)
    return font
