"""Draws what a card gets: a code and its name, as a sticker or as an insert for its sleeve.

The backs of all inserts are identical and point-symmetric, so that they reveal nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final, TypeAlias

from printables import fonts, qr
from printables.outlines import Icon, read_icons
from printables.sheets import Line, Outline, Piece, Rect, Shape, Symbol, Text
from referee.core import Text as Sentence
from referee.core import say
from referee.core.codes import CardCode, box_of_slug, format_code
from referee.games import folder_of
from referee.table.paper.orders import Copy, Order

Speak: TypeAlias = Callable[[Sentence], str]
"""Translates a text."""

MODULES: Final = 21
"""The modules of a side of a code."""

QUIET: Final = 4
"""The quiet zone in modules, as the standard requires: the card below is dark."""

_EDGE: Final = 1.0
"""Tolerance for cutting labels, in mm."""

_BELOW: Final = 5.6
_BESIDE: Final = 9.0
"""Room for the text below or beside a code, in mm."""


@dataclass(frozen=True, slots=True)
class Words:
    """The text beside a code."""

    number: str
    icon: Icon | None
    name: str
    note: str


def sticker(order: Order, copy: Copy, room: tuple[float, float], speak: Speak) -> Piece | None:
    """Return a sticker of this size (mm); None if the code does not fit."""
    width, height = room
    shape = _shape(order.size, width, height)
    if shape is None:
        return None
    beside, quiet = shape
    words, symbol = words_of(order, copy, speak), qr.smallest(text_of(order, copy))
    if beside:
        x, y = quiet, (height - order.size) / 2
        left = x + order.size + quiet
        shapes = _column(words, left, (width - left - _EDGE, min(height - 2 * _EDGE, 18.0)), height)
    else:
        x, y = (width - order.size) / 2, (height - order.size - quiet - _BELOW - _EDGE) / 2
        y = max(y, quiet) if height >= order.size + 2 * quiet + _BELOW + _EDGE else quiet
        shapes = _rows(words, width, y + order.size + quiet)
    return Piece(width, height, (Symbol(x, y, order.size, symbol), *shapes))


def plain_size(size: float) -> tuple[float, float]:
    """Return the size in mm of a sticker that is cut out of plain paper."""
    side = size * (MODULES + 2 * QUIET) / MODULES
    return side, side + _BELOW + _EDGE


def largest(width: float, height: float) -> float:
    """Return the side in mm of the largest code that fits on a label, in steps of 0.5 mm."""
    sizes = [half / 2 for half in range(100) if _shape(half / 2, width, height)]
    return max(sizes, default=0.0)


def insert(order: Order, copy: Copy, room: tuple[float, float], speak: Speak) -> Piece:
    """Return an insert of the size of the card, with the code in its upper left corner."""
    width, height = room
    quiet = order.size * QUIET / MODULES
    words = words_of(order, copy, speak)
    left = 2 * quiet + order.size
    column = _column(words, left, (width - left - 3.0, order.size), order.size + 2 * quiet)
    symbol = Symbol(quiet, quiet, order.size, qr.smallest(text_of(order, copy)))
    return Piece(width, height, (symbol, *column))


def back(room: tuple[float, float]) -> Piece:
    """Return the back of every insert: a lattice that is the same upside down."""
    width, height = room
    inset, step = 4.0, 5.0
    wide, high = width - 2 * inset, height - 2 * inset
    shapes: list[Shape] = [Rect(inset, inset, wide, high, line=0.4)]
    for rising in (False, True):
        shapes += _slanted(inset, (wide, high), step, rising=rising)
    return Piece(width, height, tuple(shapes))


def text_of(order: Order, copy: Copy) -> str:
    """Return the text in the code of a card."""
    box = order.game.components.code or box_of_slug(order.game.info.slug)
    code, _, number = copy
    return format_code(CardCode(box, order.deck, code, number))


def words_of(order: Order, copy: Copy, speak: Speak) -> Words:
    """Return the text beside a code; names that the font lacks are replaced by the id."""
    _, card, number = copy
    name = speak(card.name)
    note = speak(say("Deck {deck}, no. {number}", deck=order.deck, number=number))
    return Words(
        "" if card.number is None else str(card.number),
        icons_of(folder_of(order.game)).get(card.icon),
        name if fonts.knows(name) else card.id,
        note if fonts.knows(note) else f"{order.deck} {number}",
    )


@lru_cache(maxsize=64)
def icons_of(package: str) -> dict[str, Icon]:
    """Return the icons of a game's package by name."""
    # One part at a time: namespace packages accept no more in Python 3.11.
    file = files(package).joinpath("static").joinpath("icons.svg")
    return dict(read_icons(file.read_text("utf-8"))) if file.is_file() else {}


# ---------------------------------------------------------------- inside


def _shape(size: float, width: float, height: float) -> tuple[bool, float] | None:
    """Return whether the text goes beside the code, and the quiet zone in mm; None if too small."""
    ways = (True, False) if width > height * 1.2 else (False, True)
    quiet = max(size * QUIET / MODULES, _EDGE)
    needs = size + 2 * quiet
    for beside in ways:
        right, below = (_BESIDE + _EDGE, 0.0) if beside else (0.0, _BELOW + _EDGE)
        if needs + right <= width + 1e-6 and needs + below <= height + 1e-6:
            return beside, quiet
    return None


def _column(words: Words, left: float, room: tuple[float, float], height: float) -> Iterator[Shape]:
    """Draw the text beside a code, vertically centred: icon and number, name, note."""
    wide, high = room
    sign = min(8.0, high - 7.0, (wide - 1.0) / 2)
    name = fonts.fitted(words.name, wide, 3.4, bold=True)
    note = fonts.fitted(words.note, wide, 1.9)
    top = (height - (sign + 1.2 + name + 0.8 + note)) / 2
    x = left
    if words.icon:
        yield Outline(x, top, sign, words.icon.units, words.icon.steps)
        x += sign + 1.0
    if words.number:
        size = fonts.fitted(words.number, left + wide - x, sign * 1.1, bold=True)
        yield Text(x, top + sign * 0.88, size, words.number, bold=True)
    below = top + sign + 1.2 + name * 0.8
    yield Text(left, below, name, words.name, bold=True)
    yield Text(left, below + name * 0.2 + 0.8 + note * 0.8, note, words.note)


def _rows(words: Words, width: float, top: float) -> Iterator[Shape]:
    """Draw the text below a code: icon, number and name in one row, the note under it."""
    sign, gap, room = 3.2, 0.7, width - 2 * _EDGE
    taken = sign + gap if words.icon else 0.0
    is_in_name = words.number in words.name.split()
    title = words.name if is_in_name else f"{words.number} {words.name}".strip()
    size = fonts.fitted(title, room - taken, 3.0, bold=True)
    wide = fonts.width(title, size, bold=True)
    x = (width - taken - wide) / 2
    if words.icon:
        yield Outline(x, top, sign, words.icon.units, words.icon.steps)
    yield Text(x + taken, top + sign / 2 + size * 0.36, size, title, bold=True)
    note = fonts.fitted(words.note, room, 1.8)
    yield Text(width / 2, top + sign + 0.3 + note * 0.85, note, words.note, align="middle")


def _slanted(
    inset: float, room: tuple[float, float], step: float, *, rising: bool
) -> Iterator[Shape]:
    """Draw the slanted lines of a lattice, symmetric about the centre."""
    wide, high = room
    count = int((wide + high) / 2 // step)
    for place in range(-count, count + 1):
        # Lines at 45 degrees through points on the middle line of the card, clipped to the frame.
        sum_or_difference = place * step * 2
        points = []
        for x in (-wide / 2, wide / 2):
            y = sum_or_difference - x
            if abs(y) <= high / 2:
                points.append((x, y))
        for y in (-high / 2, high / 2):
            x = sum_or_difference - y
            if abs(x) < wide / 2:
                points.append((x, y))
        if len(points) == 2:  # noqa: PLR2004 - where the line enters and leaves the frame
            (x, y), (to_x, to_y) = ((x * (-1 if rising else 1), y) for x, y in points)
            middle_x, middle_y = inset + wide / 2, inset + high / 2
            yield Line(middle_x + x, middle_y + y, middle_x + to_x, middle_y + to_y, width=0.25)
