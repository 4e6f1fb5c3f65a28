"""Tests of the naive engine of Rolling with the Waves against the rulebook and against itself.

In the random games nothing is known beforehand, so only what must always hold is checked.
"""

from __future__ import annotations

import subprocess
import sys

import naive_rolling
import pytest
from naive_rolling import CHESTS, PLAYERS, ROOM, Map, random_game, text

pytestmark = pytest.mark.once

GAMES = 40


def a_map(infamy: int = 5, buried: tuple[str, ...] = (), **values: list[int]) -> Map:
    """Fill a map; `chest_1` is the first chest."""
    made = Map(infamy=infamy, buried=list(buried))
    for name, written in values.items():
        made.at[name.replace("_", "-")] = written
    return made


@pytest.mark.parametrize(
    ("name", "values", "level"),
    [
        ("hull", [6, 7], 1),  # the rulebook's example: 13 is level 1
        ("hull", [6, 7, 1], 2),
        ("large", [3, 4, 3], 3),  # its full cannon: 3 shots
        ("ports", [6, 6], 2),  # Alex
        ("ports", [3, 3, 3], 1),  # Sam
        ("small", [1, 2], 0),
        ("small", [7, 7], 3),
        ("crew", [3, 5, 4, 1, 3], 2),
    ],
)
def test_levels_and_shots_are_those_of_the_rulebook(
    name: str, values: list[int], level: int
) -> None:
    made = a_map()
    made.at[name] = values
    assert made.level(name, [7, 14, 21]) == level


def test_points_are_treasure_bonuses_and_a_third_of_the_infamy() -> None:
    made = a_map(8, ("chest-1",), chest_1=[2, 6], chest_3=[7], hull=[1] * 5, ports=[6] * 4)
    assert made.points() == 8 + 2 + 7 + 5 + 2


def test_a_full_track_a_full_chest_and_a_buried_one_take_no_die() -> None:
    made = a_map(5, ("chest-1",), chest_1=[1], chest_2=[1, 2, 3, 4], crew=[1] * 5)
    assert [name for name in [*ROOM, "bury"] if not made.open(name)] == [
        "chest-1",
        "chest-2",
        "crew",
    ]
    assert not a_map().open("bury")


@pytest.mark.parametrize("players", PLAYERS)
def test_no_map_of_a_random_game_is_ever_overfull(players: int) -> None:
    for seed in range(0, 2 * GAMES, 5):  # every fifth game is written down closely
        game = random_game(seed, players)
        for step in game.steps:
            for seat in range(players):
                assert 0 <= step.view["infamy"][seat]
                assert all(len(chest) <= 4 for chest in step.view["chests"][seat])
                assert all(
                    len(step.view[name][seat]) <= ROOM[name]
                    for name in ROOM
                    if name not in CHESTS and name != "raise"
                )


def test_a_random_game_ends_and_is_the_same_for_the_same_seed() -> None:
    for seed in range(GAMES):
        game = random_game(seed)
        assert game.outcome is not None
        assert game.steps[-1].view["over"]
        assert text(game) == text(random_game(seed))


def test_refused_entries_can_be_left_out() -> None:
    assert not any(
        step.refused and "overrule" not in step.entry
        for seed in range(GAMES)
        for step in random_game(seed, mistakes=0).steps
    )


def test_the_command_prints_whole_games() -> None:
    ran = subprocess.run(
        [sys.executable, naive_rolling.__file__, "2", "--players", "3"],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = ran.stdout.splitlines()
    assert lines.count("game rolling") == 2
    assert lines.count("seats Ann, Bo, Cy") == 2
    assert len([line for line in lines if line.startswith("outcome ")]) == 2
