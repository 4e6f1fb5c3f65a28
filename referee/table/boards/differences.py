"""Compares a board with its match, cell by cell; people decide which is right."""

from collections.abc import Iterator

from referee.core import (
    AnyGame,
    BoardCell,
    CellKind,
    Contradicted,
    RuleId,
    Text,
    Written,
    boards_of,
    say,
)


def differences(game: AnyGame, shown: Written, known: Written) -> Iterator[Contradicted]:
    """Yield each cell in which a board differs from its match."""
    for cell in boards_of(game).cells:
        if shown.get(cell.name, 0) != known.get(cell.name, 0):
            text = say(
                "{cell}: the board shows {seen}, the match has {known}.",
                cell=cell.label,
                seen=_value_text(cell, shown),
                known=_value_text(cell, known),
            )
            yield Contradicted(cell.name, RuleId(""), text)


def _value_text(cell: BoardCell, written: Written) -> Text | int:
    if cell.kind is CellKind.BOX:
        return say("a cross") if written.get(cell.name) else say("no cross")
    return written.get(cell.name) or say("nothing")
