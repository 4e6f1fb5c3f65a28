"""The gate for Waves: modes, tablet sides and ends of a game are all shown in a transcript."""

import pytest

from referee.games.waves.components import Mode, Tablet
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
