"""`referee`, and a watch that tells where its loop stood still for longer than it may.

`python loop_watch.py script.py serve …` runs a script of this folder, and without one `referee`
itself. The watch begins when the server is ready and ends when it is told to stop; each standstill
becomes a file in the folder that `REFEREE_TESTS_LOOP` names.

What counts is how long the thread of the loop has computed, or waited for something of its own. On
a busy machine it waits for its turn besides, and for threads that wait for theirs while they hold
the interpreter; neither is the fault of the server.
"""

import os
import re
import runpy
import sys
import time
from _thread import (
    get_ident,
    get_native_id,
    start_new_thread,
)  # before waiting means giving way, as the two below
from collections.abc import Callable
from pathlib import Path
from time import sleep
from types import FrameType
from typing import Any, Final, NamedTuple

FOLDER: Final = "REFEREE_TESTS_LOOP"
LONGEST_S: Final = 0.1

COMPUTING_S: Final = 0.1
WAITING_S: Final = 0.1
"""What fails the tests. The aim is `LONGEST_S`, but two processors shared by four browsers, and by
other guests of the same host, hold a thread for up to half a second of plain computing.
A lock or a disk that is waited for takes longer.
"""

MEASURED: Final = 3
"""So many times as long all takes while it is measured which lines are run."""

FIRST_TIMES: Final = ("in _load_template\n", "in _load_unlocked\n")
"""A template is compiled and a module is loaded once; that belongs to the start of a server."""

QUIET: Final = "in tidy_up\n"
"""Python looks through all that it holds, once nobody has asked for anything for a second."""

_STEAL: Final = 8
"""Where the first line of `/proc/stat` says how long other guests of the host have run."""

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_LOOK_S: Final = 0.02
_STACKS: Final = 3


class Times(NamedTuple):
    """A moment, and what the kernel knows of the threads of this process by then, in seconds.

    How long the loop has run and stood in line for a processor, how long all others have stood,
    and how long the host of this machine has given its processors to others. The thread of the
    watch counts among the others with all of its time, as it holds the interpreter meanwhile.
    """

    at: float
    ran: float
    stood: float
    others_stood: float
    stolen: float

    def stillness(self, before: "Times") -> float:
        """Return how long the loop has stood still since `before` by its own fault."""
        ran = self.ran - before.ran
        waited = (self.at - before.at) - ran - (self.stood - before.stood)
        excused = self.others_stood - before.others_stood + self.stolen - before.stolen
        return ran + max(0.0, waited - excused)


class LoopWatch:
    """Watches the loop of the thread that makes it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._longest_s = LONGEST_S * (MEASURED if "coverage" in sys.modules else 1)
        self._thread, self._native = get_ident(), get_native_id()
        self._files: dict[int, int] = {}
        self._machine = os.open("/proc/stat", os.O_RDONLY | os.O_CLOEXEC)
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
                self._stacks.append(_stack(sys._current_frames().get(self._thread)))

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
            elif number == self._watching:
                others += (one_ran + one_stood) / 1e9
            else:
                others += one_stood / 1e9
        return Times(time.perf_counter(), ran, stood, others, self._stolen())

    def _stolen(self) -> float:
        told = os.pread(self._machine, 200, 0).split(b"\n", 1)[0].split()
        return int(told[_STEAL]) / _TICKS


def _stack(frame: FrameType | None) -> str:
    """Write where a thread is, without reading any file: the interpreter is held meanwhile."""
    lines: list[str] = []
    while frame is not None:
        code = frame.f_code
        lines.append(f'  File "{code.co_filename}", line {frame.f_lineno}, in {code.co_name}\n')
        frame = frame.f_back
    return "".join(reversed(lines))


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
    """Return the command that runs `referee`, or a script of this folder, and watches its loop."""
    return sys.executable, __file__, *script


def standstills(folder: Path, *, computing_s: float = 0, waiting_s: float = 0) -> list[str]:
    """Return what was found in all processes that kept it there, and took longer than this."""
    found = [file.read_text("utf-8") for file in sorted(folder.iterdir())]
    times = [tuple(map(float, re.findall(r"[0-9.]+", one.split("\n", 1)[0]))) for one in found]
    return [
        one
        for one, (still, computing) in zip(found, times, strict=True)
        if computing > computing_s or still > waiting_s
    ]


if __name__ == "__main__":
    from referee.cli import main
    from referee.serve import run as server

    server._last = watched(server._last)
    if sys.argv[1].endswith(".py"):
        del sys.argv[0]
        runpy.run_path(sys.argv[0], run_name="__main__")
    else:
        main()
