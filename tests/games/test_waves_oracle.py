"""Waves against a second, naive engine that shares no code with it: they must always agree."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import naive_waves
import pytest

from referee.core import Setup, plain
from referee.games import load_all
from referee.games.waves.state import conserved
from referee.games.waves.waves import wanted
from referee.games.waves.words import WON_BY

pytestmark = pytest.mark.once

PINNED = {"open-majority", "true-majority", "collection", "won"}
HOLDING = 200  # games that hold nearly all there is; the rest of the 950 comes in chunks
CHUNK = 250
CHUNKS = 3
SOME = 3  # each so manieth view is compared there; each entry is, with its facts
LONG_CHUNK = 1_000
LONG_CHUNKS = 50
RARE = (584, 832, 1560)  # games in which somebody must lay with an empty hand
PAIRS = 120  # games of two players by the order of the Breakers edition
LONG_PAIRS = 5_000
BIGGER = 30  # games of its teams, in which only words differ


def options(game: naive_waves.NaiveGame) -> tuple[tuple[str, str], ...]:
    found = []
    for line in game.header():
        if line.startswith("option "):
            name, _, value = line.removeprefix("option ").partition("=")
            found.append((name, value))
    return tuple(found)


@lru_cache(10_000)
def read(entry: str):
    """Read an entry, which both editions write alike; the same are made over and over."""
    return load_all()["waves"].parse(entry)


def compare(waves, game: naive_waves.NaiveGame) -> int:
    """Play a game of the naive engine; return the number of entries that both agree on."""
    assert game.header()[0] == f"game {waves.info.slug}"
    state = waves.setup(Setup(tuple(game.names), options(game)))
    names = game.start.keys()
    assert game.start == {name: waves.values(state, None)[name] for name in names}
    for number, step in enumerate(game.steps):
        where = f"game {game.seed}, entry {number}: {step.entry}"
        action = read(step.entry)
        allowed = waves.explain(state, action).allowed
        if step.refused and allowed:
            # Where a tablet needs two Followers at once, people may turn over either one first;
            # the naive engine asks for them one by one.
            assert len(wanted(state)) == 2
            assert action.slot in wanted(state)
            continue
        assert (where, step.refused) == (where, not allowed)
        if step.refused:
            continue
        state, facts = waves.apply(state, action)
        pinned = [fact for fact in facts if fact.kind in PINNED]
        told = [
            {name: plain(getattr(fact, name, None)) for name in expected}
            for fact, expected in zip(pinned, step.facts, strict=False)
        ]
        assert (where, len(step.facts), step.facts) == (where, len(pinned), told)
        if step.view:
            values = waves.values(state, None)
            assert (where, step.view) == (where, {name: values[name] for name in names})
        assert (where, 100) == (where, conserved(state))
    outcome = waves.outcome(state)
    assert outcome is not None
    assert game.outcome == {"reason": outcome.reason, "seats": list(outcome.winners)}
    return len(game.steps)


def agree(
    waves,
    seeds: Iterable[int],
    games: Sequence[tuple[str, int]] = naive_waves.GAMES,
    every: int = 1,
) -> Iterator[naive_waves.NaiveGame]:
    """Return each of these games after both engines have agreed on it."""
    for seed in seeds:
        mode, players = games[seed % len(games)]
        game = naive_waves.random_game(seed, mode, players, edition=waves.info.slug, every=every)
        assert compare(waves, game)
        yield game


def count(games: Iterable[naive_waves.NaiveGame]) -> int:
    return sum(1 for _ in games)


@pytest.mark.no_cover  # four times as slow when it is measured, and the other tests reach it all
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_engines_agree_over_random_games_of_all_modes_and_tablets(waves, chunk) -> None:
    first = HOLDING + chunk * CHUNK
    assert count(agree(waves, range(first, first + CHUNK), every=SOME)) == CHUNK


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(LONG_CHUNKS))
def test_both_engines_agree_over_very_many_random_games(waves, chunk) -> None:
    first = 1_000_000 + chunk * LONG_CHUNK
    assert count(agree(waves, range(first, first + LONG_CHUNK))) == LONG_CHUNK


@pytest.mark.no_cover
def test_both_engines_agree_over_random_games_of_breakers_in_teams(breakers) -> None:
    assert count(agree(breakers, range(BIGGER), [("teams", 4), ("teams", 6)])) == BIGGER


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(LONG_PAIRS // LONG_CHUNK))
def test_both_engines_agree_over_very_many_random_games_of_breakers(breakers, chunk) -> None:
    first = 2_000_000 + chunk * LONG_CHUNK
    played = agree(breakers, range(first, first + LONG_CHUNK), [("head-to-head", 2)])
    assert count(played) == LONG_CHUNK


@pytest.mark.no_cover
def test_both_engines_agree_over_every_mode_tablet_and_rare_event(waves) -> None:
    tablets: set[str] = set()
    ends: set[str] = set()
    shuffled = empty_hands = mistakes = 0
    for game in agree(waves, (*range(HOLDING), *RARE)):
        tablets.update(step.view["tablet"] for step in game.steps)
        ends.add(game.outcome["reason"] if game.outcome else "")
        shuffled += game.reshuffles
        empty_hands += game.empty_hand_draws
        mistakes += sum(game.mistakes.values())
    # Without these, agreement over random games would say little.
    assert {side for sides in naive_waves.TABLETS.values() for side in sides} <= tablets
    assert set(WON_BY) == ends
    assert min(shuffled, empty_hands, mistakes) > 0


@pytest.mark.no_cover
def test_both_engines_agree_on_every_pick_of_two_players_of_breakers(breakers) -> None:
    picks: set[tuple[int, int]] = set()
    shuffled = empty_hands = out_of_turn = 0
    for game in agree(breakers, range(PAIRS), [("head-to-head", 2)]):
        for before, step in pairwise(game.steps):
            first = [slot for slot, agent in enumerate(step.view["agents"]) if agent]
            if len(first) == 1 and before.view["phase"] == "play":
                picks.add((step.view["token"], *first))
        shuffled += game.reshuffles
        empty_hands += game.empty_hand_draws
        out_of_turn += game.mistakes.get("out of turn", 0)
    # The Wave token lies at each place, and its holder begins at either of the own Elders.
    assert {(token, slot) for token in range(4) for slot in (token, (token + 2) % 4)} == picks
    assert min(shuffled, empty_hands, out_of_turn) > 0
