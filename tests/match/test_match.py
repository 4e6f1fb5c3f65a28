"""A match: entering, two screens, and what it refuses."""

import pytest
from laid_match import A1, A2, B1, sentences, texts

from referee.core import IllegalAction, Outcome, Seat, Setup
from referee.match import (
    BrokenLog,
    Closed,
    Match,
    Matches,
    NothingToUndo,
    Opened,
    Played,
    Refused,
    Retracted,
    Row,
    SqliteStore,
    StaleSeq,
    UnknownMatch,
)

# ---------------------------------------------------------------- entering


def test_a_new_match_begins_with_its_opening(match):
    assert match.seq == 0
    assert match.setup == Setup(("Ann", "Bo"))
    assert match.state.heaps == (3, 4)
    assert match.outcome is None
    assert match.broken is None
    assert match.story() == ()


def test_an_entry_is_played_and_logged(match, nim):
    receipt = match.submit(
        [nim.parse(A1)], expected_seq=0, key="k", source="camera 0.97", device="phone"
    )
    assert receipt.seqs == (1,)
    assert receipt.seq == match.seq == 1
    assert match.state.heaps == (2, 4)
    row = match.now.rows[1]
    assert (row.entry, row.source, row.device, row.key) == (Played(A1), "camera 0.97", "phone", "k")
    assert row.at.endswith("+00:00")


def test_a_refused_entry_changes_nothing_and_says_why(match, nim):
    with pytest.raises(Refused) as refused:
        match.submit([nim.parse(B1)], expected_seq=0)
    assert str(refused.value) == "It is the turn of Ann."
    assert refused.value.ruling.rule == "turn"
    assert refused.value.action == nim.parse(B1)
    assert isinstance(refused.value, IllegalAction)
    assert match.seq == 0


def test_a_batch_is_taken_as_a_whole(match, nim):
    receipt = match.submit([nim.parse(A1), nim.parse(B1)], expected_seq=0)
    assert receipt.seqs == (1, 2)
    assert [row.act for row in match.now.rows] == [0, 1, 1]


def test_a_batch_with_one_wrong_entry_is_refused_as_a_whole(match, nim):
    with pytest.raises(Refused) as refused:
        match.submit([nim.parse(A1), nim.parse(A1), nim.parse(B1)], expected_seq=0)
    assert refused.value.index == 1
    assert str(refused.value) == ("Entry 2 of 3: It is the turn of Bo. None of them was entered.")
    assert match.seq == 0
    assert match.state.heaps == (3, 4)


def test_an_empty_batch_is_a_mistake_of_the_program(match):
    with pytest.raises(ValueError, match="nothing to enter"):
        match.submit([], expected_seq=0)


def test_the_entry_that_ends_the_game_closes_the_match_with_it(match, enter):
    enter(match, "take seat=0 heap=0 count=3", "take seat=1 heap=1 count=4")
    assert match.outcome == Outcome("last-taken", (Seat(1),))
    assert [type(row.entry) for row in match.now.rows[2:]] == [Played, Closed]
    assert match.seq == 3


def test_an_undo_opens_a_match_that_was_over_again(match, enter, matches):
    enter(match, "take seat=0 heap=0 count=3", "take seat=1 heap=1 count=4")
    assert matches.list()[0].outcome is not None
    match.undo(expected_seq=match.seq)
    assert match.outcome is None
    assert matches.list()[0].outcome is None
    match.redo(expected_seq=match.seq)
    assert matches.list()[0].outcome == match.outcome == Outcome("last-taken", (Seat(1),))


# ---------------------------------------------------------------- two screens


def test_an_entry_for_an_earlier_moment_is_told_what_happened_since(match, enter, nim):
    enter(match, A1)
    with pytest.raises(StaleSeq) as stale:
        match.submit([nim.parse(A1)], expected_seq=0)
    assert (stale.value.expected, stale.value.actual) == (0, 1)
    assert [str(text) for text in stale.value.since] == ["Ann takes 1 from heap 0."]
    assert "In the meantime: Ann takes 1 from heap 0. Please look again" in str(stale.value)


def test_what_happened_since_names_every_kind_of_change(match, enter, nim):
    enter(match, A1, B1)
    match.replace(1, nim.parse(A2), expected_seq=2)
    match.undo(expected_seq=3)
    match.redo(expected_seq=4)
    with pytest.raises(StaleSeq) as stale:
        match.undo(expected_seq=1)
    assert [str(text) for text in stale.value.since] == [
        "Bo takes 1 from heap 0.",
        "Changed to “Ann takes 2 from heap 0.”",
        "Taken back: “Changed to “Ann takes 2 from heap 0.””",
        "Put back: “Changed to “Ann takes 2 from heap 0.””",
    ]
    assert "Bo" not in str(stale.value)


def test_the_end_of_a_match_is_not_told_as_an_entry(match, nim):
    last = [nim.parse("take seat=0 heap=0 count=3"), nim.parse("take seat=1 heap=1 count=4")]
    match.submit(last, expected_seq=0)
    with pytest.raises(StaleSeq) as stale:
        match.undo(expected_seq=-5)
    assert len(stale.value.since) == 2


def test_a_moment_that_never_was_is_stale_too(match):
    with pytest.raises(StaleSeq, match="shows another moment"):
        match.undo(expected_seq=17)


def test_a_command_that_is_sent_again_gets_its_first_receipt(match, nim):
    first = match.submit([nim.parse(A1), nim.parse(B1)], expected_seq=0, key="k")
    for expected in (0, 9):
        again = [nim.parse(A1), nim.parse(B1)]
        assert match.submit(again, expected_seq=expected, key="k") == first
    assert match.seq == 2


def test_the_second_writer_of_a_store_is_told_that_it_is_late(store, nim, match):
    one = Match(match.id, nim, store)
    other = Match(match.id, nim, store)
    one.submit([nim.parse(A1)], expected_seq=0, key="one")
    with pytest.raises(StaleSeq) as stale:
        other.submit([nim.parse(A2)], expected_seq=0, key="other")
    assert [str(text) for text in stale.value.since] == ["Ann takes 1 from heap 0."]
    assert other.state == one.state


def test_a_writer_that_is_behind_takes_in_what_it_missed(store, nim, match):
    one = Match(match.id, nim, store)
    other = Match(match.id, nim, store)
    one.submit([nim.parse(A1)], expected_seq=0)
    other.submit([nim.parse(B1)], expected_seq=1)
    assert texts(other) == [A1, B1]
    one.refresh()
    assert one.now.rows == other.now.rows
    one.refresh()
    assert one.seq == 2


def test_the_same_command_over_two_processes_is_taken_once(store, nim, match):
    one = Match(match.id, nim, store)
    other = Match(match.id, nim, store)
    first = one.submit([nim.parse(A1)], expected_seq=0, key="k")
    assert other.submit([nim.parse(A1)], expected_seq=0, key="k") == first
    assert other.seq == 1


def test_a_match_that_was_deleted_takes_no_more(matches, match, nim):
    matches.delete(match.id)
    with pytest.raises(UnknownMatch):
        match.submit([nim.parse(A1)], expected_seq=0)


# ---------------------------------------------------------------- old logs


def stored(*entries, version=1, heaps="3,4"):
    """A store with a match called `old` that holds these entries."""
    opened = Opened(version, "nim", Setup(("Ann", "Bo"), (("heaps", heaps),)))
    store = SqliteStore(":memory:")
    rows = [Row(seq, entry, "", act=seq) for seq, entry in enumerate((opened, *entries))]
    store.create("old", rows)
    return store


def test_a_log_of_other_rules_that_still_fits_goes_on(nim):
    match = Matches(stored(Played(A1), version=99), {"nim": nim}).get("old")
    match.submit([nim.parse(B1)], expected_seq=1)
    assert match.broken is None
    assert texts(match) == [A1, B1]


def test_a_log_that_no_longer_fits_is_read_only_from_there(nim):
    store = stored(Played(A1), Played(A1), Played(B1))
    match = Matches(store, {"nim": nim}).get("old")
    assert match.broken
    assert match.broken.ruling
    assert match.broken.seq == 2
    assert match.broken.ruling.rule == "turn"
    assert "It is the turn of Bo." in str(match.broken)
    assert texts(match) == [A1]
    assert [told.beyond for told in match.story()] == [False, True, True]
    assert sentences(match)[1] == f"“{A1}”."
    for command in (
        lambda: match.submit([nim.parse(B1)], expected_seq=3),
        lambda: match.undo(expected_seq=3),
        lambda: match.retract(1, expected_seq=3),
    ):
        with pytest.raises(BrokenLog):
            command()
    assert store.rows("old", after=3) == ()


def test_an_entry_that_is_no_longer_known_breaks_the_log(nim):
    match = Matches(stored(Played("dance"), Played(A1)), {"nim": nim}).get("old")
    assert match.broken
    assert match.broken.seq == 1
    assert match.broken.ruling is None
    assert [told.action for told in match.story()] == [None, None]


def test_a_broken_match_can_go_on_from_before_the_break(nim):
    store = stored(Played(A1), Played("dance"), Played(B1))
    match = Matches(store, {"nim": nim}).get("old")
    receipt = match.resume_before_break(expected_seq=3)
    entries = [match.now.rows[seq].entry for seq in receipt.seqs]
    assert entries == [Retracted(3), Retracted(2)]
    assert match.broken is None
    match.submit([nim.parse(B1)], expected_seq=5)
    assert texts(Matches(store, {"nim": nim}).get("old")) == [A1, B1]
    assert [told.taken_back for told in match.story()] == [None, 5, 4, None]


def test_what_broke_a_match_cannot_be_put_back(nim):
    match = Matches(stored(Played(A1), Played("dance")), {"nim": nim}).get("old")
    match.resume_before_break(expected_seq=2)
    with pytest.raises(BrokenLog, match="dance"):
        match.redo(expected_seq=3)
    assert match.seq == 3


def test_a_match_in_order_has_no_break(match):
    with pytest.raises(NothingToUndo, match="is fine"):
        match.resume_before_break(expected_seq=0)
