"""The referee's server from its start to its first page, beside a bare Flask application."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.bench.folders import scratch
from tests.bench.processes import NotStartedError, Start, free_port, started
from tests.bench.results import Figures, Result, rounded

_GOAL_S, _GOAL_MB = 1.5, 80
_ROUNDS, _QUICK_ROUNDS = 9, 1
_PEER = "Flask hello-world under the same server and settings"
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
    return (str(program), "serve", "--port", str(port), "--data", str(data))


def _hello(port: int, _folder: Path) -> Sequence[str]:
    return (sys.executable, str(_HELLO), str(port))


def _results(ours: Sequence[Start], peer: Sequence[Start], note: str = "") -> list[Result]:
    return [
        Result("start", "s", _seconds(ours), _seconds(peer), _PEER, _GOAL_S, "ours", note),
        Result(
            "memory-rss",
            "MB",
            _figures([start.rss_mb for start in ours]),
            _figures([start.rss_mb for start in peer]),
            _PEER,
            _GOAL_MB,
            "ours",
            note,
            {"shared_pages": "count for each process", "processes": _last(ours, "rss_mb")},
        ),
        Result(
            "memory-pss",
            "MB",
            _figures([start.pss_mb for start in ours]),
            _figures([start.pss_mb for start in peer]),
            _PEER,
            _GOAL_MB,
            "ours",
            note,
            {"shared_pages": "count once", "processes": _last(ours, "pss_mb")},
        ),
    ]


def _seconds(starts: Sequence[Start]) -> Figures | None:
    return _figures([(start.seconds,) for start in starts])


def _figures(parts: Sequence[Sequence[float]]) -> Figures | None:
    return Figures(tuple(sum(each) for each in parts)) if parts else None


def _last(starts: Sequence[Start], kind: str) -> list[float]:
    """Return what each process of the last start held."""
    return [rounded(megabytes) for start in starts[-1:] for megabytes in getattr(start, kind)]
