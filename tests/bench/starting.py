"""The referee's server from its start to its first page, beside a bare Flask application."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.bench.folders import scratch
from tests.bench.processes import NotStartedError, Start, free_port, started
from tests.bench.results import Figures, Result

_GOAL_S, _GOAL_MB = 1.5, 80
_ROUNDS, _QUICK_ROUNDS = 9, 1
_PEER = "Flask hello-world under the same gunicorn settings"
_HELLO = Path(__file__).with_name("hello.py")


def measure(*, quick: bool) -> list[Result]:
    """Start both in turns, each time with an empty folder, after one start that does not count."""
    ours: list[Start] = []
    peer: list[Start] = []
    try:
        for number in range((_QUICK_ROUNDS if quick else _ROUNDS) + 1):
            both = (_start(_referee), _start(_hello))
            if number:  # the first reads the programs from the disk, and may have to compile them
                ours.append(both[0])
                peer.append(both[1])
    except NotStartedError as error:
        return _results([], [], f"the server did not start: {error}")
    return _results(ours, peer)


def _start(command: Callable[[int, Path], Sequence[str]]) -> Start:
    with scratch() as folder:
        port = free_port()
        return started(command(port, folder), port, folder)


def _referee(port: int, folder: Path) -> Sequence[str]:
    program = Path(sys.executable).with_name("referee")
    data = folder / "data"
    return (str(program), "serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(data))


def _hello(port: int, _folder: Path) -> Sequence[str]:
    return (sys.executable, str(_HELLO), str(port))


def _results(ours: Sequence[Start], peer: Sequence[Start], note: str = "") -> list[Result]:
    seconds, rss, pss = _figures(ours), _figures_rss(ours), _figures_pss(ours)
    detail = {"processes": max((start.processes for start in ours), default=0)}
    return [
        Result("start", "s", seconds, _figures(peer), _PEER, _GOAL_S, "ours", note),
        Result("memory", "MB", rss, _figures_rss(peer), _PEER, _GOAL_MB, "ours", note, detail),
        Result("memory-shared-once", "MB", pss, _figures_pss(peer), _PEER, _GOAL_MB, "ours", note),
    ]


def _figures(starts: Sequence[Start]) -> Figures | None:
    return Figures(tuple(start.seconds for start in starts)) if starts else None


def _figures_rss(starts: Sequence[Start]) -> Figures | None:
    return Figures(tuple(start.rss_mb for start in starts)) if starts else None


def _figures_pss(starts: Sequence[Start]) -> Figures | None:
    return Figures(tuple(start.pss_mb for start in starts)) if starts else None
