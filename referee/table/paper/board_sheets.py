"""Draws boards to write on, and returns their layout for the camera.

Sheet and layout come from the same data (`Game.boards`). There is a marker in each corner; a code
gives the board and its player.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from camera.boards import BoardLayout, Field
from camera.scans import Quad
from printables import fonts, qr
from printables.markers import marker
from printables.outlines import Icon
from printables.papers import Paper
from printables.sheets import Line, Outline, Rect, Ring, Shape, Sheet, Symbol, Text
from referee.core import AnyGame, BoardArea, BoardCell, Boards, CellKind, boards_of, box_of, say
from referee.core.boards import Point
from referee.core.codes import BOARD_CORNERS, BoardCode, format_board_code
from referee.games import folder_of
from referee.table.paper.stickers import Speak, icons_of

MARKER_MM: Final = 11.0
"""The side of a marker, before scaling to the paper."""

_INSET: Final = 2.0
_CODE_MM: Final = 11.0
_CODE_FROM_RIGHT: Final = 31.0
_HEAD_LEFT: Final = 17.0
_NAME_LINE: Final = 92.0
_LEGEND: Final = 130.0
_WORD: Final = 3.4
_LINE: Final = 0.3
_GREY: Final = 0.35
_FRAME_GREY: Final = 0.7
_SMALL: Final = 2.4


@dataclass(frozen=True, slots=True)
class _Pen:
    """Draws shapes given in mm of the board, scaled and moved to the sheet."""

    left: float
    top: float
    times: float
    speak: Speak

    def text(self, at: Point, size: float, words: str, room: float, **more: object) -> Text:
        size = fonts.fitted(words, room, size, bold=bool(more.get("bold"))) * self.times
        made = Text(self.left + at[0] * self.times, self.top + at[1] * self.times, size, words)
        return replace(made, **more)  # type: ignore[arg-type]

    def rect(self, at: Point, size: Point, grey: float) -> Rect:
        x, y, wide, high = (*self.corner(at), size[0] * self.times, size[1] * self.times)
        return Rect(x, y, wide, high, _LINE, grey)

    def ring(self, at: Point, width: float, grey: float) -> Ring:
        return Ring(*self.corner(at), width * self.times, _LINE, grey)

    def symbol(self, at: Point, side: float, rows: tuple[tuple[bool, ...], ...]) -> Symbol:
        return Symbol(*self.corner(at), side * self.times, rows)

    def corner(self, at: Point) -> Point:
        return self.left + at[0] * self.times, self.top + at[1] * self.times


def layout_of_plan(game: AnyGame) -> BoardLayout:
    """Return the layout of our own board in mm, the same for each size of paper."""
    boards = boards_of(game)
    fields = tuple(field for cell in boards.cells for field in _fields(cell))
    code = square((boards.size[0] - _CODE_FROM_RIGHT, _INSET), _CODE_MM)
    return BoardLayout(
        f"{game.info.slug}-{boards.plan}",
        *boards.size,
        markers={
            number: square(corner, MARKER_MM)
            for number, corner in zip(BOARD_CORNERS, _marker_corners(boards.size), strict=True)
        },
        fields=fields,
        code=code,
    )


def board_sheet(
    game: AnyGame, player: int, paper: Paper, *, top: float, speak: Speak
) -> tuple[Shape, ...]:
    """Return one player's board, as large as fits between `top` (mm) and the bottom margin."""
    boards = boards_of(game)
    room = (paper.width - 2 * paper.margin, paper.height - paper.margin - top)
    times = min(room[0] / boards.size[0], room[1] / boards.size[1])
    left = (paper.width - boards.size[0] * times) / 2
    pen = _Pen(left, top, times, speak)
    icons = icons_of(folder_of(game))
    return (
        *_corners(pen, boards),
        *_head(pen, game, player),
        *(shape for area in boards.areas for shape in _area(pen, area, icons.get(area.icon))),
    )


def landscape(paper: Paper) -> Paper:
    """Return a paper in landscape orientation."""
    return replace(paper, width=paper.height, height=paper.width)


def board_sheets(
    game: AnyGame, players: int, paper: Paper, *, half: bool, speak: Speak, strip_mm: float
) -> tuple[Sheet, ...]:
    """Return the boards of all players: one per landscape page, or two per portrait page."""
    if not half:
        page = landscape(paper)
        top = page.margin + strip_mm
        return tuple(
            Sheet(page, board_sheet(game, player, page, top=top, speak=speak))
            for player in range(1, players + 1)
        )
    return tuple(
        _two_on_a_page(
            game, range(first, min(first + 2, players + 1)), paper, strip_mm=strip_mm, speak=speak
        )
        for first in range(1, players + 1, 2)
    )


def _two_on_a_page(
    game: AnyGame, players: range, paper: Paper, *, strip_mm: float, speak: Speak
) -> Sheet:
    middle = paper.height / 2
    upper = replace(paper, height=middle)
    top = paper.margin + strip_mm
    shapes: list[Shape] = []
    for place, player in enumerate(players):
        drawn = board_sheet(game, player, upper, top=top, speak=speak)
        shapes += [shape.moved(0, place * (middle - strip_mm / 2)) for shape in drawn]
    edge = paper.margin
    shapes.append(Line(edge, middle, paper.width - edge, middle, width=0.1, grey=0.6))
    return Sheet(paper, tuple(shapes))


# ---------------------------------------------------------------- inside


def _corners(pen: _Pen, boards: Boards) -> Iterator[Shape]:
    for number, corner in zip(BOARD_CORNERS, _marker_corners(boards.size), strict=True):
        yield pen.symbol(corner, MARKER_MM, marker(number))


def _head(pen: _Pen, game: AnyGame, player: int) -> Iterator[Shape]:
    boards = boards_of(game)
    text = format_board_code(BoardCode(box_of(game), boards.plan, player))
    at = (boards.size[0] - _CODE_FROM_RIGHT, _INSET)
    yield pen.symbol(at, _CODE_MM, qr.smallest(text))
    name = pen.speak(say("Name"))
    title = pen.speak(say("Score map {number}", number=player))
    title = f"{title} · {game.info.title}"
    yield pen.text((_HEAD_LEFT, 5.6), _WORD, title, 110.0, bold=True)
    yield pen.text((_HEAD_LEFT, 14.4), _SMALL, name, 14.0, grey=_GREY)
    legend = pen.speak(boards.legend)
    legend = legend if fonts.knows(legend) else str(boards.legend)
    yield pen.text((_HEAD_LEFT, 8.8), _SMALL, legend, _LEGEND, grey=_GREY)
    x, y = pen.corner((_HEAD_LEFT + 15.0, 14.8))
    yield Line(x, y, x + _NAME_LINE * pen.times, y, width=_LINE, grey=_GREY)
    yield pen.text((at[0] - 3.0, 8.0), _SMALL, text, 16.0, grey=_GREY, align="end")


def _area(pen: _Pen, area: BoardArea, icon: Icon | None) -> Iterator[Shape]:
    (left, top), (wide, high) = area.corner, area.size
    yield pen.rect(area.corner, area.size, _FRAME_GREY)
    beside = 2.0
    if icon:
        x, y = pen.corner((left + 1.6, top + 1.0))
        yield Outline(x, y, 5.0 * pen.times, icon.units, icon.steps)
        beside = 8.0
    label = pen.speak(area.label)
    label = label if fonts.knows(label) else str(area.label)
    yield pen.text((left + beside, top + 4.8), _WORD, label, wide - beside - 2.0, bold=True)
    for cell in area.cells:
        yield from _cell(pen, cell)
    for printed in area.numbers:
        (x, y), width = printed.centre, printed.width
        yield pen.ring((x - width / 2, y - width / 2), width, _GREY)
        yield pen.text(
            (x, y + 0.9), 2.6, str(printed.number), width - 1.0, align="middle", grey=_GREY
        )
    yield from _filling_order(pen, area, top + high)


def _cell(pen: _Pen, cell: BoardCell) -> Iterator[Shape]:
    for corner in cell.corners:
        if cell.kind is CellKind.CIRCLES:
            yield pen.ring(corner, cell.side, _GREY)
        else:
            yield pen.rect(corner, (cell.side, cell.side), _GREY)
    if cell.kind is CellKind.BOX:
        (x, y), words = cell.corners[0], pen.speak(cell.label)
        words = words if fonts.knows(words) else str(cell.label)
        at = (x + cell.side / 2, y + cell.side + 3.2)
        yield pen.text(at, _SMALL, words, 2.4 * cell.side, align="middle")


def _filling_order(pen: _Pen, area: BoardArea, bottom: float) -> Iterator[Shape]:
    """Draw the order in which squares are filled, if they are in more than one row."""
    digits = [cell for cell in area.cells if cell.kind is CellKind.DIGIT]
    across = sorted({cell.corners[0][0] for cell in digits})
    down = sorted({cell.corners[0][1] for cell in digits})
    if len(down) < 2:  # noqa: PLR2004 - one row goes from left to right
        return
    right = max(across) + digits[0].side
    for number, cell in enumerate(digits, start=1):
        x, y = across.index(cell.corners[0][0]), down.index(cell.corners[0][1])
        at = (right + 3.0 + x * 3.4, bottom - 9.6 + y * 3.4)
        yield pen.rect(at, (3.4, 3.4), _FRAME_GREY)
        yield pen.text(
            (at[0] + 1.7, at[1] + 2.5), 2.2, str(number), 3.0, align="middle", grey=_GREY
        )


def _fields(cell: BoardCell) -> Iterator[Field]:
    for name, corner in zip(cell.fields, cell.corners, strict=True):
        match cell.kind:
            case CellKind.DIGIT:
                yield Field(name, "digit", square(corner, cell.side))
            case CellKind.BOX:
                yield Field(name, "box", square(corner, cell.side))
            case _:
                yield Field(name, "circle", square(corner, cell.side))


def _marker_corners(size: Point) -> tuple[Point, ...]:
    right, bottom = size[0] - _INSET - MARKER_MM, size[1] - _INSET - MARKER_MM
    return (_INSET, _INSET), (right, _INSET), (right, bottom), (_INSET, bottom)


def square(corner: Point, side: float) -> Quad:
    """Return the corners of a square, given its upper left one."""
    x, y = corner
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
