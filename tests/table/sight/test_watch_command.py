"""`referee watch`, as a camera above the table runs it: a process of its own beside a server."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

from camera.scans import scan_of
from referee.cli import reporters
from referee.cli.reporters import Reporter
from referee.core import Setup
from referee.games import load_all
from referee.match import SqliteStore
from referee.table.sight.live import LiveCamera, Source
from referee.table.sight.virtual import Laid, Light, View, VirtualTable, as_file
from referee.web import Settings, create_app

pytestmark = pytest.mark.once

ASKING = {
    "seq": 0,
    "look": "l1",
    "asks": True,
    "entered": ["Ann lays a Seer."],
    "proposals": [{"entry": "a", "says": "Bo lays a Noble."}],
    "doubts": [[{"entry": "b", "says": "Cy pays."}, {"entry": "c", "says": "Cy passes."}]],
    "seen": [{"kind": "card", "name": "Noble"}, {"kind": "unclear", "name": "Seer"}],
    "remarks": ["Di: the card is not in view."],
}
COUNCIL = ("seer", "noble", "scholar", "seer")
PATIENCE_S = 60
VIEW = View(width=1280, height=960)


@pytest.fixture(scope="module")
def council():
    """Pictures of a table for four: bare, then with four Elders."""
    table = VirtualTable(load_all()["waves"], 4)
    cards = []
    for slot, card in enumerate(COUNCIL):
        x, y, turn = table.at(slot, 120.0)
        cards.append(Laid(card, x, y, turn, copy=slot + 1))
    return [
        as_file(table.frame(there, VIEW, Light(), seed=seed))
        for seed, there in enumerate(([], [], cards, cards, cards))
    ]


@pytest.fixture
def folder(tmp_path, council):
    """A folder into which a camera has put all these pictures."""
    there = tmp_path / "pictures"
    there.mkdir()
    put(there, council)
    return there


def put(folder, pictures, first=0):
    for number, picture in enumerate(pictures, start=first):
        file = folder / f"{number:03}.png"
        part = file.with_suffix(".part")
        part.write_bytes(picture)
        os.utime(part, (number + 1, number + 1))
        part.rename(file)


class Server:
    """Takes what it is told, and answers with a status and a text."""

    def __init__(self, status=200, answer='{"seq": 0, "entered": []}'):
        self.told: list[tuple[str, dict]] = []
        self.heads: list[dict[str, str]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.reply()

            def do_POST(self):
                length = int(self.headers["Content-Length"])
                outer.told.append((self.path, json.loads(self.rfile.read(length))))
                outer.heads.append(dict(self.headers))
                self.reply()

            def reply(self):
                self.send_response(status)
                self.end_headers()
                self.wfile.write(answer.encode())

            def log_message(self, *_):
                pass

        self.handler = Handler

    @contextmanager
    def open(self, port=0):
        with ThreadingHTTPServer(("127.0.0.1", port), self.handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_address[1]}"
            server.shutdown()


def command(source, server, *more):
    referee = str(Path(sys.executable).with_name("referee"))
    words = ("--source", str(source), "--match", "m1", "--server", server)
    return [referee, "watch", *words, *more]


def run(source, server, *more):
    return subprocess.run(
        command(source, server, *more),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@contextmanager
def started(source, server, *more):
    with subprocess.Popen(
        command(source, server, *more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_until(so):
    ends = time.monotonic() + PATIENCE_S
    while not so():
        assert time.monotonic() < ends
        time.sleep(0.3)


def wait_for_all(server, folder, picture):
    """Wait until all Elders are told; of one picture a busy machine may read only some."""
    more = count(900)

    def are_told():
        put(folder, [picture], first=next(more))
        return any(len(told["codes"]) == len(COUNCIL) for _, told in server.told)

    wait_until(are_told)


def end(process):
    process.send_signal(signal.SIGTERM)
    return process.communicate(timeout=PATIENCE_S)


def test_what_holds_still_is_told_as_a_scan(folder):
    server = Server()
    with server.open() as address:
        result = run(folder, address, "--once", "--token", "s3cret")
    assert (0, "", "") == (result.returncode, result.stdout, result.stderr)
    path, told = server.told[-1]
    assert "/api/matches/m1/sightings" == path
    scan = scan_of(told)
    assert 4 == len(scan.codes)
    assert scan.table_mm == pytest.approx((520, 420), rel=0.02)
    assert "Bearer s3cret" == server.heads[-1]["Authorization"]
    assert told["jpeg"]


def test_a_single_picture_looked_at_once_is_judged_as_a_photo(tmp_path, council):
    put(tmp_path, council[2:3])
    server = Server(answer=json.dumps(ASKING))
    with server.open() as address:
        result = run(tmp_path, address, "--once")
    ((path, told),) = server.told
    assert ("/api/matches/m1/sightings?photo=yes", 4) == (path, len(told["codes"]))
    assert (0, "") == (result.returncode, result.stderr)
    assert [
        "Ann lays a Seer.",
        "Is this right? Bo lays a Noble.",
        "Which is right? Cy pays. / Cy passes.",
        "Whose card is this? Seer",
        "Di: the card is not in view.",
        f"Answer at {address}/matches/m1/sightings/l1",
    ] == result.stdout.splitlines()


def test_what_is_asked_is_said_once_while_it_stays_the_same(folder, council):
    put(folder, council[:2] * 4 + council[2:4], first=5)  # taken away, and laid again
    server = Server(answer=json.dumps(ASKING))
    with server.open() as address:
        result = run(folder, address, "--once")
    assert len(server.told) > 1
    assert 1 == result.stdout.count("Is this right?")


def test_pictures_that_cannot_be_read_are_named(folder):
    (folder / "a.png").write_bytes(b"no picture")
    (folder / "b.png").write_bytes((folder / "002.png").read_bytes()[:9000])
    server = Server()
    with server.open() as address:
        result = run(folder, address, "--once")
    assert 0 == result.returncode
    said = result.stderr.splitlines()
    assert 2 == len(said)
    assert any(line.startswith("a.png: This file is not a picture") for line in said)
    assert any(line.startswith("b.png: This picture is cut off") for line in said)


def test_a_folder_without_a_picture_is_said_when_looked_at_once(tmp_path):
    result = run(tmp_path, "http://127.0.0.1:1", "--once")
    assert 2 == result.returncode
    assert "There is no readable picture in" in result.stderr


def test_a_table_that_stays_as_it_is_is_told_once(folder, council):
    put(folder, [council[-1]] * 4, first=5)
    server = Server()
    with server.open() as address:
        run(folder, address, "--once")
    with_all = [told for _, told in server.told if len(told["codes"]) == 4]
    assert 1 == len(with_all)


@contextmanager
def real(settings):
    """Open a real server with one match, and return its address and the match."""
    app = create_app(SqliteStore(":memory:"), load_all(), settings)
    options = (("council", "house"), ("mode", "all-vs-all"))
    match = app.extensions["referee"].matches.open(
        "waves", Setup(("Ann", "Bo", "Cy", "Di"), options)
    )

    class Quiet(WSGIRequestHandler):
        def log_message(self, *_):
            pass

    with make_server("127.0.0.1", 0, app, handler_class=Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", match
        server.shutdown()


def test_a_whole_council_is_entered_at_the_real_server(folder):
    with real(Settings()) as (address, match):
        result = run(folder, address, "--once", "--match", match.id)
    assert (0, "") == (result.returncode, result.stderr)
    assert list(COUNCIL) == match.game.values(match.state, None)["elders"]
    assert 4 == len(result.stdout.splitlines())


def test_a_server_that_was_started_carefully_is_waited_for_and_what_to_do_said_once(folder):
    with real(Settings(safe_mode=True)) as (address, match):  # noqa: SIM117 - first the server
        with started(folder, address, "--match", match.id) as process:
            put_off = process.stderr.readline()
            assert "The referee is in safe mode and reads no pictures." in put_off
            assert "Restart it when it has run for a minute" in put_off
            time.sleep(2)  # it asks for the moment of the match meanwhile, and is answered
            _, said = end(process)
    assert (process.returncode, said) == (0, ""), "nothing is said of not answering"


def test_a_server_that_takes_pictures_again_is_told_what_waited(folder, monkeypatch):
    monkeypatch.setattr(reporters, "_DEFERRED_S", 0.0)
    said: list[str] = []
    full = Server(503, '{"problem": "busy", "says": "No turn."}')
    with full.open() as address:
        reporter = Reporter(address, "m1", "", said.append)
        taken = LiveCamera().photo(next(Source(str(folder)).frames(None)))
        assert [] == [*reporter.deliver(taken), *reporter.deliver()]
    assert [told for _, told in full.told] == [full.told[0][1]] * 2
    assert said == ["No turn. Trying again."]
    with Server().open(int(address.rsplit(":", 1)[1])):
        assert [] == list(reporter.deliver())
    assert reporter.waiting is None
    assert said[1:] == [f"{address} takes pictures again."]


def test_a_server_that_is_away_is_waited_for_and_said_once(folder, council):
    server = Server()
    with server.open() as address:
        port = int(address.rsplit(":", 1)[1])
    with started(folder, address) as process:
        missed = process.stderr.readline()
        time.sleep(2)
        with server.open(port):
            wait_for_all(server, folder, council[3])
            _, said = end(process)
    assert 0 == process.returncode
    assert "does not answer" in missed
    assert "does not answer" not in said
    assert 1 == said.count("answers again")


def test_whoever_watches_is_told_what_is_waited_for(tmp_path, council):
    server = Server()
    put(tmp_path, [council[2]])
    with server.open() as address, started(tmp_path, address) as process:
        first = [process.stdout.readline() for _ in range(3)]
        put(tmp_path, [council[3]], first=1)
        wait_for_all(server, tmp_path, council[3])
        said, _ = end(process)
    assert first[0] == f"Watching {tmp_path} for the match m1.\n"
    assert first[1] == "A card counts when two pictures show it in the same place.\n"
    assert "codes. Waiting for a second picture that shows the same." in first[2]
    assert "Waiting for" not in said


def test_a_folder_that_is_still_to_be_made_is_waited_for(tmp_path, council):
    server, folder = Server(), tmp_path / "pictures"
    with server.open() as address, started(folder, address) as process:
        missed = process.stderr.readline()
        folder.mkdir()
        put(folder, council[2:4])
        wait_for_all(server, folder, council[3])
        end(process)
    assert missed == f"There is no folder {folder}. Waiting for it.\n"


def test_pictures_that_are_added_later_are_looked_at(tmp_path, council):
    server = Server()
    with server.open() as address, started(tmp_path, address) as process:
        put(tmp_path, council[:2])
        time.sleep(0.6)
        wait_for_all(server, tmp_path, council[3])
        end(process)
    assert 0 == process.returncode


def test_a_folder_that_goes_away_is_waited_for_and_said_once(tmp_path, council):
    server, folder = Server(), tmp_path / "pictures"
    folder.mkdir()
    put(folder, [council[0]] * 3)
    with server.open() as address, started(folder, address) as process:
        wait_until(lambda: server.told)
        folder.rename(folder.with_name("elsewhere"))
        missed = process.stderr.readline()
        time.sleep(2)
        folder.mkdir()
        put(folder, council[2:], first=20)
        wait_for_all(server, folder, council[3])
        _, said = end(process)
    assert 0 == process.returncode
    assert "Waiting for it." in missed
    assert "Waiting for it." not in said
    assert 1 == said.count("Pictures are arriving again.")


@pytest.mark.parametrize(
    ("status", "answer", "sentence"),
    [
        (404, '{"says": "There is no such match."}', "There is no such match."),
        (403, "", "The server does not accept this (status 403)."),
    ],
)
def test_a_no_that_stays_a_no_ends_it_with_the_servers_sentence(folder, status, answer, sentence):
    with Server(status, answer).open() as address:
        result = run(folder, address)
    assert (1, f"{sentence}\n") == (result.returncode, result.stderr)


def test_a_match_that_is_not_there_is_said_before_a_folder_is_waited_for(tmp_path):
    with Server(404, '{"says": "There is no such match."}').open() as address:
        result = run(tmp_path / "later", address)
    assert (1, "", "There is no such match.\n") == (
        result.returncode,
        result.stdout,
        result.stderr,
    )


@pytest.mark.parametrize(
    ("source", "server", "sentence"),
    [
        ("nothing.mp4", "http://127.0.0.1:1", "There is no file nothing.mp4."),
        ("nofolder", "http://127.0.0.1:1", "There is no folder nofolder."),
        (".", "tablet", "tablet is not a server address like http://192.168.1.20:8000."),
        (".", "file:///etc", "file:///etc is not a server address"),
        ("/dev/video98", "http://127.0.0.1:1", "The camera /dev/video98 cannot be opened"),
    ],
)
def test_what_cannot_work_is_refused_in_one_sentence(source, server, sentence):
    result = run(source, server, "--once")
    assert 2 == result.returncode
    assert result.stderr.startswith(sentence)
    assert 1 == len(result.stderr.splitlines())


def test_without_a_server_looking_once_ends_with_a_sentence(folder):
    result = run(folder, "http://127.0.0.1:1", "--once")
    assert 1 == result.returncode
    assert "The picture could not be sent to the server." in result.stderr
