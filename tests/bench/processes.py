"""Starts a server as its user would, waits for its first page, and weighs all its processes."""

import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import IO, Final

_PATIENCE_S: Final = 20.0
_POLL_S: Final = 0.004


class NotStartedError(Exception):
    """A server did not come up; the message is the last that it said."""


@dataclass(frozen=True)
class Start:
    """How long until the first page, and what each process holds then, the first one in front.

    In `rss` a page that two processes share counts twice, in `pss` once.
    """

    seconds: float
    rss_mb: tuple[float, ...]
    pss_mb: tuple[float, ...]


def started(command: Sequence[str], port: int, folder: Path) -> Start:
    """Start the command, and return what its first page cost; raises `NotStartedError`."""
    with (folder / "output").open("w+b") as output:
        began = time.perf_counter()
        with running(command, output) as server:
            waited_for(server, port, output)
            seconds = time.perf_counter() - began
            tree = _tree(server.pid)
            return Start(seconds, _megabytes(tree, "Rss"), _megabytes(tree, "Pss"))


def free_port() -> int:
    """Return a port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: Sequence[str], output: IO[bytes]) -> Iterator["subprocess.Popen[bytes]"]:
    """Let a server run until it is no longer needed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    server = subprocess.Popen(command, stdout=output, stderr=output, env=kept)
    try:
        yield server
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def waited_for(
    server: "subprocess.Popen[bytes]",
    port: int,
    output: IO[bytes],
    status: HTTPStatus = HTTPStatus.OK,
) -> None:
    """Wait until the first page is answered, with this status; raises `NotStartedError`."""
    deadline = time.perf_counter() + _PATIENCE_S
    while not _answers(port, status):
        if server.poll() is not None or time.perf_counter() > deadline:
            raise NotStartedError(_last_line(output))
        time.sleep(_POLL_S)


def _answers(port: int, status: HTTPStatus) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
    try:
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
    except OSError:
        return False
    finally:
        connection.close()
    if answer.status != status:
        raise NotStartedError(f"the first page was answered with {answer.status}")
    return True


def _last_line(output: IO[bytes]) -> str:
    output.seek(0)
    lines = output.read().decode("utf-8", "replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "it said nothing")


def _tree(root: int) -> tuple[int, ...]:
    """Return a process and all its descendants."""
    parents: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue  # it ended while we looked
        parents[int(status.parent.name)] = int(fields[1])
    found = [root]
    for process in found:  # grows while it is walked
        found += [child for child, parent in parents.items() if parent == process]
    return tuple(found)


def memory_mb(process: int) -> float:
    """Return what a process holds; a page that it shares with others counts in part."""
    return _kilobytes(process, "Pss") * 1024 / 1e6


def _megabytes(processes: Sequence[int], kind: str) -> tuple[float, ...]:
    return tuple(_kilobytes(process, kind) * 1024 / 1e6 for process in processes)


def _kilobytes(process: int, kind: str) -> int:
    for line in Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines():
        if line.startswith(f"{kind}:"):
            return int(line.split()[1])
    raise AssertionError(f"the kernel says no {kind}")
