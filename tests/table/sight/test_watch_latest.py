"""`referee watch` without a match, as a machine runs it that is always on: the latest counts."""

import json
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from running_server import Server

from referee.cli import latest_match
from referee.cli.latest_match import LatestMatch
from referee.cli.reporters import Rejected
from referee.core import Setup
from referee.games import load_all
from referee.match import Matches, SqliteStore

PATIENCE_S = 60


class Tables:
    """A server that lists matches, the latest first; `None` says no."""

    def __init__(self, *names):
        self.names: list[str] | None = list(names)
        self.heads: list[str | None] = []

    @contextmanager
    def open(self):
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.heads.append(self.headers["Authorization"])
                told: object = {"says": "Bring the token."}
                if outer.names is not None:
                    told = {"matches": [{"match": name} for name in outer.names]}
                self.send_response(200 if outer.names is not None else 403)
                self.end_headers()
                self.wfile.write(json.dumps(told).encode())

            def log_message(self, *_):
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_address[1]}"
            server.shutdown()


def test_a_match_is_left_for_a_later_one_and_waited_for_when_there_is_none(monkeypatch):
    monkeypatch.setattr(latest_match, "_POLL_S", 0.0)
    tables = Tables()
    waited = []

    def pause(seconds):
        waited.append(seconds)
        tables.names = tables.names or ["first"]
        return False

    with tables.open() as address:
        latest = LatestMatch(address, "s3cret", pause)
        assert latest.wait() is False
        assert (latest.match, len(waited)) == ("first", 2)
        assert latest.pause(0) is False
        tables.names = ["second", "first"]
        assert latest.pause(0) is True
        assert latest.match == "second"
        tables.names = []
        assert latest.pause(0) is True, "it is over, and nothing is watched"
    assert set(tables.heads) == {"Bearer s3cret"}


def test_a_server_that_is_away_changes_nothing_of_what_is_watched(monkeypatch):
    monkeypatch.setattr(latest_match, "_POLL_S", 0.0)
    tables = Tables("first")
    with tables.open() as address:
        latest = LatestMatch(address, "", lambda _: False)
        latest.wait()
    assert latest.pause(0) is False
    assert latest.match == "first"


def test_whoever_is_told_to_stop_waits_for_no_match():
    with Tables().open() as address:
        assert LatestMatch(address, "", lambda _: True).wait() is True


def test_a_server_that_wants_a_token_says_so():
    tables = Tables()
    tables.names = None
    with tables.open() as address, pytest.raises(Rejected, match="Bring the token"):
        LatestMatch(address, "", lambda _: False).wait()


def test_an_address_that_is_none_is_refused():
    with pytest.raises(ValueError, match="ftp"):
        LatestMatch("ftp://nowhere", "", lambda _: False)


def test_the_latest_match_of_a_real_server_is_watched(tmp_path):
    setup = Setup(("Ann", "Bo", "Cy", "Di"), (("council", "house"), ("mode", "all-vs-all")))
    store = SqliteStore(tmp_path / "data" / "referee.sqlite3")
    latest = Matches(store, load_all()).open("waves", setup).id
    store.close()
    server = Server(tmp_path)
    server.start()
    try:
        words = ["watch", "--source", str(tmp_path), "--server", server.url]
        referee = str(Path(sys.executable).with_name("referee"))
        with subprocess.Popen([referee, *words], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            said = process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE_S)
    finally:
        server.stop()
    assert (process.returncode, said) == (0, f"Watching {tmp_path} for the match {latest}.\n")
