"""Reads rows out of the pages of an SQLite file whose tree is broken.

SQLite finds a row only by the way that leads to it, so one broken page near the root hides all
that lies behind. Each page tells by itself which rows it holds, though: here all pages are looked
at, as the format is described at https://www.sqlite.org/fileformat2.html. Rows are taken from
tables `WITHOUT ROWID` only, which keep them in the pages of an index.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

Value: TypeAlias = int | str | bytes | None

_MAGIC: Final = b"SQLite format 3\x00"
_USUAL: Final = 4096
_SIZES: Final = tuple(1 << power for power in range(9, 17))
_LEAF: Final = 0x0A
_INSIDE: Final = 0x02
_WAL_MAGIC: Final = (0x377F0682, 0x377F0683)
_WAL_HEAD: Final = 32
_FRAME_HEAD: Final = 24
_FIRST_HEAD: Final = 100
"""Bytes of the head of the file, which its first page begins with."""

_LONGEST: Final = 64 * 1024 * 1024
_WIDTHS: Final = (0, 1, 2, 3, 4, 6, 8)
_LOW, _HIGH = 0x7F, 0x80
_FLOAT, _ZERO, _ONE, _BLOB, _TEXT = 7, 8, 9, 12, 13


class _BrokenCell(ValueError):
    """What is said to be a row makes no sense."""


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages of a file by their number, the newest of each."""

    size: int
    room: int
    found: dict[int, bytes]


def rows_in(path: Path) -> Iterator[Sequence[Value]]:
    """Give each row that lies whole in a file, or in what was last written beside it."""
    pages = _pages(path)
    for number, page in pages.found.items():
        start = _FIRST_HEAD if number == 1 else 0
        if page[start] in {_LEAF, _INSIDE}:
            yield from _rows_on(page, start, pages)


def _pages(path: Path) -> _Pages:
    content = path.read_bytes()
    size, spare = _USUAL, 0
    if content.startswith(_MAGIC):
        told = int.from_bytes(content[16:18], "big")
        size, spare = (65_536 if told == 1 else told), content[20]
        size = size if size in _SIZES else _USUAL
    found = {
        at // size + 1: content[at : at + size] for at in range(0, len(content) - size + 1, size)
    }
    found.update(_written_last(path.with_name(f"{path.name}-wal"), size))
    return _Pages(size, size - spare, found)


def _written_last(log: Path, size: int) -> dict[int, bytes]:
    """Give the pages that are committed, and wait beside the file to be put into it."""
    content = log.read_bytes() if log.exists() else b""
    head = content[:_WAL_HEAD]
    if int.from_bytes(head[:4], "big") not in _WAL_MAGIC:
        return {}
    found: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    step = _FRAME_HEAD + size
    for at in range(_WAL_HEAD, len(content) - step + 1, step):
        frame = content[at : at + _FRAME_HEAD]
        if frame[8:16] != head[16:24]:
            break  # left from an earlier round
        waiting[int.from_bytes(frame[:4], "big")] = content[at + _FRAME_HEAD : at + step]
        if any(frame[4:8]):
            found.update(waiting)
            waiting = {}
    return found


def _rows_on(page: bytes, start: int, pages: _Pages) -> Iterator[Sequence[Value]]:
    is_inside = page[start] == _INSIDE
    first = start + (12 if is_inside else 8)
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    for at in range(first, min(first + 2 * count, pages.room - 1), 2):
        cell = int.from_bytes(page[at : at + 2], "big")
        try:
            yield _row(_payload(page, cell + (4 if is_inside else 0), pages))
        except (_BrokenCell, IndexError, UnicodeDecodeError):
            continue


def _payload(page: bytes, at: int, pages: _Pages) -> bytes:
    """Put together what a cell holds; what is too long for its page goes on on others."""
    length, at = _varint(page, at)
    if length > _LONGEST:
        raise _BrokenCell
    most = (pages.room - 12) * 64 // 255 - 23
    least = (pages.room - 12) * 32 // 255 - 23
    if length <= most:
        return _part(page, at, length)
    here = least + (length - least) % (pages.room - 4)
    here = here if here <= most else least
    parts, left = [_part(page, at, here)], length - here
    following = int.from_bytes(_part(page, at + here, 4), "big")
    while left > 0:
        more = pages.found.get(following, b"")[: pages.room]
        parts.append(_part(more, 4, min(left, pages.room - 4)))
        left -= len(parts[-1])
        following = int.from_bytes(more[:4], "big")
    return b"".join(parts)


def _row(payload: bytes) -> Sequence[Value]:
    head, at = _varint(payload, 0)
    kinds = []
    while at < head:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    row = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        row.append(value)
    if at != len(payload):
        raise _BrokenCell
    return row


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind < len(_WIDTHS):
        part = _part(payload, at, _WIDTHS[kind])
        return int.from_bytes(part, "big", signed=True) if kind else None, at + len(part)
    if kind in {_ZERO, _ONE}:
        return kind - _ZERO, at
    if kind == _FLOAT or kind < _BLOB:
        raise _BrokenCell  # no column of ours holds that
    part = _part(payload, at, (kind - _BLOB) // 2)
    return part.decode() if kind % 2 == _TEXT % 2 else part, at + len(part)


def _part(content: bytes, at: int, length: int) -> bytes:
    part = content[at : at + length]
    if len(part) != length:
        raise _BrokenCell
    return part


def _varint(content: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(8):
        byte = content[at + place]
        value = value << 7 | byte & _LOW
        if byte < _HIGH:
            return value, at + place + 1
    return value << 8 | content[at + 8], at + 9
