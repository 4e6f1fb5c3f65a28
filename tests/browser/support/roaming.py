"""People at many tables, as one loop: they come, look, enter, sleep, drop out and come again.

Everything is drawn from one seed, though not when each thing happens: that the server decides.
"""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

ROLES: Final = ("table", "table", "show", "seat")
LONGEST: Final = 120
"""Entries after which a match is put away, so that what the server holds stays alike."""

_NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo")
_EVENT: Final = re.compile(rb"event: (\w+)\n(?:id: (\d+)\n)?((?:data: [^\n]*\n)+)\n")
_PATIENCE_S: Final = 120.0
_FORM: Final = "application/x-www-form-urlencoded"
_TAKEN: Final = {200, 303, 400, 403, 404, 409}
"""What may be answered while others enter things too: taken, too late, put away."""


class Unforeseen(AssertionError):
    """The server answered what it must never answer."""


@dataclass
class Answer:
    """What came back."""

    status: int
    head: Mapping[str, str]
    body: str


@dataclass
class Place:
    """The tables that are there, and what was done at all of them."""

    port: int
    seats: Mapping[str, Sequence[int]]
    chance: random.Random
    matches: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)

    async def open(self) -> str:
        """Begin a match of any game, for as many as can play it."""
        slug = self.chance.choice(sorted(self.seats))
        names = _NAMES[: self.chance.choice(self.seats[slug])]
        text = f"game {slug}\nseats {', '.join(names)}\n"
        answer = await ask(self.port, "POST", "/transcripts", urlencode({"text": text}))
        match = urlsplit(answer.head["location"]).path.rpartition("/")[2]
        self.matches.append(match)
        self.done["opened"] += 1
        return match

    async def put_away(self, match: str) -> None:
        """Forget a match and begin another."""
        if match in self.matches:
            self.matches.remove(match)
            await ask(self.port, "POST", f"/matches/{match}/delete", "sure=yes")
            self.done["put away"] += 1
            await self.open()


@dataclass
class Roamer:
    """One screen that goes from table to table."""

    place: Place
    chance: random.Random
    pause_s: float
    cookie: str = ""
    match: str = ""
    role: str = "show"
    seat: int = 0
    held: int = -1
    screen: str = ""
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None
    following: asyncio.Task[None] | None = None
    awake: asyncio.Event = field(default_factory=asyncio.Event)
    shown: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def page(self) -> str:
        """Return the address of the page that shows what this screen shows."""
        path = f"/matches/{self.match}"
        return {"table": path, "show": f"{path}/show"}.get(self.role, f"{path}/seats/{self.seat}")

    async def roam(self, until: float) -> None:
        """Go from table to table until it is time."""
        now = asyncio.get_running_loop().time
        while now() < until:
            await self.sit_down(self.chance.choice(self.place.matches))
            leaving = min(until, now() + self.chance.uniform(0.5, 8))
            while now() < leaving:
                await self._do_something()
                await asyncio.sleep(self.chance.uniform(0.05, self.pause_s))
            if now() < until:
                await self.leave()

    async def catch_up(self) -> None:
        """Stay where it is, if that table is still there, until its screen is the newest."""
        while self.following is None or self.following.done():
            await self.leave()
            await self.sit_down(self.chance.choice(self.place.matches))
        answer = await self._ask("GET", f"/matches/{self.match}", kind="json")
        newest = json.loads(answer.body).get("seq")
        async with asyncio.timeout(_PATIENCE_S):
            while self.held != newest and not self.following.done():
                self.shown.clear()
                waiting = asyncio.create_task(self.shown.wait())
                await asyncio.wait({waiting, self.following}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
        if self.held != newest:
            await self.catch_up()

    async def sit_down(self, match: str) -> None:
        """Come to a table in any role, load its page, and follow it."""
        self.match, self.role = match, self.chance.choice(ROLES)
        self.held, self.screen = -1, ""
        if self.role == "seat":
            await self._own_a_seat()
        answer = await self._ask("GET", self.page)
        if answer.status == 200:
            await self.follow()

    async def follow(self, seen: int = -1) -> None:
        """Open a stream; with what was seen last, as a browser does that comes again."""
        query = {"role": self.role, **({"seat": self.seat} if self.role == "seat" else {})}
        more = {"Last-Event-ID": str(seen)} if seen >= 0 else {}
        path = f"/matches/{self.match}/stream?{urlencode(query)}"
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.place.port)
        self.writer.write(_request("GET", path, "", {"Cookie": self.cookie, **more}))
        self.awake.set()
        self.following = asyncio.create_task(self._follow())
        self.place.done["followed"] += 1

    async def leave(self) -> None:
        """Hang up, politely or not."""
        if self.following is not None:
            self.following.cancel()
            with suppress(asyncio.CancelledError):
                await self.following
            self.following = None
        if self.writer is not None:
            if self.chance.random() < 0.5:
                self.writer.transport.abort()
            self.writer.close()
            with suppress(OSError):
                await self.writer.wait_closed()
            self.writer = None

    async def _own_a_seat(self) -> None:
        self.seat = self.chance.randrange(2)
        answer = await self._ask("POST", f"/matches/{self.match}/seats/{self.seat}/own", "sure=yes")
        if answer.status != 303:  # somebody else sits there
            self.role = "show"

    async def _do_something(self) -> None:
        kinds = (self._enter, self._undo, self._drop, self._sleep, self._look_around)
        [kind] = self.chance.choices(kinds, weights=(60, 12, 8, 10, 10))
        await kind()

    async def _enter(self) -> None:
        answer = await self._ask("GET", f"/matches/{self.match}", kind="json")
        if answer.status != 200:
            return
        found = json.loads(answer.body)
        if found["seq"] > LONGEST or found["over"]:
            await self.place.put_away(self.match)
        elif found["choices"]:
            text = self.chance.choice(found["choices"])
            await self._send("act", {"action": text, "expected": found["seq"], "sure": "yes"})

    async def _undo(self) -> None:
        way = self.chance.choice(("undo", "undo", "redo"))
        await self._send(way, {"expected": max(self.held, 0)})

    async def _send(self, way: str, sent: Mapping[str, Any]) -> None:
        """Send it once, or twice at the same time, as two taps do."""
        twice = 2 if self.chance.random() < 0.15 else 1
        path = f"/matches/{self.match}/{way}"
        answers = await asyncio.gather(
            *(self._ask("POST", path, json.dumps(sent), "json") for _ in range(twice))
        )
        self.place.done.update(f"{way} {answer.status}" for answer in answers)

    async def _drop(self) -> None:
        """Lose the line, and come again with what was seen last."""
        await self.leave()
        self.place.done["dropped"] += 1
        await self.follow(self.held)

    async def _sleep(self) -> None:
        """Take nothing for a while, though the line is open."""
        self.awake.clear()
        self.place.done["slept"] += 1
        await asyncio.sleep(self.chance.uniform(0.5, 3))
        self.awake.set()

    async def _look_around(self) -> None:
        path = self.chance.choice(("/", f"/matches/{self.match}/history", self.page))
        await self._ask("GET", path)

    async def _ask(self, method: str, path: str, body: str = "", kind: str = "page") -> Answer:
        answer = await ask(self.place.port, method, path, body, kind=kind, cookie=self.cookie)
        if answer.status not in {*_TAKEN, 302}:
            raise Unforeseen(f"{method} {path}: {answer.status} {answer.body[:300]}")
        self.cookie = answer.head.get("set-cookie", self.cookie).partition(";")[0]
        return answer

    async def _follow(self) -> None:
        try:
            await self._take()
        except (OSError, asyncio.IncompleteReadError):
            self.place.done["cut off"] += 1

    async def _take(self) -> None:
        """Take what the stream brings, until it ends."""
        assert self.reader is not None
        buffer = bytearray()
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            return
        while True:
            await self.awake.wait()
            length = int(await self.reader.readline() or b"0", 16)
            buffer += (await self.reader.readexactly(length + 2))[:-2]
            if not length:
                return
            for event, number, data in _EVENT.findall(bytes(buffer)):
                if event == b"screen":
                    self.held = int(number)
                    lines = data.decode().split("\n")
                    self.screen = "\n".join(line.removeprefix("data: ") for line in lines)
                    self.shown.set()
            if buffer.endswith(b"\n\n"):
                buffer.clear()


async def ask(
    port: int, method: str, path: str, body: str = "", *, kind: str = "page", cookie: str = ""
) -> Answer:
    """Ask once, over a line of its own."""
    kinds = {"Accept": "application/json", "Content-Type": "application/json"}
    more = kinds if kind == "json" else {"Content-Type": _FORM}
    async with asyncio.timeout(_PATIENCE_S):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            _request(method, path, body, {**more, "Cookie": cookie, "Connection": "close"})
        )
        try:
            head, _, rest = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
    status, *lines = head.decode().split("\r\n")
    named = [line.partition(": ") for line in lines]
    return Answer(
        int(status.split(" ")[1]), {name.lower(): text for name, _, text in named}, rest.decode()
    )


def _request(method: str, path: str, body: str, head: Mapping[str, str]) -> bytes:
    content = body.encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name}: {text}" for name, text in head.items() if text]
    if method == "POST":
        lines.append(f"Content-Length: {len(content)}")
    return "\r\n".join([*lines, "", ""]).encode() + content


def plain(markup: str) -> str:
    """Return markup without its empty lines, which events leave out."""
    return "\n".join(line for line in unescape(markup).splitlines() if line.strip())
