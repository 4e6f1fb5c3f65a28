"""Many people at many tables for long: at the end all screens tell the log, and nothing has grown.

`make soak` goes on for half an hour with fifty of them; with SOAK_SECONDS=60 it is shorter.
"""

import asyncio
import os
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import linear_regression, median

import pytest
from roaming import Place, Roamer, ask, plain
from running_server import Server

from referee.games import load_all

SECONDS = float(os.environ.get("REFEREE_TESTS_SOAK_S", "1800"))
LONG_S = 120
BACKING_UP = 1
"""The thread of the daily backup, which comes two minutes after the start and stays."""

MOST_MB = 12
"""How far memory may seem to have grown after the first third; what the tables hold goes up and
down by about as much."""


@dataclass
class Watch:
    """What the process of a server holds, from time to time."""

    process: int
    times: list[float] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)
    files: list[int] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)

    def look(self, now: float) -> None:
        here = Path(f"/proc/{self.process}")
        lines = (here / "status").read_text().splitlines()
        told = dict(line.split(":", 1) for line in lines if ":" in line)
        self.times.append(now)
        self.threads.append(int(told["Threads"]))
        self.files.append(len(list((here / "fd").iterdir())))
        self.memory_mb.append(int(told["VmRSS"].split()[0]) / 1000)

    def grown_mb(self) -> float:
        """Return by how much memory grew after the first third, by a line through all of it."""
        first = len(self.times) // 3
        times, memory = self.times[first:], self.memory_mb[first:]
        return linear_regression(times, memory).slope * (times[-1] - times[0])


@pytest.mark.once
@pytest.mark.parametrize(
    ("people", "tables", "seconds"),
    [(10, 6, 10.0), pytest.param(50, 20, SECONDS, marks=pytest.mark.long)],
    ids=["short", "soak"],
)
def test_after_long_at_many_tables_every_screen_tells_the_log(tmp_path, people, tables, seconds):
    server = Server(tmp_path)
    server.start()
    try:
        # A browser that is kept for all tests has a loop in this thread already.
        with ThreadPoolExecutor(1) as aside:
            aside.submit(asyncio.run, soak(server, people, tables, seconds)).result()
        assert "Traceback" not in server.output
    finally:
        server.stop()


async def soak(server, people, tables, seconds):
    seats = {slug: game.info.seats for slug, game in load_all().items()}
    place = Place(server.port, seats, random.Random(people))
    for _ in range(tables):
        await place.open()
    watch = Watch(server.process.pid)
    watch.look(0)
    device_list = [
        Roamer(place, random.Random(f"{people} {number}"), people / 12) for number in range(people)
    ]
    await roam(device_list, watch, seconds)
    for one in device_list:
        await one.catch_up()
    shown = [(one.page, one.cookie, one.held, one.screen) for one in device_list]
    await asyncio.gather(*(one.leave() for one in device_list))
    if seconds >= LONG_S:  # a line that was cut is found out by a sign of life, seconds later
        await nobody_is_left(watch)
    tell(place, watch)
    server.stop()
    server.start()  # what it tells now it has read from the log
    for page, cookie, held, screen in shown:
        again = await ask(server.port, "GET", page, cookie=cookie)
        assert f'data-seq="{held}"' in again.body, page
        assert plain(screen) in plain(again.body), page
    assert max(watch.threads) <= watch.threads[0] + BACKING_UP
    assert max(watch.files) <= watch.files[0] + 6 * people
    if seconds >= LONG_S:
        assert watch.grown_mb() < MOST_MB


async def roam(device_list, watch, seconds):
    """Let all roam, and look at the server all the while."""
    now = asyncio.get_running_loop().time
    begun = now()
    roaming = asyncio.gather(*(one.roam(begun + seconds) for one in device_list))
    while not roaming.done():
        await asyncio.wait([asyncio.ensure_future(roaming)], timeout=max(0.5, seconds / 400))
        watch.look(now() - begun)
    await roaming


async def nobody_is_left(watch):
    """Wait until the server has let go of all lines; it holds what it held at the beginning."""
    async with asyncio.timeout(30):
        while True:
            watch.look(watch.times[-1] + 0.1)
            more_threads = watch.threads[-1] - watch.threads[0]
            if watch.files[-1] <= watch.files[0] + 3 and more_threads <= BACKING_UP:
                return
            await asyncio.sleep(0.1)


def tell(place, watch):
    print(dict(sorted(place.done.items())))
    print(
        f"memory {watch.memory_mb[0]:.0f} MB at first, {median(watch.memory_mb):.0f} MB, at the end"
        f" {watch.memory_mb[-1]:.0f} MB (grown by {watch.grown_mb():.1f} MB after the first third);"
        f" files {watch.files[0]}, at most {max(watch.files)}, at the end {watch.files[-1]};"
        f" threads at most {max(watch.threads)}"
    )
