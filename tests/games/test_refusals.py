"""Each refusal gives a reason that is so: its sentence is held against the state it speaks of.

Games are played at random, and whatever is entered in some transcript is tried at every moment,
also with other numbers in it.
"""

import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from refusal_claims import CLAIMS

from referee.core import Action, AnyGame, Overrule, Ruling, read_transcripts, redact
from referee.games import load_all

pytestmark = pytest.mark.once

SLUGS = sorted(CLAIMS)
GAMES = 14
STEPS = 90
TRIED = 14
NUMBERS = (-1, 0, 1, 2, 3, 7, 99)
LONG_GAMES = 400


def refusals_of(game: AnyGame) -> set[str]:
    return {kind.value for kind in sys.modules[game.explain.__module__].Refusal}


def changed(action: Action, pool: list[Action], chance: Random) -> Action:
    """Return an entry with another value in one of its fields."""
    named = [one.name for one in fields(action) if one.name not in {"why", "by"}]
    if not named:
        return action
    name = chance.choice(named)
    others = [other for other in pool if type(other) is type(action)]
    values = [getattr(chance.choice(others), name)]
    if type(getattr(action, name)) is int:
        values += NUMBERS
    return replace(action, **{name: chance.choice(values)})


def walk(game: AnyGame, setups: list, pool: list[Action], seed: int) -> Iterator[tuple]:
    """Play a game at random; return what is refused in it, with the state before."""
    chance = Random(seed)
    state: Any = game.setup(setups[seed % len(setups)])
    for _ in range(STEPS):
        seats = sorted(game.to_act(state))
        offered = [one for seat in seats for one in game.legal_actions(state, seat)]
        tried = [chance.choice(pool) for _ in range(TRIED)]
        tried += [changed(chance.choice(offered or pool), pool, chance) for _ in range(TRIED)]
        for action in tried:
            ruling = game.explain(state, action)
            if not ruling.allowed:
                yield state, action, ruling
        besides = [] if chance.random() < 0.9 else list(game.optional_actions(state))
        more = [replace(one, why="so") if isinstance(one, Overrule) else one for one in besides]
        if not (offered or more):
            return
        state, _ = game.apply(state, chance.choice(more or offered))


def says_what_is_so(game: AnyGame, state: Any, action: Action, ruling: Ruling) -> None:
    claim = CLAIMS[game.info.slug][ruling.reason]
    why = game.voice.refusal(redact(state, None), redact(action, None), ruling)
    assert str(why).strip()
    assert claim(state, action, ruling.numbers), f"{game.format(action)}: {why}"


@pytest.fixture(params=SLUGS)
def tried(request, transcripts):
    """Return a game with the setups and the entries of its transcripts."""
    game = load_all()[request.param]
    setups, pool = [], []
    for path in transcripts(game):
        for transcript in read_transcripts(path.read_text("utf-8").splitlines()):
            setups.append(transcript.setup)
            pool += [game.parse(text) for text in entries(transcript.lines)]
    kinds: dict[type, list] = {}
    for action in dict.fromkeys(pool):
        kinds.setdefault(type(action), []).append(action)
    return game, setups, [one for kind in kinds.values() for one in kind]


def entries(lines) -> Iterator[str]:
    for line in lines:
        if line.mark.name == "ENTRY":
            yield line.text
        elif line.mark.name == "REFUSED":
            yield line.text.partition(" -> ")[0]


def test_every_kind_of_refusal_has_a_claim_of_its_own(tried) -> None:
    game, _, _ = tried
    assert refusals_of(game) == set(CLAIMS[game.info.slug])


def test_what_is_refused_in_transcripts_is_refused_for_what_is_so(tried, said) -> None:
    game, _, _ = tried
    for one in said(game):
        if one.refused:
            says_what_is_so(game, one.before, one.action, one.refused)


def test_what_is_refused_in_random_games_is_refused_for_what_is_so(tried) -> None:
    game, setups, pool = tried
    for seed in range(GAMES):
        for state, action, ruling in walk(game, setups, pool, seed):
            says_what_is_so(game, state, action, ruling)


@pytest.mark.long
def test_what_is_refused_in_many_random_games_is_refused_for_what_is_so(tried) -> None:
    game, setups, pool = tried
    for seed in range(GAMES, LONG_GAMES):
        for state, action, ruling in walk(game, setups, pool, seed):
            says_what_is_so(game, state, action, ruling)
