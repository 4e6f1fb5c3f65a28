"""What Waves says is for people: plain sentences, and one for every kind of refusal and fact."""

import ast
import sys
from pathlib import Path

import pytest

from referee.games import folder_of, load_all
from referee.games.waves.facts_told import FACTS
from referee.games.waves.refusals_told import REFUSALS
from referee.games.waves.rulings import Refusal

COLD = ("error", "invalid", "null", "illegal", "failed", "exception", "none")


def templates(folder: Path) -> list[str]:
    """Find every template that is handed to `say`, `say_count` or `Text`."""
    found = []
    for source in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "").startswith("say"):
                found += [
                    str(given.value)
                    for given in node.args[:2]
                    if isinstance(given, ast.Constant) and isinstance(given.value, str)
                ]
    return found


def test_no_sentence_of_any_game_speaks_like_a_machine(game) -> None:
    file = sys.modules[folder_of(game)].__file__
    assert file is not None
    sentences = templates(Path(file).parent)
    assert len(sentences) > 10
    cold = [one for one in sentences if any(word in one.lower().split() for word in COLD)]
    assert [] == cold
    assert [] == [one for one in sentences if one != one.strip() and not one.startswith(" ")]


def test_every_kind_of_refusal_has_its_sentence() -> None:
    assert set(Refusal) == set(REFUSALS)


@pytest.mark.parametrize("slug", ["waves", "breakers"])
def test_every_refusal_of_the_transcripts_says_what_was_expected_in_a_sentence(said, slug) -> None:
    refusals = {one.refused.reason: str(one.why) for one in said(load_all()[slug]) if one.refused}
    assert {kind.value for kind in Refusal} == set(refusals)
    assert [] == [why for why in refusals.values() if not why.endswith(".") or "{" in why]


def test_every_kind_of_fact_is_told_in_a_transcript(waves, said) -> None:
    told = {type(fact) for one in said(waves) for fact in one.facts}
    assert set(FACTS) == told


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_the_next_step_names_whom_it_is_for(waves, said, seats) -> None:
    for one in said(waves):
        names = one.after.table.names
        if len(names) == seats and waves.outcome(one.after) is None:
            step = waves.view(one.after, None).step
            asked = str(step.say)
            assert any(name in asked for name in names) or "nobody" in asked or "card" in asked
            assert step.choices
