"""The watch over loops finds what holds one, and says where; what lets others go on is none."""

import os
import subprocess
import sys
from pathlib import Path

import loop_watch
import pytest

pytestmark = pytest.mark.once

RUN = """
import sys, time
from pathlib import Path
from loop_watch import LoopWatch
stand_still = time.sleep
from gevent import monkey; monkey.patch_all()
import gevent
from gevent.threadpool import ThreadPool

def compute():
    until = time.thread_time() + 0.3
    while time.thread_time() < until:
        pass

def wait():
    stand_still(0.6)

def go_on():
    for _ in range(30):
        gevent.sleep(0.01)
    ThreadPool(1).apply(wait)

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
    command = [sys.executable, "-c", RUN, what, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": support}
    subprocess.run(command, check=True, timeout=60, env=environment)
    return loop_watch.standstills(tmp_path)


@pytest.mark.parametrize("what", ["compute", "wait"])
def test_what_holds_the_loop_is_found_with_its_place(tmp_path, what):
    (found,) = found_in(tmp_path, what)
    assert float(found.split()[0]) > 0.25
    assert f"in {what}" in found


def test_what_lets_others_go_on_is_not_found(tmp_path):
    assert found_in(tmp_path, "go_on") == []
