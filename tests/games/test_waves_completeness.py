"""The gate for Waves: modes, tablet sides and ends of a game are all shown in a transcript."""

from dataclasses import fields
from importlib.resources import files

import pytest

from referee.core import kebab, verb
from referee.games import folder_of
from referee.games.waves.components import Mode, Tablet
from referee.games.waves.facts_told import FACTS
from referee.games.waves.words import WON_BY

GAMES = {
    "head-to-head 2",
    "three 3",
    "teams 4",
    "teams 5",
    "teams 6",
    "all-vs-all 4",
    "all-vs-all 5",
    "all-vs-all 6",
}


@pytest.fixture
def told(waves, said):
    return said(waves)


def test_all_41_rulings_are_rules_that_can_be_cited(waves) -> None:
    assert {f"W{number}" for number in range(1, 42)} <= set(waves.rulebook)


def test_every_tablet_side_is_a_rule_and_is_active_in_a_transcript(waves, told) -> None:
    sides = {tablet.value for tablet in Tablet}
    assert sides <= set(waves.rulebook)
    active = {
        fact.tablet.value for one in told for fact in one.facts if fact.kind == "true-majority"
    }
    assert sides == active


def test_a_whole_game_of_every_mode_and_number_of_players_is_played_to_its_end(told) -> None:
    ended = {
        f"{one.after.table.mode.value} {len(one.after.table.names)}" for one in told if one.outcome
    }
    assert {game.split()[0] for game in GAMES} == {mode.value for mode in Mode}
    assert ended == GAMES


def test_every_way_to_end_is_shown_in_a_transcript(told) -> None:
    assert {one.outcome.reason for one in told if one.outcome} == set(WON_BY)


def test_whole_games_are_short_enough_to_be_watched(told) -> None:
    ended = [one for one in told if one.outcome and "hundred" not in one.outcome.reason]
    assert max(one.after.round for one in ended) <= 15


def test_the_readme_names_every_entry_value_fact_option_and_end(waves, said) -> None:
    readme = files(folder_of(waves)).joinpath("README.md").read_text("utf-8")
    one = said(waves)[0]
    names = set(one.record()["view"]) | set(WON_BY)
    names |= {option.id for option in waves.options(("Ann", "Bo", "Cy"), {})}
    names |= {tablet.value for tablet in Tablet} | {mode.value for mode in Mode}
    assert [] == sorted(name for name in names if f"`{name}`" not in readme)
    assert [] == [verb(kind) for kind in waves.actions if f"| `{verb(kind)} " not in readme]
    for kind in FACTS:
        begins = f"| `{kebab(kind.__name__)}` |"
        (row,) = [line for line in readme.splitlines() if line.startswith(begins)]
        own = [field.name for field in fields(kind) if field.name not in ("rule", "also")]
        assert (row, []) == (row, [name for name in own if f"`{name}`" not in row])
