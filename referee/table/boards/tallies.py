"""Counts the boards of a table: sums, contradictions and the winner, as text and as JSON types."""

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
    """The counted boards of a table.

    Blank boards are `left_out`: perhaps they were not played on. There is no `ranking` while
    another board contradicts itself or has a field in doubt; such a field is a contradiction
    without a rule.
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
    """Return the counted boards of a table."""
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
    """Return the names to display; a nameless board is numbered."""
    numbered = enumerate(boards, start=1)
    return display_names(
        [board.name or speak(say("Player {number}", number=count)) for count, board in numbered]
    )


def as_record(game: AnyGame, boards: Sequence[NamedBoard]) -> dict[str, Any]:
    """Return boards and their sums as JSON types."""
    found = tally(game, boards)
    return {
        "game": game.info.slug,
        "boards": [
            {
                "name": name,
                "cells": as_cells(game, board.written),
                "ask": list(board.doubts),
                "contradictions": [
                    one for one in contradiction_records(counted) if one["cell"] not in board.doubts
                ],
                "score": score_record(counted),
            }
            for name, board, counted in zip(found.names, boards, found.counted, strict=True)
        ],
        "result": None if found.ranking is None else _ranking_record(found.ranking),
    }


def score_record(counted: Counted) -> dict[str, Any] | None:
    """Return a sum as JSON types; None while something contradicts."""
    if counted.total is None:
        return None
    lines = [
        {"says": str(line.text), "points": line.points, "rule": line.rule} for line in counted.lines
    ]
    return {"lines": lines, "total": counted.total}


def contradiction_records(counted: Counted) -> list[dict[str, str]]:
    """Return contradictions as JSON types."""
    return [
        {"cell": one.cell, "rule": one.rule, "says": str(one.text)}
        for one in counted.contradictions
    ]


def sentences(found: Tally, speak: Speak = str) -> Iterator[str]:
    """Yield the whole result line by line, as text to read or to share."""
    for name, counted in found.columns:
        yield speak(literal(name))
        for one in counted.contradictions:
            yield f"  ? {speak(one.text)}"
        for line in counted.lines:
            yield f"  {speak(line.text)}"
        if counted.total is not None:
            yield f"  {speak(total_text(counted.total))}"
    if said := left_out_text(found):
        yield speak(said)
    yield speak(result_text(found))


def count_lines(game: AnyGame, written: Written, doubts: Sequence[str]) -> Iterator[str]:
    """Yield the sum of one board line by line; without a total while anything is in question."""
    counted = boards_of(game).count(written)
    for line in known_lines(game, counted.lines, doubts):
        yield str(line.text)
    yield str(waiting_text() if counted.total is None or doubts else total_text(counted.total))


def known_lines(
    game: AnyGame, lines: Iterable[SumLine], doubts: Iterable[str]
) -> tuple[SumLine, ...]:
    """Return the lines of a sum; those with a cell in doubt are not known yet."""
    boards = boards_of(game)
    cells = (boards.cell_of(field) or boards.cell(field) for field in doubts)
    open_cells = {cell.name for cell in cells if cell}
    return tuple(line if open_cells.isdisjoint(line.cells) else _not_known(line) for line in lines)


def questions_of(
    game: AnyGame, doubts: Sequence[str], found: Iterable[Contradicted]
) -> Iterator[Contradicted]:
    """Yield a question for each field in doubt, and the contradictions outside doubts."""
    for name in doubts:
        cell = boards_of(game).cell_of(name) or boards_of(game).cell(name)
        if cell:
            yield Contradicted(name, RuleId(""), question(cell, name))
    yield from outside_doubts(game, found, doubts)


def question(cell: BoardCell, name: str) -> Text:
    """Return the question about a field."""
    if cell.kind is CellKind.DIGIT:
        return say("{square}: what does it say?", square=cell.label)
    if cell.kind is CellKind.BOX:
        return say("{box}: is it crossed?", box=cell.label)
    number = name.rpartition(".")[2]
    return say("{row}, circle {number}: is it filled?", row=cell.label, number=number)


def outside_doubts(
    game: AnyGame, found: Iterable[Contradicted], doubts: Iterable[str]
) -> tuple[Contradicted, ...]:
    """Return contradictions outside areas in doubt: the answer may resolve the others."""
    boards = boards_of(game)
    doubtful = [boards.area_of(field) for field in doubts]
    return tuple(one for one in found if boards.area_of(one.cell) not in doubtful)


def total_text(total: int) -> Text:
    """Return the total as a sentence."""
    return say_count("Total: {count} point", "Total: {count} points", total)


def result_text(found: Tally) -> Text:
    """Return who wins, or why that is not known yet."""
    if found.ranking is not None:
        return found.ranking.text
    return waiting_text() if found.columns else say("Nothing is written on any board yet.")


def left_out_text(found: Tally) -> Text | None:
    """Return which boards are left out; None if none or all are."""
    if not found.left_out or not found.columns:
        return None
    names = listed([found.names[seat] for seat in found.left_out])
    return say("Nothing is written on the board of {names}, so it does not count.", names=names)


def waiting_text() -> Text:
    """Return why there is no winner yet."""
    return say("The result comes once every question is answered.")


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


def _ranking_record(ranking: Ranking) -> dict[str, Any]:
    return {
        "best": list(ranking.best),
        "winners": list(ranking.winners),
        "rule": ranking.rule,
        "says": str(ranking.text),
    }
