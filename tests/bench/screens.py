"""From posting one entry to the last of 200 screens holding the whole new view, on one process.

Beside it the same on a boardgame.io server, with its own clients, and with clients as bare as ours.
Screens and whoever enters share the machine with the server; what they take of a processor is told
as their share.
"""

import http.client
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from heapq import heappop, heappush
from pathlib import Path
from statistics import quantiles
from typing import Final
from urllib.parse import urlencode, urlsplit

from referee.core import Action
from referee.core.transcripts import format_header
from tests.bench import boardgame_io
from tests.bench.bare_peer import BareCrowd
from tests.bench.folders import scratch
from tests.bench.processes import free_port, memory_mb, running, waited_for
from tests.bench.results import Figures, Result, rounded
from tests.bench.viewers import Crowd, Viewer, share_of
from tests.bench.waves_games import WAVES, Whole, whole_game

_VIEWERS, _QUICK_VIEWERS = 200, 4
_ENTRIES, _QUICK_ENTRIES = 100, 3
_ROUNDS, _QUICK_ROUNDS = 5, 1
_TABLES, _QUICK_TABLES = 200, 3
_SECONDS, _QUICK_SECONDS = 20, 2
_AT_EACH: Final = ("table", "show", "show", "show", "show")
_PAUSE_S: Final = 0.12
_GOAL_MS: Final = 60
_GOAL_OF_PEER: Final = 0.5
_GOAL_MB: Final = 0.3
_BARE: Final = "boardgame.io 0.50.2, tic-tac-toe, bare clients"
_SERVE: Final = Path(__file__).with_name("serve.py")


@dataclass
class Series:
    """What the rounds of one server gave; times in ms."""

    p50: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    missed: int = 0

    def add(self, times: Sequence[float], share: float) -> None:
        """Add a round."""
        cuts = quantiles(times, n=100, method="inclusive")
        self.p50.append(cuts[49])
        self.p99.append(cuts[98])
        self.shares.append(share)


@dataclass
class Measured:
    """All that is to be told."""

    ours: Series = field(default_factory=Series)
    peer: Series = field(default_factory=Series)
    bare: Series = field(default_factory=Series)
    view_kb: float = 0.0
    viewer_mb: list[float] = field(default_factory=list)
    peer_viewer_mb: list[float] = field(default_factory=list)
    note: str = ""


def measure(*, quick: bool) -> list[Result]:
    """Let both servers do the job in turns; then many tables at once, on ours."""
    found = Measured()
    try:
        boardgame_io.install()
    except boardgame_io.NoPeerError as error:
        found.note = str(error)
    for number in range(_QUICK_ROUNDS if quick else _ROUNDS):
        _round_of_ours(found, number, quick=quick)
        if not found.note:
            _round_of_peer(found, quick=quick)
    tables = _many_tables(quick=quick)
    return [*_told(found, quick=quick), *tables]


# ------------------------------------------------------------ one table, many screens


def _round_of_ours(found: Measured, seed: int, *, quick: bool) -> None:
    viewers = _QUICK_VIEWERS if quick else _VIEWERS
    entries = _QUICK_ENTRIES if quick else _ENTRIES
    whole = whole_game(seed, "teams", 6)
    with serving() as (port, server):
        device_list = Crowd(port)
        [match] = opened(port, [whole])
        before = _settled(device_list, server)
        device_list.look(match, "table")
        for _ in range(1, viewers):
            device_list.look(match, "show")
        device_list.until_all_hold(device_list.viewers, 0)
        times, share = enter(device_list, match, whole, entries)
        found.viewer_mb.append((_settled(device_list, server) - before) / viewers)
        found.ours.add(times, share)
        found.ours.missed += sum(viewer.missed for viewer in device_list.viewers)
        found.view_kb = _size_of_view(port, match) / 1000
        device_list.close()


def enter(device_list: Crowd, match: str, whole: Whole, entries: int) -> tuple[list[float], float]:
    """Enter one thing after another; return how long each took to reach all, and our share."""
    poster, times, own = device_list.poster(), [], 0.0
    for seq, action in enumerate(_one_by_one(whole)[:entries]):
        used = time.process_time()
        began = poster.send(match, WAVES.format(action), seq)
        times.append((device_list.until_all_hold(device_list.viewers, seq + 1) - began) * 1000)
        own += time.process_time() - used
        _rest(device_list, _PAUSE_S)
    return times, own * 1000 / sum(times)


def _one_by_one(whole: Whole) -> Sequence[Action]:
    """Return the entries that take the match on by one; the last one also closes it."""
    return whole.actions[:-1]


def _rest(device_list: Crowd, seconds: float) -> None:
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        device_list.turn(left)


def _settled(device_list: Crowd, server: int) -> float:
    """Return what the server holds when it has nothing to do."""
    _rest(device_list, 0.5)
    return memory_mb(server)


def _round_of_peer(found: Measured, *, quick: bool) -> None:
    viewers = _QUICK_VIEWERS if quick else _VIEWERS
    entries = _QUICK_ENTRIES if quick else _ENTRIES
    try:
        with scratch() as folder, boardgame_io.served(folder) as peer:
            before = memory_mb(peer.process)
            played = peer.play(viewers, entries, _PAUSE_S)
            found.peer_viewer_mb.append((memory_mb(peer.process) - before) / viewers)
            found.peer.add(played["times"], played["share"])
            with closing(BareCrowd(peer, viewers)) as device_list:
                found.bare.add(*device_list.play(entries, _PAUSE_S))
    except boardgame_io.NoPeerError as error:
        found.note = f"boardgame.io could not be measured: {error}"


# ------------------------------------------------------------ many tables


@dataclass(order=True)
class _Table:
    """One of many, whose next entry is `due`; so many screens are still `lacking` the latest.

    An entry that could not be sent in its time, because the one before was not there yet, counts
    from when it was due.
    """

    match: str = field(compare=False)
    whole: Whole = field(compare=False)
    viewers: list[Viewer] = field(compare=False)
    due: float = 0.0
    seq: int = field(default=0, compare=False)
    lacking: int = field(default=0, compare=False)


def _many_tables(*, quick: bool) -> list[Result]:
    """Let each table enter something each second, the tables one after the other."""
    count = _QUICK_TABLES if quick else _TABLES
    seconds = _QUICK_SECONDS if quick else _SECONDS
    games = [whole_game(seed, "teams", 6) for seed in range(min(count, 8))]
    with serving() as (port, server):
        device_list = Crowd(port)
        bare = _settled(device_list, server)
        wholes = [games[number % len(games)] for number in range(count)]
        matches = opened(port, wholes)
        settled = _settled(device_list, server)
        tables = [
            _Table(match, whole, [device_list.look(match, role) for role in _AT_EACH])
            for match, whole in zip(matches, wholes, strict=True)
        ]
        device_list.until_all_hold(device_list.viewers, 0)
        watched = _settled(device_list, server)
        times, took, own, used = _play_all(device_list, tables, seconds, server)
        missed = sum(viewer.missed for viewer in device_list.viewers)
        device_list.close()
    cuts = quantiles(times, n=100, method="inclusive")
    detail = {
        "tables": count,
        "screens": count * len(_AT_EACH),
        "entries_each_second": rounded(len(times) / took),
        "entries_wanted_each_second": count,
        "p50_ms": rounded(cuts[49]),
        "own_share": rounded(own / took),
        "server_share": rounded(used / took),
        "lost": missed,
        "mb_for_each_table": rounded((settled - bare) / count),
        "mb_for_each_screen": rounded((watched - settled) / count / len(_AT_EACH)),
    }
    return [
        Result("tables-p99", "ms", Figures((cuts[98],)), None, "none", detail=detail),
        Result("tables", "entries/s", Figures((len(times) / took,)), None, "none"),
    ]


def _play_all(
    device_list: Crowd, tables: Sequence[_Table], seconds: float, server: int
) -> tuple[list[float], float, float, float]:
    """Play for so long; return the time of each entry in ms, how long it was, and who used what."""
    posters = {table.match: device_list.poster() for table in tables}
    by_viewer = {viewer: table for table in tables for viewer in table.viewers}
    times: list[float] = []
    line = _evenly(tables)  # the one whose turn comes next stands first
    began, own, used = time.perf_counter(), time.process_time(), share_of(server)
    until = began + seconds
    while (now := time.perf_counter()) < until:
        while line and line[0].due <= now:
            table = heappop(line)
            action = WAVES.format(table.whole.actions[table.seq])
            posters[table.match].send(table.match, action, table.seq)
            table.seq += 1
            table.lacking = len(table.viewers)
        for one in device_list.turn(min(0.01, line[0].due - now) if line else 0.01):
            if not isinstance(one, Viewer):
                continue
            table = by_viewer[one]
            table.lacking -= one.held == table.seq
            if not table.lacking:
                times.append((one.at - table.due) * 1000)
                table.due += 1.0
                if table.seq < len(_one_by_one(table.whole)):
                    heappush(line, table)
    took = time.perf_counter() - began
    return times, took, time.process_time() - own, share_of(server) - used


def _evenly(tables: Sequence[_Table]) -> list[_Table]:
    """Let each table begin at another moment of the first second, in this order."""
    start = time.perf_counter()
    for number, table in enumerate(tables):
        table.due = start + number / len(tables)
    return list(tables)


# ------------------------------------------------------------ the server


@contextmanager
def serving(*without: str) -> Iterator[tuple[int, int]]:
    """Serve from an empty folder, `without` one cache where it is named; gives port and process."""
    with scratch() as folder:
        port = free_port()
        command = (sys.executable, str(_SERVE), str(port), str(folder), *without)
        with (folder / "output").open("w+b") as output, running(command, output) as server:
            waited_for(server, port, output)
            yield port, server.pid


def opened(port: int, wholes: Sequence[Whole]) -> list[str]:
    """Open a match for each game, and return their ids."""
    line = http.client.HTTPConnection("127.0.0.1", port)
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    found = []
    for whole in wholes:
        text = "\n".join([*format_header("waves", whole.setup), ""])
        line.request("POST", "/transcripts", urlencode({"text": text}), kind)
        answer = line.getresponse()
        answer.read()
        found.append(urlsplit(str(answer.getheader("Location"))).path.rpartition("/")[2])
    line.close()
    return found


def _size_of_view(port: int, match: str) -> int:
    line = http.client.HTTPConnection("127.0.0.1", port)
    line.request("GET", f"/matches/{match}/news?role=show")
    size = len(line.getresponse().read())
    line.close()
    return size


# ------------------------------------------------------------ telling


def _told(found: Measured, *, quick: bool) -> list[Result]:
    detail = {
        "screens": _QUICK_VIEWERS if quick else _VIEWERS,
        "view_kb": rounded(found.view_kb),
        "lost": found.ours.missed,
        "own_share": rounded(max(found.ours.shares)),
        "bare_own_share": [rounded(share) for share in found.bare.shares],
        "peer_own_share": [rounded(share) for share in found.peer.shares],
        "p99_of_each_round": [rounded(time) for time in found.ours.p99],
        "peer_p99_of_each_round": [rounded(time) for time in found.peer.p99],
    }
    p50, p99 = _figures(found.ours.p50), _figures(found.ours.p99)
    peer50, peer99 = _figures(found.peer.p50), _figures(found.peer.p99)
    lost = Figures((float(found.ours.missed),))
    memory, peer_memory = _figures(found.viewer_mb), _figures(found.peer_viewer_mb)
    peer, note = boardgame_io.NAME, found.note
    return [
        Result("screens-p50", "ms", p50, peer50, peer, note=note, detail=detail),
        Result("screens-p99", "ms", p99, peer99, peer, _GOAL_MS, "ours"),
        Result("screens-p99-ratio", "ms", p99, peer99, peer, _GOAL_OF_PEER),
        Result("screens-bare-p50", "ms", p50, _figures(found.bare.p50), _BARE),
        Result("screens-bare-p99", "ms", p99, _figures(found.bare.p99), _BARE),
        Result("screens-lost", "views", lost, None, "none", 0, "ours"),
        Result("screen-memory", "MB", memory, peer_memory, peer, _GOAL_MB, "ours"),
    ]


def _figures(values: Sequence[float]) -> Figures | None:
    return Figures(tuple(values)) if values else None
