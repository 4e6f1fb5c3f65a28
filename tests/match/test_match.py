"""A match: entering, correcting, undoing, telling, and what it refuses."""

import pytest

from referee.core import IllegalAction, Outcome, RuleId, Ruling, Seat, Setup
from referee.match import (
    BrokenLog,
    Closed,
    Conflict,
    KeyTaken,
    Match,
    Matches,
    MemoryStore,
    NothingToUndo,
    Opened,
    Played,
    Refused,
    Replaced,
    Retracted,
    Row,
    StaleSeq,
    UnknownMatch,
)
from referee.match.story import _said_then


@pytest.fixture
def match(matches):
    return matches.open("nim", Setup(("Ann", "Bo")))


@pytest.fixture
def enter(nim):
    """Enter texts into a match as it is now, each as its own act."""

    def enter(match, *texts):
        for text in texts:
            match.submit([nim.parse(text)], expected_seq=match.seq)

    return enter


def texts(match):
    return [step.text for step in match.now.steps]


def sentences(match, seat=None):
    return [str(told.sentence) for told in match.story(seat)]


A1 = "take seat=0 heap=0"
A2 = "take seat=0 heap=0 count=2"
B1 = "take seat=1 heap=0"
B2 = "take seat=1 heap=0 count=2"


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
    assert str(refused.value) == ("Entry 2 of 3: It is the turn of Bo. None of them was taken.")
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
    assert "Meanwhile: Ann takes 1 from heap 0. Please look again" in str(stale.value)


def test_what_happened_since_names_every_kind_of_change(match, enter, nim):
    enter(match, A1, B1)
    match.replace(1, nim.parse(A2), expected_seq=2)
    match.undo(expected_seq=3)
    match.redo(expected_seq=4)
    with pytest.raises(StaleSeq) as stale:
        match.undo(expected_seq=1)
    assert [str(text) for text in stale.value.since] == [
        "Bo takes 1 from heap 0.",
        "Changed: Ann takes 2 from heap 0.",
        "Taken back: “Changed: Ann takes 2 from heap 0.”",
        "Put back: “Changed: Ann takes 2 from heap 0.”",
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
    with pytest.raises(NothingToUndo, match="nothing to take back or to put back"):
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
    assert str(match.undo_target().sentence) == "Changed: Ann takes 3 from heap 0."
    match.undo(expected_seq=match.seq)
    assert texts(match) == [A1, B2]
    assert str(match.redo_target().sentence) == "Changed: Ann takes 3 from heap 0."
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
        "Then this later entry would no longer fit: “Bo takes 2 from heap 0.”"
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
    with pytest.raises(NothingToUndo, match="could be changed"):
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


# ---------------------------------------------------------------- old logs


def stored(*entries, version=1, heaps="3,4"):
    """A store with a match called `old` that holds these entries."""
    opened = Opened(version, "nim", Setup(("Ann", "Bo"), (("heaps", heaps),)))
    store = MemoryStore()
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
    with pytest.raises(NothingToUndo, match="in order"):
        match.resume_before_break(expected_seq=0)
