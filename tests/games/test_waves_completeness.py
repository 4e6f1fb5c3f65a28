"""The gate for both editions of Waves: transcripts show modes, tablet sides, ends of a game."""

from dataclasses import fields
from importlib.resources import files

import pytest

from referee.core import kebab, verb
from referee.games import folder_of, load_all
from referee.games.waves.components import Mode, Tablet
from referee.games.waves.words import WON_BY

GAMES = {
    "waves": {
        "head-to-head 2",
        "three 3",
        "teams 4",
        "teams 5",
        "teams 6",
        "all-vs-all 4",
        "all-vs-all 5",
        "all-vs-all 6",
    },
    "breakers": {"head-to-head 2", "teams 4", "teams 6"},
}
NOT_HERE = {
    "waves": set(),
    # Nobody of its three modes wins with less than 5 classes or 7 Elders. Being ahead after 100
    # rounds is shown by the game `waves`, by the same rule; a draw after them is shown in both.
    "breakers": {"four-classes", "six-elders", "hundred-rounds"},
}
OF_THREE_PLAYERS = {"W7", "W10", "W37"}


@pytest.fixture(params=list(GAMES))
def edition(request):
    return load_all()[request.param]


@pytest.fixture
def told(edition, said):
    return said(edition)


def test_all_41_rulings_are_rules_that_can_be_cited(waves) -> None:
    assert {f"W{number}" for number in range(1, 42)} <= set(waves.rulebook)


def test_breakers_has_all_rules_but_those_of_three_players(waves, breakers) -> None:
    assert set(waves.rulebook) - OF_THREE_PLAYERS == set(breakers.rulebook)


def test_every_tablet_side_is_a_rule_and_is_active_in_a_transcript(edition, told) -> None:
    sides = {tablet.value for tablet in Tablet}
    assert sides <= set(edition.rulebook)
    active = {
        fact.tablet.value for one in told for fact in one.facts if fact.kind == "true-majority"
    }
    assert sides == active


def test_a_whole_game_of_every_mode_and_number_of_players_is_played_to_its_end(
    edition, told
) -> None:
    ended = {
        f"{one.after.table.mode.value} {len(one.after.table.names)}" for one in told if one.outcome
    }
    assert {game.split()[0] for game in GAMES["waves"]} == {mode.value for mode in Mode}
    assert ended == GAMES[edition.info.slug]


def test_every_way_to_end_is_shown_in_a_transcript(edition, told) -> None:
    reasons = {one.outcome.reason for one in told if one.outcome}
    assert reasons == set(WON_BY) - NOT_HERE[edition.info.slug]


def test_whole_games_are_short_enough_to_be_watched(told) -> None:
    ended = [one for one in told if one.outcome and "hundred" not in one.outcome.reason]
    assert max(one.after.round for one in ended) <= 15


def test_the_readme_names_every_entry_value_fact_option_and_end(waves, said, facts_of) -> None:
    readme = files(folder_of(waves)).joinpath("README.md").read_text("utf-8")
    one = said(waves)[0]
    names = set(one.record()["view"]) | set(WON_BY)
    names |= {option.id for option in waves.options(("Ann", "Bo", "Cy"), {})}
    names |= {tablet.value for tablet in Tablet} | {mode.value for mode in Mode}
    assert [] == sorted(name for name in names if f"`{name}`" not in readme)
    assert [] == [verb(kind) for kind in waves.actions if f"| `{verb(kind)} " not in readme]
    for kind in facts_of(waves):
        begins = f"| `{kebab(kind.__name__)}` |"
        (row,) = [line for line in readme.splitlines() if line.startswith(begins)]
        own = [field.name for field in fields(kind) if field.name not in ("rule", "also")]
        assert (row, []) == (row, [name for name in own if f"`{name}`" not in row])
