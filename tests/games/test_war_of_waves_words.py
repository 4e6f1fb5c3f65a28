"""What War of Waves says on its screens: nothing twice, nothing that cannot be."""

import re
from pathlib import Path

import pytest
from spoken_war_of_waves import ATTACK, GAME, WHOLE, Table, _entries, _names, _played, _sentences

from referee.core import (
    Mark,
    Text,
    format_action,
    play,
    read_transcripts,
    redact,
)
from referee.games.war_of_waves import __file__ as folder
from referee.games.war_of_waves.state import Phase

A_THOUGHT = 3
"""Words that an entry has not said already, in a line of the story that is worth its place."""


# ---------------------------------------------------------------- headlines


def test_a_complete_gateway_is_said_on_top_and_can_be_claimed() -> None:
    table = Table(gateways=(WHOLE, {}))
    assert table.said == "Ann: your gateway is complete. Claim it, or go on?"
    done = [one for one in table.seen().step.choices if one.group == "done"]
    assert ["done", "done claim=yes"] == [format_action(one.action) for one in done]


def test_a_gateway_that_is_claimed_already_is_not_offered_again() -> None:
    table = Table(gateways=(WHOLE, {}), hands=((9, 9, 0, 0), (1, 0, 0, 0)))
    table.enter("done claim=yes", "overrule turn seat=0 why=again")
    assert "Claim" not in table.said


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ((1, 1, 0, 0), "Ann: build, fortify or attack?"),
        ((0, 1, 0, 0), "Ann: fortify or attack?"),
        ((1, 1, 1, 0), "Ann: build, fortify, attack, or play a Leader?"),
    ],
)
def test_the_headline_names_what_can_be_done_and_nothing_else(hand, said) -> None:
    assert Table(hands=(hand, (9, 9, 0, 0)), gateways=({"b1": (1, 0)}, {})).said == said


@pytest.mark.parametrize(
    ("hand", "gateways", "said"),
    [
        (
            (1, 0, 0, 0),
            ({}, {}),
            "Ann: you can only build. Lay a Build card face down, or tap Done.",
        ),
        (
            (0, 1, 0, 0),
            ({"b1": (1, 1)}, {}),
            "Ann: you can only fortify. Add a card face down, or tap Done.",
        ),
        (
            (0, 1, 0, 0),
            ({"b1": (1, 2)}, {"b1": (1, 0)}),
            "Ann: you can only attack. Point at your target, or tap Done.",
        ),
    ],
)
def test_where_one_thing_only_is_possible_it_is_said_what_hands_do(hand, gateways, said) -> None:
    table = Table(hands=(hand, (9, 9, 0, 0)), gateways=gateways)
    assert len({one.group for one in table.seen().step.choices} - {"done"}) == 1
    assert table.said == said


def test_where_the_deck_list_leaves_cards_out_it_is_said_where_it_is_corrected() -> None:
    table = Table(gateways=({"b1": (1, 0)}, {}))
    table.enter("fortify at=b1 kind=war", "done")
    # The list of the house has no 5 and no 6; whoever sees one here finds the way.
    (lack,) = table.seen().step.missing
    assert str(lack.label) == "Another card"
    assert "correct the list under “The table decides”" in str(lack.why)
    listed = Table(hands=((9, 9, 0, 1), (9, 9, 0, 0)), gateways=({"b1": (1, 0)}, {}))
    named = [str(one.label) for one in listed.seen().step.missing]
    assert "Another card" in named  # Ares and Poseidon have War backs, the others could be there
    assert "Another card" not in [str(one.label) for one in Table().seen().step.missing]


def test_whoever_can_do_no_more_is_asked_whether_that_was_all() -> None:
    table = Table(hands=((1, 0, 0, 0), (9, 9, 0, 0)), gateways=({}, {})).enter("build at=b1")
    assert table.said == "Ann: nothing more is possible. Tap Done."


def test_whoever_has_no_other_card_to_show_is_not_asked_for_one() -> None:
    table = Table(hands=((0, 1, 0, 0), (9, 9, 0, 0)), gateways=({}, {"b1": (1, 1)}))
    assert "another card" not in table.enter(*ATTACK).said


def test_the_headline_says_whose_cards_ares_brings_over() -> None:
    table = Table(hands=((9, 9, 0, 1), (9, 9, 0, 0)), gateways=({"b1": (1, 0)}, {"b1": (1, 2)}))
    table.enter("leader name=ares", "draw back=build")
    assert "Bo’s War cards" in table.said
    labels = [str(one.label) for one in table.seen().step.choices]
    assert labels[:2] == ["Bo’s Bridge 1, left War card", "Bo’s Bridge 1, right War card"]
    table.enter("move at=b1 cards=2 to=b1")
    assert table.story[0] == "Ann moved the right War card on Bo’s Bridge 1 to Ann’s Bridge 1."
    assert table.hands == [
        "Ann: move the right War card on Bo’s Bridge 1 to Ann’s Bridge 1, face down.",
        "Ann: draw nothing.",
    ]


def test_turns_are_counted_as_in_the_story() -> None:
    table = Table().enter("done", "done")
    assert "Turn 3: Ann." in table.story
    assert table.where == "Turn 3: Ann"


# ---------------------------------------------------------------- orders and story


def test_a_draw_is_ordered_once() -> None:
    table = Table(gateways=({"b1": (1, 0)}, {})).enter("build at=b2", "fortify at=b1 kind=war")
    table.enter("done")
    assert table.said == "Ann: draw 2 cards from the deck. Build or War back on the first?"
    assert table.hands == []


def test_a_leader_that_was_drawn_brings_one_card_more_in_one_order() -> None:
    table = Table(gateways=({"b1": (1, 0)}, {})).enter("build at=b2", "fortify at=b1 kind=war")
    table.enter("done", "draw back=build", "draw back=build leader=yes")
    assert table.said == "Ann: that was a Leader, so draw 1 more card. Build or War back?"
    assert table.hands == []


def test_before_the_higher_card_decides_deck_and_discard_pile_are_shuffled_together() -> None:
    table = _played("tie-cut", Phase.CUT)
    assert "Shuffle the deck and the discard pile together: one deck." in table.hands


def test_the_overrules_leave_one_gap_each() -> None:
    table = Table(gateways=({"b1": (2, 1)}, {"b1": (1, 1)}))
    for entry, said in (
        ("overrule remove side=1 at=b1 kind=war card=1", "the War card on Bo’s Bridge 1"),
        ("overrule value side=0 at=b1 kind=build card=2 value=3", "the right Build card on Ann’s"),
        ("overrule place seat=1 at=b2 kind=build", "a Build card on Bo’s Bridge 2"),
    ):
        told = GAME.voice.action(table.state, GAME.parse(f"{entry} why=so"))
        what = dict(told.values)["what"]
        assert isinstance(what, Text)
        assert [name for name, _ in what.values] == ["what"]
        assert said in str(what)


def test_what_the_table_can_decide_is_asked_in_questions_that_differ() -> None:
    asked: dict[type, str] = {}
    for action in GAME.optional_actions(Table().state):
        what = dict(GAME.voice.action(Table().state, action).values).get("what")
        asked[type(action)] = what.template if isinstance(what, Text) else ""
    assert len(asked) == len(set(asked.values()))


def test_no_line_of_the_story_says_the_same_as_the_one_before() -> None:
    said = []
    for name in _names():
        for story in _stories(name):
            said += [
                (story[0], line)
                for line in story[1:]
                if not line.startswith("Turn ") and len(_words(line) - _words(story[0])) < A_THOUGHT
            ]
    assert said == []


def test_nobody_is_told_of_an_own_card_of_somebody() -> None:
    for text in _sentences():
        assert "the own" not in text
        assert not re.search(r"your \w+ card of", text)


# ---------------------------------------------------------------- the golden games


def _stories(name: str):
    for before, action, after, facts in _entries(name):
        told = [GAME.voice.fact(after, fact) for fact in facts if not fact.minor]
        yield [str(GAME.voice.action(before, action)), *map(str, told)]


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def test_who_holds_no_leader_is_told_why_none_can_be_played():
    told = 0
    for path in sorted((Path(str(folder)).parent / "transcripts").glob("*.txt")):
        (game,) = read_transcripts(path.read_text("utf-8").splitlines(keepends=True))
        state = GAME.setup(game.setup)
        for line in game.lines:
            if line.mark is not Mark.ENTRY:
                continue
            state, _ = play(GAME, state, GAME.parse(line.text))
            missing = [str(one.why) for one in GAME.view(redact(state, None), None).step.missing]
            if state.phase is Phase.ACT and not state.types:
                name = state.table.names[state.turn]
                none = sum(state.hands[state.turn][2:]) == 0
                assert none == (f"{name} has no Leader." in missing)
                told += none
    assert told
