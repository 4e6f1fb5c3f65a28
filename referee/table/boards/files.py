"""Boards as a file: names and what is written in each cell, read and written as JSON."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from referee.core import (
    AnyGame,
    BadBoards,
    BadSetup,
    CellKind,
    Text,
    Written,
    boards_of,
    display_names,
    listed,
    say,
)
from referee.core.prose import shortened
from referee.table.boards.keys import amiss, keys_in, no_cell

LIMIT_BYTES: Final = 64 * 1024
LONGEST_NAME: Final = 40
_LARGEST: Final = 999


@dataclass(frozen=True, slots=True)
class NamedBoard:
    """One player's board: whose it is, what is written on it, and which fields are still asked."""

    name: str
    written: Written
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardFile:
    """The boards of one table, and the game that they belong to."""

    game: AnyGame
    boards: tuple[NamedBoard, ...]


class _Entry(msgspec.Struct):
    name: str = ""
    cells: dict[str, int | bool | None] = {}
    ask: list[str] = []


class _File(msgspec.Struct):
    game: str = ""
    boards: list[_Entry] = []
    board: dict[str, int | bool | None] | None = None
    ask: list[str] = []


def with_boards(games: Mapping[str, AnyGame]) -> dict[str, AnyGame]:
    """Return the games whose players write on boards."""
    return {slug: game for slug, game in games.items() if game.boards is not None}


def game_with_boards(slug: str, games: Mapping[str, AnyGame]) -> AnyGame:
    """Find a game whose players write on boards; without a name, the only one there is.

    Raises `BadBoards`.
    """
    known = with_boards(games)
    if not slug and len(known) == 1:
        return next(iter(known.values()))
    if slug in known:
        return known[slug]
    names: Text = listed(list(known))
    raise BadBoards(
        say(
            "“{game}” has no boards that are known here: {known}.",
            game=shortened(slug),
            known=names,
        )
    )


def read_boards(data: bytes, games: Mapping[str, AnyGame]) -> BoardFile:
    """Read a file of boards, or the board that a photo gave; raises `BadBoards`."""
    if len(data) > LIMIT_BYTES:
        raise BadBoards(say("This file is too large to hold boards."))
    try:
        sent = msgspec.json.decode(data, type=_File)
        keys = tuple(keys_in(data.decode()))
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise BadBoards(say("This file holds no boards that were saved here.")) from None
    game = game_with_boards(sent.game, games)
    wrong = amiss(keys, [cell.name for cell in boards_of(game).cells])
    if wrong is not None:
        raise BadBoards(wrong)
    if sent.board is not None and sent.boards:
        raise BadBoards(say("This file holds both “board” and “boards”. Keep one of the two."))
    entries = [_Entry(cells=sent.board, ask=sent.ask)] if sent.board is not None else sent.boards
    most = max(boards_of(game).players)
    if not 1 <= len(entries) <= most:
        raise BadBoards(say("There can be 1 to {most} boards.", most=most))
    return BoardFile(game, tuple(_board(game, one) for one in entries))


def write_boards(game: AnyGame, boards: Sequence[NamedBoard]) -> bytes:
    """Write a file of boards that can be read again; the same boards give the same bytes."""
    entries = [
        {"name": one.name, "cells": as_cells(game, one.written)}
        | ({"ask": list(one.doubts)} if one.doubts else {})
        for one in boards
    ]
    content = {"game": game.info.slug, "boards": entries}
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def as_cells(game: AnyGame, written: Written) -> dict[str, int | bool]:
    """Return what is written as it stands in a file: a crossed box is true."""
    return {
        cell.name: bool(written[cell.name]) if cell.kind is CellKind.BOX else written[cell.name]
        for cell in boards_of(game).cells
        if cell.name in written
    }


def written_in(game: AnyGame, cells: Mapping[str, int | bool | None]) -> Written:
    """Check what somebody says is written where; raises `BadBoards` for a cell that is not there.

    A number that cannot stand there is kept: it is a contradiction, and is asked.
    """
    found: dict[str, int] = {}
    for name, value in cells.items():
        cell = boards_of(game).cell(name)
        if cell is None:
            raise BadBoards(no_cell(name, [one.name for one in boards_of(game).cells]))
        if value is None or (cell.kind is CellKind.BOX and not value):
            continue
        is_number = not isinstance(value, bool) and abs(value) <= _LARGEST
        if not (int(value) == 1 if cell.kind is CellKind.BOX else is_number):
            raise BadBoards(
                say("{cell}: “{value}” cannot be read.", cell=cell.label, value=_quoted(value))
            )
        found[name] = int(value)
    return found


def open_doubts(game: AnyGame, asked: Iterable[str], answered: Container[str]) -> Iterator[str]:
    """Return the fields that nobody has answered yet: a cell that was written since is answered.

    Circles are written as one number and asked one by one, so that each stays open.
    """
    for field in dict.fromkeys(asked):
        cell = boards_of(game).cell_of(field)
        if cell and (cell.kind is CellKind.CIRCLES or cell.name not in answered):
            yield field


def named(name: str) -> str:
    """Return a name as screens and files can hold it; an empty one for what nobody can see."""
    try:
        (seen,) = display_names([" ".join(name.split())[:LONGEST_NAME]])
    except BadSetup:
        return ""
    return seen


def _board(game: AnyGame, entry: _Entry) -> NamedBoard:
    boards = boards_of(game)
    for field in entry.ask:
        if boards.area_of(field) is None:
            known = [name for cell in boards.cells for name in (cell.name, *cell.fields)]
            raise BadBoards(no_cell(field, known))
    written = written_in(game, entry.cells)
    return NamedBoard(named(entry.name), written, tuple(open_doubts(game, entry.ask, entry.cells)))


def _quoted(value: Any) -> str:  # noqa: ANN401 - whatever stood in a file
    return shortened(str(value))
