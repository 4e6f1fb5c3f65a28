"""The keys in a file of boards: one that is misspelt, stands twice or has no place there is told.

Else what stands under it would be lost without a word.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, TypeAlias

from referee.core import Text, listed, say
from referee.core.prose import joined, shortened

Path: TypeAlias = tuple[str | int, ...]

_TOKEN: Final = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|[{}\[\],]')


@dataclass(frozen=True, slots=True)
class _Known:
    """The keys of one kind of object: those that are read, and what programs are told besides."""

    read: tuple[str, ...]
    besides: tuple[str, ...] = ()


_OF_PHOTO: Final = ("player", "cells", "score", "contradictions", "problems")
_BOARDS: Final = _Known(("game", "boards"), ("result",))
_PHOTO: Final = _Known(("game", "board", "ask"), _OF_PHOTO)
_NEITHER: Final = _Known(("game", "boards", "board", "ask"), ("result", *_OF_PHOTO))
_ENTRY: Final = _Known(("name", "cells", "ask"), ("contradictions", "score"))
_ELSEWHERE: Final = {*_NEITHER.read, *_ENTRY.read}


@dataclass(frozen=True, slots=True)
class Key:
    """A key of an object in a JSON text: where that object lies, and the line of the key."""

    path: Path
    name: str
    line: int


def amiss(keys: Sequence[Key], cells: Sequence[str]) -> Text | None:
    """Say of the first key that cannot stand so in a file of boards where it is, and what may."""
    top = {key.name for key in keys if not key.path}
    seen: set[tuple[Path, str]] = set()
    for key in keys:
        known = _known(key.path, top, cells)
        if known is None:
            continue
        if (key.path, key.name) in seen:
            return say(
                "“{key}” stands there twice, again in line {line}. Keep one of the two.",
                key=shortened(key.name),
                line=key.line,
            )
        seen.add((key.path, key.name))
        if key.name not in known.read + known.besides:
            return _strange(key, known.read, is_cell=known.read == tuple(cells))
    return None


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Find the known name that somebody has most likely meant."""
    lower = {one.casefold(): one for one in known}
    found = get_close_matches(name.casefold(), lower, n=1)
    return lower[found[0]] if found else None


def no_cell(name: str, known: Sequence[str]) -> Text:
    """Say that a board has no such cell, and which one may be meant."""
    why = say("This board has no cell {cell}.", cell=shortened(name))
    return _or_else(why, name, known)


def keys_in(text: str) -> Iterator[Key]:
    """Go through the keys of a JSON text; raises `ValueError` where one cannot be read."""
    within: list[str | int] = []
    line, end = 1, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", end, token.start())
        end = token.start()
        if token[2] is not None:
            within[-1] = json.loads(token[1], strict=False)
            yield Key(tuple(within[:-1]), str(within[-1]), line)
        elif token[0] in "{[":
            within.append("" if token[0] == "{" else 0)
        elif token[0] in "}]":
            within.pop()
        elif token[0] == "," and isinstance(within[-1], int):
            within[-1] += 1


def _known(path: Path, top: set[str], cells: Sequence[str]) -> _Known | None:
    """Return the keys that are known in an object; None for one that nobody reads."""
    match path:
        case ():
            given = top & {"board", "boards"}
            return _NEITHER if len(given) != 1 else _PHOTO if "board" in given else _BOARDS
        case ("boards", int()):
            return _ENTRY
        case ("board",) | ("boards", int(), "cells"):
            return _Known(tuple(cells))
    return None


def _strange(key: Key, known: Sequence[str], *, is_cell: bool) -> Text:
    name = shortened(key.name)
    if is_cell:
        why = say("“{key}” in line {line} is no cell of this board.", key=name, line=key.line)
        return _or_else(why, key.name, known)
    why = say("“{key}” in line {line} is not known there.", key=name, line=key.line)
    if key.name in _ELSEWHERE or nearest(key.name, known) is None:
        return joined([why, say("What is read there: {known}.", known=listed(known))])
    return _or_else(why, key.name, known)


def _or_else(why: Text, name: str, known: Sequence[str]) -> Text:
    near = nearest(name, known)
    return joined([why, say("Did you mean “{near}”?", near=near)]) if near else why
