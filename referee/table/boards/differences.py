"""What a board shows otherwise than its match has it, cell by cell; which is right, people say."""

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
    """Say each cell in which a board shows something else than the match has."""
    for cell in boards_of(game).cells:
        if shown.get(cell.name, 0) != known.get(cell.name, 0):
            text = say(
                "{cell}: the board shows {seen}, the match has {known}.",
                cell=cell.label,
                seen=_said(cell, shown),
                known=_said(cell, known),
            )
            yield Contradicted(cell.name, RuleId(""), text)


def _said(cell: BoardCell, written: Written) -> Text | int:
    if cell.kind is CellKind.BOX:
        return say("a cross") if written.get(cell.name) else say("no cross")
    return written.get(cell.name) or say("nothing")
