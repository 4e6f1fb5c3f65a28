"""What each cache between an entry and a screen is worth: the same entries without it.

One table screen and 199 televisions follow a match, as in `screens`; beside each figure stands that
of the server with all its caches. A busy machine slows all of them, so only the ratios count.
"""

from collections import defaultdict
from statistics import quantiles
from typing import Final

from tests.bench.results import Figures, Result
from tests.bench.screens import enter, opened, serving
from tests.bench.viewers import Crowd, share_of
from tests.bench.waves_games import whole_game

CACHES: Final = ("screens", "pieces", "sentences")
_VIEWERS, _QUICK_VIEWERS = 200, 4
_ENTRIES, _QUICK_ENTRIES = 100, 3
_ROUNDS, _QUICK_ROUNDS = 3, 1


def measure(*, quick: bool) -> list[Result]:
    """Enter the same with all caches and without each of them, in turns."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    used: defaultdict[str, list[float]] = defaultdict(list)
    for seed in range(_QUICK_ROUNDS if quick else _ROUNDS):
        for name in ("", *CACHES):
            took, cpu = _round(name, seed, quick=quick)
            times[name].append(quantiles(took, n=100, method="inclusive")[98])
            used[name].append(cpu)
    return [
        Result(f"without-{name}-{what}", "ms", _of(found[name]), _of(found[""]), "all caches")
        for name in CACHES
        for what, found in (("p99", times), ("cpu", used))
    ]


def _round(without: str, seed: int, *, quick: bool) -> tuple[list[float], float]:
    """Return how long each entry took to reach all, and what it cost the server, in ms."""
    viewers = _QUICK_VIEWERS if quick else _VIEWERS
    whole = whole_game(seed, "teams", 6)
    with serving(without) as (port, server):
        crowd = Crowd(port)
        [match] = opened(port, [whole])
        crowd.look(match, "table")
        for _ in range(1, viewers):
            crowd.look(match, "show")
        crowd.until_all_hold(crowd.viewers, 0)
        before = share_of(server)
        times, _ = enter(crowd, match, whole, _QUICK_ENTRIES if quick else _ENTRIES)
        cost = (share_of(server) - before) * 1000 / len(times)
        crowd.close()
    return times, cost


def _of(values: list[float]) -> Figures:
    return Figures(tuple(values))
