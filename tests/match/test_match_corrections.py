"""A match: undo, redo, corrections and what is told of them."""

import pytest
from laid_match import A1, A2, B1, sentences, texts

from referee.core import RuleId, Ruling, Seat
from referee.match import (
    Conflict,
    KeyTaken,
    NothingToUndo,
    Refused,
    Replaced,
    Retracted,
)
from referee.match.story import _said_then

B2 = "take seat=1 heap=0 count=2"


# ---------------------------------------------------------------- undo and redo


def test_undo_and_redo_walk_through_the_entries(match, enter):
    enter(match, A1, B1)
    match.undo(expected_seq=match.seq)
    match.undo(expected_seq=match.seq)
    assert texts(match) == []
    match.redo(expected_seq=match.seq)
    assert texts(match) == [A1]
    match.redo(expected_seq=match.seq)
    assert texts(match) == [A1, B1]
    with pytest.raises(NothingToUndo, match="nothing to undo or redo"):
        match.redo(expected_seq=match.seq)


def test_in_a_new_match_there_is_nothing_to_undo(match):
    assert match.undo_target() is None
    assert match.redo_target() is None
    with pytest.raises(NothingToUndo):
        match.undo(expected_seq=0)


def test_the_buttons_say_what_they_will_do(match, enter):
    enter(match, A1, B1)
    assert str(match.undo_target().sentence) == "Bo takes 1 from heap 0."
    assert match.undo_target().seq == 2
    match.undo(expected_seq=match.seq)
    assert str(match.undo_target().sentence) == "Ann takes 1 from heap 0."
    assert str(match.redo_target().sentence) == "Bo takes 1 from heap 0."


def test_one_undo_takes_back_what_one_command_entered_and_the_buttons_say_so(match, enter, nim):
    enter(match, A1)
    match.submit([nim.parse(B1), nim.parse(A1)], expected_seq=match.seq)
    assert str(match.undo_target().sentence) == "2 entries, the last: Ann takes 1 from heap 0."
    match.undo(expected_seq=match.seq)
    assert texts(match) == [A1]
    assert str(match.undo_target().sentence) == "Ann takes 1 from heap 0."
    assert str(match.redo_target().sentence) == "2 entries, the last: Ann takes 1 from heap 0."
    match.redo(expected_seq=match.seq)
    assert texts(match) == [A1, B1, A1]
    match.undo(expected_seq=match.seq)
    match.undo(expected_seq=match.seq)
    assert texts(match) == []


def test_a_game_that_was_loaded_is_taken_back_entry_by_entry(matches, match, enter):
    enter(match, A1, B1)
    loaded = matches.load(match.transcript())
    assert str(loaded.undo_target().sentence) == "Bo takes 1 from heap 0."
    loaded.undo(expected_seq=loaded.seq)
    assert texts(loaded) == [A1]


def test_entries_are_taken_back_together_or_not_at_all(match, enter):
    enter(match, A1, B1, A1)
    with pytest.raises(Conflict):
        match.retract(3, 1, expected_seq=3)
    assert texts(match) == [A1, B1, A1]
    first = match.retract(3, 2, expected_seq=3, key="k")
    assert texts(match) == [A1]
    assert match.retract(3, 2, expected_seq=3, key="k") == first
    with pytest.raises(KeyTaken):
        match.retract(3, expected_seq=3, key="k")


def test_undoing_a_change_that_reached_onward_restores_everything(match, enter, nim):
    enter(match, A1, B2)
    match.replace(1, nim.parse("take seat=0 heap=0 count=3"), onward=True, expected_seq=2)
    assert texts(match) == ["take seat=0 heap=0 count=3"]
    assert str(match.undo_target().sentence) == "Changed to “Ann takes 3 from heap 0.”"
    match.undo(expected_seq=match.seq)
    assert texts(match) == [A1, B2]
    assert str(match.redo_target().sentence) == "Changed to “Ann takes 3 from heap 0.”"
    match.redo(expected_seq=match.seq)
    assert texts(match) == ["take seat=0 heap=0 count=3"]


# ---------------------------------------------------------------- corrections


def test_an_earlier_entry_can_be_changed(match, enter, nim):
    enter(match, A1, B1)
    match.replace(1, nim.parse(A2), expected_seq=2)
    assert texts(match) == [A2, B1]
    assert match.state.heaps == (0, 4)
    assert match.now.rows[3].entry == Replaced(1, A2)


def test_a_change_that_a_later_entry_does_not_survive_is_a_conflict(match, enter, nim):
    enter(match, A1, B2)
    with pytest.raises(Conflict) as conflict:
        match.replace(1, nim.parse(A2), expected_seq=2)
    assert conflict.value.seq == 2
    assert conflict.value.ruling
    assert conflict.value.ruling.reason == "too-many"
    assert str(conflict.value.sentence) == "Bo takes 2 from heap 0."
    assert str(conflict.value) == (
        "This later entry would no longer fit: “Bo takes 2 from heap 0.”"
        " There are not that many. Nothing was changed."
    )
    assert (match.seq, texts(match)) == (2, [A1, B2])


def test_a_change_that_is_itself_not_allowed_is_refused(match, enter, nim):
    enter(match, A1, B1)
    with pytest.raises(Refused, match="not that many"):
        match.replace(1, nim.parse("take seat=0 heap=0 count=9"), onward=True, expected_seq=2)


def test_taking_back_a_turn_in_the_middle_is_a_conflict(match, enter):
    enter(match, A1, B1)
    with pytest.raises(Conflict) as conflict:
        match.retract(1, expected_seq=2)
    assert conflict.value.seq == 2
    assert match.seq == 2


def test_onward_takes_back_only_what_no_longer_fits(match, enter):
    enter(match, A1, B1, "overrule heap heap=1 count=9 why=x", A1)
    receipt = match.retract(1, onward=True, expected_seq=4)
    entries = [match.now.rows[seq].entry for seq in receipt.seqs]
    assert entries == [Retracted(2), Retracted(1)]
    assert texts(match) == ["overrule heap heap=1 count=9 why=x", A1]


def test_an_entry_taken_back_in_the_middle_is_put_back_by_its_retraction(match, enter):
    enter(match, "overrule heap heap=1 count=9 why=x", A1)
    match.retract(1, expected_seq=2)
    assert match.state.heaps == (2, 4)
    told = match.story()[0]
    assert told.taken_back == 3
    match.retract(told.taken_back, expected_seq=3)
    assert match.state.heaps == (2, 9)
    assert match.story()[0].taken_back is None


def test_an_entry_that_no_longer_fits_cannot_be_put_back(match, enter, nim):
    enter(match, A1, B2)
    match.undo(expected_seq=2)
    match.replace(1, nim.parse(A2), expected_seq=3)
    for onward in (False, True):
        with pytest.raises(Refused, match="not that many"):
            match.retract(3, onward=onward, expected_seq=4)


def test_an_entry_put_back_before_one_that_it_makes_impossible_is_a_conflict(match, enter):
    enter(match, A1)
    match.undo(expected_seq=1)
    enter(match, A2)
    with pytest.raises(Conflict) as conflict:
        match.retract(2, expected_seq=3)
    assert conflict.value.seq == 3
    match.retract(2, onward=True, expected_seq=3)
    assert texts(match) == [A1]


@pytest.mark.parametrize("seq", [-1, 0, 9])
def test_what_is_no_entry_cannot_be_taken_back(match, enter, seq):
    enter(match, A1)
    with pytest.raises(NothingToUndo, match="no such entry"):
        match.retract(seq, expected_seq=1)


def test_the_end_of_a_match_cannot_be_taken_back_by_itself(match, enter):
    enter(match, "take seat=0 heap=0 count=3", "take seat=1 heap=1 count=4")
    with pytest.raises(NothingToUndo, match="no such entry"):
        match.retract(3, expected_seq=3)


def test_what_is_taken_back_cannot_be_taken_back_again_or_changed(match, enter, nim):
    enter(match, A1)
    match.undo(expected_seq=1)
    with pytest.raises(NothingToUndo, match="already taken back"):
        match.retract(1, expected_seq=2)
    with pytest.raises(NothingToUndo, match="no such entry to change"):
        match.replace(1, nim.parse(A2), expected_seq=2)


def test_a_change_to_what_it_already_says_is_none(match, enter, nim):
    enter(match, A1)
    with pytest.raises(NothingToUndo, match="already says"):
        match.replace(1, nim.parse(A1), expected_seq=1)


# ---------------------------------------------------------------- telling


def test_the_story_tells_entries_with_what_followed_and_its_rule(match, enter):
    enter(match, A1)
    (told,) = match.story()
    (fact,) = told.facts
    assert (told.seq, told.text, str(told.sentence)) == (1, A1, "Ann takes 1 from heap 0.")
    assert str(fact.sentence) == "Heap 0 has 2 left."
    assert fact.fact.left == 2
    assert fact.rule.id == "take"
    assert (told.source, told.device) == ("tap", "")
    assert told.at
    assert told.overrule is None
    assert not told.beyond


def test_the_story_tells_what_was_changed_and_taken_back(match, enter, nim):
    enter(match, A1, B1)
    match.replace(1, nim.parse(A2), expected_seq=2)
    match.undo(expected_seq=3)
    match.redo(expected_seq=4)
    match.retract(2, expected_seq=5)
    first, second = match.story()
    assert str(first.sentence) == "Ann takes 2 from heap 0."
    assert str(first.was) == "Ann takes 1 from heap 0."
    assert first.taken_back is None
    assert str(second.sentence) == "Bo takes 1 from heap 0."
    assert second.taken_back == 6
    assert second.facts == ()
    assert second.was is None


def test_an_entry_that_was_changed_and_then_taken_back_tells_both(match, enter, nim):
    enter(match, A1)
    match.replace(1, nim.parse(A2), expected_seq=1)
    match.retract(1, expected_seq=2)
    (told,) = match.story()
    assert str(told.sentence) == "Ann takes 2 from heap 0."
    assert str(told.was) == "Ann takes 1 from heap 0."
    assert told.taken_back == 3


def test_an_overrule_is_told_with_who_and_why(match, enter):
    enter(match, 'overrule heap heap=1 count=2 why="the cat ate two" by=1')
    (told,) = match.story()
    assert told.overrule.why == "the cat ate two"
    assert told.overrule.by == 1
    assert match.now.rows[1].entry.text == told.text


def test_a_secret_is_told_only_to_its_owner(match, enter):
    enter(match, "bet seat=0 on=1")
    assert sentences(match) == ["Ann bets on somebody."]
    assert sentences(match, Seat(1)) == ["Ann bets on somebody."]
    assert sentences(match, Seat(0)) == ["Ann bets on Bo."]
    (told,) = match.story()
    assert told.text == "bet seat=0 on=?"
    assert told.action.on.is_hidden
    assert told.facts[0].fact.on.is_hidden


def test_a_row_that_says_nothing_of_the_game_cannot_be_told(match):
    with pytest.raises(TypeError, match="row 0 says nothing"):
        _said_then(match.now, match.now.rows[0], None)


def test_telling_again_tells_the_same(match, enter):
    enter(match, A1, B1)
    match.undo(expected_seq=2)
    assert match.story() == match.story()


def test_a_refusal_leads_to_the_entry_that_may_be_the_mistaken_one(match, enter, nim):
    enter(match, A2)
    with pytest.raises(Refused) as refused:
        match.submit([nim.parse(B2)], expected_seq=1)
    assert match.suspect(refused.value.ruling).seq == 1


def test_a_refusal_without_a_suspect_leads_nowhere(match, enter):
    enter(match, A1)
    assert match.suspect(Ruling(False, RuleId("turn"))) is None  # noqa: FBT003
    nobody = Ruling(False, RuleId("take"), suspect="take seat=0 heap=1")  # noqa: FBT003
    assert match.suspect(nobody) is None
    part = Ruling(False, RuleId("take"), suspect="take seat=0 heap=")  # noqa: FBT003
    assert match.suspect(part) is None


def test_a_match_is_exported_as_what_counts(match, enter):
    enter(match, A1, B2)
    match.undo(expected_seq=2)
    assert match.transcript() == f"game nim\nseats Ann, Bo\n> {A1}\n"
    enter(match, B2, "take seat=0 heap=1 count=4")
    assert match.transcript().splitlines()[-1] == "outcome last-taken seats 0"


def test_a_secret_is_exported_only_when_the_match_is_over(match, enter):
    enter(match, "bet seat=0 on=1", A1, B2)
    assert "> bet seat=0 on=?" in match.transcript().splitlines()
    enter(match, "take seat=0 heap=1 count=4")
    assert "> bet seat=0 on=1" in match.transcript().splitlines()
