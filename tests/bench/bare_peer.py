"""Clients of the peer that cost as little as ours: bare sockets that look only for a number.

The peer's own clients keep the whole game in each of them, all in one process; what that takes is
none of its server's time. These speak as much of Socket.IO as a move and its news need.
"""

import json
import re
import select
import socket
import time
from dataclasses import dataclass, field
from typing import Any, Final

from tests.bench.boardgame_io import Peer
from tests.bench.viewers import LostError

_SPACE: Final = "/tic-tac-toe"
_ASK: Final = (
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
_STATE: Final = re.compile(
    rb'\["(?:sync|update)","([^"]+)".*?"_stateID":(\d+)|\["patch","([^"]+)",\d+,(\d+)'
)
_DRAW: Final = (0, 1, 2, 4, 3, 5, 7, 6, 8)
_PIECE: Final = memoryview(bytearray(65_536))
_PATIENCE_S: Final = 30.0
_SHORT, _MIDDLE, _LONG = 126, 127, 65_536


@dataclass(eq=False)
class _Client:
    line: socket.socket
    match: str = ""
    held: int = -1
    at: float = 0.0
    buffer: bytearray = field(default_factory=bytearray)

    def say(self, text: str) -> None:
        """Send a text; masked, as a client must, by a mask that changes nothing."""
        data = text.encode()
        size = len(data)
        length = bytes((0x80 | size,)) if size < _SHORT else b"\xfe" + size.to_bytes(2, "big")
        self.line.sendall(b"\x81" + length + b"\0\0\0\0" + data)

    def emit(self, *message: object) -> None:
        """Send a message of the game."""
        self.say(f"42{_SPACE},{json.dumps(message)}")

    def take(self) -> None:
        """Take what has come."""
        size = self.line.recv_into(_PIECE)
        if not size:
            raise LostError("a client of the peer was cut off")
        self.buffer += _PIECE[:size]
        while (text := self._text()) is not None:
            self._hear(text)

    def _text(self) -> bytes | None:
        """Take a whole text off the buffer, where there is one."""
        buffer, start = self.buffer, 2
        if len(buffer) < start:
            return None
        size = buffer[1] & 0x7F
        if size >= _SHORT:
            start += 2 if size == _SHORT else 8
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        text = bytes(buffer[start : start + size])
        del buffer[: start + size]
        return text

    def _hear(self, text: bytes) -> None:
        if text == b"2":  # are you there?
            self.say("3")
        elif found := _STATE.search(text):
            match, number = found[1] or found[3], found[2] or found[4]
            if match.decode() == self.match:
                self.held, self.at = int(number), time.perf_counter()


class BareCrowd:
    """All clients of one server of the peer."""

    def __init__(self, peer: Peer, count: int) -> None:
        """Connect them; the first two play."""
        self._waiting = select.epoll()
        self._clients = [_Client(_connected(peer.port)) for _ in range(count)]
        self._by_line = {one.line.fileno(): one for one in self._clients}
        for one in self._clients:
            self._waiting.register(one.line, select.EPOLLIN)

    def play(self, moves: int, pause_s: float) -> tuple[list[float], float]:
        """Play so many moves; return how long each took to reach all, and our own share."""
        times: list[float] = []
        own = 0.0
        while len(times) < moves:
            self._begin(f"bare-{len(times)}")
            for turn, cell in enumerate(_DRAW[: moves - len(times)]):
                used, began = time.process_time(), time.perf_counter()
                self._move(turn, cell)
                times.append((self._until_all_hold(turn + 1) - began) * 1000)
                own += time.process_time() - used
                self._rest(pause_s)
        return times, own * 1000 / sum(times)

    def close(self) -> None:
        """Hang up."""
        for one in self._clients:
            one.line.close()
        self._waiting.close()

    def _begin(self, match: str) -> None:
        for number, one in enumerate(self._clients):
            one.match, one.held = match, -1
            one.emit("sync", match, str(number) if number < 2 else None, None, 2)
            if number == 0:
                self._until_all_hold(0, self._clients[:1])  # the first to come makes the match
        self._until_all_hold(0)
        self._rest(0.3)

    def _move(self, turn: int, cell: int) -> None:
        player = str(turn % 2)
        payload: dict[str, Any] = {"type": "clickCell", "args": [cell], "playerID": player}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._clients[turn % 2].emit("update", action, turn, self._clients[0].match, player)

    def _until_all_hold(self, number: int, clients: list[_Client] | None = None) -> float:
        clients = self._clients if clients is None else clients
        until = time.perf_counter() + _PATIENCE_S
        left = {one for one in clients if one.held < number}
        while left:
            if time.perf_counter() > until:
                raise LostError(f"{len(left)} clients of the peer never held {number}")
            left.difference_update([one for one in self._turn(1.0) if one.held >= number])
        return max(one.at for one in clients)

    def _turn(self, timeout: float) -> list[_Client]:
        ready = [self._by_line[line] for line, _ in self._waiting.poll(max(0.0, timeout))]
        for one in ready:
            one.take()
        return ready

    def _rest(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            self._turn(left)


def _connected(port: int) -> socket.socket:
    line = socket.create_connection(("localhost", port), _PATIENCE_S)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line.sendall(_ASK.encode())
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += line.recv(1)
    client = _Client(line)
    client.say(f"40{_SPACE},")
    return line
