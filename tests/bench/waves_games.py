"""Whole random games of Waves, dealt by the naive engine and read once, before any clock runs."""

import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.core import Action, AnyGame, Setup, read_transcripts
from referee.games import load_all

sys.path.append(str(Path(__file__).parents[1] / "oracle"))

from naive_waves import GAMES, random_game, text

__all__ = ["GAMES", "WAVES", "Whole", "whole_game"]

WAVES: AnyGame = load_all()["waves"]


@dataclass(frozen=True)
class Whole:
    """A whole game: how it is set up, the state it begins with, and every entry, all legal."""

    title: str
    transcript: str
    setup: Setup
    first: Any
    actions: tuple[Action, ...]


def whole_game(seed: int, mode: str, players: int) -> Whole:
    """Deal one game; it must be legal from end to end."""
    dealt = random_game(seed, mode, players, mistakes=0)
    transcript = text(dealt)
    [read] = read_transcripts(io.StringIO(transcript))
    entries = [line.text for line in read.lines if line.mark.value == ">"]
    first = WAVES.setup(read.setup)
    whole = Whole(
        f"{mode} {players}",
        transcript,
        read.setup,
        first,
        tuple(WAVES.parse(entry) for entry in entries),
    )
    _check(whole)
    return whole


def _check(whole: Whole) -> None:
    state = whole.first
    for action in whole.actions:
        if not WAVES.explain(state, action).allowed:
            raise AssertionError(f"{whole.title}: refused {WAVES.format(action)}")
        state, _ = WAVES.apply(state, action)
    if WAVES.outcome(state) is None:
        raise AssertionError(f"{whole.title}: the game does not end")
