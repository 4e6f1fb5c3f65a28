"""Draws the frame for the game's own board, with markers in its corners.

The board is always put into it in the same place, so a photo of it can be read like one of our own
boards once a template gives its squares.
"""

from collections.abc import Iterator
from typing import Final

from camera.boards import BoardLayout, Field
from printables import fonts, qr
from printables.markers import marker
from printables.papers import Paper
from printables.sheets import Line, Shape, Sheet, Symbol, Text
from referee.core import AnyGame, box_of, say
from referee.core.codes import FRAME_CORNERS, BoardCode, format_board_code
from referee.table.paper.board_sheets import landscape, square
from referee.table.paper.stickers import Speak

FRAME_MM: Final = (265.0, 190.0)
"""Fits on landscape A4 and Letter, so that one template serves for both."""

_SIGN: Final = "F"
_MARKER: Final = 15.0
_INSET: Final = 2.0
_CODE: Final = 12.0
_CODE_AT: Final = (3.5, 23.0)
_ROOM: Final = (21.0, 3.0)
_HOOK: Final = 8.0


def frame_layout(fields: tuple[Field, ...] = ()) -> BoardLayout:
    """Return the layout of a frame in mm; without fields, its symbol is the only one."""
    code = square(_CODE_AT, _CODE)
    return BoardLayout(
        "frame",
        *FRAME_MM,
        markers={
            number: square(corner, _MARKER)
            for number, corner in zip(FRAME_CORNERS, _corners(), strict=True)
        },
        fields=fields or (Field("frame", "box", code),),
        code=code,
    )


def frame_sheet(game: AnyGame, paper: Paper, top: float, speak: Speak) -> Sheet:
    """Return the frame as a landscape sheet; the board goes between the corner marks."""
    page = landscape(paper)
    left = (page.width - FRAME_MM[0]) / 2
    return Sheet(page, tuple(shape.moved(left, top) for shape in _frame(game, speak)))


# ---------------------------------------------------------------- inside


def _frame(game: AnyGame, speak: Speak) -> Iterator[Shape]:
    for number, corner in zip(FRAME_CORNERS, _corners(), strict=True):
        yield Symbol(*corner, _MARKER, marker(number))
    code = BoardCode(box_of(game), _SIGN, 0)
    yield Symbol(*_CODE_AT, _CODE, qr.smallest(format_board_code(code)))
    (left, top), (right, bottom) = _ROOM, (FRAME_MM[0] - _ROOM[0], FRAME_MM[1] - _ROOM[1])
    for x, across in ((left, _HOOK), (right, -_HOOK)):
        for y, down in ((top, _HOOK), (bottom, -_HOOK)):
            yield Line(x, y, x + across, y, width=0.3, grey=0.4)
            yield Line(x, y, x, y + down, width=0.3, grey=0.4)
    words = speak(say("Put the {game} board here, always in the same place.", game=game.info.title))
    size = fonts.fitted(words, right - left - 20.0, 4.0)
    yield Text((left + right) / 2, FRAME_MM[1] / 2, size, words, align="middle", grey=0.5)


def _corners() -> tuple[tuple[float, float], ...]:
    right, bottom = FRAME_MM[0] - _INSET - _MARKER, FRAME_MM[1] - _INSET - _MARKER
    return (_INSET, _INSET), (right, _INSET), (right, bottom), (_INSET, bottom)
