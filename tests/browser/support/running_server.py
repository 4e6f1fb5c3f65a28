"""A `referee serve` as anybody starts it, on a port of its own and with an empty folder."""

import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Final

import loop_watch
import pytest

DEADLINE_S: Final = 60


@dataclass
class Server:
    """A `referee serve` of its own, which can be stopped and started again.

    With a `script` beside this module, that one is started, which knows another game besides.
    """

    folder: Path
    port: int = 0
    script: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def secured(self) -> str:
        """Return the address by HTTPS, of a server that was started with a port for it."""
        return f"https://127.0.0.1:{self.environment['REFEREE_HTTPS_PORT']}"

    @property
    def authority(self) -> Path:
        """Return the file that a device must trust, of a server that speaks HTTPS."""
        return self.folder / "data" / "certificate" / "authority.pem"

    @property
    def output(self) -> str:
        return (self.folder / "output.txt").read_text("utf-8", "replace")

    def start(self) -> None:
        self.port = self.port or free_port()
        command = [
            *(*self._command, "serve", "--host", "127.0.0.1", "--port", str(self.port)),
            *("--data", str(self.folder / "data"), *self.options),
        ]
        with (self.folder / "output.txt").open("ab") as output:
            self.process = subprocess.Popen(
                command,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, **self.environment},
            )
        self._wait()

    @property
    def _command(self) -> tuple[str, ...]:
        """Return the command `referee`, or a script beside this one that stands for it."""
        script = (str(Path(__file__).with_name(self.script)),) if self.script else ()
        if loop_watch.FOLDER in os.environ:
            return loop_watch.command(script)
        return (sys.executable, *script) if script else (command_line(),)

    def _wait(self) -> None:
        assert self.process is not None
        until = time.monotonic() + DEADLINE_S
        while time.monotonic() < until:
            assert self.process.poll() is None, self.output
            try:
                with socket.create_connection(("127.0.0.1", self.port), DEADLINE_S):
                    return
            except OSError:
                time.sleep(0.05)
        pytest.fail(f"The server did not answer.\n{self.output}")

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(DEADLINE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def load(self, text: str) -> str:
        """Begin a match from a transcript, and return its address."""
        sent = urllib.parse.urlencode({"text": text})
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        here = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE_S)
        here.request("POST", "/transcripts", sent, kind)
        answer = here.getresponse()
        assert answer.status == HTTPStatus.SEE_OTHER, answer.read().decode()
        here.close()
        return self.url + urllib.parse.urlsplit(answer.headers["Location"]).path


def with_https(folder: Path) -> Server:
    """Return a server that speaks HTTPS besides, also as table.local, to be started."""
    told = {"REFEREE_HTTPS_PORT": str(free_port()), "REFEREE_HOSTS": "table.local"}
    return Server(folder, environment=told, options=("--https",))


def command_line() -> str:
    beside = Path(sys.executable).with_name("referee")
    found = str(beside) if beside.exists() else shutil.which("referee")
    assert found, "the command `referee` is not installed"
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
