"""A line to a server as a pub has it: it delays, cuts, hangs, loses answers and repeats requests.

It passes bytes on and knows just enough of HTTP to tell where a request begins and ends.
"""

import asyncio
import contextlib
import re
import threading
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

from running_server import DEADLINE_S

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


@dataclass
class RoughLine:
    """A line from a port of its own to that of a server; what goes over it is written down."""

    target: int
    delay_s: float = 0
    repeats: bool = False
    loses: int = 0
    """So many answers to what is posted get lost from now on, although it arrived."""
    asked: list[str] = field(default_factory=list)
    """The first line of each request that was passed on, without what follows the address."""
    port: int = 0

    def __post_init__(self) -> None:
        self._is_cut = False
        self._flows = asyncio.Event()
        self._flows.set()
        self._loop = asyncio.new_event_loop()
        self._open: set[asyncio.StreamWriter] = set()
        self._streams: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._carry, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def streams(self) -> int:
        """Count the streams that are open over this line."""
        return len(self._streams)

    def posted(self) -> int:
        return sum(line.startswith("POST") for line in self.asked)

    def through(self, address: str) -> str:
        """Return an address of the server as it is reached over this line."""
        return address.replace(f":{self.target}/", f":{self.port}/")

    def cut(self) -> None:
        """Break every connection, and let none come about until it is mended."""
        self._is_cut = True
        self._do(self._break_all())

    def hang(self) -> None:
        """Pass nothing on any more, and say nothing of it."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def mend(self) -> None:
        """Let all come about again; what hung is lost."""
        self._is_cut = False
        if not self._flows.is_set():
            self._do(self._break_all())
            self._loop.call_soon_threadsafe(self._flows.set)

    def lead_to(self, port: int) -> None:
        """Lead to another server from now on."""
        self.target = port
        self._do(self._break_all())

    def close(self) -> None:
        """End the line, with every connection that came about over it, even in this moment."""
        self._is_cut = True
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(DEADLINE_S)
        self._loop.close()

    # ------------------------------------------------------------ inside the loop

    def _do(self, what: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(DEADLINE_S)

    async def _end(self) -> None:
        # A server that is closed while it accepts drops what it accepts (python/cpython#109564).
        for listening in self._server.sockets:
            self._loop.remove_reader(listening.fileno())
        self._flows.set()
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await self._break_all()
            await asyncio.wait(others, timeout=0.1)
        self._server.close()
        await asyncio.sleep(0)  # what was broken off last is closed in the next round

    async def _break_all(self) -> None:
        for writer in tuple(self._open):
            writer.transport.abort()

    async def _carry(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        if self._is_cut:
            back.transport.abort()
            return
        self._open.add(back)
        try:
            far, forth = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            self._hang_up(back)
            return
        self._open.add(forth)
        answers = asyncio.create_task(self._answers(far, back))
        try:
            await self._requests(near, forth, back)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            answers.cancel()
            self._hang_up(back, forth)

    def _hang_up(self, *writers: asyncio.StreamWriter) -> None:
        self._open -= set(writers)
        self._streams -= set(writers)
        for writer in writers:
            writer.transport.abort()

    async def _requests(
        self, near: asyncio.StreamReader, forth: asyncio.StreamWriter, back: asyncio.StreamWriter
    ) -> None:
        while True:
            head = await near.readuntil(b"\r\n\r\n")
            length = _LENGTH.search(head)
            whole = head + (await near.readexactly(int(length[1])) if length else b"")
            await self._wait()
            method, _, address = (
                head.split(b"\r\n")[0].decode().removesuffix(" HTTP/1.1").partition(" ")
            )
            self.asked.append(f"{method} {address.partition('?')[0]}")
            if address.partition("?")[0].endswith("/stream"):
                self._streams.add(back)
            if method == "POST" and self.loses:
                self.loses -= 1
                await self._send_apart(whole)
                raise ConnectionResetError
            forth.write(whole)
            await forth.drain()
            if method == "POST" and self.repeats:
                await self._send_apart(whole)

    async def _answers(self, far: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await far.read(65_536):
                await self._wait()
                back.write(data)
                await back.drain()
        back.transport.abort() if back.transport.is_closing() else back.close()

    async def _send_apart(self, whole: bytes) -> None:
        """Send a request over a connection of its own, and read the answer for nobody."""
        far, forth = await asyncio.open_connection("127.0.0.1", self.target)
        self._open.add(forth)
        try:
            forth.write(whole.replace(b"keep-alive", b"close", 1))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(far.read(65_536), DEADLINE_S)
        finally:
            self._hang_up(forth)

    async def _wait(self) -> None:
        if self.delay_s:
            await asyncio.sleep(self.delay_s)
        await self._flows.wait()
