"""While stored matches are mended, whoever asks is told so instead of hearing nothing."""

import http.client
import random
import socket
import sqlite3
import time
from contextlib import closing

import pytest
from running_server import Server

from referee.serve.maintenance import maintenance_answer


@pytest.fixture
def listener():
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


def ask(port, path, method="GET"):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    line.request(method, path)
    answer = line.getresponse()
    found = answer.status, answer.headers, answer.read().decode()
    line.close()
    return found


def test_programs_hear_a_word_and_people_a_sentence(listener):
    port = listener.getsockname()[1]
    with maintenance_answer(listener):
        status, head, word = ask(port, "/healthz")
        assert (status, word) == (503, "mending\n")
        assert head["Access-Control-Allow-Origin"] == "*", "the page that waits is a file"
        status, head, page = ask(port, "/matches/abc")
        assert status == 503
        assert "repairing the stored matches" in page
        assert head["Refresh"] == head["Retry-After"] == "5"
        assert ask(port, "/matches/abc/act", "POST")[0] == 503


def test_afterwards_the_listener_is_free_though_somebody_says_nothing(listener):
    with socket.socket() as silent:
        began = time.monotonic()
        with maintenance_answer(listener):
            silent.connect(listener.getsockname())
            time.sleep(0.3)
        assert time.monotonic() - began < 4
    waiting = socket.create_connection(listener.getsockname())
    taken, _ = listener.accept()
    taken.close()
    waiting.close()
    assert listener.getblocking()


def test_whoever_has_started_it_is_asked_for_more_time(listener, tmp_path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(tmp_path / "notify"))
        told.settimeout(20)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with maintenance_answer(listener):
            assert told.recv(100) == b"EXTEND_TIMEOUT_USEC=600000000"


def test_a_server_says_it_while_it_saves_what_can_be_read(tmp_path):
    server = Server(tmp_path)
    server.start()
    server.stop()
    path = tmp_path / "data" / "referee.sqlite3"
    with closing(sqlite3.connect(path)) as store, store:
        row = (1, "played", None, '{"text": "dance"}', "2026-01-01", "", "", "")
        rows = (("m", number, *row) for number in range(1, 20_000))
        store.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)", rows)
    path.write_bytes(random.Random(1).randbytes(4096) + path.read_bytes()[4096:])
    server.start()
    try:
        heard = set()
        while (word := ask(server.port, "/healthz")[2]) != "ok\n":
            heard.add(word)
        assert heard == {"mending\n"}
    finally:
        server.stop()
