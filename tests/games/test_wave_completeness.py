"""The gate for WAVE: rulings, ends, results, variants and players are all shown in a transcript."""

import re
from dataclasses import fields
from importlib.resources import files

import pytest

from referee.core import AnyGame, kebab, verb
from referee.games import folder_of, load_all
from referee.games.wave.components import CARDS, MISSING, Card, Row, Variant
from referee.games.wave.state import PERFECT_WAVE, REASONS, Phase


@pytest.fixture(scope="session")
def wave() -> AnyGame:
    return load_all()["wave"]


@pytest.fixture
def told(wave, said):
    return said(wave)


def ended(told):
    return [one for one in told if one.outcome]


def test_all_24_rulings_are_rules_that_can_be_cited(wave) -> None:
    assert {f"K{number}" for number in range(1, 25)} <= set(wave.rulebook)


def test_there_are_34_cards_and_two_that_are_missing() -> None:
    written = {card.value for card in CARDS}
    colours = ("white", "yellow", "orange", "red", "turquoise", "blue")
    assert written | set(MISSING) == {f"{c}-{number}" for c in colours for number in range(6)}
    assert len(written) == 34


def test_ten_cards_bear_the_sign_of_direction() -> None:
    assert {card.value for card in Card if card.reverses} == {
        *(f"white-{number}" for number in range(1, 6)),
        *(f"{colour}-0" for colour in ("yellow", "orange", "red", "turquoise", "blue")),
    }


def test_every_way_to_end_is_shown_in_a_transcript(told) -> None:
    assert {one.outcome.reason for one in ended(told)} == set(REASONS)


def test_every_row_of_the_result_is_reached_in_a_transcript(told, wave) -> None:
    rows = {wave.values(one.after, None)["result"] for one in ended(told)}
    assert rows == {row.value for row in Row}


def test_the_turn_in_which_a_game_ended_is_the_one_of_its_last_entry(told, wave) -> None:
    # Each card laid is a turn; the entry that ends the game comes in the one after those before.
    found: dict[str, list[tuple[str, str]]] = {}
    turn = 0
    for one in told:
        if one.before.phase is Phase.START:
            turn = 0
        if one.refused:
            continue
        turn += verb(type(one.action)) == "play"
        if one.outcome:
            ending = turn + (verb(type(one.action)) != "play")
            where = str(wave.view(one.after, None).step.where)
            found.setdefault(one.outcome.reason, []).append(
                (where, f"The game ended in turn {ending}")
            )
    assert set(found) == set(REASONS)
    assert [] == [pair for pairs in found.values() for pair in pairs if pair[0] != pair[1]]


def test_a_game_of_all_34_cards_ends_in_turn_33(told, wave) -> None:
    perfect = [one for one in ended(told) if one.outcome.reason == PERFECT_WAVE]
    short = [one for one in perfect if one.after.table.variant is Variant.NONE]
    assert {str(wave.view(one.after, None).step.where) for one in short} == {
        "The game ended in turn 33"
    }


def test_no_order_for_the_hands_calls_somebody_else_you(told, wave) -> None:
    # Whoever reads the screen is most often not the one who draws.
    orders = {str(text) for one in told for text in wave.view(one.after, None).step.hands}
    assert any("draws" in order for order in orders)
    assert [] == [order for order in orders if re.search(r"\byour?\b", order)]


def test_a_whole_game_is_played_for_every_number_of_players_and_every_variant(told) -> None:
    whole = [one.after.table for one in ended(told) if len(one.after.laid) > 30]
    assert {len(table.names) for table in whole if table.variant is Variant.NONE} == {2, 3, 4}
    assert {table.variant for table in whole} == set(Variant)


def test_every_kind_of_fact_is_told_in_a_transcript(wave, told, facts_of) -> None:
    assert facts_of(wave) == {type(fact) for one in told for fact in one.facts}


def test_every_refusal_of_a_transcript_is_a_sentence(told) -> None:
    refusals = [str(one.why) for one in told if one.refused]
    assert [] == [why for why in refusals if not why.endswith(".") or "{" in why]


def test_the_next_step_names_whom_it_is_for(told, wave) -> None:
    for one in told:
        if wave.outcome(one.after) is None and len(one.after.laid):
            step = wave.view(one.after, None).step
            (seat,) = wave.to_act(one.after)
            assert str(step.say).startswith(one.after.table.names[seat])
            assert step.choices


def test_the_readme_names_every_entry_value_fact_option_and_end(wave, told, facts_of) -> None:
    readme = files(folder_of(wave)).joinpath("README.md").read_text("utf-8")
    names = set(told[0].record()["view"]) | set(REASONS)
    names |= {option.id for option in wave.options(("Ann", "Bo", "Cy"), {})}
    names |= {variant.value for variant in Variant} | {row.value for row in Row}
    assert [] == sorted(name for name in names if f"`{name}`" not in readme)
    assert [] == [verb(kind) for kind in wave.actions if f"| `{verb(kind)}" not in readme]
    facts = readme.partition("## Facts")[2].splitlines()
    for kind in facts_of(wave):
        begins = f"| `{kebab(kind.__name__)}` |"
        (row,) = [line for line in facts if line.startswith(begins)]
        own = [field.name for field in fields(kind) if field.name not in ("rule", "also")]
        assert (row, []) == (row, [name for name in own if f"`{name}`" not in row])
