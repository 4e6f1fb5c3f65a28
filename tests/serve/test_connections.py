"""A running server: it answers whoever asks, however badly others behave, and stops when told."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode

import gevent.socket
import pytest

from referee.games import load_all
from referee.match import Matches, SqliteStore
from referee.serve.connections import Server
from referee.web import Settings

pytestmark = pytest.mark.once

PATIENCE_S = 60
"""A machine that is busy with other things may let an answer wait for long."""

HALF_S = 1.0
"""So long the server waits for the other half; who is held up waits as long."""

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
HALF = {
    "nothing": b"",
    "half-a-line": b"GET / HT",
    "half-a-head": b"GET / HTTP/1.1\r\nHost: local",
    "half-a-body": b"POST /new/waves HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/"
    b"x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\ncount=",
    "half-a-chunk": b"POST /new/waves HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/"
    b"x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\nff\r\ncount=",
}
LINGERING = {
    "close": b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "old": b"GET / HTTP/1.0\r\n\r\n",
    "upgrade": b"GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n",
    "garbage": b"\x00\xff\n\n",
    "long": b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n",
}


_CLOSE = b"Host: localhost\r\nConnection: close\r\n\r\n"
ODD = {
    "home": b"GET / HTTP/1.1\r\n" + _CLOSE,
    "nothing-there": b"GET /none HTTP/1.1\r\n" + _CLOSE,
    "no-such-file": b"GET /static/x/none.js HTTP/1.1\r\n" + _CLOSE,
    "climbing": b"GET /static/../../../etc/passwd HTTP/1.1\r\n" + _CLOSE,
    "climbing-in-numbers": b"GET /static/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + _CLOSE,
    "nought": b"GET /%00 HTTP/1.1\r\n" + _CLOSE,
    "two-lines": b"GET /%0d%0aX-Evil:%20yes HTTP/1.1\r\n" + _CLOSE,
    "no-letters": b"GET /\xff\xfe HTTP/1.1\r\n" + _CLOSE,
    "another-server": b"GET http://evil.example/ HTTP/1.1\r\n" + _CLOSE,
    "another-name": b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    "echo": b"TRACE / HTTP/1.1\r\nX-Secret: kestrelword\r\n" + _CLOSE,
    "new-verb": b"FOO / HTTP/1.1\r\n" + _CLOSE,
    "what-can-be-done": b"OPTIONS / HTTP/1.1\r\n" + _CLOSE,
    "future": b"GET / HTTP/9.9\r\n" + _CLOSE,
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "long": b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n" + _CLOSE,
    "long-head": b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000 + b"\r\n" + _CLOSE,
    "less-than-nothing": b"POST /transcripts HTTP/1.1\r\nContent-Length: -5\r\n" + _CLOSE,
    "no-number": b"POST /transcripts HTTP/1.1\r\nContent-Length: abc\r\n" + _CLOSE,
    "no-chunk": b"POST /transcripts HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"
    + _CLOSE
    + b"zz\r\n",
    "two-lengths": b"POST /transcripts HTTP/1.1\r\nContent-Length: 6\r\n"
    b"Transfer-Encoding: chunked\r\n" + _CLOSE + b"0\r\n\r\nX",
    "too-much": b"POST /transcripts HTTP/1.1\r\nContent-Length: 99999999\r\n" + _CLOSE,
    "cookie": b"GET /matches/x/seats HTTP/1.1\r\nCookie: referee-8000=\xff\xfe.x\r\n" + _CLOSE,
}
_ASKS = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
_SENDS = (
    b"POST /new/waves HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n"
)
_IN_CHUNKS = _SENDS + b"Transfer-Encoding: chunked\r\n\r\n"
UNCLEAR = {
    "bare-line-feeds": b"GET /healthz HTTP/1.1\nHost: localhost\n\n",
    "line-feed-after-request": b"GET /healthz HTTP/1.1\nHost: localhost\r\n\r\n",
    "line-feed-after-field": b"GET /healthz HTTP/1.1\r\nHost: localhost\nA: b\r\n\r\n",
    "line-feed-at-the-end": _ASKS + b"A: b\r\n\n",
    "carriage-return-in-value": _ASKS + b"A: b\rC: d\r\n\r\n",
    "nought-in-value": _ASKS + b"A: b\0c\r\n\r\n",
    "folded": _ASKS + b"A: b\r\n c\r\n\r\n",
    "space-before-colon": _SENDS + b"Content-Length : 7\r\n\r\ncount=2",
    "no-colon": _SENDS + b"A\r\nContent-Length: 7\r\n\r\ncount=2",
    "no-name": _ASKS + b": b\r\n\r\n",
    "two-spaces": b"GET  /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "before-versions": b"GET /healthz\r\n",
    "no-host": b"GET /healthz HTTP/1.1\r\n\r\n",
    "two-hosts": _ASKS + b"Host: localhost\r\n\r\n",
    "length-and-chunks": _SENDS
    + b"Content-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n7\r\ncount=2\r\n0\r\n\r\n",
    "two-lengths": _SENDS + b"Content-Length: 7\r\nContent-Length: 7\r\n\r\ncount=2",
    "two-lengths-in-one": _SENDS + b"Content-Length: 7, 7\r\n\r\ncount=2",
    "length-with-sign": _SENDS + b"Content-Length: +7\r\n\r\ncount=2",
    "length-with-underscore": _SENDS + b"Content-Length: 0_7\r\n\r\ncount=2",
    "no-length": _SENDS + b"Content-Length:\r\n\r\ncount=2",
    "another-coding": _SENDS + b"Transfer-Encoding: gzip\r\n\r\n",
    "two-codings": _SENDS + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "chunks-of-old": _IN_CHUNKS.replace(b"HTTP/1.1", b"HTTP/1.0") + b"0\r\n\r\n",
    "line-feed-after-chunk-size": _IN_CHUNKS + b"7\ncount=2\r\n0\r\n\r\n",
    "line-feed-after-chunk": _IN_CHUNKS + b"7\r\ncount=2\n0\r\n\r\n",
    "line-feed-in-extension": _IN_CHUNKS + b"7;a\nb\r\ncount=2\r\n0\r\n\r\n",
    "line-feed-in-trailer": _IN_CHUNKS + b"7\r\ncount=2\r\n0\r\nA: b\nC: d\r\n\r\n",
    "no-end-of-chunks": _IN_CHUNKS + b"7\r\ncount=2\r\n0\r\nGET",
}  # fmt: skip
CLEAR = {
    "old-without-host": (b"GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", b"200"),
    "nothing-in-a-field": (_ASKS + b"A:\r\nB: \xc3\xa4\x85\t,\r\n\r\n", b"200"),
    "length-between-spaces": (_SENDS + b"content-length:  7 \r\n\r\ncount=2", b"303"),
    "chunks": (_IN_CHUNKS + b"03\r\ncou\r\n4\r\nnt=2\r\n0\r\n\r\n", b"303"),
}
INSIDES = re.compile(
    rb"^server:|x-powered-by|gevent|werkzeug|flask|python|sqlite|traceback|\.py\b|/home/|/usr/"
    rb"|site-packages|root:|kestrelword|^x-evil",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass
class Running:
    """A server as its user starts it."""

    port: int
    process: subprocess.Popen
    data: Path

    @contextmanager
    def asked(self, address, method="GET", body=None, **headers):
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            line.request(method, address, body, {**(FORM if body else {}), **headers})
            with line.getresponse() as answer:
                yield answer
        finally:
            line.close()

    def page(self, address="/"):
        with self.asked(address) as answer:
            return answer.status, answer.read().decode()

    def opened(self):
        with self.asked("/new/waves", "POST", "count=2") as answer:
            return answer.getheader("Location")

    def say(self, raw):
        line = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)
        line.sendall(raw)
        return line

    def stop(self, number=signal.SIGTERM):
        begun = time.monotonic()
        self.process.send_signal(number)
        said, trouble = self.process.communicate(timeout=PATIENCE_S)
        return time.monotonic() - begun, said, trouble


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running(folder, **limits):
    port, data = free_port(), folder / "m.sqlite3"
    start = (
        "from pathlib import Path; from referee.web import Settings;"
        "from referee.serve.run import serve;"
        f"serve(Settings('127.0.0.1', {port}, Path({str(data)!r}), **{limits!r}))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", start], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    server = Running(port, process, data)
    try:
        until = time.monotonic() + 30
        while True:
            try:
                server.page()
                break
            except OSError:
                assert process.poll() is None, process.communicate()[1]
                assert time.monotonic() < until, "it never answered"
                time.sleep(0.05)
        yield server
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("server"), request_timeout_s=HALF_S) as server:
        yield server


@pytest.mark.parametrize("kind", ODD)
def test_no_answer_tells_what_the_server_is_made_of(server, kind):
    with server.say(ODD[kind]) as line:
        told = b""
        while part := line.recv(65_536):
            told += part
    assert told.startswith(b"HTTP/1.1 ")
    assert int(told.split()[1]) < 500
    assert INSIDES.search(told) is None
    assert str(server.data.parent).encode() not in told


def test_the_answer_after_a_head_begins_with_itself(server):
    """A stream that is only asked for its head has no body, not even the end of one."""
    head = f"HEAD {server.opened()}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with server.say(head + b"GET /healthz HTTP/1.1\r\n" + _CLOSE) as line:
        told = b""
        while part := line.recv(65_536):
            told += part
    first, second, body = told.split(b"\r\n\r\n")
    assert first.startswith(b"HTTP/1.1 200")
    assert b"text/event-stream" in first
    assert second.startswith(b"HTTP/1.1 200")
    assert body == b"ok\n"


def answers_to(server, raw):
    """Send a request and a good one behind it on one line; list the statuses that come back."""
    with server.say(raw + b"GET /join.svg HTTP/1.1\r\n" + _CLOSE) as line:
        told = b""
        while part := line.recv(65_536):
            told += part
    return re.findall(rb"^HTTP/1\.1 (\d+)", told, re.MULTILINE)


@pytest.mark.parametrize("kind", UNCLEAR)
def test_whatever_leaves_open_where_a_request_ends_is_refused_and_ends_the_connection(server, kind):
    """What stands behind it may be the words of somebody else, through the same proxy."""
    assert answers_to(server, UNCLEAR[kind]) == [b"400"]


@pytest.mark.parametrize("kind", CLEAR)
def test_whatever_says_clearly_where_it_ends_is_answered_and_so_is_what_follows(server, kind):
    raw, status = CLEAR[kind]
    assert answers_to(server, raw) == [status, b"200"]


def quickest(server, address="/"):
    """Return the best of three, which is what other work on this machine disturbs least."""
    found = []
    for _ in range(3):
        begun = time.monotonic()
        assert server.page(address)[0] == 200
        found.append(time.monotonic() - begun)
    return min(found)


@pytest.mark.parametrize("kind", HALF)
def test_two_hundred_that_stop_half_way_hold_up_nobody(server, kind):
    with ExitStack() as lines:
        for _ in range(200):
            lines.enter_context(server.say(HALF[kind]))
        assert quickest(server) < HALF_S


@pytest.mark.parametrize("kind", LINGERING)
def test_clients_that_do_not_hang_up_hold_up_nobody(server, kind):
    with ExitStack() as lines:
        for _ in range(5):
            lines.enter_context(server.say(LINGERING[kind]))
        assert quickest(server) < HALF_S


@pytest.mark.parametrize("kind", HALF)
def test_whoever_stops_half_way_is_hung_up_on(server, kind):
    with server.say(HALF[kind]) as line:
        begun = time.monotonic()
        answer = b""
        while part := line.recv(4096):
            answer += part
        assert 0.5 < time.monotonic() - begun < 5
    if "-body" in kind or "-chunk" in kind:
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert "Not everything arrived" in answer.decode()


def test_a_photo_may_take_longer_than_a_tap(server):
    match = server.opened()
    body = b"x" * 150_000  # a second of patience, and one for its size
    kind = "Content-Type: application/x-www-form-urlencoded"
    head = f"POST {match}/undo HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n"
    with closing(server.say(f"{head}Content-Length: {len(body)}\r\n\r\n".encode())) as line:
        for part in range(3):
            time.sleep(0.6)
            line.sendall(body[part * 50_000 : (part + 1) * 50_000])
        assert line.recv(4096).startswith(b"HTTP/1.1 400")


def test_a_body_that_nobody_wants_ends_the_connection_in_time(server):
    with server.say(HALF["half-a-body"].replace(b"/new/waves", b"/nothing/x")) as line:
        answer = b""
        while part := line.recv(4096):
            answer += part
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert answer.count(b"HTTP/1.1 ") == 1


def test_garbage_is_answered_plainly(server):
    with server.say(LINGERING["garbage"]) as line:
        answer = line.recv(4096).decode()
    assert answer.startswith("HTTP/1.1 400 ")
    assert answer.endswith("The referee could not read this.\n")


def test_one_connection_carries_many_requests(server):
    line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    with closing(line):
        for _ in range(3):
            line.request("POST", "/new/waves", "count=2", FORM)
            with line.getresponse() as answer:
                assert answer.status == 303
                answer.read()
            local = line.sock.getsockname() if line.sock else None
            assert local is not None


def test_no_answer_waits_until_its_beginning_is_confirmed(server):
    """A kernel that collects small packets holds the end of each answer back for 40 ms."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as line:
        took = []
        for _ in range(30):
            begun = time.monotonic()
            line.request("GET", "/join.svg")
            line.getresponse().read()
            took.append(time.monotonic() - begun)
    assert min(took[5:]) < 0.035


def test_who_sends_many_requests_at_once_lets_others_be_answered_in_between():
    order: list[str] = []

    def app(environ: Any, start_response: Any) -> Any:
        order.append(environ["PATH_INFO"])
        start_response("200 OK", [("Content-Length", "0")])
        return []

    with ExitStack() as lines:
        listener = lines.enter_context(socket.create_server(("127.0.0.1", 0)))
        for asked in (["/many"] * 5, ["/other"]):
            line = lines.enter_context(socket.create_connection(listener.getsockname()))
            line.sendall(
                b"".join(
                    f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() for path in asked
                )
            )
        listener.setblocking(False)  # noqa: FBT003 - its way to say it
        answering = Server(
            gevent.socket.socket(fileno=listener.detach()), cast("Any", app), Settings()
        )
        answering.start()
        with gevent.Timeout(PATIENCE_S):
            while len(order) < 6:
                gevent.sleep(0.001)
        answering.shut_down()
    assert order == ["/many", "/other", *["/many"] * 4]


def test_above_the_limit_it_is_said_that_there_is_no_place(tmp_path):
    with running(tmp_path, connections=5, streams=3) as server, ExitStack() as lines:
        for _ in range(5):
            lines.enter_context(server.say(b""))
        time.sleep(0.3)
        with server.asked("/") as answer:
            assert (answer.status, answer.getheader("Retry-After")) == (503, "5")
            assert "Too many screens are connected" in answer.read().decode()
        lines.close()
        time.sleep(0.3)
        assert server.page()[0] == 200


def test_a_long_transcript_is_loaded_beside_the_pages(server):
    cards = enumerate(("seer", "scholar", "seer", "noble"))
    elders = [f"> elder slot={slot} card={card}" for slot, card in cards]
    pads = [f"> overrule shells count={number % 3} why=x" for number in range(5_000)]
    header = ["game waves", "option council=3,3,2,2,1", "seats Ann, Bo, Cy, Di"]
    text = "\n".join([*header, *elders, *pads, ""])
    answers = []

    def load():
        body = urlencode({"text": text})
        with server.asked("/transcripts", "POST", body) as answer:
            answers.append(answer.status)

    loading = threading.Thread(target=load)
    started = time.monotonic()
    loading.start()
    waited = []
    while loading.is_alive():
        begun = time.monotonic()
        server.page("/join")
        waited.append(time.monotonic() - begun)
    loading.join()
    assert answers == [303]
    assert max(waited) < (time.monotonic() - started) / 2


def test_sheets_are_drawn_beside_the_pages(server):
    answers = []

    def draw():
        with server.asked("/print/war-of-waves/sheets.pdf?what=inserts&copies=60") as answer:
            answers.append((answer.status, answer.read()[:4]))

    server.page("/join")
    drawing = threading.Thread(target=draw)
    started = time.monotonic()
    drawing.start()
    waited = []
    while drawing.is_alive():
        begun = time.monotonic()
        server.page("/join")
        waited.append(time.monotonic() - begun)
    drawing.join()
    assert answers == [(200, b"%PDF")]
    assert max(waited) < (time.monotonic() - started) / 2


def test_it_stops_at_once_although_screens_are_open(tmp_path):
    with running(tmp_path) as server, ExitStack() as lines:
        opened = server.opened()
        for _ in range(20):
            stream = lines.enter_context(server.asked(f"{opened}/stream"))
            assert stream.readline() == b"retry: 1500\n"
        lines.enter_context(server.say(b""))
        lines.enter_context(server.say(HALF["half-a-body"]))
        seconds, said, trouble = server.stop(signal.SIGINT)
        assert server.process.returncode == 0
        assert seconds < 3
        assert "The referee is ready." in said
        assert trouble == ""


def test_nothing_acknowledged_is_lost_when_it_stops(tmp_path):
    with running(tmp_path) as server:
        address = server.opened()
        taken = []

        def enter():
            json_too = {"Accept": "application/json"}
            with server.asked(address, **json_too) as answer:
                seq = json.loads(answer.read())["seq"]
            try:
                for number in range(10_000):
                    path = "act" if number % 2 == 0 else "undo"
                    body = f"expected={seq}&action=elder+slot%3D0+card%3Dseer"
                    with server.asked(f"{address}/{path}", "POST", body) as answer:
                        assert answer.status == 303
                    seq += 1
                    taken.append(seq)
            except (OSError, HTTPException):
                return

        entering = threading.Thread(target=enter)
        entering.start()
        time.sleep(0.7)
        seconds, _, trouble = server.stop()
        entering.join()
        assert seconds < 3
        assert trouble == ""
        assert taken
        store = SqliteStore(server.data)
        match = Matches(store, load_all()).get(address.rpartition("/")[2])
        assert match.seq >= taken[-1]
        store.close()


def test_where_the_port_is_taken_it_says_one_sentence(tmp_path):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        command = [
            *(str(Path(sys.executable).with_name("referee")), "serve", "--data", str(tmp_path)),
            *("--host", "127.0.0.1", "--port", str(taken.getsockname()[1])),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 1
    assert re.match(r"Port \d+ is already in use", done.stderr)
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
