"""Boards as JSON files: names, and the value of each cell.

Unknown, repeated and misplaced keys are refused, because their values would be lost silently.
"""

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, TypeAlias

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
from referee.core.prose import joined, shortened

LIMIT_BYTES: Final = 64 * 1024
LONGEST_NAME: Final = 40
_LARGEST: Final = 999


@dataclass(frozen=True, slots=True)
class NamedBoard:
    """One player's board: its name, the values of its cells, and the fields in doubt."""

    name: str
    written: Written
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardFile:
    """The boards of one table, and their game."""

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
    """Return a game whose players write on boards; without a name, the only one there is.

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
            "“{game}” is not a game with boards: {known}.",
            game=shortened(slug),
            known=names,
        )
    )


def read_boards(data: bytes, games: Mapping[str, AnyGame]) -> BoardFile:
    """Return the boards in a file, or the board of a photo; raises `BadBoards`."""
    if len(data) > LIMIT_BYTES:
        raise BadBoards(say("This file is too large for boards."))
    try:
        sent = msgspec.json.decode(data, type=_File)
        keys = tuple(_keys_in(data.decode()))
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise BadBoards(say("This file does not contain boards that were saved here.")) from None
    game = game_with_boards(sent.game, games)
    wrong = _key_problem(keys, [cell.name for cell in boards_of(game).cells])
    if wrong is not None:
        raise BadBoards(wrong)
    if sent.board is not None and sent.boards:
        raise BadBoards(say("This file contains both “board” and “boards”. Keep one of them."))
    entries = [_Entry(cells=sent.board, ask=sent.ask)] if sent.board is not None else sent.boards
    most = max(boards_of(game).players)
    if not 1 <= len(entries) <= most:
        raise BadBoards(say("There can be 1 to {most} boards.", most=most))
    return BoardFile(game, tuple(_board(game, one) for one in entries))


def write_boards(game: AnyGame, boards: Sequence[NamedBoard]) -> bytes:
    """Return boards as a file; the same boards give the same bytes."""
    entries = [
        {"name": one.name, "cells": as_cells(game, one.written)}
        | ({"ask": list(one.doubts)} if one.doubts else {})
        for one in boards
    ]
    content = {"game": game.info.slug, "boards": entries}
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def as_cells(game: AnyGame, written: Written) -> dict[str, int | bool]:
    """Return cells as in a file: a crossed box is true."""
    return {
        cell.name: bool(written[cell.name]) if cell.kind is CellKind.BOX else written[cell.name]
        for cell in boards_of(game).cells
        if cell.name in written
    }


def written_in(game: AnyGame, cells: Mapping[str, int | bool | None]) -> Written:
    """Return the values of cells in a file; raises `BadBoards` for an unknown cell.

    A number that a cell cannot have is kept: it is reported as a contradiction.
    """
    found: dict[str, int] = {}
    for name, value in cells.items():
        cell = boards_of(game).cell(name)
        if cell is None:
            raise BadBoards(_no_cell(name, [one.name for one in boards_of(game).cells]))
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
    """Yield the fields in doubt without an answer: a cell with a value is answered.

    Circles are counted in one cell but asked one by one, so each stays open.
    """
    for field in dict.fromkeys(asked):
        cell = boards_of(game).cell_of(field)
        if cell and (cell.kind is CellKind.CIRCLES or cell.name not in answered):
            yield field


def named(name: str) -> str:
    """Return a name normalised for screens and files; empty if it has no visible characters."""
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
            raise BadBoards(_no_cell(field, known))
    written = written_in(game, entry.cells)
    return NamedBoard(named(entry.name), written, tuple(open_doubts(game, entry.ask, entry.cells)))


def _quoted(value: Any) -> str:  # noqa: ANN401 - any JSON
    return shortened(str(value))


# ---------------------------------------------------------------- keys of a file

_KeyPath: TypeAlias = tuple[str | int, ...]

_TOKEN: Final = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|[{}\[\],]')


@dataclass(frozen=True, slots=True)
class _KnownKeys:
    """The keys of one kind of object: those that are read, and those that are ignored."""

    read: tuple[str, ...]
    ignored: tuple[str, ...] = ()


_PHOTO_EXTRAS: Final = ("player", "cells", "score", "contradictions", "problems")
_BOARDS_KEYS: Final = _KnownKeys(("game", "boards"), ("result",))
_PHOTO_KEYS: Final = _KnownKeys(("game", "board", "ask"), _PHOTO_EXTRAS)
_ALL_KEYS: Final = _KnownKeys(("game", "boards", "board", "ask"), ("result", *_PHOTO_EXTRAS))
_ENTRY_KEYS: Final = _KnownKeys(("name", "cells", "ask"), ("contradictions", "score"))
_KEYS_ANYWHERE: Final = {*_ALL_KEYS.read, *_ENTRY_KEYS.read}


@dataclass(frozen=True, slots=True)
class _Key:
    """A key in a JSON text: the path of its object, its name, and its line."""

    path: _KeyPath
    name: str
    line: int


def _key_problem(keys: Sequence[_Key], cells: Sequence[str]) -> Text | None:
    """Return a sentence about the first unknown or repeated key; None if there is none."""
    top = {key.name for key in keys if not key.path}
    seen: set[tuple[_KeyPath, str]] = set()
    for key in keys:
        known = _known_keys(key.path, top, cells)
        if known is None:
            continue
        if (key.path, key.name) in seen:
            return say(
                "“{key}” appears twice, again in line {line}. Keep one of them.",
                key=shortened(key.name),
                line=key.line,
            )
        seen.add((key.path, key.name))
        if key.name not in known.read + known.ignored:
            return _unknown_key(key, known.read, is_cell=known.read == tuple(cells))
    return None


def _nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the most similar known name; None if none is similar."""
    lower = {one.casefold(): one for one in known}
    found = get_close_matches(name.casefold(), lower, n=1)
    return lower[found[0]] if found else None


def _no_cell(name: str, known: Sequence[str]) -> Text:
    """Return a sentence that a board has no such cell, with a suggestion."""
    why = say("This board has no cell {cell}.", cell=shortened(name))
    return _with_suggestion(why, name, known)


def _keys_in(text: str) -> Iterator[_Key]:
    """Yield the keys of a JSON text; raises `ValueError` if one cannot be read."""
    within: list[str | int] = []
    line, end = 1, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", end, token.start())
        end = token.start()
        if token[2] is not None:
            within[-1] = json.loads(token[1], strict=False)
            yield _Key(tuple(within[:-1]), str(within[-1]), line)
        elif token[0] in "{[":
            within.append("" if token[0] == "{" else 0)
        elif token[0] in "}]":
            within.pop()
        elif token[0] == "," and isinstance(within[-1], int):
            within[-1] += 1


def _known_keys(path: _KeyPath, top: set[str], cells: Sequence[str]) -> _KnownKeys | None:
    """Return the known keys of the object at a path; None if it is not read."""
    match path:
        case ():
            given = top & {"board", "boards"}
            if len(given) != 1:
                return _ALL_KEYS
            return _PHOTO_KEYS if "board" in given else _BOARDS_KEYS
        case ("boards", int()):
            return _ENTRY_KEYS
        case ("board",) | ("boards", int(), "cells"):
            return _KnownKeys(tuple(cells))
    return None


def _unknown_key(key: _Key, known: Sequence[str], *, is_cell: bool) -> Text:
    name = shortened(key.name)
    if is_cell:
        why = say("“{key}” in line {line} is not a cell of this board.", key=name, line=key.line)
        return _with_suggestion(why, key.name, known)
    why = say("“{key}” in line {line} is not known here.", key=name, line=key.line)
    if key.name in _KEYS_ANYWHERE or _nearest(key.name, known) is None:
        return joined([why, say("Known here: {known}.", known=listed(known))])
    return _with_suggestion(why, key.name, known)


def _with_suggestion(why: Text, name: str, known: Sequence[str]) -> Text:
    near = _nearest(name, known)
    return joined([why, say("Did you mean “{near}”?", near=near)]) if near else why
