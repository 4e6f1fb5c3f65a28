"""The gate for every game: its transcripts show every rule, every kind of entry, every refusal.

An exception is written down here with its reason.
"""

import ast
import re
import sys
from dataclasses import fields
from importlib.resources import files

import pytest

from referee.core import EMPTY, AnyGame, Origin, Sentences, TableDecided, Text, redact, verb
from referee.games import folder_of, load_all

pytestmark = pytest.mark.once

RULES_NOT_SHOWN: dict[tuple[str, str], str] = {}
ACTIONS_NOT_PLAYED: dict[tuple[str, str], str] = {}
REFUSALS_NOT_SHOWN: dict[tuple[str, str], str] = {}

PLACE = re.compile(r"\{(\w+)\}")


def excepted(game: AnyGame, exceptions: dict[tuple[str, str], str]) -> set[str]:
    return {name for slug, name in exceptions if slug == game.info.slug}


def refusals_of(game: AnyGame) -> set[str]:
    """Return the kinds of refusal: the Enum `Refusal` beside `explain`, if the game has one."""
    declared = getattr(sys.modules[game.explain.__module__], "Refusal", ())
    return {kind.value for kind in declared}


NAMES_A_RULE = {"RuleId": 0, "allow": 0, "refuse": 0, "Missing": 2}
"""Which argument of these is the rule."""


def named_in_code(package: str) -> set[str]:
    """Return the rules that a package names as such, with whatever the code cites them for."""
    sources = [one for one in files(package).iterdir() if one.name.endswith(".py")]
    named = [
        call.args[NAMES_A_RULE[call.func.id]]
        for one in sources
        for call in ast.walk(ast.parse(one.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in NAMES_A_RULE
    ]
    return {str(name.value) for name in named if isinstance(name, ast.Constant)}


def cited(told) -> set[str]:
    refused = {one.refused.rule for one in told if one.refused}
    return refused | {
        rule for one in told for fact in one.facts for rule in (fact.rule, *fact.also)
    }


def tasks_after(game: AnyGame, one):
    """Return what hands do after an entry, each by its rule."""
    return game.view(redact(one.after, None), None).step.hands if one.after else ()


def test_every_rule_is_cited_by_a_transcript(game, said) -> None:
    told = said(game)
    asked = {task.rule for one in told for task in tasks_after(game, one)} & set(game.rulebook)
    assert set(game.rulebook) - excepted(game, RULES_NOT_SHOWN) == cited(told) | asked


def test_every_rule_has_its_own_id_a_source_and_a_sentence(game) -> None:
    assert [rule.id for rule in game.rulebook.values()] == list(game.rulebook)
    assert [] == [
        rule.id for rule in game.rulebook.values() if not (str(rule.cites) and str(rule.says))
    ]


def test_what_no_rulebook_says_has_its_reason_and_what_one_says_its_place(game) -> None:
    printed = [rule for rule in game.rulebook.values() if rule.origin is Origin.RULEBOOK]
    ours = [rule for rule in game.rulebook.values() if rule.origin is not Origin.RULEBOOK]
    assert printed
    assert [] == [rule.id for rule in printed if not str(rule.source)]
    assert [] == [rule.id for rule in ours if not str(rule.reason)]
    assert [] == [rule.id for rule in ours if rule.cites == rule.source]


def test_no_citation_names_a_paper_that_players_do_not_have(game) -> None:
    told = [str(text) for rule in game.rulebook.values() for text in (rule.cites, rule.source)]
    assert [] == [text for text in told if re.search(r"\brules? \w*\d", text)]


def test_every_rule_that_the_code_names_has_its_entry(game) -> None:
    known = {
        rule
        for other in load_all().values()
        if folder_of(other) == folder_of(game)
        for rule in other.rulebook
    }
    assert set() == named_in_code(folder_of(game)) - known


def test_every_kind_of_entry_is_played_in_a_transcript(game, said) -> None:
    played = {verb(type(one.action)) for one in said(game) if not one.refused}
    assert {verb(kind) for kind in game.actions} - excepted(game, ACTIONS_NOT_PLAYED) == played


def test_every_kind_of_refusal_is_shown_in_a_transcript(game, said) -> None:
    shown = {one.refused.reason for one in said(game) if one.refused}
    assert refusals_of(game) - excepted(game, REFUSALS_NOT_SHOWN) == shown


def test_every_card_is_named_in_a_transcript(game, said) -> None:
    entries = {word for one in said(game) for word in one.text.replace("=", " ").split()}
    held = {card.id for card in game.components.cards if card.copies}  # some boxes hold others
    assert set() == held - entries


def test_every_sentence_of_the_transcripts_can_be_said(game, said) -> None:
    for one in said(game):
        sentences = [one.why] if one.refused else [one.sentence(), *dict(one.told()).values()]
        if one.outcome:
            sentences.append(game.voice.outcome(one.after, one.outcome))
        assert (one.text, []) == (one.text, [text for text in sentences if not str(text).strip()])


def test_every_place_of_a_sentence_is_a_field_or_known_from_the_state(game, facts_of) -> None:
    sentences = getattr(game.voice.action, "__self__", None)
    if not isinstance(sentences, Sentences):
        return  # it makes all its sentences in functions of its own
    for kind in {*game.actions, *facts_of(game)} - {TableDecided}:
        known = {entry.name for entry in fields(kind)} | set(sentences.state)
        for text in (kind.sentence, getattr(kind, "order", None)):
            if isinstance(text, Text):
                given = dict(text.values)
                assert not text.many or given.pop("count") in known
                named = set(PLACE.findall(text.template + text.many)) - {"count", *given}
                assert (kind, set()) == (kind, named - known)


def test_every_kind_of_fact_entry_and_refusal_has_a_sentence(game, facts_of) -> None:
    if not isinstance(getattr(game.voice.action, "__self__", None), Sentences):
        return
    kinds = {*game.actions, *facts_of(game)} - {TableDecided}
    declared = sys.modules[game.explain.__module__].Refusal
    assert [] == [
        kind for kind in (*kinds, *declared) if not kind.sentence or kind.sentence == EMPTY
    ]


def test_every_exception_is_still_needed(game, said) -> None:
    told = said(game)
    shown = cited(told) | {one.refused.reason for one in told if one.refused}
    shown |= {verb(type(one.action)) for one in told if not one.refused}
    for exceptions in (RULES_NOT_SHOWN, ACTIONS_NOT_PLAYED, REFUSALS_NOT_SHOWN):
        assert set() == excepted(game, exceptions) & shown
