"""Reads the write-ahead log that SQLite keeps beside a file, also where it is damaged.

SQLite takes a log up to the first frame whose checksum does not fit, and passes over everything
after it without a word: right after a cut of the power, wrong where a bit in the middle has
flipped. Each frame carries the checksum of all before it, so the frames behind a break can be
checked one by one. The format is described at https://www.sqlite.org/fileformat2.html#walformat.
"""

import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

HEAD: Final = 32
"""Bytes of the head of a log."""

FRAME_HEAD: Final = 24
"""Bytes of the head of a frame; a page follows it."""

_SIZES: Final = tuple(1 << power for power in range(9, 17))
_ORDERS: Final = {0x377F0682: "<", 0x377F0683: ">"}
_NATIVE: Final = "<" if sys.byteorder == "little" else ">"
_MASK: Final = 0xFFFFFFFF

Sums: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: the number and the content of a page.

    `commits` is the size of the database, in pages, after the transaction that ends here; 0 where
    it goes on. Of a frame that is not `whole` nothing is sure.
    """

    page: int
    commits: int
    content: bytes
    whole: bool


@dataclass(frozen=True, slots=True)
class Log:
    """The frames of a log that belong to its present round, in their order.

    SQLite takes the first `taken` of them, up to a commit. What is left of an earlier round is none
    of them.
    """

    frames: Sequence[Frame]
    taken: int
    head_is_whole: bool

    @property
    def is_broken(self) -> bool:
        """Return whether SQLite passes over something that was on the disk for good.

        A transaction is brought to the disk before the next one begins, so a cut of the power tears
        the last one only.
        """
        left = self.frames[self.taken :]
        if not self.head_is_whole:  # it is brought to the disk before the first frame
            return any(frame.whole and frame.commits for frame in left)
        return any(frame.commits for frame in left[:-1])

    @property
    def passed_over(self) -> Mapping[int, bytes]:
        """Return the newest content of each page in frames that SQLite does not take."""
        return {frame.page: frame.content for frame in self.frames[self.taken :]}

    @property
    def seen(self) -> Mapping[int, bytes]:
        """Return the newest content of each page in frames that SQLite takes."""
        return {frame.page: frame.content for frame in self.frames[: self.taken]}

    def sorted_out(self) -> tuple[Mapping[int, bytes], Sequence[bytes]]:
        """Return the newest committed content of each page, and pages of which nothing is sure."""
        sure: dict[int, bytes] = {}
        doubtful: list[bytes] = []
        waiting: dict[int, bytes] = {}
        for frame in self.frames:
            if not frame.whole:
                doubtful.append(frame.content)
                continue
            waiting[frame.page] = frame.content
            if frame.commits:
                sure.update(waiting)
                waiting = {}
        if self.frames and not self.frames[-1].whole:  # perhaps the commit of what waits
            doubtful += waiting.values()
        return sure, doubtful


def log_of(path: Path) -> Path:
    """Return where the log of a file lies."""
    return path.with_name(f"{path.name}-wal")


def read_log(path: Path, size: int = 4096) -> Log:
    """Read the log beside a file whose pages have `size` bytes; an empty one where there is none.

    Raises `OSError`.
    """
    try:
        content = log_of(path).read_bytes()
    except FileNotFoundError:
        content = b""
    head = content[:HEAD]
    if len(head) < HEAD:
        return Log((), 0, head_is_whole=True)
    order = _ORDERS.get(int.from_bytes(head[:4], "big"))
    is_whole = order is not None and _added((0, 0), head[:24], order) == _sums(head[24:])
    told = int.from_bytes(head[8:12], "big")
    if is_whole and told in _SIZES:
        size = told
    step = FRAME_HEAD + size
    pieces = [content[at : at + step] for at in range(HEAD, len(content) - step + 1, step)]
    # Where the head is broken, the first frame tells the round: each round begins there.
    salts = head[16:24] if is_whole else b"".join(pieces[:1])[8:16]
    order = order if is_whole and order else _NATIVE
    frames = list(_frames(pieces, _sums(head[24:]), order, salts))
    return Log(frames, _taken(frames) if is_whole else 0, is_whole)


def _frames(pieces: Sequence[bytes], sums: Sums, order: str, salts: bytes) -> Iterator[Frame]:
    """Return the frames up to the last of the round with these salts."""
    last = max((at for at, one in enumerate(pieces, 1) if one[8:16] == salts), default=0)
    for piece in pieces[:last]:
        head, page = piece[:FRAME_HEAD], piece[FRAME_HEAD:]
        number, commits = struct.unpack(">II", head[:8])
        before, sums = sums, _sums(head[16:])
        if head[8:16] != salts or not number:
            yield Frame(0, 0, page, whole=False)
        else:
            whole = _added(_added(before, head[:8], order), page, order) == sums
            yield Frame(number, commits, page, whole)


def _taken(frames: Sequence[Frame]) -> int:
    taken = 0
    for count, frame in enumerate(frames, 1):
        if not frame.whole:
            break
        if frame.commits:
            taken = count
    return taken


def _sums(content: bytes) -> Sums:
    one, other = struct.unpack(">II", content)
    return one, other


def _added(sums: Sums, content: bytes, order: str) -> Sums:
    """Add more bytes to a checksum, as SQLite does."""
    one, other = sums
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for word in words:
        one = (one + word + other) & _MASK
        other = (other + next(words) + one) & _MASK
    return one, other
