"""Boards in the query of an address: their owners, the values of the cells, and the doubts.

The address holds everything that was typed. So a reload loses nothing, "back" undoes the last step,
and a shared link shows the same boards.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.core import AnyGame, BoardCell, CellKind, Contradicted, RuleId, Written, boards_of, say
from referee.core.prose import shortened
from referee.table.boards.files import NamedBoard, named, open_doubts

USUAL: Final = 2
_NUMBER: Final = re.compile(r"-?[0-9]{1,3}")
_PHOTO: Final = re.compile(r"[0-9a-z]{1,40}")
_ANSWER: Final = re.compile(r"([0-9]{1,2})\.(.{1,60})=([0-9]{0,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class TypedBoard:
    """One player's board as it was typed.

    `doubts` are the fields that a photo left open, `photo` is where that photo is kept.
    """

    name: str
    cells: Mapping[str, str]
    doubts: tuple[str, ...] = ()
    photo: str = ""

    @property
    def is_blank(self) -> bool:
        """Return whether the board is blank."""
        return not (self.cells or self.photo or self.doubts)

    @property
    def written(self) -> Written:
        """Return the cells that can be read as numbers."""
        return {name: int(text) for name, text in self.cells.items() if _NUMBER.fullmatch(text)}

    @property
    def as_named(self) -> NamedBoard:
        """Return the board for counting."""
        return NamedBoard(self.name, self.written)

    @property
    def as_saved(self) -> NamedBoard:
        """Return the board for a file; doubts and unreadable cells are left open."""
        strange = (name for name in self.cells if name not in self.written)
        return replace(self.as_named, doubts=(*self.doubts, *strange))


def asked(game: AnyGame, sent: Mapping[str, str]) -> tuple[TypedBoard, ...]:
    """Parse the boards of an address; invalid fields are ignored."""
    players = boards_of(game).players
    text = sent.get("players", "")
    count = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else USUAL  # noqa: PLR2004
    count = count if count in players else min(USUAL, max(players))
    return tuple(_board(game, sent, number) for number in range(1, count + 1))


def _board(game: AnyGame, sent: Mapping[str, str], number: int) -> TypedBoard:
    cells = {
        cell.name: text
        for cell in boards_of(game).cells
        if (text := shortened(sent.get(f"{number}.{cell.name}", "").strip()))
        and (cell.kind is not CellKind.BOX or text == "1")
    }
    photo = sent.get(f"photo.{number}", "")
    board = TypedBoard(
        named(sent.get(f"name.{number}", "")),
        cells,
        tuple(sent.get(f"ask.{number}", "").split()),
        photo if _PHOTO.fullmatch(photo) else "",
    )
    return replace(board, doubts=tuple(open_doubts(game, board.doubts, board.cells)))


def query_of(boards: Sequence[TypedBoard], match: str = "") -> dict[str, str]:
    """Return the query fields of boards and their match; blank cells are left out."""
    fields = {"players": str(len(boards))} | ({"of": match} if match else {})
    for number, board in enumerate(boards, start=1):
        fields |= {f"{number}.{name}": text for name, text in board.cells.items()}
        more = {"name": board.name, "ask": " ".join(board.doubts), "photo": board.photo}
        fields |= {f"{key}.{number}": text for key, text in more.items() if text}
    return fields


def typed(game: AnyGame, boards: Sequence[NamedBoard]) -> tuple[TypedBoard, ...]:
    """Return the boards of a file as typed boards."""
    known = [cell.name for cell in boards_of(game).cells]
    return tuple(
        TypedBoard(
            one.name,
            {name: str(one.written[name]) for name in known if name in one.written},
            one.doubts,
        )
        for one in boards
    )


def answered(game: AnyGame, boards: Sequence[TypedBoard], answer: str) -> tuple[TypedBoard, ...]:
    """Apply the answer to a doubt, such as `2.hull.3=4`; `2.hull.3=` means blank."""
    found = _ANSWER.fullmatch(answer)
    if found is None or not 1 <= int(found[1]) <= len(boards):
        return tuple(boards)
    seat, field, value = int(found[1]) - 1, found[2], found[3]
    cell = boards_of(game).cell_of(field)
    if cell is None or field not in boards[seat].doubts:
        return tuple(boards)
    changed = _with_answer(boards[seat], cell, field, value)
    return (*boards[:seat], changed, *boards[seat + 1 :])


def _with_answer(board: TypedBoard, cell: BoardCell, field: str, value: str) -> TypedBoard:
    cells = dict(board.cells)
    if cell.kind is CellKind.CIRCLES:
        cells[cell.name] = str(board.written.get(cell.name, 0) + bool(value))
    elif value:
        cells[cell.name] = value
    return replace(board, cells=cells, doubts=tuple(one for one in board.doubts if one != field))


def unread(game: AnyGame, board: TypedBoard) -> tuple[Contradicted, ...]:
    """Return the cells whose text is no number."""
    return tuple(
        Contradicted(
            name,
            RuleId(""),
            say("{cell}: “{value}” cannot be read.", cell=cell.label, value=text),
        )
        for name, text in board.cells.items()
        if not _NUMBER.fullmatch(text) and (cell := boards_of(game).cell(name))
    )
