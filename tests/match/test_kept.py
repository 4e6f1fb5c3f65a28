"""What the table taught is the default of its next game: as it is now, and only from this table."""

import pytest

from referee.core import Setup
from referee.match import Matches

NAMES = ("Ann", "Bo")
SHORT = Setup(NAMES, (("heaps", "1,1"),))
GAME = "game nim\noption heaps=1,1\nseats Ann, Bo\n> take seat=0 heap=0\n> take seat=1 heap=1\n"
TAUGHT = {"first heap": "1", "second heap": "1"}


def play(match, *entries):
    for entry in entries:
        match.submit([match.game.parse(entry)], expected_seq=match.seq)


def played(matches):
    match = matches.open("nim", SHORT)
    play(match, "take seat=0 heap=0", "take seat=1 heap=1")
    return match


def test_what_a_match_teaches_is_kept(matches):
    played(matches)
    assert matches.kept("nim") == TAUGHT
    assert matches.kept("ni") == {}


def test_a_transcript_teaches_the_table_nothing(matches):
    loaded = matches.load(GAME)
    assert matches.kept("nim") == {}
    loaded.undo(expected_seq=loaded.seq)
    loaded.redo(expected_seq=loaded.seq)
    assert matches.kept("nim") == {}


def test_playing_a_transcript_again_uses_what_it_tells_but_keeps_it_to_itself(matches):
    again = matches.rematch(matches.load(GAME).id)
    assert again.setup.chosen == {"heaps": "1,1"}
    play(again, "take seat=0 heap=0", "take seat=1 heap=1")
    assert matches.kept("nim") == {}


def test_what_is_taken_back_is_kept_no_longer(matches):
    match = played(matches)
    match.undo(expected_seq=match.seq)
    assert matches.kept("nim") == {}
    match.redo(expected_seq=match.seq)
    assert matches.kept("nim") == TAUGHT


def test_what_is_mended_is_kept_as_it_is_now(matches):
    match = matches.open("nim", SHORT)
    play(match, "overrule heap heap=0 count=7 why=x")
    assert matches.kept("nim") == {"first heap": "7"}
    match.replace(1, match.game.parse("overrule heap heap=0 count=5 why=x"), expected_seq=1)
    assert matches.kept("nim") == {"first heap": "5"}


def test_a_match_that_knows_less_takes_nothing_from_what_earlier_ones_taught(matches):
    played(matches)
    later = matches.open("nim", SHORT)
    play(later, "overrule heap heap=0 count=7 why=x")
    assert matches.kept("nim") == {"first heap": "7", "second heap": "1"}
    later.undo(expected_seq=later.seq)
    assert matches.kept("nim") == TAUGHT


def test_an_earlier_match_that_takes_back_leaves_what_a_later_one_taught(matches):
    earlier, later = matches.open("nim", SHORT), matches.open("nim", SHORT)
    play(earlier, "overrule heap heap=0 count=7 why=x")
    play(later, "overrule heap heap=0 count=8 why=x")
    earlier.undo(expected_seq=earlier.seq)
    assert matches.kept("nim") == {"first heap": "8"}
    later.undo(expected_seq=later.seq)
    assert matches.kept("nim") == {}


def test_it_is_still_followed_after_a_restart(store, nim):
    before = Matches(store, {"nim": nim})
    match = played(before)
    after = Matches(store, {"nim": nim}).get(match.id)
    after.undo(expected_seq=after.seq)
    assert Matches(store, {"nim": nim}).kept("nim") == {}


@pytest.mark.parametrize("text", ["3,3,2,2,1", "", "5", '["x"]'])
def test_what_was_kept_in_another_form_is_passed_over(matches, store, text):
    store.keep("nim/first heap", text)
    assert matches.kept("nim") == {}
    played(matches)
    assert matches.kept("nim") == TAUGHT


def test_only_so_many_matches_are_remembered_for_a_number(matches, store):
    for _ in range(30):
        played(matches)
    assert len(str(store.kept("nim/first heap"))) < 500


def test_a_rematch_takes_what_its_match_taught_before_what_others_did(matches):
    match = matches.open("nim", SHORT)
    play(match, "overrule heap heap=0 count=2 why=x")
    other = matches.open("nim", SHORT)
    play(other, "overrule heap heap=0 count=1 why=x", "overrule heap heap=1 count=1 why=x")
    assert matches.rematch(match.id).setup.chosen == {"heaps": "2,1"}


def test_a_rematch_leaves_a_choice_by_name_as_it_was(matches):
    played(matches)
    match = matches.open("nim", Setup(NAMES, (("heaps", "big"),)))
    assert matches.rematch(match.id).setup == match.setup


def test_what_is_kept_but_no_choice_any_more_is_passed_over(matches):
    match = matches.open("nim", SHORT)
    play(match, "overrule heap heap=0 count=777 why=x")
    assert matches.rematch(match.id).setup.chosen == {"heaps": "1,1"}
