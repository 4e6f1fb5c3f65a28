"""The story of a match: told as far as it is asked for, and remembered only so far."""

from itertools import islice

import pytest
from laid_match import A1, B1

from referee.core import Setup
from referee.match import Match, Matches, SqliteStore, StaleSeq, past, replay
from referee.match import story as telling

ROUNDS = 12
DEEP = 100
BIG = (("heaps", "big"),)


@pytest.fixture
def fickle(match, enter):
    """Enter the same again and again and take it back each time, at last two entries that stay."""
    for _ in range(ROUNDS):
        enter(match, A1)
        match.undo(expected_seq=match.seq)
    enter(match, A1, B1)
    return match


@pytest.fixture
def said(monkeypatch):
    """Note what is put into words."""
    said = []
    say = telling._say

    def noted(game, step, seat):
        said.append(step.seq)
        return say(game, step, seat)

    monkeypatch.setattr(telling, "_say", noted)
    monkeypatch.setattr(telling, "_SAID", telling._Said(4))
    return said


def anew(match):
    return Match(match.id, match.game, match._store)


def test_only_so_much_is_remembered_of_a_story_and_the_rest_is_told_again(fickle, said):
    story = fickle.story()
    assert len(story) == ROUNDS + 2
    assert len(telling._SAID._known) <= 4
    assert said
    assert fickle.story() == story == anew(fickle).story()


def test_what_stands_is_told_from_the_end_and_no_further_than_it_is_asked_for(fickle, said):
    again = anew(fickle)
    last, before = islice(again.effective_entries(), 2)
    assert [last.seq, before.seq] == [2 * ROUNDS + 2, 2 * ROUNDS + 1]
    assert sorted(said) == [before.seq, last.seq]
    assert list(again.effective_entries()) == [last, before]


def test_one_entry_is_told_as_in_the_whole_story(fickle):
    by_row = {told.seq: told for told in fickle.story()}
    rows = range(-1, fickle.seq + 2)
    assert {row: told for row in rows if (told := fickle.entry(row))} == by_row


@pytest.mark.parametrize("most", [1, 3, ROUNDS + 2, 100])
def test_the_pages_of_a_story_make_up_the_whole(fickle, most):
    told, before, more = [], None, True
    while more:
        page, more = fickle.before(before, most)
        assert len(page) == most or not more
        told += page
        before = page[-1].seq
    assert tuple(reversed(told)) == fickle.story()


def test_of_what_happened_since_only_the_latest_is_looked_for(fickle, said, monkeypatch):
    monkeypatch.setattr("referee.match.match._SINCE", 4)
    again = anew(fickle)
    with pytest.raises(StaleSeq) as stale:
        again.undo(expected_seq=0)
    assert str(stale.value.since[-1]) == "Bo takes 1 from heap 0."
    assert "There was more before that." in str(stale.value)
    assert len(stale.value.since) == 4
    assert len(said) <= 4


@pytest.fixture
def taken_to_the_start(nim, enter):
    """Enter a hundred takes twice, and take all of them back each time, one by one."""
    match = Matches(SqliteStore(":memory:"), {"nim": nim}).open("nim", Setup(("Ann", "Bo"), BIG))
    for _ in range(2):
        enter(match, *([A1, B1] * (DEEP // 4)))
        enter(match, *(entry.replace("heap=0", "heap=1") for entry in [A1, B1] * (DEEP // 4)))
        for _ in range(DEEP):
            match.undo(expected_seq=match.seq)
    return anew(match)


@pytest.mark.parametrize("whole", [True, False])
def test_what_is_taken_back_is_told_in_one_reading_of_the_log(
    taken_to_the_start, monkeypatch, whole
):
    """A page of a long match else takes a second, and everybody waits meanwhile."""
    match = taken_to_the_start
    played, counted = [], []
    step_of, count = replay.step_of, past.Past._apply

    def noted(*args, **more):
        played.append(more["seq"])
        return step_of(*args, **more)

    def read(self, row, *, on):
        counted.append(row.seq)
        count(self, row, on=on)

    monkeypatch.setattr(replay, "step_of", noted)
    monkeypatch.setattr(past.Past, "_apply", read)
    told = match.story() if whole else match.before(None, DEEP)[0]
    assert len(told) == (2 * DEEP if whole else DEEP)
    # Each entry is played for what it says, and at most once more for those that follow it.
    assert len(played) <= 2 * len(told)
    assert len(counted) <= match.seq
