"""Our own drawing of a map: the position of each square, box and circle, in millimetres."""

from typing import Final

from referee.core import BoardArea, BoardCell, CellKind, PrintedNumber, Text, say
from referee.games.rolling.components import CHESTS, HOUSE_CIRCLES, Place
from referee.games.rolling.sheets import INFAMY_CELL, buried_cell, cell_name, cell_said
from referee.games.rolling.words import PLACE_NAMES, place_icon

SIGN: Final = "1"
"""What the codes on printed maps call this drawing."""

SIZE: Final = (200.0, 128.0)
INFAMY_CIRCLES: Final = 20
"""Circles on our own map; the rulebook gives no end of Infamy."""

_SQUARE: Final = 11.0
_PITCH: Final = 12.4
_CIRCLE: Final = 6.0
_CIRCLE_PITCH: Final = 8.1
_COLUMN: Final = 66.5
_AREA: Final = 65.0
_LEFT: Final = 1.0
_HEAD: Final = 7.5
_EDGE: Final = 1.8
_CHEST_TOP: Final = 17.0
_CHEST_HIGH: Final = 35.0
_TRACK_HIGH: Final = 28.0
_ROWS: Final = (
    (54.0, (Place.HULL, Place.PORTS, Place.CREW)),
    (83.5, (Place.RAISE, Place.SMALL, Place.LARGE)),
)
_NUMBER: Final = 5.6
_BELOW: Final = 15.7
_BURIED: Final = (46.0, 13.7)

_CHEST_CORNERS: Final = ((1, 1), (0, 1), (1, 0), (0, 0))
"""The squares of a chest in their order: the bottom right one first, the top left one last."""


def _chest(column: int, chest: Place) -> BoardArea:
    left, top = _LEFT + column * _COLUMN, _CHEST_TOP
    squares = tuple(
        _square(chest, number, (left + _EDGE + across * _PITCH, top + _HEAD + down * _PITCH))
        for number, (across, down) in enumerate(_CHEST_CORNERS, start=1)
    )
    mark = (left + _BURIED[0], top + _BURIED[1])
    label = say("Chest {number} is buried", number=column + 1)
    buried = BoardCell(buried_cell(chest), CellKind.BOX, label, (mark,), _SQUARE)
    size = (_AREA, _CHEST_HIGH)
    return BoardArea(PLACE_NAMES[chest], place_icon(chest), (left, top), size, (*squares, buried))


def _track(column: int, top: float, place: Place) -> BoardArea:
    left = _LEFT + column * _COLUMN
    squares = tuple(
        _square(place, number + 1, (left + _EDGE + number * _PITCH, top + _HEAD))
        for number in range(place.squares)
    )
    numbers = tuple(
        PrintedNumber(
            number,
            (left + _EDGE + _SQUARE / 2 + count * _PITCH, top + _HEAD + _BELOW),
            _NUMBER,
        )
        for count, number in enumerate(HOUSE_CIRCLES.at(place))
    )
    size = (_AREA, _TRACK_HIGH)
    return BoardArea(PLACE_NAMES[place], place_icon(place), (left, top), size, squares, numbers)


def _square(place: Place, number: int, corner: tuple[float, float]) -> BoardCell:
    name = cell_name(place, number)
    return BoardCell(name, CellKind.DIGIT, cell_said(name), (corner,), _SQUARE)


def _infamy() -> BoardArea:
    label: Text = say("Infamy")
    corners = tuple((18.5 + number * _CIRCLE_PITCH, 119.8) for number in range(INFAMY_CIRCLES))
    cell = BoardCell(INFAMY_CELL, CellKind.CIRCLES, label, corners, _CIRCLE)
    return BoardArea(label, "infamy", (16.0, 112.8), (168.0, 14.2), (cell,))


AREAS: Final = (
    *(_chest(column, chest) for column, chest in enumerate(CHESTS)),
    *(_track(column, top, place) for top, places in _ROWS for column, place in enumerate(places)),
    _infamy(),
)
