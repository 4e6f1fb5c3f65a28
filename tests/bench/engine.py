"""An entry of Waves beside a move of chess: rules asked, state made, consequences told.

Both only compute, so their figures are processor time, which a busy neighbour hardly moves; the
ratio by the clock on the wall stands in the detail.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from time import perf_counter, thread_time

from tests.bench.chess_games import GAMES as CHESS_GAMES
from tests.bench.results import Figures, Result, rounded
from tests.bench.waves_games import GAMES, WAVES, Whole, whole_game

_GOAL = 2
_SEEDS, _QUICK_SEEDS = range(3), range(1)
_ROUNDS, _QUICK_ROUNDS = 40, 2
_MOVES = sum(len(sans) for sans in CHESS_GAMES.values())


@dataclass
class _Round:
    """What one round of all games took: on the processor, game by game, and on the wall."""

    ours: list[float] = field(default_factory=list)
    peer: list[float] = field(default_factory=list)
    ours_wall: float = 0.0
    peer_wall: float = 0.0


def measure(*, quick: bool) -> list[Result]:
    """Play whole games of all modes, after each of them all games of chess, over and over."""
    wholes = [
        whole_game(seed, mode, players)
        for mode, players in GAMES
        for seed in (_QUICK_SEEDS if quick else _SEEDS)
    ]
    play_chess = _chess()
    rounds = [_round(wholes, play_chess) for _ in range(_QUICK_ROUNDS if quick else _ROUNDS)]
    return [_result(wholes, rounds, has_peer=play_chess is not None)]


def _round(wholes: Sequence[Whole], play_chess: Callable[[], None] | None) -> _Round:
    gc.collect()
    found = _Round()
    for whole in wholes:
        seconds, wall = _timed(partial(_play, whole))
        found.ours.append(seconds)
        found.ours_wall += wall
        if play_chess is not None:
            seconds, wall = _timed(play_chess)
            found.peer.append(seconds)
            found.peer_wall += wall
    return found


def _result(wholes: Sequence[Whole], rounds: Sequence[_Round], *, has_peer: bool) -> Result:
    entries = sum(len(whole.actions) for whole in wholes)
    moves = _MOVES * len(wholes)
    walls = [one.ours_wall / entries / (one.peer_wall / moves) for one in rounds if has_peer]
    return Result(
        "engine",
        "us/entry",
        Figures(tuple(sum(one.ours) / entries * 1e6 for one in rounds)),
        Figures(tuple(sum(one.peer) / moves * 1e6 for one in rounds)) if has_peer else None,
        "python-chess push_san, a move",
        _GOAL,
        note="" if has_peer else "python-chess is not installed (it comes with `make bench`)",
        detail={
            "entries": entries,
            "games": len(wholes),
            "chess_moves": _MOVES,
            "chess_games": len(CHESS_GAMES),
            "ratio_by_the_wall": Figures(tuple(walls)).record() if has_peer else None,
            "minimum_by_mode": _by_mode(wholes, [one.ours for one in rounds]),
        },
    )


def _by_mode(wholes: Sequence[Whole], ours: Sequence[Sequence[float]]) -> dict[str, float]:
    """Return the least microseconds an entry for each mode and number of players."""
    found: dict[str, float] = {}
    for title in dict.fromkeys(whole.title for whole in wholes):
        places = [place for place, whole in enumerate(wholes) if whole.title == title]
        entries = sum(len(wholes[place].actions) for place in places)
        least = min(sum(game_times[place] for place in places) for game_times in ours)
        found[title] = rounded(least / entries * 1e6)
    return found


def _timed(run: Callable[[], None]) -> tuple[float, float]:
    """Return the seconds on the processor and on the wall."""
    began, began_wall = thread_time(), perf_counter()
    run()
    return thread_time() - began, perf_counter() - began_wall


def _play(whole: Whole) -> None:
    explain, apply, state = WAVES.explain, WAVES.apply, whole.first
    for action in whole.actions:
        if explain(state, action).allowed:
            state, _ = apply(state, action)


def _chess() -> Callable[[], None] | None:
    """Return what plays all games of chess, after seeing that every move of them is legal."""
    if find_spec("chess") is None:
        return None
    from chess import Board  # noqa: PLC0415 - asked for only by the bench, and not always there

    def play() -> None:
        for sans in CHESS_GAMES.values():
            board = Board()
            for san in sans:
                board.push_san(san)

    play()
    return play
