"""Two photos of one board, joined: what one leaves open the other may show.

A field is settled by a photo that read it for itself, and only if the other does not take it with
some confidence for something else; where both have read and differ, it is asked. Two guesses are
never a reading, even where they agree: they look at the same strokes, and of 150 boards 6 would
have become wrong by that.
"""

from dataclasses import replace
from typing import Final

from camera.boards import CellReading
from referee.core import AnyGame
from referee.table.boards.photos import PhotoOfBoard, said_of, with_gaps_asked, written_in_photo

MOST_DIFFERENT: Final = 2
"""Fields that both have read and differ in; with more of them it is another board."""

CONFIDENT: Final = 0.85
"""From here on what a photo only took for likely still speaks against another reading."""


def joined(game: AnyGame, first: PhotoOfBoard, second: PhotoOfBoard) -> PhotoOfBoard | None:
    """Join a photo with an earlier one of the same board; None where it shows another board."""
    before = {cell.name: cell for cell in first.cells}
    has_same_fields = {cell.name for cell in second.cells} == before.keys()
    if not has_same_fields or _differ(first.player, second.player):
        return None
    pairs = [(before[cell.name], cell) for cell in second.cells]
    if sum(_contradict(one, other) for one, other in pairs) > MOST_DIFFERENT:
        return None
    cells = with_gaps_asked(game, tuple(_settled(one, other) for one, other in pairs))
    doubts = tuple(cell.name for cell in cells if cell.state == "ask")
    by_name = {cell.name: cell for cell in cells}
    marks = tuple(
        replace(mark, said=said_of(by_name[mark.name]), is_asked=mark.name in doubts)
        for mark in second.marks
    )
    return replace(
        second,
        written=written_in_photo(game, cells),
        doubts=doubts,
        cells=cells,
        marks=marks,
        player=second.player or first.player,
        crops={**first.crops, **second.crops},
    )


def _differ(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other


def _is_read(cell: CellReading) -> bool:
    return cell.state != "ask"


def _contradict(one: CellReading, other: CellReading) -> bool:
    return _is_read(one) and _is_read(other) and one.value != other.value


def _settled(one: CellReading, other: CellReading) -> CellReading:
    """Return what both say of a field, as it lies in the second photo."""
    if _contradict(one, other):
        return replace(other, state="ask")
    if _is_read(other):
        return other if _agrees(one, other) else replace(other, state="ask")
    if _is_read(one) and _agrees(other, one):
        return replace(other, value=one.value, state=one.state, confidence=one.confidence)
    return other


def _agrees(witness: CellReading, read: CellReading) -> bool:
    """Return whether a witness is not confident of anything else than what was read."""
    return witness.value in {None, read.value} or witness.confidence < CONFIDENT
