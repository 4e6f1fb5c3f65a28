"""Boards of one table become sums, contradictions and a winner, for a screen or a program."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.core import (
    AnyGame,
    BoardCell,
    CellKind,
    Contradicted,
    Counted,
    Ranking,
    RuleId,
    Seat,
    SumLine,
    Text,
    Written,
    boards_of,
    display_names,
    listed,
    literal,
    say,
    say_count,
)
from referee.table.boards.files import NamedBoard, as_cells
from referee.table.paper.stickers import Speak


@dataclass(frozen=True, slots=True)
class Tally:
    """The boards of a table, counted: who they belong to, each sum, and who wins.

    Boards on which nothing is written are `left_out`: nobody may have played on them. There is no
    ranking while any other board contradicts itself or has a field in doubt;
    such a field is asked among the contradictions of its board, under no rule.
    """

    names: tuple[str, ...]
    counted: tuple[Counted, ...]
    ranking: Ranking | None
    left_out: tuple[Seat, ...] = ()

    @property
    def columns(self) -> tuple[tuple[str, Counted], ...]:
        """Return the name and the sum of each board that is not left out."""
        both = zip(self.names, self.counted, strict=True)
        return tuple(one for seat, one in enumerate(both) if seat not in self.left_out)


def tally(game: AnyGame, boards: Sequence[NamedBoard], speak: Speak = str) -> Tally:
    """Count the boards of a table."""
    kinds = boards_of(game)
    names = names_of(boards, speak)
    left_out = tuple(Seat(seat) for seat, board in enumerate(boards) if _is_blank(board))
    seats = [Seat(seat) for seat in range(len(boards)) if seat not in left_out]
    counted = tuple(_counted(game, board) for board in boards)
    if not seats or any(counted[seat].total is None for seat in seats):
        return Tally(names, counted, None, left_out)
    ranking = kinds.rank([names[seat] for seat in seats], [boards[seat].written for seat in seats])
    best, winners = (tuple(seats[one] for one in all_) for all_ in (ranking.best, ranking.winners))
    return Tally(names, counted, replace(ranking, best=best, winners=winners), left_out)


def names_of(boards: Sequence[NamedBoard], speak: Speak = str) -> tuple[str, ...]:
    """Return the names as they are said; who has none is called by a number."""
    numbered = enumerate(boards, start=1)
    return display_names(
        [board.name or speak(say("Player {number}", number=count)) for count, board in numbered]
    )


def as_record(game: AnyGame, boards: Sequence[NamedBoard]) -> dict[str, Any]:
    """Write boards and their sums for a program."""
    found = tally(game, boards)
    return {
        "game": game.info.slug,
        "boards": [
            {
                "name": name,
                "cells": as_cells(game, board.written),
                "ask": list(board.doubts),
                "contradictions": [
                    one for one in contradictions_told(counted) if one["cell"] not in board.doubts
                ],
                "score": score_told(counted),
            }
            for name, board, counted in zip(found.names, boards, found.counted, strict=True)
        ],
        "result": None if found.ranking is None else _ranking_told(found.ranking),
    }


def score_told(counted: Counted) -> dict[str, Any] | None:
    """Write a sum for a program; None while something contradicts."""
    if counted.total is None:
        return None
    lines = [
        {"says": str(line.text), "points": line.points, "rule": line.rule} for line in counted.lines
    ]
    return {"lines": lines, "total": counted.total}


def contradictions_told(counted: Counted) -> list[dict[str, str]]:
    """Write what contradicts for a program."""
    return [
        {"cell": one.cell, "rule": one.rule, "says": str(one.text)}
        for one in counted.contradictions
    ]


def sentences(found: Tally, speak: Speak = str) -> Iterator[str]:
    """Say everything line by line, as text to read or to send on."""
    for name, counted in found.columns:
        yield speak(literal(name))
        for one in counted.contradictions:
            yield f"  ? {speak(one.text)}"
        for line in counted.lines:
            yield f"  {speak(line.text)}"
        if counted.total is not None:
            yield f"  {speak(total_said(counted.total))}"
    if said := left_out_said(found):
        yield speak(said)
    yield speak(result_said(found))


def count_said(game: AnyGame, written: Written, doubts: Sequence[str]) -> Iterator[str]:
    """Say the sum of one board; without a total while anything is in question."""
    counted = boards_of(game).count(written)
    for line in known_lines(game, counted.lines, doubts):
        yield str(line.text)
    yield str(waiting() if counted.total is None or doubts else total_said(counted.total))


def known_lines(
    game: AnyGame, lines: Iterable[SumLine], doubts: Iterable[str]
) -> tuple[SumLine, ...]:
    """Return the lines of a sum; of one that hangs on a doubt only that it is not known yet."""
    boards = boards_of(game)
    cells = (boards.cell_of(field) or boards.cell(field) for field in doubts)
    open_cells = {cell.name for cell in cells if cell}
    return tuple(line if open_cells.isdisjoint(line.cells) else _not_known(line) for line in lines)


def questions_of(
    game: AnyGame, doubts: Sequence[str], found: Iterable[Contradicted]
) -> Iterator[Contradicted]:
    """Ask about each field that is in doubt, and about all that contradicts."""
    for name in doubts:
        cell = boards_of(game).cell_of(name) or boards_of(game).cell(name)
        if cell:
            yield Contradicted(name, RuleId(""), question(cell, name))
    yield from ripe(game, found, doubts)


def question(cell: BoardCell, name: str) -> Text:
    """Ask what stands in a field."""
    if cell.kind is CellKind.DIGIT:
        return say("{square}: what stands there?", square=cell.label)
    if cell.kind is CellKind.BOX:
        return say("{box}: is it crossed?", box=cell.label)
    number = name.rpartition(".")[2]
    return say("{row}, circle {number}: is it filled?", row=cell.label, number=number)


def ripe(
    game: AnyGame, found: Iterable[Contradicted], doubts: Iterable[str]
) -> tuple[Contradicted, ...]:
    """Leave out what contradicts in an area with a doubt: the answer to that may settle it."""
    boards = boards_of(game)
    doubtful = [boards.area_of(field) for field in doubts]
    return tuple(one for one in found if boards.area_of(one.cell) not in doubtful)


def total_said(total: int) -> Text:
    """Say a sum."""
    return say_count("Together: {count} point", "Together: {count} points", total)


def result_said(found: Tally) -> Text:
    """Say who wins, or why nobody can say so yet."""
    if found.ranking is not None:
        return found.ranking.text
    return waiting() if found.columns else say("Nothing is written on any board yet.")


def left_out_said(found: Tally) -> Text | None:
    """Say which boards are left out of the result; None where there are none, or only such."""
    if not found.left_out or not found.columns:
        return None
    names = listed([found.names[seat] for seat in found.left_out])
    return say("Nothing is written on the board of {names}, so it does not count.", names=names)


def waiting() -> Text:
    """Say why there is no winner yet."""
    return say("The result waits until every question is answered.")


def _not_known(line: SumLine) -> SumLine:
    return replace(line, text=say("{what}: not known yet", what=line.name), points=None)


def _is_blank(board: NamedBoard) -> bool:
    return not board.written and not board.doubts


def _counted(game: AnyGame, board: NamedBoard) -> Counted:
    if _is_blank(board):
        return Counted()
    found = boards_of(game).count(board.written)
    if not board.doubts:
        return found
    asked = tuple(questions_of(game, board.doubts, found.contradictions))
    return Counted(asked, known_lines(game, found.lines, board.doubts))


def _ranking_told(ranking: Ranking) -> dict[str, Any]:
    return {
        "best": list(ranking.best),
        "winners": list(ranking.winners),
        "rule": ranking.rule,
        "says": str(ranking.text),
    }
