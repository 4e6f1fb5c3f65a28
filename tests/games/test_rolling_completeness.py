"""The gate for Rolling with the Waves: rulings, ends, decisions and players are all shown."""

import re
from dataclasses import fields
from importlib.resources import files

import pytest

from referee.core import AnyGame, Note, kebab, verb
from referee.games import folder_of, load_all
from referee.games.rolling.components import Guns, Place
from referee.games.rolling.state import REASONS, Phase

pytestmark = pytest.mark.once


@pytest.fixture(scope="session")
def rolling() -> AnyGame:
    return load_all()["rolling"]


@pytest.fixture
def told(rolling, said):
    return said(rolling)


def facts(told, kind: str) -> list:
    return [fact for one in told for fact in one.facts if fact.kind == kind]


def test_all_36_rulings_are_rules_that_can_be_cited(rolling) -> None:
    assert {f"R{number}" for number in range(1, 37)} <= set(rolling.rulebook)


def test_what_nobody_has_seen_is_called_a_house_default(rolling) -> None:
    for name in ("map-numbers", "infamy-circles", "shared"):
        assert "House default" == str(rolling.rulebook[name].cites)
    options = rolling.options(("Ann", "Bo"), {})
    asked = {option.id: option for option in options}
    for name in ("hull", "infamy"):
        assert "House default" in str(asked[name].presets[0].label)
        assert asked[name].keep


def test_every_way_to_end_is_shown_in_a_transcript(told) -> None:
    assert {one.outcome.reason for one in told if one.outcome} == set(REASONS)


def test_every_way_to_win_is_shown_in_a_transcript(told) -> None:
    assert {fact.rule for fact in facts(told, "tie-broken")} == {"tie", "shared"}


def test_a_whole_game_is_played_for_every_number_of_players(told) -> None:
    whole = [one.after for one in told if one.outcome and one.after.round > 3]
    assert {len(state.table.names) for state in whole} == {2, 3, 4, 5}


def test_every_phase_is_reached_in_a_transcript(told) -> None:
    assert {one.after.phase for one in told} == set(Phase)


def test_dice_are_laid_written_and_raised_at_every_sign(told) -> None:
    assert {fact.place for fact in facts(told, "allocated")} == set(Place)
    assert {fact.place for fact in facts(told, "written")} == set(Place) - {Place.BURY}
    assert len({fact.place for fact in facts(told, "spirits-used")}) > 3


def test_cannons_fire_alone_and_together(told) -> None:
    fired = {fact.cannons for fact in facts(told, "fired")}
    assert fired == {guns.places for guns in Guns}


def test_every_kind_of_fact_is_told_in_a_transcript(rolling, told, facts_of) -> None:
    assert facts_of(rolling) == {type(fact) for one in told for fact in one.facts}


def test_every_refusal_of_a_transcript_is_a_sentence(told) -> None:
    refusals = [str(one.why) for one in told if one.refused]
    assert [] == [why for why in refusals if not why.endswith(".") or "{" in why]


def test_the_next_step_names_whom_it_is_for(told, rolling) -> None:
    for one in told:
        acting = rolling.to_act(one.after)
        if acting:
            step = rolling.view(one.after, None).step
            named = [name for name in one.after.table.names if name in str(step.say)]
            assert named
            assert {one.after.table.names.index(name) for name in named} <= acting
            assert step.choices


def test_no_order_for_the_hands_calls_somebody_else_you(told, rolling) -> None:
    # Whoever reads the screen is most often not the one who writes; but “everybody” is too.
    orders = {str(task.say) for one in told for task in rolling.view(one.after, None).step.hands}
    assert any("write" in order for order in orders)
    to_one = [order for order in orders if not order.startswith("Everybody: ")]
    assert [] == [order for order in to_one if re.search(r"\byour?\b", order)]


def test_the_readme_names_every_entry_value_fact_option_and_end(rolling, told, facts_of) -> None:
    readme = files(folder_of(rolling)).joinpath("README.md").read_text("utf-8")
    names = set(told[0].record()["view"]) | set(REASONS) | {phase.value for phase in Phase}
    names |= {option.id for option in rolling.options(("Ann", "Bo", "Cy"), {})}
    names |= {place.value for place in Place} | {guns.value for guns in Guns}
    assert [] == sorted(name for name in names if f"`{name}`" not in readme)
    assert [] == [verb(kind) for kind in rolling.actions if f"| `{verb(kind)} " not in readme]
    stated = readme.partition("## Facts")[2].splitlines()
    for kind in facts_of(rolling):
        begins = f"| `{kebab(kind.__name__)}` |"
        (row,) = [line for line in stated if line.startswith(begins)]
        own = [field.name for field in fields(kind) if field.name not in ("rule", "also")]
        assert (row, []) == (row, [name for name in own if f"`{name}`" not in row])


def test_every_story_of_a_transcript_hides_what_is_planned(told) -> None:
    plans = [one for one in told if isinstance(one.action, Note) and not one.refused]
    assert plans
    assert {str(one.sentence()) for one in plans} <= {
        f"{name} places a die behind the screen." for name in ("Ann", "Bo")
    }
