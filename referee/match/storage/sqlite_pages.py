"""A reader of rows from the pages of an SQLite file with a broken tree.

SQLite finds rows through the tree, so one broken page near the root hides everything below it. Here
all pages are read one by one; the format is described at https://www.sqlite.org/fileformat2.html.
Only tables `WITHOUT ROWID` are read, whose rows are in index pages.

The write-ahead log is applied first, also after a break, where SQLite would not read on.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from referee.match.storage.sqlite_log import Log, read_log

Value: TypeAlias = int | str | bytes | None

_MAGIC: Final = b"SQLite format 3\x00"
_USUAL: Final = 4096
_SIZES: Final = tuple(1 << power for power in range(9, 17))
_LEAF: Final = 0x0A
_INSIDE: Final = 0x02
_FIRST_HEAD: Final = 100
"""Size of the file header, in bytes, at the start of the first page."""

_LONGEST: Final = 64 * 1024 * 1024
_WIDTHS: Final = (0, 1, 2, 3, 4, 6, 8)
_LOW, _HIGH = 0x7F, 0x80
_FLOAT, _ZERO, _ONE, _BLOB, _TEXT = 7, 8, 9, 12, 13


class _BrokenCell(ValueError):
    """A cell that is not a valid row."""


@dataclass(frozen=True, slots=True)
class Pages:
    """The newest content of each page by number, and doubtful pages.

    A page has `size` bytes; the last ones may be reserved.
    """

    size: int
    spare: int
    found: dict[int, bytes]
    doubtful: Sequence[bytes]

    @property
    def room(self) -> int:
        """Return the usable bytes of a page."""
        return self.size - self.spare

    def rows(self) -> Iterator[Sequence[Value]]:
        """Yield each complete row, those of doubtful pages last."""
        for number, page in self.found.items():
            yield from self._rows_of(page, _FIRST_HEAD if number == 1 else 0)
        for page in self.doubtful:
            yield from self._rows_of(page, 0)

    def _rows_of(self, page: bytes, start: int) -> Iterator[Sequence[Value]]:
        if page[start] in {_LEAF, _INSIDE}:
            yield from _rows_on(page, start, self)

    def as_file(self) -> bytes:
        """Return all pages as one database without a log."""
        if not self.found:
            return b""
        blank = bytes(self.size)
        content = bytearray().join(
            self.found.get(number, blank) for number in range(1, max(self.found) + 1)
        )
        content[18:20] = b"\x01\x01"  # journal mode without a log, or SQLite would open one
        return bytes(content)


def rows_in(path: Path) -> Iterator[Sequence[Value]]:
    """Yield each complete row in a file and its log."""
    return pages_of(path).rows()


def pages_of(path: Path) -> Pages:
    """Read the pages of a file and its log; raises `OSError`.

    The file may be missing; then only its log is read.
    """
    content = path.read_bytes() if path.exists() else b""
    size, spare = _page_size(content)
    log = read_log(path, size)
    size = len(log.frames[0].content) if log.frames else size
    found = {
        at // size + 1: content[at : at + size] for at in range(0, len(content) - size + 1, size)
    }
    waiting, doubtful = log.sorted_out()
    found.update(waiting)
    return Pages(size, spare, found, doubtful)


def log_beside(path: Path) -> Log:
    """Read the log of a file, which may be missing; raises `OSError`."""
    with suppress(FileNotFoundError), path.open("rb") as file:
        return read_log(path, _page_size(file.read(_FIRST_HEAD))[0])
    return read_log(path)


def page_of(path: Path, number: int) -> bytes:
    """Read one page of a file; raises `OSError`."""
    with path.open("rb") as file:
        size, _ = _page_size(file.read(_FIRST_HEAD))
        file.seek((number - 1) * size)
        return file.read(size)


def _page_size(content: bytes) -> tuple[int, int]:
    """Return the page size of a file and the reserved bytes of each page."""
    if not content.startswith(_MAGIC) or len(content) < _FIRST_HEAD:
        return _USUAL, 0
    told = int.from_bytes(content[16:18], "big")
    size = 65_536 if told == 1 else told
    return (size if size in _SIZES else _USUAL), content[20]


def _rows_on(page: bytes, start: int, pages: Pages) -> Iterator[Sequence[Value]]:
    is_inside = page[start] == _INSIDE
    first = start + (12 if is_inside else 8)
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    for at in range(first, min(first + 2 * count, pages.room - 1), 2):
        cell = int.from_bytes(page[at : at + 2], "big")
        try:
            yield _row(_payload(page, cell + (4 if is_inside else 0), pages))
        except (_BrokenCell, IndexError, UnicodeDecodeError):
            continue


def _payload(page: bytes, at: int, pages: Pages) -> bytes:
    """Return the payload of a cell, including its overflow pages."""
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
        raise _BrokenCell  # not a type that our columns hold
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
