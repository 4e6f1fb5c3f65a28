"""Comparison of the score page with the boards of a match."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.core import AnyGame, Contradicted, RefereeError, Written, boards_of, redact
from referee.match import Match
from referee.table.boards.differences import differences
from referee.web.score.address import TypedBoard
from referee.web.services import services

_LONGEST_ID: Final = 40


def match_asked(sent: Mapping[str, str], game: AnyGame) -> Match | None:
    """Return the match that the boards of an address belong to.

    None if there is none, or if it is locked to this device.
    """
    called = sent.get("of", "")
    if not called or len(called) > _LONGEST_ID:
        return None
    try:
        match = services().matches.get(called)
    except RefereeError:  # deleted, or its log is broken
        return None
    is_of_it = (
        match.game.info.slug == game.info.slug and services().lobbies.here(match.id).is_let_in
    )
    return match if is_of_it else None


def differing(match: Match | None, boards: Sequence[TypedBoard]) -> list[tuple[Contradicted, ...]]:
    """Return for each board its differences from the match; doubtful cells are not compared."""
    known = written_in(match) if match else ()
    told = []
    for number, board in enumerate(boards):
        found: tuple[Contradicted, ...] = ()
        if match and number < len(known):
            found = tuple(differences(match.game, board.written, known[number]))
        told.append(tuple(one for one in found if one.cell not in _in_doubt(match, board)))
    return told


def _in_doubt(match: Match | None, board: TypedBoard) -> set[str]:
    kinds = boards_of(match.game) if match else None
    cells = (kinds.cell_of(field) for field in board.doubts) if kinds else ()
    return {cell.name for cell in cells if cell}


def written_in(match: Match) -> Sequence[Written]:
    """Return what is written on the boards of a match now, in the order of the seats."""
    return match.game.written(redact(match.state, None))
