"""Notes of a seat answer what is asked, at two screens and after a restart."""

from dataclasses import replace

import pytest
from laid_notes import ANN, ANNS, BO, BOS, LAID, entries, texts

from referee.core import Setup
from referee.match import (
    NOTE,
    Closed,
    KeyTaken,
    Match,
    Matches,
    Noted,
    Played,
    Replaced,
    SqliteStore,
    StaleSeq,
)
from referee.match.notes.numbering import Numbering

# ---------------------------------------------------------------- two screens


def test_what_was_meant_for_the_moment_before_a_note_still_counts(laid, enter, lids):
    enter(laid, ANNS, BOS)
    laid.submit([lids.parse("lay seat=0")], expected_seq=4)
    assert texts(laid)[-1] == "lay seat=0"


def test_a_note_for_an_earlier_moment_of_the_table_comes_late(laid, enter, lids):
    enter(laid, "lay seat=0")
    with pytest.raises(StaleSeq):
        laid.submit([lids.parse(ANNS)], expected_seq=4)


def test_what_came_between_is_told_without_notes(laid, enter, lids):
    enter(laid, ANNS, "lay seat=0", BOS)
    laid.retract(5, seat=ANN, expected_seq=laid.seq)
    with pytest.raises(StaleSeq) as stale:
        laid.submit([lids.parse("lay seat=0")], expected_seq=4)
    assert [str(text) for text in stale.value.since] == ["Ann lays a lid."]


def test_a_moment_that_is_not_there_yet_is_stale_after_a_note_too(laid, enter, lids):
    enter(laid, ANNS)
    for expected in (-1, 6):
        with pytest.raises(StaleSeq):
            laid.submit([lids.parse("lay seat=0")], expected_seq=expected)


def test_a_moment_has_a_new_number_only_for_those_who_hear_what_came(laid, enter):
    assert laid.heard() == 4
    enter(laid, ANNS)
    assert (laid.heard(), laid.heard(BO)) == (4, 4)
    first = laid.heard(ANN)
    laid.retract(5, seat=ANN, expected_seq=5)
    assert (laid.heard(), laid.heard(BO)) == (4, 4)
    assert 4 < first < laid.heard(ANN)
    second = laid.heard(ANN)
    enter(laid, "lay seat=0")
    assert (laid.heard(), laid.heard(BO)) == (5, 5)
    assert laid.heard(ANN) > second


def test_a_number_stands_for_the_same_row_whoever_has_heard_it(laid, enter):
    enter(laid, ANNS, BOS, "lay seat=0")
    for seat in (None, ANN, BO):
        assert laid.seq_of(laid.heard(seat)) == 7
        assert laid.number_of(7, seat) == 5
    assert laid.number_of(5, ANN) not in range(8)
    assert laid.number_of(5) == laid.number_of(5, BO) == 4


def test_a_number_of_another_process_is_known_too(laid, lids, store):
    other = Match(laid.id, lids, store)
    laid.submit([lids.parse(ANNS)], expected_seq=4)
    laid.submit([lids.parse("lay seat=0")], expected_seq=5)
    assert other.seq_of(5) == 6
    assert other.seq_of(7) == 8  # that moment is still to come


def test_an_earlier_moment_keeps_its_numbers(laid, enter):
    before = laid.now
    enter(laid, ANNS, "lay seat=0")
    hearing = Numbering(laid.game)
    assert hearing.number(laid.now, ANN) > hearing.number(before, ANN)
    assert hearing.number(before, ANN) == 4


def test_nothing_is_heard_of_a_note_in_a_new_match_but_its_opening(lids, store):
    match = Matches(store, {"lids": lids}).open("lids", Setup(("Ann", "Bo")))
    assert match.heard() == 0


def test_a_note_of_another_process_does_not_make_an_entry_late(laid, lids, store):
    other = Match(laid.id, lids, store)
    laid.submit([lids.parse(ANNS)], expected_seq=4)
    receipt = other.submit([lids.parse("lay seat=0")], expected_seq=4)
    assert receipt.seqs == (6,)
    laid.refresh()
    assert laid.now == other.now


def test_a_note_that_is_sent_again_is_taken_once(laid, lids):
    first = laid.submit([lids.parse(ANNS)], expected_seq=4, key="k")
    assert laid.submit([lids.parse(ANNS)], expected_seq=4, key="k") == first
    with pytest.raises(KeyTaken):
        laid.submit([lids.parse(BOS)], expected_seq=5, key="k")


# ---------------------------------------------------------------- answers


def test_what_is_noted_answers_what_is_asked(laid, enter, lids):
    enter(laid, ANNS, "remember seat=0 lid=1 value=8")
    receipt = laid.submit([lids.parse("call seat=0")], expected_seq=6, source="camera")
    assert receipt.seqs == (7, 8, 9)
    assert entries(laid, 7) == [(Played, "camera"), (Played, NOTE), (Played, NOTE)]
    assert {row.act for row in laid.now.rows[7:]} == {7}
    assert laid.state.asked == ((BO, 0), (BO, 1))


def test_an_entry_by_hand_lets_the_next_notes_answer(laid, enter):
    enter(laid, BOS, "call seat=0", "show seat=0 lid=0 value=1")
    assert laid.state.asked[0] == (ANN, 1)
    enter(laid, "show seat=0 lid=1 value=2")
    assert laid.state.asked == ((BO, 1),)
    assert entries(laid, 8) == [(Played, "tap"), (Played, NOTE)]


def test_a_note_answers_what_is_asked_now(laid, enter):
    enter(laid, "remember seat=0 lid=1 value=8", "call seat=0", ANNS)
    assert entries(laid, 7) == [(Noted, "tap"), (Played, NOTE), (Played, NOTE)]
    assert laid.state.asked == ((BO, 0), (BO, 1))


def test_an_answer_may_end_the_match(match, enter):
    enter(match, *LAID[:2], "call seat=0", "show seat=0 lid=0 value=1")
    enter(match, "show seat=1 lid=0 value=1", "lay seat=1", "call seat=0")
    enter(match, "remember seat=1 lid=1 value=4")
    assert [kind for kind, _ in entries(match, 8)] == [Noted, Played, Closed]
    assert match.outcome.winners == (BO,)


def test_an_answer_that_is_taken_back_is_not_given_again(laid, enter):
    enter(laid, ANNS, "call seat=0")
    laid.undo(expected_seq=laid.seq)
    assert laid.state.asked[0] == (ANN, 0)
    enter(laid, "overrule turn why=x seat=1", BOS)
    assert laid.state.asked[0] == (ANN, 0)
    enter(laid, "show seat=0 lid=0 value=9", "show seat=0 lid=1 value=9")
    assert laid.state.lids[0][0].shown == 9
    assert laid.state.asked == ((BO, 1),)


def test_a_note_that_is_mended_answers_what_was_taken_back(laid, enter):
    enter(laid, ANNS, "call seat=0")
    laid.undo(expected_seq=laid.seq)
    enter(laid, "remember seat=0 lid=0 value=6")
    assert laid.state.lids[0][0].shown == 6


def test_undo_takes_answers_back_one_by_one_and_redo_puts_them_back(laid, enter):
    enter(laid, ANNS, "remember seat=0 lid=1 value=8", "call seat=0")
    before = texts(laid)
    laid.undo(expected_seq=laid.seq)
    assert laid.state.asked[0] == (ANN, 1)
    laid.undo(expected_seq=laid.seq)
    laid.undo(expected_seq=laid.seq)
    assert laid.state.asked == ()
    for _ in range(3):
        laid.redo(expected_seq=laid.seq)
    assert texts(laid) == before


def test_an_answer_can_be_changed_like_any_entry(laid, enter, lids):
    enter(laid, ANNS, "call seat=0")
    laid.replace(7, lids.parse("show seat=0 lid=0 value=9"), expected_seq=7)
    assert laid.now.rows[8].entry == Replaced(7, "show seat=0 lid=0 value=9")
    assert laid.state.lids[0][0].shown == 9
    assert laid.state.asked[0] == (ANN, 1)


def test_a_command_that_was_answered_gets_its_receipt_again(laid, enter, lids):
    enter(laid, ANNS)
    call = [lids.parse("call seat=0")]
    first = laid.submit(call, expected_seq=5, key="k")
    assert first.seqs == (6, 7)
    assert laid.submit(call, expected_seq=5, key="k") == first
    with pytest.raises(KeyTaken):
        laid.submit([*call, lids.parse("show seat=0 lid=0 value=7")], expected_seq=5, key="k")


def test_a_command_is_late_after_the_answer_to_a_note(laid, enter, lids):
    enter(laid, "call seat=0", ANNS)
    with pytest.raises(StaleSeq) as stale:
        laid.submit([lids.parse("show seat=0 lid=0 value=1")], expected_seq=5)
    assert [str(text) for text in stale.value.since] == ["Ann shows 7."]


def test_what_is_answered_replays_without_notes(laid, enter, lids):
    enter(laid, ANNS, BOS, "remember seat=1 lid=1 value=5", "remember seat=0 lid=1 value=8")
    enter(laid, "call seat=0")
    written = laid.transcript()
    assert "remember" not in written
    loaded = Matches(SqliteStore(":memory:"), {"lids": lids}).load(written)
    assert loaded.transcript() == written
    assert [lid.shown for row in loaded.state.lids for lid in row] == [7, 8, 5, 5]


def test_a_transcript_with_notes_is_taken_as_it_is_written(lids):
    lines = ["game lids", "seats Ann, Bo", *(f"> {text}" for text in (*LAID, ANNS, "call seat=0"))]
    match = Matches(SqliteStore(":memory:"), {"lids": lids}).load("\n".join(lines))
    assert match.state.asked[0] == (ANN, 0)
    assert match.now.rows[5].entry == Noted(ANNS)


def test_a_game_that_answers_for_ever_is_stopped(laid, lids, store):
    ever = replace(lids, answers=lambda state: [lids.parse(f"lay seat={state.turn}")])
    match = Match(laid.id, ever, store)
    match.submit([lids.parse("lay seat=0")], expected_seq=4)
    assert match.seq == 5 + 100


@pytest.mark.parametrize("answer", ["lay seat=0", "overrule turn why=x seat=0", ANNS])
def test_what_is_refused_or_for_people_to_decide_is_no_answer(laid, lids, store, answer):
    # It is the turn of Bo then, and neither an overrule nor a note is made by the referee.
    def answers(state):
        return [lids.parse(answer)] if state.turn == BO else []

    match = Match(laid.id, replace(lids, answers=answers), store)
    match.submit([lids.parse("lay seat=0")], expected_seq=4)
    assert match.seq == 5


# ---------------------------------------------------------------- kept


def test_a_match_with_notes_opens_again_as_it_was(tmp_path, lids, enter):
    path = tmp_path / "kept.sqlite3"
    store = SqliteStore(path)
    match = Matches(store, {"lids": lids}).open("lids", Setup(("Ann", "Bo")))
    enter(match, *LAID, ANNS, BOS)
    match.undo(expected_seq=match.seq)
    enter(match, "overrule turn why=x seat=0", "call seat=0")
    store.close()
    store = SqliteStore(path)
    again = Matches(store, {"lids": lids}).get(match.id)
    assert again.now == match.now
    assert again.story(ANN) == match.story(ANN)
    assert again.state.lids[0][0].shown == 7
    store.close()


def test_a_note_that_the_game_no_longer_knows_breaks_no_log(lids, store, enter):
    match = Matches(store, {"lids": lids}).open("lids", Setup(("Ann", "Bo")))
    enter(match, *LAID, ANNS, "lay seat=0")
    newer = replace(lids, actions=lids.actions[:-1])
    opened = Matches(store, {"lids": newer}).get(match.id)
    assert opened.broken is None
    assert texts(opened) == [*LAID, "lay seat=0"]
    assert len(opened.story(ANN)) == 5
