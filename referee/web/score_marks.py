"""What lies over the photo of a board: what each field holds now, also where somebody answered."""

from dataclasses import replace

from referee.core import AnyGame, CellKind
from referee.table.boardfiles import boards_of
from referee.table.photographed import Marked, PhotoOfBoard
from referee.web.score_asked import TypedBoard


def marks_now(game: AnyGame, board: TypedBoard, photo: PhotoOfBoard | None) -> tuple[Marked, ...]:
    """Give the fields of a photo with what stands on the board by now.

    Of circles only their count is kept, so one that was answered is left without a sign.
    """
    return tuple(_now(game, board, mark) for mark in photo.marks) if photo else ()


def _now(game: AnyGame, board: TypedBoard, mark: Marked) -> Marked:
    if mark.name in board.doubts:
        return replace(mark, said="?", is_asked=True)
    cell = boards_of(game).cell_of(mark.name)
    if cell is None or cell.kind is CellKind.CIRCLES:
        return replace(mark, said="" if mark.is_asked else mark.said, is_asked=False)
    written = board.cells.get(cell.name, "")
    said = "✓" if written and cell.kind is CellKind.BOX else written
    return replace(mark, said=said, is_asked=False)
