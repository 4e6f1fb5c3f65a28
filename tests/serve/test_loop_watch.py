"""The watch over loops finds what holds one, and says where; what lets others go on is none."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import loop_watch
import pytest

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

def compute(s=HELD_S):
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
    support = str(Path(loop_watch.__file__).parent)
    told = tmp_path / "told"
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
    assert ("computed 0.1" in found) == (what == "compute")


@pytest.mark.parametrize("what", GOES_ON)
def test_what_lets_others_go_on_is_not_found(tmp_path, what):
    assert found_in(tmp_path, what) == []


@pytest.mark.usefixtures("busy_machine")
@pytest.mark.parametrize("what", ["compute", "wait", "many_short_runs"])
def test_on_a_crowded_machine_the_same_is_found_and_nothing_else(tmp_path, what):
    found = found_in(tmp_path, what)
    assert len(found) == (what in HOLDS)
    assert all(f"in {what}" in one for one in found)
