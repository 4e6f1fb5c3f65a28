"""The peer of the screens: a boardgame.io server with its own example game and its own clients."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from tests.bench.processes import NotStartedError, free_port, running, waited_for

NAME: Final = "boardgame.io 0.50.2, tic-tac-toe, its own clients"

_SOURCE: Final = Path(__file__).with_name("peer")
_PLACE: Final = Path(__file__).parents[2] / "build" / "peer"
_INSTALLING_S: Final = 300
_PLAYING_S: Final = 600


class NoPeerError(Exception):
    """The peer cannot be measured here; the message says why."""


@dataclass(frozen=True)
class Peer:
    """A running server of boardgame.io."""

    port: int
    process: int

    def play(self, viewers: int, moves: int, pause_s: float) -> dict[str, Any]:
        """Let so many clients watch so many moves; gives how long each took, in ms."""
        command = ["node", "clients.js", self.port, viewers, moves, round(pause_s * 1000)]
        done = subprocess.run(
            [str(word) for word in command],
            cwd=_PLACE,
            capture_output=True,
            text=True,
            timeout=_PLAYING_S,
            check=False,
        )
        if done.returncode:
            raise NoPeerError(f"its clients gave up: {done.stderr.strip()[-200:]}")
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found


def install() -> None:
    """Install the peer as its lock says, where that was not done; raises `NoPeerError`."""
    if not shutil.which("npm") or not shutil.which("node"):
        raise NoPeerError("npm is not installed, so boardgame.io could not be measured beside it")
    _PLACE.mkdir(parents=True, exist_ok=True)
    lock = (_SOURCE / "package-lock.json").read_bytes()
    installed = _PLACE / "installed-lock.json"
    for file in _SOURCE.iterdir():
        shutil.copy(file, _PLACE)
    if installed.exists() and installed.read_bytes() == lock:
        return
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        subprocess.run(command, cwd=_PLACE, capture_output=True, timeout=_INSTALLING_S, check=True)
    except (subprocess.SubprocessError, OSError) as error:
        raise NoPeerError("npm could not install boardgame.io: is there a network?") from error
    installed.write_bytes(lock)


@contextmanager
def served(folder: Path) -> Iterator[Peer]:
    """Serve the peer's game for as long as it is needed; raises `NoPeerError`."""
    port = free_port()
    command = ["node", str(_PLACE / "server.js"), str(port)]
    with (folder / "peer").open("w+b") as output, running(command, output) as server:
        try:
            waited_for(server, port, output, HTTPStatus.NOT_FOUND)  # it has no first page
        except NotStartedError as error:
            raise NoPeerError(f"its server did not start: {error}") from error
        yield Peer(port, server.pid)
