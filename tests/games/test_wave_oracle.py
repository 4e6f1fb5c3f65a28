"""WAVE against a second, naive engine that shares no code with it: they must always agree."""

from functools import lru_cache

import naive_wave
import pytest

from referee.core import Setup, UnknownNotation, plain
from referee.games import load_all

pytestmark = pytest.mark.once

HOLDING = 600  # games that hold all there is; the rest of the 1,000 comes in chunks
CHUNK = 200
CHUNKS = 2
LONG_CHUNK = 1_000
LONG_CHUNKS = 50
MISTAKES = {
    *("odd start card", "before the start", "started twice", "after the end"),
    *("laid before", "not in the box", "not higher", "it fits", "no such facing", "nobody talked"),
    *("no such place", "turn without cards", "no such seat", "too many cards"),
    *("overrule without change", "no reason", "a stranger says so", "not stuck"),
}
KINDS = [(players, variant) for players in naive_wave.PLAYERS for variant in naive_wave.VARIANTS]


@pytest.fixture(scope="module")
def wave():
    return load_all()["wave"]


@lru_cache(10_000)
def read(entry: str):
    """Read an entry; the same are asked for over and over."""
    return load_all()["wave"].parse(entry)


def allowed(wave, state, entry: str) -> bool:
    """Say whether the real engine takes an entry; one of no known card cannot even be read."""
    try:
        return wave.explain(state, read(entry)).allowed
    except UnknownNotation:
        return False


def compare(wave, game: naive_wave.NaiveGame) -> int:
    """Play a game of the naive engine; return the number of entries that both agree on."""
    options = [option.split("=") for option in game.options]
    state = wave.setup(Setup(tuple(game.names), tuple((name, value) for name, value in options)))
    names = game.start.keys()
    values = plain(wave.values(state, None))
    assert game.start == {name: values[name] for name in names}
    for number, step in enumerate(game.steps):
        where = f"game {game.seed}, entry {number}: {step.entry}"
        asked = {entry: allowed(wave, state, entry) for entry in step.asked}
        assert (where, step.asked) == (where, asked)
        assert (where, step.refused) == (where, not allowed(wave, state, step.entry))
        if step.refused:
            continue
        state, _ = wave.apply(state, read(step.entry))
        values = plain(wave.values(state, None))
        assert (where, step.view) == (where, {name: values[name] for name in names})
    outcome = wave.outcome(state)
    assert outcome is not None
    assert game.outcome == {"reason": outcome.reason, "winners": list(outcome.winners)}
    return len(game.steps)


def random_game(seed: int) -> naive_wave.NaiveGame:
    players, variant = KINDS[seed % len(KINDS)]
    return naive_wave.random_game(seed, players, variant)


@pytest.mark.no_cover  # much slower when it is measured, and the other tests reach it all
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_engines_agree_over_random_games_of_all_sizes_and_variants(wave, chunk) -> None:
    first = HOLDING + chunk * CHUNK
    for seed in range(first, first + CHUNK):
        assert compare(wave, random_game(seed))


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(LONG_CHUNKS))
def test_both_engines_agree_over_very_many_random_games(wave, chunk) -> None:
    first = 1_000_000 + chunk * LONG_CHUNK
    for seed in range(first, first + LONG_CHUNK):
        assert compare(wave, random_game(seed))


@pytest.mark.no_cover
def test_both_engines_agree_over_every_end_result_size_variant_and_rare_event(wave) -> None:
    found: set[str] = set()
    for seed in range(HOLDING):
        game = random_game(seed)
        assert compare(wave, game)
        found.update(naive_wave.happenings(game))
    # Without these, agreement over random games would say little.
    assert {f"{players} players, {variant}" for players, variant in KINDS} <= found
    assert set(naive_wave.ENDS) <= found
    assert {"result wipeout", *(f"result {row}" for row, _ in naive_wave.ROWS)} <= found
    assert {"silver turned both over", "silver skipped", "silver went on alone"} <= found
    assert "nothing left fits" in found
    assert {"player skipped", "went on alone", "turned the direction alone"} <= found
    assert {"overrule turn", "overrule direction", "overrule facing"} <= found
    assert {"refused: " + kind for kind in MISTAKES} <= found
