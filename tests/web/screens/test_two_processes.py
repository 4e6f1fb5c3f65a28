"""Two server processes behind one address, on one real PostgreSQL server, are one referee."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from contextlib import ExitStack, closing, suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from running_server import command_line, free_port

import referee.games.waves
from referee.core import Mark, read_transcripts

DEADLINE_S = 60
GAMES = Path(referee.games.waves.__file__).with_name("transcripts")
FORM = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}


class Process:
    """One `referee serve` of a club; all share the database."""

    def __init__(self, folder, url):
        self.port = free_port()
        self.said = folder / f"{self.port}.txt"
        environment = {
            **{name: value for name, value in os.environ.items() if "REFEREE" not in name},
            "REFEREE_DATABASE_URL": url,
            "REFEREE_DATA": str(folder / "unused"),
        }
        with self.said.open("wb") as said:
            self.process = subprocess.Popen(
                [command_line(), "serve", "--host", "127.0.0.1", "--port", str(self.port)],
                stdout=said, stderr=said, env=environment,
            )  # fmt: skip

    def wait(self):
        until = time.monotonic() + DEADLINE_S
        while True:
            with (
                suppress(OSError),
                closing(http.client.HTTPConnection("127.0.0.1", self.port)) as it,
            ):
                it.request("GET", "/healthz")
                assert it.getresponse().status == 200
                return self
            assert self.process.poll() is None, self.said.read_text("utf-8")
            assert time.monotonic() < until
            time.sleep(0.05)

    def kill(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        self.process.wait(DEADLINE_S)


class RoundRobin:
    """One address for several servers: each new connection goes to the next that answers."""

    def __init__(self, ports):
        self.ports = ports
        self.turns = count()
        self.served = dict.fromkeys(ports, 0)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while True:
            try:
                line, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line):
        for _ in self.ports:
            port = self.ports[next(self.turns) % len(self.ports)]
            with suppress(OSError):
                onward = socket.create_connection(("127.0.0.1", port))
                self.served[port] += 1
                threading.Thread(target=_pump, args=(onward, line), daemon=True).start()
                return _pump(line, onward)
        return line.close()

    def close(self):
        self.listener.close()


def _pump(source, sink):
    with suppress(OSError):
        while piece := source.recv(65_536):
            sink.sendall(piece)
    for line in (source, sink):
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        line.close()


class Screen:
    """A screen that follows a match by its stream, and comes again when that is cut."""

    def __init__(self, port, match, role):
        self.port, self.match, self.role = port, match, role
        self.seqs, self.shown, self.cuts = [], "", 0
        self.over = False
        self._more = threading.Condition()
        self._line = None
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self):
        while not self.over:
            with suppress(OSError, http.client.HTTPException):
                self._read()
            self.cuts += 1
            time.sleep(0.02)

    def _read(self):
        line = self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE_S)
        headers = {"Last-Event-ID": str(self.seqs[-1])} if self.seqs else {}
        with closing(line):
            line.request("GET", f"{self.match}/stream?role={self.role}", headers=headers)
            with closing(line.getresponse()) as answer:
                self._take_all(answer)

    def _take_all(self, answer):
        event: dict[str, Any] = {"data": []}
        while text := answer.readline().decode():
            name, _, value = text.rstrip("\n").partition(": ")
            if name == "data":
                event["data"].append(value)
            elif name:
                event[name] = value
            else:
                self._take(event)
                event = {"data": []}

    def _take(self, event):
        if event.get("event") == "screen":
            with self._more:
                self.seqs.append(int(event["id"]))
                self.shown = "\n".join(event["data"])
                self._more.notify_all()

    def wait_for(self, seq):
        with self._more:
            found = self._more.wait_for(lambda: self.seqs[-1:] == [seq], DEADLINE_S)
        assert found, (seq, self.seqs)

    def close(self):
        self.over = True
        if self._line is not None and self._line.sock is not None:
            with suppress(OSError):
                self._line.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(DEADLINE_S)


class Club:
    """Two servers behind one address, and a table there."""

    def __init__(self, processes, proxy):
        self.processes, self.proxy = processes, proxy
        self.keys = count()

    def ask(self, method, address, told=""):
        """Ask anew as a phone does whose line was cut."""
        until = time.monotonic() + DEADLINE_S
        while True:
            line = http.client.HTTPConnection("127.0.0.1", self.proxy.port, timeout=DEADLINE_S)
            with closing(line), suppress(OSError, http.client.HTTPException):
                line.request(method, address, told, FORM)
                answer = line.getresponse()
                return answer, answer.read().decode()
            assert time.monotonic() < until

    def load(self, text):
        answer, body = self.ask("POST", "/transcripts", urlencode({"text": text}))
        assert answer.status in {201, 303}, body
        return re.sub(r"^https?://[^/]+", "", answer.getheader("Location"))

    def enter(self, match, text, expected):
        told = urlencode({"action": text, "expected": expected, "key": f"k{next(self.keys)}"})
        answer, body = self.ask("POST", f"{match}/act", told)
        assert answer.status == 200, body
        return json.loads(body)["seq"]


@pytest.fixture
def club(tmp_path, database):
    with ExitStack() as stack:
        processes = []
        for _ in range(2):
            processes.append(Process(tmp_path, database))
            stack.callback(processes[-1].kill)
        for process in processes:
            process.wait()
        proxy = RoundRobin([process.port for process in processes])
        stack.callback(proxy.close)
        yield Club(processes, proxy)


def game_of(name):
    text = (GAMES / name).read_text("utf-8")
    (game,) = read_transcripts(text.splitlines())
    entries = [line.text for line in game.lines if line.mark is Mark.ENTRY]
    header = [
        line
        for line in text.splitlines()
        if line and line.split()[0] in {"game", "option", "seats"}
    ]
    return "\n".join([*header, ""]), entries


def test_a_game_is_one_game_on_both_processes_and_goes_on_when_one_is_killed(club):
    header, entries = game_of("example-true-majority.txt")
    match = club.load(header)
    with ExitStack() as stack:
        screens = [
            stack.enter_context(closing(Screen(club.proxy.port, match, role)))
            for role in ("table", "table", "show", "show")
        ]
        seq, slowest = 0, 0.0
        for number, entry in enumerate(entries):
            if number == len(entries) // 2:
                assert min(club.proxy.served.values()) > 2, "both have served it"
                club.processes[0].kill()
            seq = club.enter(match, entry, seq)
            begun = time.monotonic()
            for screen in screens:
                screen.wait_for(seq)
            slowest = max(slowest, time.monotonic() - begun)
            _, page = club.ask("GET", match)
            assert json.loads(page)["seq"] == seq, "a page is as new as the entry before it"
        assert slowest < 5, "they hear of it at once, not with the next sign of life"
        for screen in screens:
            assert screen.seqs == sorted(set(screen.seqs)), "nothing came twice, nothing went back"
        cut = sum(screen.cuts > 0 for screen in screens)
        assert 0 < cut < len(screens), "those of the process that is gone, and no others"
        assert screens[0].shown == screens[1].shown
        assert screens[2].shown == screens[3].shown
    _, written = club.ask("GET", f"{match}/transcript.txt")
    assert [line[2:] for line in written.splitlines() if line.startswith("> ")] == entries


def test_a_browser_is_one_device_to_both_processes(club):
    """The cookie that one process gives is known to the other: both sign with one key."""
    header, _ = game_of("example-true-majority.txt")
    match = club.load(header)
    pages: list[str] = []
    for process in club.processes:
        line = http.client.HTTPConnection("127.0.0.1", process.port, timeout=DEADLINE_S)
        with closing(line):
            cookie = {"Cookie": pages[0].split(";")[0]} if pages else {}
            line.request("GET", f"{match}/seats", headers=cookie)
            answer = line.getresponse()
            assert answer.status == 200
            answer.read()
            pages.append(answer.getheader("Set-Cookie") or "known already")
    assert pages[0].startswith("referee-")
    assert pages[1] == "known already"
    club.processes[0].kill(signal.SIGTERM)
    assert club.processes[0].process.returncode == 0, "it stops also while it hears of others"


def test_a_server_without_its_database_says_why_in_one_sentence(tmp_path, postgres):
    process = Process(tmp_path, postgres.url("nowhere"))
    assert process.process.wait(DEADLINE_S) == 1
    assert process.said.read_text("utf-8") == (
        f"There is no database called “nowhere” at 127.0.0.1:{postgres.port}."
        " Create it with: createdb nowhere\n"
    )
