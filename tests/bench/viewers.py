"""Many screens in one process: raw sockets that look for nothing but the number of each event.

What they cost is not the server's: they read whole pieces, take their lengths as they are told,
and look at the first number in each.
"""

import json
import re
import select
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

_ID: Final = b"\nid: "
_ROOM: Final = bytearray(65_536)
_PIECE: Final = memoryview(_ROOM)
"""Where each reads, one after the other: making room anew each time costs more than reading."""

_PATIENCE_S: Final = 30.0


class LostError(Exception):
    """A stream ended, or something did not come in time."""


@dataclass(eq=False)
class Viewer:
    """One open stream of a match, and the newest screen that it holds as a whole."""

    match: str
    line: socket.socket
    held: int = -1
    at: float = 0.0
    missed: int = 0
    buffer: bytearray = field(default_factory=bytearray)
    _in_head: bool = True

    def take(self) -> bool:
        """Take what has come; return whether it completes a newer screen."""
        size = self.line.recv_into(_PIECE)
        if not size:
            raise LostError("a stream ended")
        before = self.held
        if not self.buffer and not self._in_head and self._part_in(_ROOM, size) == size:
            return self.held > before  # nearly always: one part, and nothing left of another
        self.buffer += _PIECE[:size]
        if self._in_head:
            _, gap, rest = self.buffer.partition(b"\r\n\r\n")
            if not gap:
                return False
            self.buffer, self._in_head = rest, False
        while past := self._part_in(self.buffer, len(self.buffer)):
            del self.buffer[:past]
        return self.held > before

    def _part_in(self, piece: bytearray, size: int) -> int:
        """Look at the part of the answer that a piece begins with; return its end, 0 for none."""
        end = piece.find(b"\r\n", 0, size)
        if end < 0:
            return 0
        past = end + 2 + int(piece[:end], 16) + 2
        if past > size:
            return 0
        at = piece.find(_ID, end, past)
        if at >= 0:
            at += len(_ID)
            self._hold(int(piece[at : piece.index(b"\n", at)]))
        return past

    def _hold(self, newest: int) -> None:
        self.missed += max(0, newest - self.held - 1) if self.held >= 0 else 0
        self.held, self.at = newest, time.perf_counter()


class Crowd:
    """All screens of one measurement, and those who enter things beside them."""

    def __init__(self, port: int) -> None:
        """Begin with nobody."""
        self.viewers: list[Viewer] = []
        self._port = port
        self._waiting = select.epoll()
        self._by_line: dict[int, Viewer | Poster] = {}

    def look(self, match: str, role: str) -> Viewer:
        """Open one more screen of a match."""
        line = self._line()
        line.sendall(_request("GET", f"/matches/{match}/stream?role={role}"))
        viewer = Viewer(match, line)
        self._wait_for(viewer)
        self.viewers.append(viewer)
        return viewer

    def poster(self) -> "Poster":
        """Return a program that enters things."""
        line = self._line()
        poster = Poster(line)
        self._wait_for(poster)
        return poster

    def turn(self, timeout: float) -> list["Viewer | Poster"]:
        """Take what has come from anybody, and return those for whom it was news."""
        ready = self._waiting.poll(max(0.0, timeout))
        return [one for line, _ in ready if (one := self._by_line[line]).take()]

    def until_all_hold(self, viewers: Iterable[Viewer], seq: int) -> float:
        """Wait until all of these hold this screen; gives when the last one did."""
        left = {viewer for viewer in viewers if viewer.held < seq}
        until = time.perf_counter() + _PATIENCE_S
        last = 0.0
        while left:
            if time.perf_counter() > until:
                raise LostError(f"{len(left)} screens never held {seq}")
            for one in self.turn(1.0):
                if isinstance(one, Viewer) and one.held >= seq and one in left:
                    left.discard(one)
                    last = max(last, one.at)
        return last

    def close(self) -> None:
        """Let everybody go."""
        for one in self._by_line.values():
            one.line.close()
        self._waiting.close()

    def _wait_for(self, one: "Viewer | Poster") -> None:
        self._by_line[one.line.fileno()] = one
        self._waiting.register(one.line, select.EPOLLIN)

    def _line(self) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self._port), _PATIENCE_S)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return line


@dataclass(eq=False)
class Poster:
    """A program that enters things over a connection that it keeps."""

    line: socket.socket
    buffer: bytearray = field(default_factory=bytearray)
    status: int = 0

    def send(self, match: str, action: str, expected: int) -> float:
        """Send an entry; gives when."""
        body = json.dumps({"action": action, "expected": expected}).encode()
        self.status = 0
        began = time.perf_counter()
        self.line.sendall(_request("POST", f"/matches/{match}/act", body))
        return began

    def take(self) -> bool:
        """Take what has come; return whether the answer is whole."""
        size = self.line.recv_into(_PIECE)
        if not size:
            raise LostError("the answer to an entry did not come")
        self.buffer += _PIECE[:size]
        head, gap, rest = self.buffer.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)\ncontent-length: ([0-9]+)", head)
        if not gap or length is None or len(rest) < int(length[1]):
            return False
        self.status = int(head.split(b" ", 2)[1])
        if self.status != 200:
            raise LostError(f"an entry was answered with {self.status}: {bytes(rest[:300])!r}")
        self.buffer.clear()
        return True


def _request(method: str, path: str, body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    if body:
        lines += ["Content-Type: application/json", "Accept: application/json"]
        lines += [f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def share_of(process: int) -> float:
    """Return how many seconds of a processor a process has used."""
    with open(f"/proc/{process}/stat", encoding="utf-8") as stat:  # noqa: PTH123 - not a file
        fields: list[Any] = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
