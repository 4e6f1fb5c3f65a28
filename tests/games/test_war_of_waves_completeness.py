"""The gate for War of Waves: ends, Leaders, replenish rows and refusals are all shown."""

from dataclasses import fields
from importlib.resources import files

import pytest

from referee.core import AnyGame, kebab, verb
from referee.games import folder_of, load_all
from referee.games.war_of_waves.components import DRAWS, LEADERS
from referee.games.war_of_waves.state import Phase
from referee.games.war_of_waves.words import WON_BY


@pytest.fixture(scope="session")
def war() -> AnyGame:
    return load_all()["war-of-waves"]


@pytest.fixture
def told(war, said):
    return said(war)


def facts(told, kind: str) -> list:
    return [fact for one in told for fact in one.facts if fact.kind == kind]


def test_all_37_rulings_and_our_own_are_rules_that_can_be_cited(war) -> None:
    assert {f"V{number}" for number in range(1, 40)} <= set(war.rulebook)
    assert ("Our ruling V38", "") == (
        str(war.rulebook["V38"].cites),
        str(war.rulebook["V38"].source),
    )


def test_every_way_to_end_is_shown_in_a_transcript(told) -> None:
    ways = {*WON_BY, "false-claim"}  # which has a sentence of its own
    assert {one.outcome.reason for one in told if one.outcome} == ways


def test_every_phase_is_reached_in_a_transcript(told) -> None:
    assert {one.after.phase for one in told} == set(Phase)


def test_every_leader_is_played_with_and_where_it_can_without_effect(told) -> None:
    played = {(fact.leader, fact.effect) for fact in facts(told, "leader-played")}
    assert {(leader, True) for leader in LEADERS} <= played
    # Poseidon finds something to attack unless the opponent has lost everything, Ceto always.
    assert {leader.value for leader, effect in played if not effect} == {"ares", "hephaestus"}


def test_one_whole_game_has_all_four_leaders_in_it(told) -> None:
    games: dict[int, set] = {}
    for one in told:
        for fact in one.facts:
            if fact.kind == "leader-played":
                games.setdefault(id(one.after.table), set()).add(fact.leader)
    assert set(LEADERS) in games.values()


def test_every_row_of_the_replenish_table_is_shown_in_a_transcript(told) -> None:
    shown = {
        (fact.types, fact.deck, fact.face)
        for fact in facts(told, "replenish")
        if fact.leader is None
    }
    assert shown == {(types, *cards) for types, cards in DRAWS.items()}


def test_attacks_are_won_and_lost_at_both_factors(told) -> None:
    decided = {(fact.factor, fact.won) for fact in facts(told, "attack-decided")}
    assert decided == {(1, True), (1, False), (2, True), (2, False)}


def test_every_kind_of_fact_is_shown_in_a_transcript(war, told, facts_of) -> None:
    assert {type(fact) for one in told for fact in one.facts} == facts_of(war)


def test_the_readme_names_every_entry_value_fact_option_and_end(war, told, facts_of) -> None:
    readme = files(folder_of(war)).joinpath("README.md").read_text("utf-8")
    names = set(told[0].record()["view"]) | set(WON_BY) | {phase.value for phase in Phase}
    names |= {option.id for option in war.options(("Ann", "Bo"), {})}
    names |= {leader.value for leader in LEADERS}
    assert [] == sorted(name for name in names if f"`{name}`" not in readme)
    rows = {line.split("`")[1] for line in readme.splitlines() if line.startswith("| `")}
    entries = [verb(kind) for kind in war.actions]
    shown = {name for name in entries for row in rows if f"{row} ".startswith(f"{name} ")}
    assert shown == set(entries)
    for kind in facts_of(war):
        begins = f"| `{kebab(kind.__name__)}` |"
        (row,) = [line for line in readme.splitlines() if line.startswith(begins)]
        own = [field.name for field in fields(kind) if field.name not in ("rule", "also")]
        assert (row, []) == (row, [name for name in own if f"`{name}`" not in row])
