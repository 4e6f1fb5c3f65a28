"""Settings that cannot be followed, such as an address of yesterday, never stop a start."""

import errno
import io
import re
import socket
import subprocess
import time
from http.client import HTTPConnection
from urllib.request import urlopen

import pytest
from running_server import DEADLINE_S, Server, command_line, free_port

from referee.config import Settings as Usual
from referee.match.storage.durable import make_folder
from referee.serve.run import CannotListen, listen_anyway
from referee.web import Settings


def test_a_server_with_the_address_of_yesterday_starts_and_is_reached_at_todays(tmp_path):
    make_folder(tmp_path / "data" / "certificate")
    told = {"REFEREE_HTTPS_PORT": str(free_port())}
    server = Server(tmp_path, options=("--host", "203.0.113.77"), environment=told)
    server.start()
    try:
        here = HTTPConnection("127.0.0.1", server.port, timeout=20)
        here.request("GET", "/healthz")
        assert here.getresponse().status == 200
        here.close()
        while "Stop with Ctrl+C" not in server.output:
            time.sleep(0.02)
        assert "the address “203.0.113.77” now" in server.output
        assert "http://203.0.113.77" not in server.output, "nobody is sent there"
        assert "/trust\n" in server.output, "HTTPS is spoken as well"
    finally:
        server.stop()


@pytest.mark.parametrize("host", ["nowhere.invalid", "203.0.113.77", "2001:db8::7", "x" * 300])
def test_an_address_that_is_none_of_ours_is_named_once_and_all_others_taken(host):
    err = io.StringIO()
    held, listener = listen_anyway(Settings(host=host, port=free_port()), err)
    with listener:
        assert listener.getsockname()[0] == held.host == Usual().host
    assert re.fullmatch(f"This machine does not have the address “{host}” now.*\n", err.getvalue())


def test_a_port_that_this_user_may_not_have_is_named_and_the_usual_one_taken(monkeypatch):
    free, create = free_port(), socket.create_server

    def as_no_root(address, **more):
        if address[1] < 1024:
            raise PermissionError(errno.EACCES, "Permission denied")
        return create((address[0], free), **more)

    monkeypatch.setattr(socket, "create_server", as_no_root)
    err = io.StringIO()
    held, listener = listen_anyway(Settings(host="203.0.113.77", port=80), err)
    listener.close()
    assert (held.host, held.port) == (Usual().host, Usual().port)
    assert [line.split(",")[0].split(";")[0] for line in err.getvalue().splitlines()] == [
        "This user may not listen on port 80",
        "This machine does not have the address “203.0.113.77” now",
    ]


def test_a_port_that_is_taken_is_left_to_whoever_has_it():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen) as said:
            listen_anyway(Settings(host="127.0.0.1", port=port), io.StringIO())
    assert str(said.value).startswith(f"Port {port} is already in use, perhaps by another referee")


def test_a_second_referee_on_the_same_matches_says_so_and_leaves_the_first_alone(tmp_path):
    first = Server(tmp_path)
    first.start()
    try:
        match = first.load("game waves\nseats Ann, Bo, Cy\n")
        second = subprocess.run(
            [
                *(command_line(), "serve", "--host", "127.0.0.1", "--port", str(free_port())),
                *("--data", str(tmp_path / "data")),
            ],
            check=False, capture_output=True, text=True, timeout=DEADLINE_S,
        )  # fmt: skip
        assert second.returncode == 1
        assert second.stderr.startswith(
            "A referee is already running on these matches; “referee doctor”"
        )
        with urlopen(match, timeout=DEADLINE_S) as answer:  # noqa: S310 - our own
            assert answer.status == 200
    finally:
        first.stop()
