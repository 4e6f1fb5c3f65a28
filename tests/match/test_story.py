"""The story of a match: told as far as it is asked for, and remembered only so far."""

from itertools import islice

import pytest
from laid_match import A1, B1

from referee.match import Match, StaleSeq
from referee.match import story as telling

ROUNDS = 12


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


def test_only_so_much_is_remembered_of_a_story_and_the_rest_is_told_again(
    fickle, said, monkeypatch
):
    monkeypatch.setattr(telling, "_PAST", 3)
    story = fickle.story()
    assert len(story) == ROUNDS + 2
    assert len(telling._SAID._known) <= 4
    assert len(fickle._narrator._past) <= 3
    assert said
    assert fickle.story() == story == anew(fickle).story()


def test_what_stands_is_told_from_the_end_and_no_further_than_it_is_asked_for(fickle, said):
    again = anew(fickle)
    last, before = islice(again.standing(), 2)
    assert [last.seq, before.seq] == [2 * ROUNDS + 2, 2 * ROUNDS + 1]
    assert sorted(said) == [before.seq, last.seq]
    assert list(again.standing()) == [last, before]


def test_one_entry_is_told_as_in_the_whole_story(fickle):
    by_row = {told.seq: told for told in fickle.story()}
    rows = range(-1, fickle.seq + 2)
    assert {row: told for row in rows if (told := fickle.told(row))} == by_row


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
    assert "And more before that." in str(stale.value)
    assert len(stale.value.since) == 4
    assert len(said) <= 4
