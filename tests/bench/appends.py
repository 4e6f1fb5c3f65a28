"""A durable append beside a bare SQLite commit of the same row in the same folder.

Every row is committed three times in turns: by a match, by the store, and by nothing but SQLite.
"""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice
from pathlib import Path
from time import perf_counter

from referee.match import Match, Matches, Row, SqliteStore
from referee.match.log import pack
from tests.bench.folders import scratch
from tests.bench.results import Figures, Result
from tests.bench.waves_games import WAVES, Whole, whole_game

_GOAL = 1.3
_ROWS, _QUICK_ROWS = 2000, 20
_SEED = 0
_INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)"


def measure(*, quick: bool) -> list[Result]:
    """Commit the rows of whole games; each round moves on who goes first."""
    times: dict[str, list[float]] = {"match": [], "store": [], "bare": []}
    wanted = _QUICK_ROWS if quick else _ROWS
    with scratch() as folder:
        for seed in range(_SEED, _SEED + wanted):
            left = wanted - len(times["bare"])
            if left <= 0:
                break
            whole = whole_game(seed, "teams", 6)
            _commit_game(folder / str(seed), whole, left, times)
    bare = Figures(tuple(times["bare"]))
    return [
        Result("append", "us", Figures(tuple(times["store"])), bare, _PEER, _GOAL),
        Result("submit", "us", Figures(tuple(times["match"])), bare, _PEER, detail=_SUBMIT),
    ]


_PEER = "bare sqlite3 INSERT and COMMIT"
_SUBMIT = {"includes": "rules asked, state made, row written, watchers told, all of one entry"}


@dataclass(frozen=True)
class _Contest:
    """Three files that take the same rows."""

    match: Match
    store: SqliteStore
    bare: sqlite3.Connection

    def commits(self, whole: Whole, row: Row) -> dict[str, Callable[[], object]]:
        """Return the three ways to commit one row."""
        written = _columns(self.match.id, row)
        action = whole.actions[row.seq - 1]
        return {
            "match": lambda: self.match.submit(
                [action], expected_seq=row.seq - 1, key=row.key, device=row.device
            ),
            "store": lambda: self.store.append(self.match.id, (row,)),
            "bare": lambda: _commit(self.bare, written),
        }


def _commit_game(folder: Path, whole: Whole, limit: int, times: dict[str, list[float]]) -> None:
    rows = _rows_of(whole)
    contest = _contest(folder, whole, rows[0])
    for row in islice(rows, 1, limit + 1):
        ways = list(contest.commits(whole, row).items())
        turn = row.seq % len(ways)
        for name, commit in ways[turn:] + ways[:turn]:
            began = perf_counter()
            commit()
            times[name].append((perf_counter() - began) * 1e6)
    contest.store.close()
    contest.bare.close()


def _rows_of(whole: Whole) -> Sequence[Row]:
    """Return the log of a game that was entered one by one, as its match would write it."""
    match = Matches(SqliteStore(":memory:"), {"waves": WAVES}).open("waves", whole.setup)
    for number, action in enumerate(whole.actions):
        key = f"{number:032x}"
        match.submit([action], expected_seq=match.seq, key=key, device="0123456789abcdef")
    # A game's last entry brings a second row, which says how it ended.
    return [row for row in match.now.rows if row.seq <= len(whole.actions)]


def _contest(folder: Path, whole: Whole, opened: Row) -> _Contest:
    matches = Matches(SqliteStore(folder / "match.sqlite3"), {"waves": WAVES})
    match = matches.open("waves", whole.setup)
    store = SqliteStore(folder / "store.sqlite3")
    store.create(match.id, (opened,))
    bare = _bare(folder / "bare.sqlite3")
    bare.execute("INSERT INTO matches VALUES (?, 1, NULL)", (match.id,))
    _commit(bare, _columns(match.id, opened))
    return _Contest(match, store, bare)


def _bare(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.executescript(
        files("referee.match.storage").joinpath("schema.sql").read_text("utf-8")
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _columns(match: str, row: Row) -> tuple[object, ...]:
    kind, target, body = pack(row.entry)
    return (
        match, row.seq, row.act, kind, target, body, row.at, row.source, row.device, row.key,
    )  # fmt: skip


def _commit(connection: sqlite3.Connection, written: tuple[object, ...]) -> None:
    connection.execute(_INSERT, written)
    connection.commit()
