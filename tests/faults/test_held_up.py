"""A file that another process holds, a disk that takes its time: nobody waits who need not."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from typing import Any

import pytest
from running_server import Server
from serve_slowly import HELD
from talking import PATIENCE_S, Program, numbered

pytestmark = pytest.mark.once

ARRIVED_S = 0.3
"""After so long what was sent has arrived."""

REFUSED_AFTER_S = 2


class Asked(threading.Thread):
    """Something that is asked beside others: what was answered, and when."""

    def __init__(self, ask: Callable[[], Any]) -> None:
        super().__init__()
        self._ask = ask
        self.answer: Any = None
        self.begun = time.monotonic()
        self.ended = float("inf")
        self.start()

    def run(self) -> None:
        self.answer = self._ask()
        self.ended = time.monotonic()

    @property
    def took(self) -> float:
        return self.ended - self.begun

    def waited(self) -> Any:
        self.join(PATIENCE_S)
        return self.answer


@contextmanager
def held(server: Server, *, to_read: bool = False) -> Iterator[None]:
    """Hold the file of the matches, as another process that writes does, or also `to_read`."""
    path = server.folder / "data" / "referee.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        if to_read:
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
            other.execute("SELECT count(*) FROM matches").fetchone()
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def first_page(server: Server) -> tuple[int, str]:
    line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    line.request("GET", "/")
    answer = line.getresponse()
    status, text = answer.status, answer.read().decode()
    line.close()
    return status, text


def entering(program: Program, number: int) -> Asked:
    """Enter something by a line of its own."""

    def enter() -> Any:
        with closing(Program(program.port, program.address)) as alone:
            return alone.enter(numbered(number), 0, key=f"key {number}")

    return Asked(enter)


def looked_at(program: Program) -> list[Asked]:
    """Ask for what must go on: the page of a table, a stream, and whether all is well."""

    def ask(address: str, until: bytes) -> bytes:
        with closing(HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE_S)) as line:
            line.request("GET", address)
            with line.getresponse() as answer:
                told = b""
                while until not in told and (more := answer.read1()):
                    told += more
            return told

    wanted = {
        "/healthz": b"ok\n",
        program.address: b"</html>",
        f"{program.address}/stream": b"event: screen",
        "/": b"</html>",
    }
    asked = [Asked(lambda one=one: ask(*one)) for one in wanted.items()]  # type: ignore[misc]
    for one, until in zip(asked, wanted.values(), strict=True):
        assert until in one.waited()
    return asked


def test_a_file_that_another_process_holds_stops_no_screen(server, sit_down):
    program = sit_down(server)
    looked_at(program)  # all is drawn once
    busy_s = 3 * max(look.took for look in looked_at(program))
    with held(server):
        posts = [entering(program, number) for number in range(3)]
        time.sleep(ARRIVED_S)
        looks = looked_at(program)
        answers = [post.waited() for post in posts]
        assert max(look.ended for look in looks) < min(post.ended for post in posts)
        for post, (status, told) in zip(posts, answers, strict=True):
            assert status == 503
            assert "Another program is using the stored matches" in told["says"]
            assert post.took < REFUSED_AFTER_S + busy_s
    assert program.look()["seq"] == 0, "what was refused is not there"
    assert program.enter(numbered(0), 0, key="key 0")[0] == 200, "and is taken on another try"


def test_what_waits_for_the_file_is_taken_as_soon_as_it_is_free(server, sit_down):
    program = sit_down(server)
    with held(server):
        post = entering(program, 0)
        time.sleep(ARRIVED_S)
    assert post.waited()[0] == 200
    assert program.look()["seq"] == 1


IN_USE = "Another program is using the stored matches."


def test_a_start_while_another_program_writes_shows_the_matches_and_goes_on_by_itself(
    server, sit_down
):
    program = sit_down(server)
    assert program.enter(numbered(0), 0)[0] == 200
    program.close()
    server.stop()
    with held(server):
        server.start()
        status, told = first_page(server)
        assert (status, IN_USE in told, "Ann" in told) == (200, True, True)
        assert IN_USE in server.output
        assert program.look()["seq"] == 1
        status, answer = program.enter(numbered(1), 1, key="one")
        assert status == 503
        assert "Another program is using the stored matches" in answer["says"]
        assert program.look()["seq"] == 1
    assert program.enter(numbered(1), 1, key="one")[0] == 200
    assert IN_USE not in first_page(server)[1]


def test_a_start_while_another_program_lets_nobody_read_waits_and_says_so(server, sit_down):
    sit_down(server).close()
    server.stop()
    with held(server, to_read=True):
        server.start()
        status, told = first_page(server)
        assert status == 503
        assert "another program is using the stored matches" in told
        assert "this page will reload by itself" in told
    until = time.monotonic() + PATIENCE_S
    while first_page(server)[0] == 503:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert "Ann" in first_page(server)[1]


@pytest.fixture
def on_a_slow_disk(tmp_path) -> Iterator[Server]:
    running = Server(tmp_path, script="serve_slowly.py")
    running.start()
    yield running
    running.stop()


def test_a_disk_that_takes_its_time_stops_no_screen(on_a_slow_disk, sit_down):
    program = sit_down(on_a_slow_disk)
    holding = on_a_slow_disk.folder / "data" / HELD
    holding.touch()
    post = entering(program, 0)
    time.sleep(ARRIVED_S)
    looked_at(program)
    assert post.is_alive(), "nothing is answered before it is on the disk"
    holding.unlink()
    assert post.waited()[0] == 200
    assert program.look()["seq"] == 1
