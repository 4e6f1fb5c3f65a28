"""4 KB of the stored matches are overwritten: the server starts, saves the rest and says so."""

import http.client
import random
import re
import sqlite3
import subprocess
import time
from contextlib import closing
from html import unescape

import pytest
from running_server import command_line
from talking import numbered

from referee.match import is_damaged

pytestmark = pytest.mark.once

PAGE = 4096
NOISE = random.Random(1).randbytes(PAGE)


def page(server, method="GET", path="/"):
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.request(method, path)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, text


def start_mended(server):
    """Start a server, and wait until it has done with what it says it is at."""
    server.start()
    until = time.monotonic() + 20
    while page(server, path="/healthz")[1].strip() == "mending":
        assert time.monotonic() < until
        time.sleep(0.02)


def told(server):
    """Give what the first page says of a damaged file."""
    status, text = page(server)
    assert status == 200
    found = re.search(r'<p class="problem" role="status">(.*?)</p>', text, re.DOTALL)
    return unescape(found[1]) if found else ""


@pytest.fixture
def programs(server, sit_down):
    """Two tables at which forty things were entered."""
    programs = [sit_down(server) for _ in range(2)]
    for seq in range(40):
        for program in programs:
            assert program.enter(numbered(seq), seq)[0] == 200
    for program in programs:
        program.close()
    return programs


def check_whole(programs):
    for program in programs:
        assert program.look()["seq"] == 40
        assert program.enter(numbered(40), 40)[0] == 200, "and it can be played on"
        program.close()


def test_the_server_starts_again_with_what_can_be_read_and_says_so(server, programs):
    assert told(server) == ""
    server.stop()
    path = server.folder / "data" / "referee.sqlite3"
    path.write_bytes(NOISE + path.read_bytes()[PAGE:])
    start_mended(server)
    said = told(server)
    [aside] = path.parent.glob("referee-damaged-*.sqlite3")
    assert "2 of them could be saved" in said
    assert aside.name in said
    assert said in server.output, "whoever has started it reads it too"
    assert aside.read_bytes()[:PAGE] == NOISE
    check_whole(programs)
    assert page(server, "POST", "/rescue/read")[0] == 303
    assert told(server) == ""
    server.stop()
    server.start()
    assert told(server) == ""
    check_again = [program.look()["seq"] for program in programs]
    assert check_again == [41, 41]


def test_what_still_lies_beside_the_file_after_a_kill_is_not_lost_with_it(server, programs):
    server.process.kill()
    server.process.wait()
    path = server.folder / "data" / "referee.sqlite3"
    path.write_bytes(NOISE + path.read_bytes()[PAGE:])
    start_mended(server)
    check_whole(programs)


@pytest.mark.usefixtures("programs")
def test_a_second_server_on_the_same_port_leaves_the_file_of_the_first_alone(server):
    path = server.folder / "data" / "referee.sqlite3"
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.write(NOISE)
    assert is_damaged(path)
    command = [command_line(), "serve", "--host", "127.0.0.1", "--port", str(server.port)]
    second = subprocess.run(
        [*command, "--data", str(path.parent)], capture_output=True, text=True, check=False
    )
    assert second.returncode == 1
    assert "is taken" in second.stderr
    assert [*path.parent.glob("*damaged*")] == []
    assert path.read_bytes()[:PAGE] == NOISE
