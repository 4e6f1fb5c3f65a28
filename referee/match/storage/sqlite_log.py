"""A reader for the write-ahead log of SQLite, also a damaged one.

SQLite uses a log up to the first frame with a wrong checksum and silently skips the rest: correct
after a power cut, wrong after a flipped bit. Each checksum covers all frames before it, so frames
after a break can be verified one by one. Format: https://www.sqlite.org/fileformat2.html#walformat.
"""

import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

HEAD: Final = 32
"""Size of the log header, in bytes."""

FRAME_HEAD: Final = 24
"""Size of a frame header, in bytes; a page follows it."""

_SIZES: Final = tuple(1 << power for power in range(9, 17))
_ORDERS: Final = {0x377F0682: "<", 0x377F0683: ">"}
_NATIVE: Final = "<" if sys.byteorder == "little" else ">"
_MASK: Final = 0xFFFFFFFF

Sums: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: the number and content of a page.

    `commits` is the size of the database in pages after the transaction that ends here, or 0. A
    frame that is not `whole` cannot be trusted.
    """

    page: int
    commits: int
    content: bytes
    whole: bool


@dataclass(frozen=True, slots=True)
class Log:
    """The frames of the current round of a log, in order.

    SQLite uses the first `taken` of them, up to a commit. Frames of an earlier round are left out.
    """

    frames: Sequence[Frame]
    taken: int
    head_is_whole: bool

    @property
    def is_broken(self) -> bool:
        """Return whether SQLite skips frames that were durably written.

        Each transaction is synced before the next one starts, so a power cut damages only the last
        one.
        """
        left = self.frames[self.taken :]
        if not self.head_is_whole:  # the header is synced before the first frame
            return any(frame.whole and frame.commits for frame in left)
        return any(frame.commits for frame in left[:-1])

    @property
    def passed_over(self) -> Mapping[int, bytes]:
        """Return the newest content of each page in skipped frames."""
        return {frame.page: frame.content for frame in self.frames[self.taken :]}

    @property
    def seen(self) -> Mapping[int, bytes]:
        """Return the newest content of each page in used frames."""
        return {frame.page: frame.content for frame in self.frames[: self.taken]}

    def sorted_out(self) -> tuple[Mapping[int, bytes], Sequence[bytes]]:
        """Return the newest committed content of each page, and pages that cannot be trusted."""
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
        if self.frames and not self.frames[-1].whole:  # possibly the commit of the frames before
            doubtful += waiting.values()
        return sure, doubtful


def log_of(path: Path) -> Path:
    """Return the path of the log of a file."""
    return path.with_name(f"{path.name}-wal")


def read_log(path: Path, size: int = 4096) -> Log:
    """Read the log of a file with pages of `size` bytes; empty if there is none.

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
    # If the header is broken, the salts of the first frame identify the round.
    salts = head[16:24] if is_whole else b"".join(pieces[:1])[8:16]
    order = order if is_whole and order else _NATIVE
    frames = list(_frames(pieces, _sums(head[24:]), order, salts))
    return Log(frames, _taken(frames) if is_whole else 0, is_whole)


def _frames(pieces: Sequence[bytes], sums: Sums, order: str, salts: bytes) -> Iterator[Frame]:
    """Return the frames up to the last with these salts."""
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
    """Extend a checksum, as SQLite does."""
    one, other = sums
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for word in words:
        one = (one + word + other) & _MASK
        other = (other + next(words) + one) & _MASK
    return one, other
