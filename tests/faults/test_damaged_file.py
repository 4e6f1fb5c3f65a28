"""The stored matches are damaged, or gone: the server starts, saves the rest and says so."""

import http.client
import json
import random
import re
import sqlite3
import subprocess
import time
from contextlib import closing
from html import unescape

import pytest
from running_server import command_line
from talking import TABLE, Program, numbered

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
    """Return what the first page says of a damaged file."""
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
    assert "is already in use" in second.stderr
    assert [*path.parent.glob("*damaged*")] == []
    assert path.read_bytes()[:PAGE] == NOISE


def checked(server):
    """Return what `referee doctor` says of the stored matches."""
    command = [command_line(), "doctor", "--json", "--data", str(server.folder / "data")]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return next(check for check in json.loads(said)["checks"] if check["id"] == "store")


def kill(server):
    server.process.kill()
    server.process.wait()
    return server.folder / "data" / "referee.sqlite3"


def test_a_bit_that_flips_in_what_waits_beside_the_file_costs_none_of_thirty_matches(server):
    matches = [server.load(TABLE).rpartition("/")[2] for _ in range(30)]
    path = kill(server)
    waiting = path.with_name(f"{path.name}-wal")
    content = bytearray(waiting.read_bytes())
    content[60_000] ^= 1
    waiting.write_bytes(content)
    assert checked(server)["says"] == f"{path} is damaged."
    start_mended(server)
    assert "30 of them could be saved" in told(server)
    assert checked(server)["says"] == told(server)
    for match in matches:
        with closing(Program(server.port, f"/matches/{match}")) as program:
            assert program.look()["seq"] == 0
    [aside] = path.parent.glob("referee-damaged-*-wal")
    assert aside.read_bytes() == content


@pytest.mark.usefixtures("programs")
def test_what_waited_beside_the_file_and_was_deleted_is_told_until_that_is_read(server):
    path = kill(server)
    path.with_name(f"{path.name}-wal").unlink()
    start_mended(server)
    assert "At least 2 matches are missing. At least 82 entries are missing." in told(server)
    assert told(server) in server.output
    assert checked(server)["says"] == told(server)
    assert page(server, "POST", "/rescue/read")[0] == 303
    assert told(server) == ""
    assert "The file is intact" in checked(server)["says"]


@pytest.mark.parametrize("how", ["deleted", "emptied"])
@pytest.mark.usefixtures("programs")
def test_a_file_that_is_gone_is_told_with_how_much_was_in_it(server, how):
    server.stop()
    path = server.folder / "data" / "referee.sqlite3"
    if how == "deleted":
        path.unlink()
    else:
        path.write_bytes(b"")
    before = checked(server)
    assert before["state"] == "mend"
    assert (before["facts"]["matches_missing"], before["facts"]["entries_missing"]) == (2, 82)
    start_mended(server)
    assert "At least 2 matches are missing. At least 82 entries are missing." in told(server)
    assert "“referee restore FILE”" in told(server)
    assert checked(server)["says"] == told(server)


def test_an_entry_in_which_a_bit_has_flipped_is_damaged_and_not_of_other_rules(server, programs):
    server.stop()
    path = server.folder / "data" / "referee.sqlite3"
    path.write_bytes(path.read_bytes().replace(b"Number 30", b"Number 70"))
    start_mended(server)
    assert "At least 20 entries are missing." in told(server)
    seen = [program.look() for program in programs]
    assert [(one["seq"], one["broken"]) for one in seen] == [(30, None)] * 2
