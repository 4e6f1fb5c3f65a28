"""Rolling with the Waves against a second, naive engine that shares no code with it."""

from functools import lru_cache

import naive_rolling
import pytest

from referee.core import Setup
from referee.games import load_all

pytestmark = pytest.mark.once

HOLDING = 400  # games that hold all there is; the rest of the 600 comes in chunks
CHUNK = 200
CHUNKS = 1
LONG_CHUNK = 1_000
LONG_CHUNKS = 50


@pytest.fixture(scope="module")
def rolling():
    return load_all()["rolling"]


@lru_cache(10_000)
def read(entry: str):
    """Read an entry; the same are asked for over and over."""
    return load_all()["rolling"].parse(entry)


def compare(rolling, game: naive_rolling.NaiveGame) -> int:
    """Play a game of the naive engine; return the number of entries that both agree on."""
    options = [option.split("=") for option in game.options]
    state = rolling.setup(Setup(tuple(game.names), tuple((name, value) for name, value in options)))
    names = game.start.keys()
    values = rolling.values(state, None)
    assert game.start == {name: values[name] for name in names}
    for number, step in enumerate(game.steps):
        where = f"game {game.seed}, entry {number}: {step.entry}"
        asked = {entry: rolling.explain(state, read(entry)).allowed for entry in step.asked}
        assert (where, step.asked) == (where, asked)
        action = read(step.entry)
        assert (where, step.refused) == (where, not rolling.explain(state, action).allowed)
        if step.refused:
            continue
        state, _ = rolling.apply(state, action)
        if not step.view:
            continue
        values = rolling.values(state, None)
        assert (where, step.view) == (where, {name: values[name] for name in names})
    outcome = rolling.outcome(state)
    assert outcome is not None
    assert game.outcome == {"reason": outcome.reason, "winners": list(outcome.winners)}
    return len(game.steps)


@pytest.mark.no_cover  # much slower when it is measured, and the other tests reach it all
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_engines_agree_over_random_games_of_all_sizes(rolling, chunk) -> None:
    first = HOLDING + chunk * CHUNK
    for seed in range(first, first + CHUNK):
        assert compare(rolling, naive_rolling.random_game(seed))


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(LONG_CHUNKS))
def test_both_engines_agree_over_very_many_random_games(rolling, chunk) -> None:
    first = 1_000_000 + chunk * LONG_CHUNK
    for seed in range(first, first + LONG_CHUNK):
        assert compare(rolling, naive_rolling.random_game(seed))


RARE = {
    *(f"{players} players" for players in naive_rolling.PLAYERS),
    *naive_rolling.ENDS,
    *("sailor", "paid", "paid though free", "buried", "blocked", "both at one", "two targets"),
    *("fired by place", "no shot", "loot lost", "loot lost for want of a chest", "infamy lost"),
    *("two crew levels at once", "tie broken", "a 7 at hull", "a 7 at small", "a 7 at chest-3"),
    *(f"overrule {kind}" for kind in ("infamy", "write", "erase", "buried", "bag", "first")),
    *("refused overrule", "refused roll", "refused draft", "refused sailor", "refused ready"),
    *("refused allocate", "refused write", "refused bury", "refused fire", "refused stow"),
}


@pytest.mark.no_cover
def test_both_engines_agree_over_every_end_size_and_rare_event(rolling) -> None:
    found: set[str] = set()
    for seed in range(HOLDING):
        game = naive_rolling.random_game(seed)
        assert compare(rolling, game)
        found |= game.events
    # Without these, agreement over random games would say little.
    assert set() == RARE - found
