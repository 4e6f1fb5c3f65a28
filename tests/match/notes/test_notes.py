"""Notes of a seat: entering, taking back and correcting them changes nothing at the table."""

import pytest
from laid_notes import ANN, ANNS, BO, BOS, LAID, entries, texts

from referee.match import (
    Noted,
    NothingToUndo,
    Played,
    Refused,
    Retracted,
)


def sentences(match, seat=None):
    return [str(told.sentence) for told in match.story(seat)]


# ---------------------------------------------------------------- entering


def test_a_note_is_logged_and_known_to_the_game(laid, enter):
    enter(laid, ANNS)
    assert laid.now.rows[5].entry == Noted(ANNS)
    assert laid.state.lids[0][0].note.value == 7


def test_a_seat_hears_what_it_can_note(laid):
    assert {(note.seat, note.lid) for note in laid.notes(BO)} == {(BO, 0), (BO, 1)}


def test_a_note_that_does_not_fit_is_refused_without_its_value(laid, lids):
    with pytest.raises(Refused) as refused:
        laid.submit([lids.parse("remember seat=0 lid=4 value=7351")], expected_seq=4)
    assert str(refused.value) == "There is no such lid."
    assert laid.seq == 4


def test_a_note_may_stand_in_a_batch_of_entries(laid, lids):
    batch = [lids.parse(text) for text in (ANNS, "call seat=0")]
    receipt = laid.submit(batch, expected_seq=4)
    assert receipt.seqs == (5, 6, 7)
    assert [kind for kind, _ in entries(laid, 5)] == [Noted, Played, Played]
    assert texts(laid)[-1] == "show seat=0 lid=0 value=7"


# ---------------------------------------------------------------- undo and redo


def test_an_undo_passes_over_a_note(laid, enter):
    enter(laid, ANNS)
    laid.undo(expected_seq=5)
    assert texts(laid) == [*LAID[:3], ANNS]
    for _ in LAID[:3]:
        laid.undo(expected_seq=laid.seq)
    assert laid.undo_target() is None
    with pytest.raises(NothingToUndo):
        laid.undo(expected_seq=laid.seq)


def test_a_note_does_not_end_the_chance_to_redo(laid, enter):
    laid.undo(expected_seq=4)
    enter(laid, ANNS)
    assert str(laid.redo_target().sentence) == "Bo lays a lid."
    laid.redo(expected_seq=6)
    assert texts(laid) == [*LAID[:3], ANNS, LAID[3]]


def test_a_note_that_is_taken_back_does_not_end_the_chance_to_redo(laid, enter):
    enter(laid, ANNS)
    laid.undo(expected_seq=5)
    laid.retract(5, seat=ANN, expected_seq=6)
    laid.redo(expected_seq=7)
    assert texts(laid) == [*LAID]


def test_undo_and_redo_name_the_entries_at_the_table_only(laid, enter):
    enter(laid, ANNS)
    for seat in (None, ANN, BO):
        assert str(laid.undo_target(seat).sentence) == "Bo lays a lid."
        assert laid.redo_target(seat) is None


def test_a_note_waits_for_the_return_of_what_it_is_about(laid, enter):
    enter(laid, "remember seat=1 lid=1 value=5")
    laid.undo(expected_seq=5)
    assert texts(laid) == [*LAID[:3]]
    assert sentences(laid, BO) == sentences(laid)
    laid.redo(expected_seq=6)
    assert texts(laid) == [*LAID, "remember seat=1 lid=1 value=5"]


def test_a_note_about_another_lid_of_the_same_place_does_not_count(laid, enter):
    # The lid that Ann remembers was the second one; without the drop it is not the first.
    enter(laid, "drop seat=0 lid=0", ANNS)
    laid.undo(expected_seq=6)
    assert [lid.note.value for lid in laid.state.lids[0]] == [None, None]
    laid.redo(expected_seq=7)
    assert [lid.note.value for lid in laid.state.lids[0]] == [7]


def test_a_note_that_said_nothing_new_is_not_taken_for_one_of_another_lid(laid, enter):
    enter(laid, "remember seat=0 lid=1 value=7", "drop seat=0 lid=0", ANNS)
    laid.undo(expected_seq=7)
    assert [lid.note.value for lid in laid.state.lids[0]] == [None, 7]


def test_a_note_stands_before_what_is_put_back_after_it(laid, enter):
    enter(laid, "drop seat=0 lid=0")
    laid.undo(expected_seq=5)
    enter(laid, ANNS, "remember seat=0 lid=1 value=8")
    laid.redo(expected_seq=laid.seq)
    assert [lid.note.value for lid in laid.state.lids[0]] == [8]


def test_a_newer_note_is_not_lost_behind_an_older_one(laid, enter):
    enter(laid, ANNS)
    laid.undo(expected_seq=5)
    enter(laid, "remember seat=0 lid=0 value=8")
    laid.redo(expected_seq=laid.seq)
    assert laid.state.lids[0][0].note.value == 8


# ---------------------------------------------------------------- corrections


def test_a_note_is_never_in_the_way_of_a_correction(laid, enter, lids):
    enter(laid, "remember seat=1 lid=1 value=5")
    laid.replace(4, lids.parse("drop seat=1 lid=0"), expected_seq=5)
    assert texts(laid) == [*LAID[:3], "drop seat=1 lid=0"]
    laid.undo(expected_seq=6)
    assert texts(laid) == [*LAID, "remember seat=1 lid=1 value=5"]


def test_a_note_counts_on_where_a_change_does_not_touch_it(laid, enter, lids):
    enter(laid, BOS)
    laid.replace(4, lids.parse("drop seat=1 lid=0"), expected_seq=5)
    assert laid.state.lids[1] == ()
    laid.replace(4, lids.parse("overrule turn why=x seat=0"), expected_seq=6)
    assert laid.state.lids[1][0].note.value == 5


def test_what_no_longer_fits_is_taken_back_and_notes_stay_out_of_it(laid, enter):
    enter(laid, BOS, "drop seat=0 lid=1", "drop seat=1 lid=0")
    receipt = laid.retract(6, onward=True, expected_seq=7)
    assert [laid.now.rows[seq].entry for seq in receipt.seqs] == [Retracted(7), Retracted(6)]
    assert texts(laid) == [*LAID, BOS]


def test_a_seat_takes_its_own_note_back_and_puts_it_back(laid, enter):
    enter(laid, ANNS)
    laid.retract(5, seat=ANN, expected_seq=5)
    assert laid.state.lids[0][0].note.value is None
    (told,) = (told for told in laid.story(ANN) if told.note)
    assert told.taken_back == 6
    assert all(told.note is None for told in laid.story(BO))
    laid.retract(6, seat=ANN, expected_seq=6)
    assert laid.state.lids[0][0].note.value == 7


@pytest.mark.parametrize("seat", [None, BO])
def test_nobody_else_can_take_a_note_back_or_find_that_it_is_there(laid, enter, seat):
    enter(laid, ANNS)
    for seq in (5, 99):
        with pytest.raises(NothingToUndo) as there:
            laid.retract(seq, seat=seat, expected_seq=5)
        assert str(there.value) == "There is no such entry."
    laid.retract(5, seat=ANN, expected_seq=5)
    with pytest.raises(NothingToUndo, match="There is no such entry"):
        laid.retract(6, seat=seat, expected_seq=6)


def test_a_note_is_not_changed_into_an_entry_nor_an_entry_into_a_note(laid, enter, lids):
    enter(laid, ANNS)
    for seq, text in ((5, "lay seat=0"), (5, BOS), (4, BOS)):
        with pytest.raises(NothingToUndo, match="no such entry to change"):
            laid.replace(seq, lids.parse(text), expected_seq=5)
    assert laid.seq == 5


def test_of_very_many_notes_the_newest_outlive_an_undo(laid, lids):
    notes = [lids.parse(f"remember seat=0 lid={place % 2} value={place}") for place in range(300)]
    for note in notes:
        laid.submit([note], expected_seq=laid.seq)
    laid.undo(expected_seq=laid.seq)
    kept = [step.action for step in laid.now.steps if step.seq > 4]
    assert len(kept) == 200
    assert kept == notes[100:]
    laid.redo(expected_seq=laid.seq)
    assert [step.action for step in laid.now.steps if step.seq > 4] == notes
