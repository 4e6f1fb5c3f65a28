"""War of Waves against a second, naive engine that shares no code with it: they must agree."""

from functools import lru_cache

import naive_war_of_waves as naive
import pytest

from referee.core import Setup, UnknownNotation, redact
from referee.games import load_all

pytestmark = pytest.mark.once

HOLDING = 400  # games that hold all there is; the rest of the 600 comes in chunks
CHUNK = 200
CHUNKS = 1
SOME = 3  # each so manieth view is compared there; each entry is, and what else was allowed
LONG_CHUNK = 1_000
LONG_CHUNKS = 50
KINDS = naive.KINDS
SORTS = ("by poseidon", "on two cards", "on gate", "on own card")
BOTH = ("won", "lost")
ATTACKS = {
    *(f"attack {one} on {other} {result}" for one in KINDS for other in KINDS for result in BOTH),
    *(f"attack {what} {result}" for what in SORTS for result in BOTH),
    "attack on own gate won",
}
LEADERS = {
    *(f"{name} with effect" for name in naive.LEADERS),
    # Hands can always be swapped, so Ceto always does something.
    *(f"{name} without effect" for name in naive.LEADERS if name != "ceto"),
}
CARDS = {
    *("reshuffled", "nothing to draw", "row stays shorter", "row filled later"),
    "no Face card to take",
    *("dealt a Leader", "drew a Leader", "took a Leader from the row", "drew for an empty hand"),
}
CHECKED = ("valid", "not valid")
CLAIMS = {
    *("claimed", "claimed after a Leader", "claim lapsed", "cut again"),
    *("no card left", "no card left to break a tie"),
    *(f"both claimed, {first} and {second}" for first in CHECKED for second in CHECKED),
}
IN_THE_MIDDLE = {"turn given in the middle", "attack called off", "tested again"}
MISTAKES = {
    *("all-known", "bridge-first", "enemy-only", "known-already", "known-elsewhere"),
    *("leader-first", "mixed", "no-reason", "no-room", "no-such-card", "no-war-on-gate"),
    *("none-left", "not-a-move", "not-a-swap", "not-a-target", "not-complete", "not-empty"),
    *("not-in-hand", "not-now", "not-so-many", "nothing-presented", "nothing-there"),
    *("nothing-to-attack-with", "one-kind-one-section", "own-war", "two-types", "under-war"),
    *("war-first", "nothing-besides", "bridge-or-gate", "one-at-a-time", "no-such-seat"),
    *("leaders-once", "copies", "no-such-back"),
}


@pytest.fixture(scope="module")
def war():
    return load_all()["war-of-waves"]


@lru_cache(10_000)
def read(entry: str):
    """Read an entry; the same are asked for over and over."""
    return load_all()["war-of-waves"].parse(entry)


def allowed(war, state, entry: str) -> bool:
    """Say whether the real engine takes an entry; one of no known card cannot even be read."""
    try:
        return war.explain(state, read(entry)).allowed
    except UnknownNotation:
        return False


def told(war, state, *, noted: bool) -> dict:
    """Return what everybody may see; before the first note there is nothing to hide."""
    return war.values(redact(state, None) if noted else state, None)


def compare(war, game: naive.NaiveGame) -> int:
    """Play a game of the naive engine; return the number of entries that both agree on."""
    assert game.header()[0] == f"game {war.info.slug}"
    state = war.setup(Setup(tuple(game.names), tuple(game.options.items())))
    names = game.start.keys()
    values = told(war, state, noted=False)
    assert game.start == {name: values[name] for name in names}
    noted = False
    for number, step in enumerate(game.steps):
        where = f"game {game.seed}, entry {number}: {step.entry}"
        asked = {entry: allowed(war, state, entry) for entry in step.asked}
        assert (where, step.asked) == (where, asked)
        assert (where, step.refused) == (where, not allowed(war, state, step.entry))
        if step.refused:
            continue
        state, _ = war.apply(state, read(step.entry))
        noted = noted or step.entry.startswith("remember")
        if not step.view:
            continue
        values = told(war, state, noted=noted)
        assert (where, step.view) == (where, {name: values[name] for name in names})
    outcome = war.outcome(state)
    assert outcome is not None
    assert game.outcome == {"reason": outcome.reason, "winners": list(outcome.winners)}
    return len(game.steps)


@pytest.mark.no_cover  # much slower when it is measured, and the other tests reach it all
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_engines_agree_over_random_games_of_all_styles_and_decks(war, chunk) -> None:
    first = HOLDING + chunk * CHUNK
    for seed in range(first, first + CHUNK):
        assert compare(war, naive.random_game(seed, every=SOME))


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(LONG_CHUNKS))
def test_both_engines_agree_over_very_many_random_games(war, chunk) -> None:
    first = 1_000_000 + chunk * LONG_CHUNK
    for seed in range(first, first + LONG_CHUNK):
        assert compare(war, naive.random_game(seed))


@pytest.mark.no_cover
def test_both_engines_agree_over_every_end_attack_leader_and_rare_event(war) -> None:
    found: set[str] = set()
    for seed in range(HOLDING):
        game = naive.random_game(seed)
        assert compare(war, game)
        found.update(naive.happenings(game))
    # Without these, agreement over random games would say little.
    assert {*naive.ENDS, "gateway-draw"} <= found
    assert found >= ATTACKS
    assert found >= LEADERS
    assert found >= CARDS
    assert found >= CLAIMS
    assert {"War cards perished", "moved 1", "moved 2", "remembered"} <= found
    assert set(naive.OVERRULES) <= found
    decided = {
        phase for phase in naive.PHASES for verb in naive.OVERRULES if f"{verb} in {phase}" in found
    }
    assert set(naive.PHASES) - {"cut"} <= decided
    assert IN_THE_MIDDLE <= found
    assert {f"poseidon={reading}" for reading in ("nothing", "attack")} <= found
    rows = [" and ".join(types) or "nothing" for types in naive.REPLENISH]
    assert {f"replenish {row}" for row in rows} <= found
    assert {"refused: " + reason for reason in MISTAKES} <= found
