"""Draws the markers for the mat, the seats and the places, and the join code.

Their numbers are defined in `referee.core.codes`.
"""

from collections.abc import Iterator
from typing import Final

from printables import fonts, qr
from printables.markers import QUIET, marker
from printables.outlines import Icon
from printables.sheets import Outline, Piece, Shape, Symbol, Text
from referee.core import say
from referee.core.codes import CORNERS, place_marker, seat_marker
from referee.games import folder_of
from referee.table.paper.orders import Order
from referee.table.paper.stickers import Speak, icons_of

MARKER_MM: Final = 15.0
"""The side of a marker: still readable where a code of this size is blurred."""

PIECE_MM: Final = (36.0, 44.0)
_JOIN_MM: Final = 26.0
_TOP: Final = 5.5

_CORNER_NAMES: Final = (
    say("Mat: far left"),
    say("Mat: far right"),
    say("Mat: near right"),
    say("Mat: near left"),
)


def table_pieces(order: Order, speak: Speak) -> Iterator[Piece]:
    """Yield the pieces for the table of a game; the join code only with an address."""
    for number, corner in zip(CORNERS, _CORNER_NAMES, strict=True):
        yield _marked(number, speak(corner), speak(say("seen from seat 1")))
    for seat in range(max(order.game.info.seats)):
        name = speak(say("Seat {number}", number=seat + 1))
        yield _marked(seat_marker(seat), name, speak(say("in front of the player")))
    icons = icons_of(folder_of(order.game))
    for index, place in enumerate(order.game.components.places):
        name = speak(place.name)
        words = name if fonts.knows(name) else place.id
        yield _marked(place_marker(index), words, "", icons.get(place.icon))
    if order.address:
        yield _join(order.address, speak)


def _marked(number: int, name: str, note: str, icon: Icon | None = None) -> Piece:
    width, height = PIECE_MM
    x = (width - MARKER_MM) / 2
    shapes: list[Shape] = [Symbol(x, _TOP, MARKER_MM, marker(number))]
    below = _TOP + MARKER_MM * (1 + QUIET / 6) + 2.0
    if icon:
        shapes.append(Outline(width / 2 - 3.5, below, 7.0, icon.units, icon.steps))
        below += 8.0
    shapes += _named(name, note, below)
    return Piece(width, height, tuple(shapes))


def _named(name: str, note: str, top: float) -> Iterator[Shape]:
    width = PIECE_MM[0]
    size = fonts.fitted(name, width - 4.0, 4.0, bold=True)
    yield Text(width / 2, top + 3.4, size, name, align="middle", bold=True)
    if note:
        small = fonts.fitted(note, width - 4.0, 2.4)
        yield Text(width / 2, top + 7.0, small, note, align="middle", grey=0.25)


def _join(address: str, speak: Speak) -> Piece:
    width, height = PIECE_MM
    symbol = Symbol((width - _JOIN_MM) / 2, 5.0, _JOIN_MM, qr.matrix(address))
    name = speak(say("Another screen"))
    below = 5.0 + _JOIN_MM + 3.4
    size = fonts.fitted(name, width - 3.0, 3.2, bold=True)
    small = fonts.fitted(address, width - 3.0, 2.2)
    return Piece(
        width,
        height,
        (
            symbol,
            Text(width / 2, below + 2.4, size, name, align="middle", bold=True),
            Text(width / 2, below + 5.6, small, address, align="middle"),
        ),
    )
