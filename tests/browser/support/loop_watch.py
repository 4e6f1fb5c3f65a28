"""`referee`, and a watch that tells where its loop stood still for longer than it may.

`python loop_watch.py script.py serve …` runs a script of this folder, and without one `referee`
itself. The watch begins when the server is ready and ends when it is told to stop; each standstill
becomes a file in the folder that `REFEREE_TESTS_LOOP` names.

What counts is how long the thread of the loop has computed, or waited for something of its own. On
a busy machine it waits for its turn besides, for a disk that others use, and for threads that wait
for theirs while they hold the interpreter or a lock; and it computes more slowly, as others have
used the processor's caches in between. None of these is the fault of the server. What the watch
itself could not look at for want of a turn is judged by nobody.
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
from itertools import count
from pathlib import Path
from time import sleep
from types import FrameType
from typing import Any, Final, NamedTuple

FOLDER: Final = "REFEREE_TESTS_LOOP"
LONGEST_S: Final = 0.1

A_TURN_S: Final = 0.002
"""Who waits longer for each turn waits for something else than the interpreter."""

WAITED_S: Final = 0.5
"""As long as a loop is certainly not kept waiting by a crowded machine."""

MEASURED: Final = 3
"""So many times as long all takes while it is measured which lines are run."""

FIRST_TIMES: Final = ("in _load_template\n", "in _load_unlocked\n", "in _try_load\n")
"""A template, a module and the data of a locale are loaded once; that belongs to the start."""

QUIET: Final = "in collect_when_idle\n"
"""Python looks through all that it holds, once nobody has asked for anything for a second."""

_STEAL: Final = 8
"""Where the first line of `/proc/stat` says how long other guests of the host have run."""

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_LOOK_S: Final = 0.02
_LOOKS_A_SEARCH: Final = 25
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
    """What a crowded machine has done to the other threads of this process, in seconds.

    `others_stood` and `watch_stood` say how long threads have stood in line for a processor,
    `watch_ran` for how long the watch has held the interpreter, `stolen` how long the host of this
    machine has given its processors to others. Where a thread has begun or ended meanwhile, nobody
    knows what it did: `is_counted` is false then.
    """

    others_stood: float
    watch_stood: float = 0.0
    watch_ran: float = 0.0
    stolen: float = 0.0
    is_counted: bool = True


class Threads(NamedTuple):
    """How long each thread but the loop's has run and stood in line so far, by its number.

    `stolen` is how long the host of this machine has given its processors to others.
    """

    watch: int
    ran: dict[int, float]
    stood: dict[int, float]
    stolen: float

    def since(self, before: "Threads") -> Excuses:
        """Return what became of the threads after an earlier look at them."""
        both = before.stood.keys() & self.stood.keys()
        stood = {number: self.stood[number] - before.stood[number] for number in both}
        watch = self.watch
        return Excuses(
            sum(how_long for number, how_long in stood.items() if number != watch),
            stood.get(watch, 0.0),
            self.ran.get(watch, 0.0) - before.ran.get(watch, 0.0) if watch in both else 0.0,
            self.stolen - before.stolen,
            before.stood.keys() == self.stood.keys(),
        )


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
        or a disk gets no turn meanwhile. Who has stood in line as long as it has run may have
        computed half as fast as on a quiet machine.
        """
        ran, stood = now.ran - before.ran, now.stood - before.stood
        computing = ran / (1 + min(1.0, stood / ran)) if ran > 0 else 0.0
        waited = now.at - before.at - ran - stood - excuses.stolen - excuses.others_stood
        if waited > (now.turns - before.turns) * A_TURN_S:
            return cls(computing, waited, 0.0)
        kept_out = waited - excuses.watch_stood - excuses.watch_ran
        return cls(computing, 0.0, max(0.0, kept_out) if excuses.is_counted else 0.0)


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
        self._state = os.open(f"/proc/self/task/{self._own}/stat", os.O_RDONLY | os.O_CLOEXEC)
        self._others: dict[int, int] = {}
        self._machine = os.open("/proc/stat", os.O_RDONLY | os.O_CLOEXEC)
        self._awake: Moment | None = None
        self._threads = self._look_at_threads(watch=0)
        self._stacks: list[str] = []
        self._waits_for_disk = False
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
        self._threads = self._look_at_threads(self._watching)
        self._begin_run()

    def _begin_run(self) -> None:
        if self._stacks:
            self._stacks, self._waits_for_disk = [], False
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
        now = self._now()
        self._find_threads()
        excuses = self._look_at_threads(self._watching).since(self._threads)
        if not self._stacks and excuses.watch_stood > self._longest_s / 4:
            return  # nobody saw what it did, such as compiling a template
        still = Stillness.between(before, now, excuses)
        # A call that blocks is seen at one place again and again. What moves on waits for its turn,
        # and where the watch itself has hardly got one the whole machine stood still.
        is_one_place = len(self._stacks) >= _SEEN_AT_LEAST and len(set(self._stacks)) == 1
        if not is_one_place or self._waits_for_disk:
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
        for number in count():
            sleep(_LOOK_S)
            if not self._is_on:
                return
            if number % _LOOKS_A_SEARCH == 0:
                self._find_threads()
            awake = self._awake
            late = awake is not None and time.perf_counter() - awake.at > self._longest_s / 2
            if late and len(self._stacks) < _STACKS:
                self._stacks.append(_stack(sys._current_frames().get(self._thread)))
                told = os.pread(self._state, 500, 0).rpartition(b")")[2]
                self._waits_for_disk |= told.split()[0] == b"D"

    def _find_threads(self) -> None:
        for number in map(int, os.listdir("/proc/self/task")):  # noqa: PTH208 - quicker
            if number != self._own and number not in self._others:
                self._others[number] = self._opened(number)

    def _opened(self, thread: int) -> int:
        return os.open(f"/proc/self/task/{thread}/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def _now(self) -> Moment:
        ran, stood, turns = map(int, os.pread(self._file, 100, 0).split())
        return Moment(time.perf_counter(), ran / 1e9, stood / 1e9, turns)

    def _look_at_threads(self, watch: int) -> Threads:
        ran, stood = {}, {}
        for number, file in tuple(self._others.items()):
            try:
                told = os.pread(file, 100, 0).split()
            except OSError:  # this thread has ended
                os.close(self._others.pop(number))
                continue
            ran[number], stood[number] = int(told[0]) / 1e9, int(told[1]) / 1e9
        stolen = os.pread(self._machine, 200, 0).split(b"\n", 1)[0].split()[_STEAL]
        return Threads(watch, ran, stood, int(stolen) / _TICKS)


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


def is_certain(found: str) -> bool:
    """Return whether a crowded machine alone cannot have caused a standstill.

    Computing is what the loop itself does. To wait for a page of memory or for the interpreter took
    up to 0.22 s on a crowded machine, where no call waits for anything; a lock takes longer.
    """
    computed, blocked, kept_out = (
        float(one.split()[-2]) for one in found.split("\n", maxsplit=1)[0].split(",")
    )
    return computed > LONGEST_S or max(blocked, kept_out) > WAITED_S


if __name__ == "__main__":
    from referee.cli import main
    from referee.serve import run as server

    server._wait = watched(server._wait)
    if sys.argv[1].endswith(".py"):
        del sys.argv[0]
        runpy.run_path(sys.argv[0], run_name="__main__")
    else:
        main()
