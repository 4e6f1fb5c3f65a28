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

A_TURN_S: Final = 0.002
"""Who waits longer for each turn waits for something else than the interpreter."""

MEASURED: Final = 3
"""So many times as long all takes while it is measured which lines are run."""

FIRST_TIMES: Final = ("in _load_template\n", "in _load_unlocked\n")
"""A template is compiled and a module is loaded once; that belongs to the start of a server."""

QUIET: Final = "in collect_when_idle\n"
"""Python looks through all that it holds, once nobody has asked for anything for a second."""

_STEAL: Final = 8
"""Where the first line of `/proc/stat` says how long other guests of the host have run."""

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_LOOK_S: Final = 0.02
_STACKS: Final = 3
_SEEN_AT_LEAST: Final = 2


class Moment(NamedTuple):
    """A moment, and what the kernel knows of the thread of the loop by then, in seconds.

    How long it has run, how long it has stood in line for a processor, how often it has got one.
    """

    at: float
    ran: float
    stood: float
    turns: int


class Excuses(NamedTuple):
    """How long other threads of this process have stood in line for a processor, in seconds.

    The thread of the watch counts with all of its time, as it holds the interpreter meanwhile.
    `stolen` is how long the host of this machine has given its processors to others.
    """

    others_stood: float
    stolen: float


class Stillness(NamedTuple):
    """How long one greenlet has held the loop by its own fault, in seconds.

    It has computed, or waited for something of its own, or waited for other threads of the process
    to give way.
    """

    computing: float
    blocked: float
    kept_out: float

    @classmethod
    def between(cls, before: Moment, now: Moment, excuses: Excuses) -> "Stillness":
        """Return what became of the time between two moments.

        Who waits for the interpreter asks for it again twice in a millisecond; who waits for a lock
        or a disk gets no turn meanwhile.
        """
        ran = now.ran - before.ran
        waited = now.at - before.at - ran - (now.stood - before.stood) - excuses.stolen
        if waited > (now.turns - before.turns) * A_TURN_S:
            return cls(ran, max(0.0, waited), 0.0)
        return cls(ran, 0.0, max(0.0, waited - excuses.others_stood))


class LoopWatch:
    """Watches the loop of the thread that makes it.

    What is looked at is each run of one greenlet, from one switch to the next. On a busy machine
    the loop gets its turn late, and then has many to run one after the other.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._longest_s = LONGEST_S * (MEASURED if "coverage" in sys.modules else 1)
        self._thread = get_ident()
        self._own = get_native_id()
        self._file = self._opened(self._own)
        self._others: dict[int, int] = {}
        self._machine = os.open("/proc/stat", os.O_RDONLY | os.O_CLOEXEC)
        self._awake: Moment | None = None
        self._excuses = Excuses(0.0, 0.0)
        self._stacks: list[str] = []
        self._watching = 0
        self._is_on = True
        self._found = 0

    def begin(self) -> None:
        """Watch from now on."""
        from gevent import get_hub  # noqa: PLC0415 - after the patch
        from greenlet import settrace  # noqa: PLC0415

        loop = get_hub().loop
        self._find_threads()
        # Before and after whatever else is done between two looks at what has come in.
        self._watchers = loop.check(False, 2), loop.prepare(False, -2)  # noqa: FBT003 - its way
        for watcher, call in zip(self._watchers, (self._wake, self._rest), strict=True):
            watcher.start(call)
        settrace(self._switched)
        start_new_thread(self._look, ())

    def end(self) -> None:
        """Watch no longer."""
        from greenlet import settrace  # noqa: PLC0415

        self._is_on = False
        settrace(None)
        for watcher in self._watchers:
            watcher.stop()

    def _wake(self) -> None:
        self._excuses = self._excused()
        self._begin_run()

    def _begin_run(self) -> None:
        if self._stacks:
            self._stacks = []
        self._awake = self._now()

    def _switched(self, *_: object) -> None:
        if self._awake is not None:
            self._end_run()
            self._begin_run()

    def _rest(self) -> None:
        self._end_run()
        self._awake = None

    def _end_run(self) -> None:
        before = self._awake
        if before is None or time.perf_counter() - before.at < self._longest_s:
            return
        now, excuses = self._now(), self._excused()
        since = Excuses(*(one - was for one, was in zip(excuses, self._excuses, strict=True)))
        still = Stillness.between(before, now, since)
        # A call that blocks is seen at one place again and again. What moves on waits for its turn,
        # and where the watch itself has hardly got one the whole machine stood still.
        if len(self._stacks) < _SEEN_AT_LEAST or len(set(self._stacks)) > 1:
            still = still._replace(blocked=0.0)
        is_meant = any(name in stack for stack in self._stacks for name in (*FIRST_TIMES, QUIET))
        if max(still) > self._longest_s and not is_meant:
            self._found += 1
            told = "computed {:.3f} s, blocked {:.3f} s, kept out {:.3f} s\n".format(*still)
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
            if number != self._own and number not in self._others:
                self._others[number] = self._opened(number)

    def _opened(self, thread: int) -> int:
        return os.open(f"/proc/self/task/{thread}/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def _now(self) -> Moment:
        ran, stood, turns = map(int, os.pread(self._file, 100, 0).split())
        return Moment(time.perf_counter(), ran / 1e9, stood / 1e9, turns)

    def _excused(self) -> Excuses:
        others = 0
        for number, file in tuple(self._others.items()):
            try:
                ran, stood, _ = map(int, os.pread(file, 100, 0).split())
            except OSError:  # this thread has ended
                os.close(self._others.pop(number))
                continue
            others += stood + (ran if number == self._watching else 0)
        told = os.pread(self._machine, 200, 0).split(b"\n", 1)[0].split()
        return Excuses(others / 1e9, int(told[_STEAL]) / _TICKS)


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


def standstills(folder: Path) -> list[str]:
    """Return what was found in all processes that kept it there."""
    return [file.read_text("utf-8") for file in sorted(folder.iterdir())]


if __name__ == "__main__":
    from referee.cli import main
    from referee.serve import run as server

    server._wait = watched(server._wait)
    if sys.argv[1].endswith(".py"):
        del sys.argv[0]
        runpy.run_path(sys.argv[0], run_name="__main__")
    else:
        main()
