"""A photo that comes to a board: the first fills it, further ones are joined with it.

Whatever somebody has answered or changed by hand since the last photo stays as it is.
"""

from dataclasses import replace

from referee.core import AnyGame, BoardCell, CellKind
from referee.table.boardfiles import boards_of
from referee.table.photographed import PhotoOfBoard
from referee.table.two_photos import joined
from referee.web.desk import desk
from referee.web.score_asked import TypedBoard


def with_photo(game: AnyGame, board: TypedBoard, photo: PhotoOfBoard) -> TypedBoard:
    """Write what a photo shows on a board; an earlier photo of the same board still counts."""
    before = desk().photos.find(board.photo)
    both = joined(game, before, photo) if before else None
    if before is None or both is None:
        return _filled(board.name, photo)
    filled = _filled(board.name, both)
    for cell in boards_of(game).cells:
        if _is_by_hand(board, before, cell):
            filled = _kept(filled, board, cell)
    return filled


def _filled(name: str, photo: PhotoOfBoard) -> TypedBoard:
    cells = {cell: str(value) for cell, value in photo.written.items()}
    return TypedBoard(name, cells, photo.doubts, desk().photos.keep(photo))


def _is_by_hand(board: TypedBoard, before: PhotoOfBoard, cell: BoardCell) -> bool:
    """Tell whether somebody has answered or changed what the last photo gave for a cell."""
    answered = any(cell.has(field) and field not in board.doubts for field in before.doubts)
    return answered or board.written.get(cell.name, 0) != before.written.get(cell.name, 0)


def _kept(filled: TypedBoard, board: TypedBoard, cell: BoardCell) -> TypedBoard:
    cells = {name: text for name, text in filled.cells.items() if name != cell.name}
    if cell.name in board.cells:
        cells[cell.name] = board.cells[cell.name]
    doubts = [field for field in filled.doubts if not cell.has(field)]
    if cell.kind is CellKind.CIRCLES:  # the count holds the answers, so the rest is still open
        doubts += [field for field in board.doubts if cell.has(field)]
    return replace(filled, cells=cells, doubts=tuple(doubts))
