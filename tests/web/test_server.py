"""The server: what it says at its start, and that it starts, answers and stops."""

import io
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from ipaddress import ip_address

import pytest

from printables import qr
from referee.table import joining
from referee.web import Settings, server
from referee.web.addresses import addresses, is_local, local_name


def test_the_start_says_every_address_and_draws_the_first(monkeypatch):
    monkeypatch.setattr(server, "addresses", lambda: ("192.0.2.7", "198.51.100.7"))
    monkeypatch.setattr(server, "local_name", lambda: "table.local")
    out = io.StringIO()
    server.announce(Settings(port=8123), out)
    said = out.getvalue()
    for host in ("192.0.2.7", "198.51.100.7", "table.local"):
        assert f"    http://{host}:8123/\n" in said
    first = qr.terminal("http://192.0.2.7:8123/").splitlines()[0]
    assert first in said


def test_a_server_for_this_device_alone_says_so(monkeypatch):
    monkeypatch.setattr(server, "local_name", lambda: None)
    out = io.StringIO()
    server.announce(Settings(host="127.0.0.1", port=8123), out)
    assert "http://localhost:8123/" in out.getvalue()
    assert "█" not in out.getvalue()


def test_streams_leave_threads_for_whoever_taps():
    assert Settings().streams <= Settings().threads - 16


def test_addresses_are_those_of_the_network():
    assert all(not ip_address(address).is_loopback for address in addresses())
    assert len(set(addresses())) == len(addresses())
    assert local_name() is None or str(local_name()).endswith(".local")


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost:8000", True),
        ("localhost", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.0.2.7:8000", False),
        ("table.local", False),
    ],
)
def test_only_this_device_knows_itself_as_localhost(host, local):
    assert is_local(host) is local


def test_a_symbol_is_drawn_alike_for_paper_and_terminal():
    text = "http://192.0.2.7:8000/"
    rows = qr.matrix(text)
    assert len(rows) == len(rows[0]) == 25
    assert sum(map(sum, rows)) == sum(
        int(stroke.split("h")[1].split("v")[0])
        for stroke in joining.address_as_svg(text).rpartition('d="')[2].split("M")[1:]
    )
    drawn = joining.address_for_terminal(text).splitlines()
    assert {len(line) for line in drawn} == {29}
    assert len(drawn) == 15


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def ask(port, address, method="GET", body=None):
    line = HTTPConnection("127.0.0.1", port, timeout=10)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    try:
        line.request(method, address, body, form if body else {})
        with line.getresponse() as answer:
            yield answer
    finally:
        line.close()


def first_page(port):
    until = time.monotonic() + 30
    while True:
        try:
            with ask(port, "/") as answer:
                return answer.read().decode()
        except OSError:
            assert time.monotonic() < until, "it never answered"
            time.sleep(0.05)


def test_it_starts_answers_and_stops_although_a_screen_is_open(tmp_path):
    port = free_port()
    start = (
        "from pathlib import Path; from referee.web import Settings;"
        "from referee.web.server import serve;"
        f"serve(Settings('127.0.0.1', {port}, Path({str(tmp_path / 'm.sqlite3')!r})))"
    )
    process = subprocess.Popen([sys.executable, "-c", start], stdout=subprocess.PIPE, text=True)
    try:
        assert 'data-game="waves"' in first_page(port)
        with ask(port, "/new/waves", "POST", "count=2") as answer:
            opened = answer.getheader("Location")
        with ask(port, f"{opened}/stream") as stream:
            assert stream.readline() == b"retry: 1500\n"
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=10)
        assert process.returncode == 0
        assert "The referee is ready." in said
    finally:
        process.kill()
        process.communicate()
