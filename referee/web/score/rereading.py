"""Merging of further photos of a board with the answers of the players."""

from dataclasses import replace

from referee.core import AnyGame, BoardCell, CellKind, boards_of
from referee.table.boards.photos import Marked, PhotoOfBoard
from referee.table.boards.two_photos import joined
from referee.web.score.address import TypedBoard
from referee.web.services import services


def with_photo(game: AnyGame, board: TypedBoard, photo: PhotoOfBoard) -> TypedBoard:
    """Apply a photo to a board; values of an earlier photo of the same board are kept."""
    before = services().photos.find(board.photo)
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
    return TypedBoard(name, cells, photo.doubts, services().photos.keep(photo))


def _is_by_hand(board: TypedBoard, before: PhotoOfBoard, cell: BoardCell) -> bool:
    """Return whether a player has changed the value that the last photo gave for a cell."""
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


def marks_now(game: AnyGame, board: TypedBoard, photo: PhotoOfBoard | None) -> tuple[Marked, ...]:
    """Return the fields of a photo with the current entries of the board.

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
