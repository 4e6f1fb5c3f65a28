"""A key stands for one command; another command under it is not taken for the first."""

import pytest

from referee.core import Setup
from referee.match import KeyTaken

SETUP = Setup(("Ann", "Bo"), (("heaps", "9,9,9"),))


@pytest.fixture
def match(matches):
    made = matches.open("nim", SETUP)
    made.submit([made.game.parse("take seat=0 heap=0")], expected_seq=0, key="a")
    return made


def commands(match, **stamp):
    parse = match.game.parse
    return {
        "same": lambda: match.submit([parse("take seat=0 heap=0")], **stamp),
        "other": lambda: match.submit([parse("take seat=0 heap=1")], **stamp),
        "more": lambda: match.submit([parse("take seat=0 heap=0")] * 2, **stamp),
        "undo": lambda: match.undo(**stamp),
        "redo": lambda: match.redo(**stamp),
        "retract": lambda: match.retract(1, **stamp),
        "replace": lambda: match.replace(1, parse("take seat=0 heap=2"), **stamp),
    }


@pytest.mark.parametrize("other", ["other", "more", "undo", "redo", "retract", "replace"])
def test_an_entry_under_the_key_of_another_is_refused(match, other):
    again = commands(match, expected_seq=0, key="a")
    assert again["same"]().seqs == (1,)
    with pytest.raises(KeyTaken, match="Nothing was changed"):
        again[other]()
    assert match.seq == 1


@pytest.mark.parametrize("first", ["undo", "replace", "retract"])
def test_a_change_under_its_own_key_counts_once_and_no_other_does(match, first):
    done = commands(match, expected_seq=1, key="b")
    receipt = done[first]()
    assert done[first]() == receipt
    for other in {"other", "redo", "replace"} - {first}:
        with pytest.raises(KeyTaken):
            done[other]()


def test_an_undo_is_no_redo(match):
    match.undo(expected_seq=1)
    redone = match.redo(expected_seq=2, key="c")
    assert match.redo(expected_seq=2, key="c") == redone
    with pytest.raises(KeyTaken):
        match.undo(expected_seq=2, key="c")
