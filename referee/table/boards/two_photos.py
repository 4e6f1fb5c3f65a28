"""Merges two photos of one board: a field in doubt in one may be read in the other.

A field is settled by a photo that read it, unless the other is confident of another value; where
both read it and differ, it is asked. Two doubtful readings never settle a field, even if they
agree: they saw the same strokes, and 6 of 150 boards would have become wrong.
"""

from dataclasses import replace
from typing import Final

from camera.boards import CellReading
from referee.core import AnyGame
from referee.table.boards.photos import PhotoOfBoard, value_text, with_rows_judged, written_in_photo

MOST_DIFFERENT: Final = 2
"""Fields that both read differently, above which the photos show different boards."""

CONFIDENT: Final = 0.85
"""Confidence from which a doubtful reading contradicts another."""


def joined(game: AnyGame, first: PhotoOfBoard, second: PhotoOfBoard) -> PhotoOfBoard | None:
    """Return a photo merged with an earlier one; None if they show different boards."""
    before = {cell.name: cell for cell in first.cells}
    has_same_fields = {cell.name for cell in second.cells} == before.keys()
    if not has_same_fields or _differ(first.player, second.player):
        return None
    pairs = [(before[cell.name], cell) for cell in second.cells]
    if sum(_contradict(one, other) for one, other in pairs) > MOST_DIFFERENT:
        return None
    cells = with_rows_judged(game, tuple(_settled(one, other) for one, other in pairs))
    doubts = tuple(cell.name for cell in cells if cell.state == "ask")
    by_name = {cell.name: cell for cell in cells}
    marks = tuple(
        replace(mark, said=value_text(by_name[mark.name]), is_asked=mark.name in doubts)
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
    """Return the merged reading of a field, with the corners of the second photo."""
    if _contradict(one, other):
        return replace(other, state="ask")
    if _is_read(other):
        return other if _agrees(one, other) else replace(other, state="ask")
    if _is_read(one) and _agrees(other, one):
        return replace(other, value=one.value, state=one.state, confidence=one.confidence)
    return other


def _agrees(witness: CellReading, read: CellReading) -> bool:
    """Return whether a doubtful reading does not contradict a value."""
    return witness.value in {None, read.value} or witness.confidence < CONFIDENT
