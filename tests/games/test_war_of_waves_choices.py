"""The cards and hands that the screens of War of Waves show, and what they offer."""

import re

import pytest
from spoken_war_of_waves import ATTACK, GAME, Table, _entries, _played, _sentences

from referee.games.war_of_waves.components import Card
from referee.games.war_of_waves.state import Phase


def test_leaders_are_counted_once() -> None:
    table = Table(hands=((2, 1, 1, 1), (1, 1, 0, 0)))
    counts = [(str(piece.label), piece.number) for piece in table.zone("hand-0").pieces]
    assert counts == [("Build", "2"), ("War", "1"), ("Leaders", "2")]


def test_two_cards_of_a_section_are_told_apart_as_they_lie() -> None:
    table = Table(gateways=({}, {"b1": (2, 1)}))
    choices = [one for one in table.seen().step.choices if one.group == "attack"]
    assert [str(one.detail) for one in choices] == ["War card"]
    noted = {str(one.group_label) for one in table.notes(1)}
    assert noted == {
        "Bridge 1, left Build card",
        "Bridge 1, right Build card",
        "Bridge 1, War card",
    }


def test_two_cards_of_a_gate_lie_one_in_front_of_the_other() -> None:
    table = Table(gateways=({}, {"g1": (2, 0)}))
    assert {str(one.group_label) for one in table.notes(1)} == {
        "Gate 1, rear Build card",
        "Gate 1, front Build card",
    }
    table = Table(hands=((9, 9, 1, 0), (9, 9, 0, 0)), gateways=({"b1": (1, 1), "g1": (2, 0)}, {}))
    table.enter("leader name=hephaestus", "draw back=build")
    labels = [str(one.label) for one in table.seen().step.choices]
    assert labels == ["Gate 1, rear", "Gate 1, front"]


def test_no_sentence_names_a_card_by_a_number_that_could_be_its_value() -> None:
    numbered = re.compile(r"(Build|War) card \d")
    for text in _sentences():
        assert not numbered.search(text), text


def test_after_a_note_the_next_card_comes_first_and_the_noted_one_says_so() -> None:
    table = Table(gateways=({"b1": (1, 1)}, {}))
    before = [one.group for one in table.notes(0)]
    table.enter("remember seat=0 at=b1 kind=build card=1 value=3")
    after = table.notes(0)
    assert before[0] not in {one.group for one in after}
    assert str(after[0].group_label) == "Bridge 1, War card"
    assert str(after[-1].group_label) == "Bridge 1, Build card: 3 ✓"
    assert [one.number for one in after if one.main] == ["3"]
    assert {str(one.detail) for one in after} == {"Bridge 1, War card", "Bridge 1, Build card"}


def test_the_row_shows_which_places_are_free() -> None:
    table = Table()
    table.state = table.state._replace(faces=table.state.faces[:2])
    assert [piece.empty for piece in table.zone("faces").pieces] == [False, False, True, True]


def test_hephaestus_names_places_in_few_words() -> None:
    table = Table(hands=((9, 9, 1, 0), (9, 9, 0, 0)), gateways=({"b1": (2, 1), "g1": (1, 0)}, {}))
    table.enter("leader name=hephaestus", "draw back=build")
    choices = table.seen().step.choices
    assert [str(one.group_label) for one in choices] == ["Bridge 1, left", "Bridge 1, right"]
    assert {str(one.label) for one in choices} == {"Gate 1"}


@pytest.mark.parametrize(
    ("lying", "cards", "lost"),
    [
        ((2, 1), "1,2", "both cards under attack with the War card on top"),
        ((2, 2), "1,2", "both cards under attack with the 2 War cards on top"),
        ((2, 1), "1", "the card under attack"),
        ((1, 0), "1", "the card under attack"),
    ],
)
def test_war_cards_that_go_with_the_build_card_under_them_are_told(lying, cards, lost) -> None:
    gateway = {"b1": lying, "b2": (1, 0)}
    table = Table(gateways=(gateway, {}))
    places = len(cards.split(","))
    at, kind = ",".join(["b1"] * places), ",".join(["build"] * places)
    table.enter(f"attack side=0 at={at} kind={kind} cards={cards}", "present card=build-4")
    _, losses = table.zone("attack").pieces
    assert str(losses.detail) == f"Ann discards Build 4 in any case, and {lost} too if it succeeds."


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("war-3", "War 3. It succeeds against 3 or less."),
        ("build-3", "Build 3. It succeeds against 1 or less."),
    ],
)
def test_an_attack_on_hidden_cards_says_what_it_beats(card, said) -> None:
    table = Table(gateways=({}, {"b1": (1, 1)})).enter(ATTACK[0], f"present card={card}")
    assert str(table.zone("attack").pieces[0].detail) == said


def test_cards_that_are_turned_up_for_a_tie_lie_on_the_table() -> None:
    table = _played("tie-cut", Phase.CUT)
    assert table.zone("cut").pieces == ()
    table.enter("cut seat=0 card=war-3" if table.state.turn else "cut seat=1 card=war-3")
    assert [str(piece.label) for piece in table.zone("cut").pieces] == ["War 3"]


def test_each_count_of_copies_that_can_be_is_offered() -> None:
    counts = [
        action.count
        for action in GAME.optional_actions(Table().state)
        if getattr(action, "card", None) == Card("build-6") and hasattr(action, "count")
    ]
    assert counts == list(range(13))


def test_the_present_count_of_copies_is_marked() -> None:
    table = Table()
    for count, said in ((7, "this deck has 7 × Build 1"), (8, "this deck has 8 × Build 1, as now")):
        action = GAME.parse(f"overrule copies card=build-1 count={count} why=so")
        assert str(GAME.voice.action(table.state, action)).count(said) == 1
        assert ("as now" in str(GAME.voice.action(table.state, action))) == (count == 8)


def test_a_wrong_claim_is_told_as_what_the_other_one_said() -> None:
    won = "Bo wins: Ann claimed a complete gateway, but it isn’t valid."
    assert _played("false-claim", Phase.OVER).said == won
    *_, (_, _, after, facts) = _entries("false-claim")
    assert won in [str(GAME.voice.fact(after, fact)) for fact in facts]


def test_hands_are_counted_without_a_word_that_could_be_wrong() -> None:
    table = Table(hands=((1, 0, 1, 0), (1, 0, 0, 0)))
    table.enter("leader name=ceto", "draw back=war")
    assert "The hands are swapped: Ann now holds 1, and Bo 2." in table.story
