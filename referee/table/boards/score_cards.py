"""Draws a result as a picture to share: names, sums line by line, and the winner."""

from collections.abc import Iterator
from io import BytesIO
from typing import Final

from PIL import Image

from printables import fonts, pixels
from printables.papers import Paper
from printables.sheets import Line, Shape, Sheet, Text
from referee.core import AnyGame
from referee.table.boards.tallies import Tally, result_text, total_text
from referee.table.paper.stickers import Speak

_COLUMN_MM: Final = 56.0
_EDGE_MM: Final = 6.0
_LINE_MM: Final = 5.2
_HEAD_MM: Final = 20.0
_TYPE_MM: Final = 3.2
_PX_PER_MM: Final = 6.0


def card(game: AnyGame, tally: Tally, speak: Speak) -> Sheet:
    """Return a result as a sheet, a column for each player."""
    columns = len(tally.columns)
    longest = max((len(one.lines) + len(one.contradictions) for _, one in tally.columns), default=0)
    rows = longest + 3
    width = 2 * _EDGE_MM + columns * _COLUMN_MM
    width = max(width, 110.0)
    height = _HEAD_MM + rows * _LINE_MM + 12.0
    shapes = (*_head(game, tally, speak, width), *_columns(tally, speak))
    return Sheet(Paper("score", "", width, height, 0.0), shapes)


def as_picture(game: AnyGame, tally: Tally, speak: Speak) -> bytes:
    """Return a result as a PNG."""
    file = BytesIO()
    Image.fromarray(pixels.draw(card(game, tally, speak), _PX_PER_MM)).save(file, "PNG")
    return file.getvalue()


def _head(game: AnyGame, tally: Tally, speak: Speak, width: float) -> Iterator[Shape]:
    room = width - 2 * _EDGE_MM
    result = speak(result_text(tally))
    size = fonts.fitted(result, room, 4.6, bold=True)
    yield Text(_EDGE_MM, 7.0, 3.0, game.info.title, grey=0.35)
    yield Text(_EDGE_MM, 13.5, size, result, bold=True)
    yield Line(_EDGE_MM, 16.5, width - _EDGE_MM, 16.5, grey=0.6)


def _columns(tally: Tally, speak: Speak) -> Iterator[Shape]:
    for column, (name, counted) in enumerate(tally.columns):
        left, y = _EDGE_MM + column * _COLUMN_MM, _HEAD_MM + 2.0
        lines = [speak(line.text) for line in counted.lines]
        lines += [f"? {speak(one.text)}" for one in counted.contradictions]
        yield _fitted(left, y, name, bold=True)
        for words in lines:
            y += _LINE_MM
            yield _fitted(left, y, words)
        if counted.total is not None:
            yield _fitted(left, y + 1.3 * _LINE_MM, speak(total_text(counted.total)), bold=True)


def _fitted(x: float, y: float, words: str, *, bold: bool = False) -> Text:
    size = fonts.fitted(words, _COLUMN_MM - 4.0, _TYPE_MM * (1.2 if bold else 1.0), bold=bold)
    return Text(x, y, size, words, bold=bold)
