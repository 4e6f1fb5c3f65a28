"""What Waves says is for people: plain sentences, and one for every kind of refusal and fact."""

import ast
import re
import sys
from pathlib import Path

import pytest

from referee.core import RuleId, Setup
from referee.games import folder_of, load_all
from referee.games.waves.facts import ShellsSet
from referee.games.waves.refusals import Refusal
from referee.match.replays import Said, replay

pytestmark = pytest.mark.once

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


@pytest.mark.parametrize("slug", ["waves", "breakers"])
def test_every_refusal_of_the_transcripts_says_what_was_expected_in_a_sentence(said, slug) -> None:
    refusals = {one.refused.reason: str(one.why) for one in said(load_all()[slug]) if one.refused}
    assert {kind.value for kind in Refusal} == set(refusals)
    assert [] == [why for why in refusals.values() if not why.endswith(".") or "{" in why]


def test_every_kind_of_fact_is_told_in_a_transcript(waves, said, facts_of) -> None:
    told = {type(fact) for one in said(waves) for fact in one.facts}
    assert facts_of(waves) == told


def test_a_single_shell_of_the_round_before_is_told_as_one(waves) -> None:
    state = waves.setup(Setup(("Ada", "Ben", "Cleo")))
    told = str(waves.voice.fact(state, ShellsSet(RuleId("W1"), 1, 2)))
    assert told == "2 Shells total: those from before (1) are not added."


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_the_next_step_names_whom_it_is_for(waves, said, seats) -> None:
    for one in said(waves):
        names = one.after.table.names
        if len(names) == seats and waves.outcome(one.after) is None:
            step = waves.view(one.after, None).step
            asked = str(step.say)
            assert any(name in asked for name in names) or "extra Elder" in asked or "card" in asked
            assert step.choices


DOING = re.compile(r"\b(lay|turn up|turn over|draw|how many|mend)\b", re.IGNORECASE)


@pytest.mark.parametrize("slug", ["waves", "breakers"])
def test_with_the_longest_names_the_sentence_still_begins_with_what_to_do(
    slug, transcripts
) -> None:
    # Three lines of a phone hold some 80 letters; what comes after them is cut there.
    game = load_all()[slug]
    for path in transcripts(game):
        text = path.read_text("utf-8")
        seats = next(line for line in text.splitlines() if line.startswith("seats "))
        names = [f"{letter}{39 * 'w'}" for letter in "ABCDEF"[: seats.count(",") + 1]]
        text = text.replace(seats, f"seats {', '.join(names)}")
        for event in replay(text.splitlines(), load_all()):
            if isinstance(event, Said) and not game.outcome(event.after):
                step = game.view(event.after, None).step
                assert DOING.search(str(step.say)[:80]), str(step.say)
                assert "Wave token" in str(step.where)[:60]
                assert [] == [one for one in step.choices if "w" * 9 in str(one.detail)]


def test_at_every_place_stands_the_letter_of_the_team_where_there_are_teams(waves) -> None:
    seats = ("Ann", "Bo", "Cy", "Di", "Ed")
    view = waves.view(waves.setup(Setup(seats, (("mode", "teams"),))), None)
    marks = [(zone.marks[0].icon, str(zone.marks[0].label)) for zone in view.zones[:5]]
    a, b = ("side-0", "A: Ann and Cy"), ("side-1", "B: Bo and Di")
    assert [a, b, a, b, ("side-2", "C: Ed")] == marks
    assert ["A: Ann and Cy", "B: Bo and Di", "C: Ed"] == [str(one.label) for one in view.scores]


def test_what_is_counted_is_said_beside_the_numbers(waves) -> None:
    view = waves.view(waves.setup(Setup(("Ann", "Bo"), ())), None)
    for score in view.scores:
        assert ["0 of 5 classes", "0 of 7 Elders"] == [str(text) for text in score.said]
    assert not any("side-" in mark.icon for zone in view.zones for mark in zone.marks)


@pytest.fixture
def discarded(table):
    """Return a table of three on which everybody has just discarded one card."""
    three = table(names=("Ann", "Bo", "Cy"), council="house")
    three.enter("council noble,noble,noble,noble", "follows 0,1,2")
    three.enter(*(f"reveal slot={slot} card=scholar" for slot in range(3)))
    assert (1, 1, 1) == three.state.owed
    return three


def test_who_can_name_no_discard_is_told_the_reason_that_is_so(table, discarded) -> None:
    first = table(names=("Ann", "Bo", "Cy"), council="house")
    says = "No round is over yet, so Ann has discarded nothing."
    assert says == first.refusal("discard seat=0 card=seer")
    discarded.enter("discard seat=0 card=seer")
    says = "Ann discarded 1 card at the last round’s end, and it is named already."
    assert says == discarded.refusal("discard seat=0 card=seer")
    discarded.state = discarded.state._replace(deck=0)
    discarded.enter("elder slot=3 card=keeper")  # it comes from the pile, which is the deck now
    says = "What {} discarded at the last round’s end was shuffled back into the deck."
    for seat, name in enumerate(("Ann", "Bo", "Cy")):
        assert says.format(name) == discarded.refusal(f"discard seat={seat} card=seer")


def test_a_card_in_the_own_hand_does_not_lie_elsewhere(discarded) -> None:
    known = discarded.state.known
    held = ((0, 0, 0, 0, 2), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    discarded.state = discarded.state._replace(
        known=known._replace(held=held, discarded=(0, 0, 0, 0, 18)), deck=50
    )
    discarded.enter("elder slot=3 card=scholar", "rebel slot=1 count=1", "follow slot=2")
    discarded.enter("rebel slot=0 count=3")
    says = "There are only 20 Nobles, and 18 of them are elsewhere: 0 in the Council, 0 as Agents, "
    says += "0 collected, 18 discarded, 0 seen going to a hand."
    assert says == discarded.refusal("reveal slot=0 card=noble")


def test_the_table_cannot_give_a_card_of_an_empty_hand(discarded) -> None:
    discarded.state = discarded.state._replace(hands=(0, 5, 5))
    says = "Ann has no card in hand to give."
    assert says == discarded.refusal('overrule give seat=0 card=seer why="so"')
