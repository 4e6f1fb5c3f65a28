"""Notes, warnings and what is turned up in War of Waves, worked out by hand from the rules."""

from collections.abc import Mapping

from laid_war_of_waves import ANN, BO, BRIDGE, START, WHOLE, Cards, Table, one, table

from referee.core import redact
from referee.games import load_all
from referee.games.war_of_waves.components import HOUSE_DECK
from referee.games.war_of_waves.own import own
from referee.games.war_of_waves.state import Phase, conserved
from referee.games.war_of_waves.warnings_own import all_right, warnings

# ---------------------------------------------------------------- notes and warnings


def test_a_note_changes_nothing_that_others_see_and_nothing_that_can_be_done() -> None:
    laid = table().lay(WHOLE, WHOLE)
    before = (laid.values, laid.game.legal_actions(laid.state, ANN), laid.state.news)
    laid.enter("remember seat=1 at=g2 kind=build card=1 value=4")
    assert () == laid.facts
    assert before == (laid.values, laid.game.legal_actions(laid.state, ANN), laid.state.news)
    hidden = redact(laid.state, ANN).gateways[1][5].builds[0].note
    assert hidden is not None
    assert hidden.is_hidden
    assert "4" not in str(
        laid.game.voice.action(
            redact(laid.state, ANN),
            redact(laid.game.parse("remember seat=1 at=g2 kind=build card=1 value=4"), ANN),
        )
    )


def test_each_unknown_own_card_can_be_noted_as_each_number_of_the_list() -> None:
    laid = Table(build="6,0,2,0,0,0", war="0,6,0,1,0,0").enter(*START)
    laid.lay({"b1": ((None, 1), (None,))}, one())
    assert [
        "remember seat=0 at=b1 kind=build card=1 value=1",
        "remember seat=0 at=b1 kind=build card=1 value=3",
        "remember seat=0 at=b1 kind=war card=1 value=2",
        "remember seat=0 at=b1 kind=war card=1 value=4",
    ] == [laid.game.format(note) for note in laid.game.notes(laid.state, ANN)]
    assert [] == list(laid.game.notes(Table().state, ANN))


def test_a_phone_speaks_of_noting_a_card_only_once_one_lies_face_down() -> None:
    before = own(redact(Table().state, ANN), ANN)
    after = own(redact(table().lay(one(), {}).state, ANN), ANN)
    assert before is not None
    assert after is not None
    assert ((), "Once your cards are face down, note here what they are. Only you see it.") == (
        before.choices,
        str(before.say),
    )
    assert after.choices
    assert "Note what your face-down cards are. Only you see it." == str(after.say)


def test_a_noted_card_answers_for_itself_when_it_must_be_turned_over() -> None:
    laid = table().lay(one(), one())
    assert [] == list(laid.game.answers(laid.state))
    laid.enter("remember seat=1 at=b1 kind=war card=1 value=3")
    laid.enter("attack side=1 at=b1 kind=war cards=1", "present card=war-2", "strike")
    (answer,) = laid.game.answers(laid.state)
    assert "reveal side=1 at=b1 kind=war card=1 value=3" == laid.game.format(answer)
    laid.enter(laid.game.format(answer))
    assert None is laid.state.gateways[1][0].wars[0].note


def test_a_note_that_cannot_be_right_answers_nothing() -> None:
    laid = Table(war="1,6,0,1,0,0").enter(*START)  # the only War 4 lies in the row
    laid.lay(one(), one()).enter("remember seat=1 at=b1 kind=war card=1 value=4")
    laid.enter("attack side=1 at=b1 kind=war cards=1", "present card=war-2", "strike")
    assert [] == list(laid.game.answers(laid.state))


def test_a_note_can_be_made_out_of_turn_and_replaced() -> None:
    laid = table().enter(
        "remember seat=1 at=b1 kind=build card=1 value=4",
        "remember seat=1 at=b1 kind=build card=1 value=2",
    )
    note = laid.state.gateways[1][0].builds[0].note
    assert note is not None
    assert (BO, 2) == (note.owner, note.value)


def warned(ann: Mapping[str, Cards], **options: str) -> list[str]:
    """Say what Ann is warned of when these cards are known."""
    laid = Table(**options).lay(ann, {})
    return [str(text) for text in warnings(redact(laid.state, ANN), ANN)]


def test_the_owner_is_warned_of_odd_and_even_bridge_sums() -> None:
    text = " ".join(warned({"b1": ((1,), ()), "b3": ((2, 2), ()), "b4": ((None,), ())}))
    assert "Odd: Bridge 1 (1). Even: Bridge 3 (4)." in text
    assert "can still fix that" in text
    text = " ".join(warned({"b1": ((1, 2), ()), "b3": ((2, 2), ())}))
    assert "Only removing cards" in text
    assert [] == warned({"b1": ((1, 2), ()), "b3": ((3,), ()), "b4": ((None,), ())})


def test_the_owner_is_warned_where_the_gate_cannot_become_a_sequence() -> None:
    # 8 and 1 with two cards each: whatever the third is, three in a row is out of reach.
    text = " ".join(warned({"g1": ((4, 4), ()), "g2": ((1, 1), ())}))
    assert "cannot become" in text
    # 2 and 5 cannot both be in one row of three, but the 2 can still become 3 to 6.
    assert [] == warned({"g1": ((2,), ()), "g2": ((4, 1), ())})
    # Twice the same sum, both full.
    text = " ".join(warned({"g1": ((1, 3), ()), "g2": ((2, 2), ())}))
    assert "Gate 1 (4) and Gate 2 (4)" in text
    # All three there, not in a row, but one can still be fortified: do not claim yet.
    text = " ".join(warned({"g1": ((2,), ()), "g2": ((3,), ()), "g3": ((3,), ())}))
    assert "yet" in text
    assert [] == warned({"g1": ((2,), ()), "g2": ((3,), ()), "g3": ((4,), ())})


def test_the_numbers_in_the_deck_list_decide_what_can_still_be_mended() -> None:
    even = {"build": "0,8,0,8,0,0"}
    text = " ".join(warned({"g1": ((2,), ())}, **even))
    assert "cannot become" in text


def test_an_unknown_card_of_the_gate_may_be_anything() -> None:
    assert [] == warned({"g1": ((4, None), ()), "g2": ((4, 4), ())})


def test_nobody_else_is_warned_by_a_note() -> None:
    laid = table().lay({"b1": ((None,), ()), "b2": ((2,), ())}, {})
    laid.enter("remember seat=0 at=b1 kind=build card=1 value=1")
    assert () != warnings(redact(laid.state, ANN), ANN)
    assert () == warnings(redact(laid.state, BO), ANN) == warnings(redact(laid.state, None), ANN)


def test_the_owner_is_told_that_everything_is_right() -> None:
    known = dict.fromkeys(BRIDGE, ((3,), (None,))) | {
        "g1": ((4,), ()),
        "g2": ((2, 1), ()),
        "g3": ((3, 2), ()),
    }
    laid = table().lay(known, {})
    assert (
        "Your gateway is right: bridge 3, 3, 3 and 3, all odd; gate 4, 3 and 5, in sequence."
    ) == str(all_right(redact(laid.state, ANN), ANN))
    assert None is all_right(redact(table().lay(WHOLE, {}).state, ANN), ANN)


# ---------------------------------------------------------------- what is turned up


def test_a_card_that_everybody_knows_is_ordered_to_be_turned_up_for_the_sum() -> None:
    laid = table().lay(one(), one(wars=(3, None)))
    laid.enter("attack side=1 at=b1,b1 kind=war,war cards=1,2", "present card=war-2", "strike")
    (fact,) = laid.found("shown-again")
    assert (BO, "b1", "war-3", 1) == (fact.side, fact.at.value, fact.card.value, fact.number)
    assert ["Bo: turn up War 3 on Bridge 1."] == laid.ordered()
    laid.reveal("4")
    # Bo was asked for the second card, and has turned up both by then.
    assert laid.ordered() == [
        "Bo: the attack fails. Turn War 3 and War 4 face down again.",
        "Ann: discard War 2.",
    ]


def test_cards_that_only_their_owner_noted_are_ordered_to_be_turned_up_too() -> None:
    laid = table().lay(one(), one(wars=(None, None)))
    laid.enter("remember seat=1 at=b1 kind=war card=1 value=3")
    laid.enter("remember seat=1 at=b1 kind=war card=2 value=4")
    laid.enter("attack side=1 at=b1,b1 kind=war,war cards=1,2", "present card=war-2", "strike")
    while answers := laid.game.answers(laid.state):
        laid.enter(laid.game.format(answers[0]))
    assert "Bo: turn up War 3 on Bridge 1 and War 4 on Bridge 1." == laid.ordered()[0]


def test_cards_alike_are_ordered_to_be_turned_up_together() -> None:
    laid = table().lay(one(), one(wars=(3, 3)))
    laid.enter("attack side=1 at=b1,b1 kind=war,war cards=1,2", "present card=war-2", "strike")
    assert "Bo: turn up 2 × War 3 on Bridge 1." == laid.ordered()[0]


def test_all_build_cards_are_ordered_to_be_turned_up_for_a_claim_also_known_ones() -> None:
    laid = table().lay({**WHOLE, "b1": ((1,), (None,))}, BRIDGE).enter("done claim=yes", "done")
    assert [("b1", "V30")] == [(fact.at.value, fact.rule) for fact in laid.found("shown-again")]
    assert "Ann: turn up all the Build cards of Ann’s gateway." in laid.ordered()
    laid.reveal("3")
    assert laid.ordered() == []


def test_no_card_is_lost_in_a_whole_game(said) -> None:
    totals = {
        one_.text: conserved(one_.after)
        for one_ in said(load_all()["war-of-waves"])
        if one_.after.phase is not Phase.DEAL and one_.after.table.deck_list == HOUSE_DECK
    }
    assert {60} == set(totals.values())


def test_a_seat_sees_its_own_notes_among_the_values_and_nobody_else_does() -> None:
    laid = table().enter("remember seat=0 at=b1 kind=build card=1 value=3")
    seen = [
        laid.game.values(redact(laid.state, reader), reader)["gateways"][0][0]
        for reader in (None, ANN, BO)
    ]
    assert [[[None], []], [[3], []], [[None], []]] == seen
