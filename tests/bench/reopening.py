"""A long match taken up again from the disk, beside only reading its rows."""

import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import perf_counter

from referee.match import Matches, SqliteStore
from tests.bench.folders import scratch
from tests.bench.results import Figures, Result
from tests.bench.waves_games import WAVES, Whole, whole_game

_GOAL_MS = 100
_ENTRIES, _QUICK_ENTRIES = 500, 50
_ROUNDS, _QUICK_ROUNDS = 40, 2
_ROWS = "SELECT * FROM entries WHERE match = ? ORDER BY seq"


def measure(*, quick: bool) -> list[Result]:
    """Open store and match from nothing, again and again."""
    entries = _QUICK_ENTRIES if quick else _ENTRIES
    ours: list[float] = []
    peer: list[float] = []
    with scratch() as folder:
        path = folder / "referee.sqlite3"
        match = _stored(path, entries)
        for _ in range(_QUICK_ROUNDS if quick else _ROUNDS):
            ours.append(_timed(lambda: _reopen(path, match, entries)))
            peer.append(_timed(lambda: _read(path, match, entries)))
    return [
        Result(
            "reopen",
            "ms",
            Figures(tuple(ours)),
            Figures(tuple(peer)),
            "bare sqlite3 SELECT of the same rows",
            _GOAL_MS,
            "ours",
            detail={"entries": entries},
        )
    ]


def _stored(path: Path, entries: int) -> str:
    """Store a match with so many entries, and return its id."""
    whole = _long_game(entries)
    store = SqliteStore(path)
    match = Matches(store, {"waves": WAVES}).open("waves", whole.setup)
    match.submit(whole.actions[:entries], expected_seq=0)
    store.close()
    return match.id


def _long_game(entries: int) -> Whole:
    games = (whole_game(seed, "all-vs-all", 6) for seed in count())
    return next(whole for whole in games if len(whole.actions) > entries)


def _timed(run: Callable[[], None]) -> float:
    began = perf_counter()
    run()
    return (perf_counter() - began) * 1e3


def _reopen(path: Path, match: str, entries: int) -> None:
    store = SqliteStore(path)
    found = Matches(store, {"waves": WAVES}).get(match)
    store.close()
    if len(found.now.steps) != entries or found.broken is not None:
        raise AssertionError("the match did not come back whole")


def _read(path: Path, match: str, entries: int) -> None:
    connection = sqlite3.connect(path)
    rows = connection.execute(_ROWS, (match,)).fetchall()
    connection.close()
    if len(rows) != entries + 1:
        raise AssertionError("the rows did not come back whole")
