"""`referee`, and a watch that tells where its loop stood still for longer than it may.

`python loop_watch.py script.py serve …` runs a script of this folder, and without one `referee`
itself. The watch begins when the server is ready and ends when it is told to stop; each standstill
becomes a file in the folder that `REFEREE_TESTS_LOOP` names.

What counts is how long the thread of the loop has computed, or waited for something of its own. On
a busy machine it waits for its turn besides, and for threads that wait for theirs while they hold
the interpreter; neither is the fault of the server.
"""

import os
import runpy
import sys
import time
import traceback
from _thread import (
    get_ident,
    get_native_id,
    start_new_thread,
)  # before waiting means giving way, as the two below
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any, Final, NamedTuple

FOLDER: Final = "REFEREE_TESTS_LOOP"
LONGEST_S: Final = 0.1

ALLOWED_S: Final = 0.25
"""What fails the tests. Two processors shared by four browsers hold a thread for up to 0.15 s in
the middle of plain computing, for pages of memory or for another guest of the same host.
"""

MEASURED: Final = 3
"""So many times as long all takes while it is measured which lines are run."""

FIRST_TIMES: Final = ("in _load_template\n", "in _load_unlocked\n")
"""A template is compiled and a module is loaded once; that belongs to the start of a server."""

QUIET: Final = "in tidy_up\n"
"""Python looks through all that it holds, once nobody has asked for anything for a second."""

_LOOK_S: Final = 0.02
_STACKS: Final = 3


class Times(NamedTuple):
    """A moment, and what the kernel knows of the threads of this process by then, in seconds.

    How long the loop has run and stood in line for a processor, and how long all others have.
    """

    at: float
    ran: float
    stood: float
    others_stood: float

    def stillness(self, before: "Times") -> float:
        """Give how long the loop has stood still since `before` by its own fault."""
        ran = self.ran - before.ran
        waited = (self.at - before.at) - ran - (self.stood - before.stood)
        return ran + max(0.0, waited - (self.others_stood - before.others_stood))


class LoopWatch:
    """Watches the loop of the thread that makes it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._longest_s = LONGEST_S * (MEASURED if "coverage" in sys.modules else 1)
        self._thread, self._native = get_ident(), get_native_id()
        self._files: dict[int, int] = {}
        self._awake: Times | None = None
        self._stacks: list[str] = []
        self._watching = 0
        self._is_on = True
        self._found = 0

    def begin(self) -> None:
        """Watch from now on."""
        from gevent import get_hub  # noqa: PLC0415 - after the patch

        loop = get_hub().loop
        self._find_threads()
        # Before and after whatever else is done between two looks at what has come in.
        self._watchers = loop.check(False, 2), loop.prepare(False, -2)  # noqa: FBT003 - its way
        for watcher, call in zip(self._watchers, (self._wake, self._rest), strict=True):
            watcher.start(call)
        start_new_thread(self._look, ())

    def end(self) -> None:
        """Watch no longer."""
        self._is_on = False
        for watcher in self._watchers:
            watcher.stop()

    def _wake(self) -> None:
        self._stacks = []
        self._awake = self._now()

    def _rest(self) -> None:
        before, self._awake = self._awake, None
        if before is None or time.perf_counter() - before.at < self._longest_s:
            return
        now = self._now()
        still = now.stillness(before)
        is_meant = any(name in stack for stack in self._stacks for name in (*FIRST_TIMES, QUIET))
        if still > self._longest_s and not is_meant:
            self._found += 1
            told = f"{still:.3f} s, of which {now.ran - before.ran:.3f} computing\n"
            stacks = "\n".join(self._stacks)
            name = f"{os.getpid()}-{self._found}.txt"
            (self._folder / name).write_text(f"{told}{stacks}\n", "utf-8")

    def _look(self) -> None:
        """Take down, on a thread of its own, where the loop is while it takes long."""
        self._watching = get_native_id()
        while self._is_on:
            sleep(_LOOK_S)
            self._find_threads()
            awake = self._awake
            late = awake is not None and time.perf_counter() - awake.at > self._longest_s / 2
            if late and len(self._stacks) < _STACKS:
                frame = sys._current_frames().get(self._thread)
                self._stacks.append("".join(traceback.format_stack(frame)))

    def _find_threads(self) -> None:
        for number in map(int, os.listdir("/proc/self/task")):  # noqa: PTH208 - quicker
            if number not in self._files:
                name = f"/proc/self/task/{number}/schedstat"
                self._files[number] = os.open(name, os.O_RDONLY | os.O_CLOEXEC)

    def _now(self) -> Times:
        ran, stood, others = 0.0, 0.0, 0.0
        for number, file in tuple(self._files.items()):
            try:
                one_ran, one_stood, _ = map(int, os.pread(file, 100, 0).split())
            except OSError:  # this thread has ended
                os.close(self._files.pop(number))
                continue
            if number == self._native:
                ran, stood = one_ran / 1e9, one_stood / 1e9
            elif number != self._watching:
                others += one_stood / 1e9
        return Times(time.perf_counter(), ran, stood, others)


def watched(last: Callable[..., None]) -> Callable[..., None]:
    """Watch the loop from when a server is ready until it is told to stop."""

    def call(*given: Any) -> None:
        watch = LoopWatch(Path(os.environ[FOLDER]))
        watch.begin()
        try:
            last(*given)
        finally:
            watch.end()

    return call


def command(script: tuple[str, ...]) -> tuple[str, ...]:
    """Give the command that runs `referee`, or a script of this folder, and watches its loop."""
    return sys.executable, __file__, *script


def standstills(folder: Path, longer_than_s: float = LONGEST_S) -> list[str]:
    """Return what was found in all processes that kept it there."""
    found = [file.read_text("utf-8") for file in sorted(folder.iterdir())]
    return [one for one in found if float(one.split()[0]) > longer_than_s]


if __name__ == "__main__":
    from referee.cli import main
    from referee.serve import run as server

    server._last = watched(server._last)
    if sys.argv[1].endswith(".py"):
        del sys.argv[0]
        runpy.run_path(sys.argv[0], run_name="__main__")
    else:
        main()
