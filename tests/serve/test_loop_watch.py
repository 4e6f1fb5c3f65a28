"""The watch over loops finds what holds one, and says where; what lets others go on is none."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import loop_watch
import pytest
from loop_watch import Excuses, Moment, Stillness, Threads

pytestmark = pytest.mark.once

RUN = """
import fcntl, sqlite3, sys, threading, time
from pathlib import Path
from loop_watch import LoopWatch
stand_still, Lock = time.sleep, threading.Lock
from gevent import monkey; monkey.patch_all()
import gevent
from gevent.threadpool import ThreadPool
sys.setswitchinterval(0.0005)
folder, HELD_S = Path(sys.argv[3]), 0.15

def compute(s=2 * HELD_S):
    until = time.thread_time() + s
    while time.thread_time() < until:
        pass

def wait():
    stand_still(HELD_S)

def beside(hold, let_go):
    held = Lock()
    held.acquire()
    def holding():
        one = hold()
        held.release()
        stand_still(HELD_S)
        let_go(one)
    gevent.get_hub().threadpool.spawn(holding)
    while not held.acquire(blocking=False):
        gevent.sleep(0.001)

def lock_of_a_file():
    def hold():
        file = open(folder / "lock", "w")
        fcntl.flock(file, fcntl.LOCK_EX)
        return file
    beside(hold, lambda file: file.close())
    with open(folder / "lock") as file:
        fcntl.flock(file, fcntl.LOCK_EX)

def lock_of_a_database():
    def connect():
        return sqlite3.connect(folder / "db", isolation_level=None, check_same_thread=False)
    def hold():
        connection = connect()
        connection.execute("BEGIN IMMEDIATE")
        return connection
    beside(hold, lambda connection: connection.close())
    connect().execute("BEGIN IMMEDIATE")

def lock_of_a_thread():
    lock = Lock()
    beside(lock.acquire, lambda _: lock.release())
    lock.acquire()

def go_on():
    for _ in range(30):
        gevent.sleep(0.01)
    ThreadPool(1).apply(wait)

def many_short_runs():
    gevent.joinall([gevent.spawn(compute, 0.02) for _ in range(10)])

gevent.sleep(0)
watch = LoopWatch(Path(sys.argv[2]))
watch.begin()
gevent.sleep(0.01)
gevent.spawn(globals()[sys.argv[1]]).join()
gevent.sleep(0.01)
watch.end()
"""


def found_in(tmp_path: Path, what: str) -> list[str]:
    """Return what is found; where it should be, in one of three runs, if the machine is crowded."""
    tries = (found_once(tmp_path, what, number) for number in range(3 if what in HOLDS else 1))
    return next((found for found in tries if found), [])


def found_once(tmp_path: Path, what: str, number: int) -> list[str]:
    support = str(Path(loop_watch.__file__).parent)
    told = tmp_path / f"told-{number}"
    told.mkdir()
    command = [sys.executable, "-c", RUN, what, str(told), str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": support}
    subprocess.run(command, check=True, timeout=60, env=environment)
    return loop_watch.standstills(told)


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """Keep every processor busy with more than one can do."""
    busy = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(busy) for _ in range(2 * (os.cpu_count() or 1))]
    yield
    for one in others:
        one.kill()
        one.wait()


HOLDS = ["compute", "wait", "lock_of_a_file", "lock_of_a_database", "lock_of_a_thread"]
GOES_ON = ["go_on", "many_short_runs"]


@pytest.mark.parametrize("what", HOLDS)
def test_what_holds_the_loop_is_found_with_its_place(tmp_path, what):
    (found,) = found_in(tmp_path, what)
    assert f"in {what}" in found
    assert (float(found.split()[1]) > loop_watch.LONGEST_S) == (what == "compute")


@pytest.mark.parametrize("what", GOES_ON)
def test_what_lets_others_go_on_is_not_found(tmp_path, what):
    assert found_in(tmp_path, what) == []


@pytest.mark.usefixtures("busy_machine")
@pytest.mark.parametrize("what", ["compute", "wait", "many_short_runs"])
def test_on_a_crowded_machine_the_same_is_found_and_nothing_else(tmp_path, what):
    found = found_in(tmp_path, what)
    assert len(found) == (what in HOLDS)
    assert all(f"in {what}" in one for one in found)


QUIET = Excuses(0.0)
BEGUN = Moment(at=7.0, ran=3.0, stood=1.0, turns=10)


def test_who_loses_its_turns_computes_more_slowly_by_half_at_most():
    alone = Moment(at=7.18, ran=3.18, stood=1.0, turns=11)
    crowded = Moment(at=7.9, ran=3.18, stood=1.72, turns=90)
    assert Stillness.between(BEGUN, alone, QUIET).computing == pytest.approx(0.18)
    assert Stillness.between(BEGUN, crowded, QUIET).computing == pytest.approx(0.09)


def test_who_waits_for_a_thread_that_stands_in_line_is_not_blocked_by_itself():
    later = Moment(at=7.2, ran=3.0, stood=1.0, turns=11)
    assert Stillness.between(BEGUN, later, QUIET).blocked == pytest.approx(0.2)
    assert Stillness.between(BEGUN, later, Excuses(0.15)).blocked == pytest.approx(0.05)


def test_the_interpreter_is_waited_for_by_fault_only_while_all_threads_are_known():
    later = Moment(at=7.2, ran=3.0, stood=1.0, turns=400)
    assert Stillness.between(BEGUN, later, QUIET).kept_out == pytest.approx(0.2)
    assert Stillness.between(BEGUN, later, QUIET._replace(is_counted=False)).kept_out == 0.0
    watched = Excuses(0.0, watch_stood=0.05, watch_ran=0.1)
    assert Stillness.between(BEGUN, later, watched).kept_out == pytest.approx(0.05)


def test_a_thread_that_ends_takes_no_time_away_from_what_the_others_have_stood():
    before = Threads(1, {1: 0.0, 2: 0.0, 3: 0.0}, {1: 0.0, 2: 5.0, 3: 2.0}, stolen=1.0)
    after = Threads(1, {1: 0.1, 3: 0.0}, {1: 0.2, 3: 2.5}, stolen=1.0)
    assert after.since(before) == Excuses(0.5, 0.2, 0.1, 0.0, is_counted=False)


@pytest.mark.parametrize(
    ("found", "is_certain"),
    [
        ("computed 0.110 s, blocked 0.000 s, kept out 0.000 s\n", True),
        ("computed 0.000 s, blocked 0.218 s, kept out 0.000 s\n", False),
        ("computed 0.000 s, blocked 0.600 s, kept out 0.000 s\n", True),
    ],
)
def test_a_short_wait_alone_is_no_certain_standstill(found, is_certain):
    assert loop_watch.is_certain(found) == is_certain
