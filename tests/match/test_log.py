"""The fold over a log: what counts after entries, changes and retractions of all kinds."""

from dataclasses import replace

import pytest

from referee.core import Outcome, Seat, Setup
from referee.match import (
    BrokenLog,
    Closed,
    Entry,
    Noted,
    Opened,
    Overruled,
    Played,
    Replaced,
    Retracted,
    Row,
)
from referee.match.log import (
    NOTE,
    TRANSCRIPT,
    Fold,
    cancelled,
    effective,
    fold,
    is_quiet,
    opening,
    pack,
    redo_rows,
    undo_rows,
    unpack,
)

OPENED = Opened(1, "nim", Setup(("Ann", "Bo"), (("heaps", "3,4"),)))


def log(*entries: Entry, acts: dict[int, int] | None = None) -> tuple[Row, ...]:
    """A log of these entries, each an act of its own unless `acts` joins it to an earlier one."""
    rows = (OPENED, *entries)
    joined = acts or {}
    return tuple(
        Row(seq, entry, "2026-01-01", act=joined.get(seq, seq)) for seq, entry in enumerate(rows)
    )


def test_entries_count_in_order():
    rows = log(Played("a"), Overruled("b"), Closed(Outcome("over", ())))
    assert effective(rows) == ((1, "a"), (2, "b"))


def test_a_retracted_entry_no_longer_counts():
    assert effective(log(Played("a"), Played("b"), Retracted(1))) == ((2, "b"),)


def test_retracting_a_retraction_brings_the_entry_back():
    assert effective(log(Played("a"), Retracted(1), Retracted(2))) == ((1, "a"),)


def test_the_third_retraction_takes_it_away_again():
    assert effective(log(Played("a"), Retracted(1), Retracted(2), Retracted(3))) == ()


def test_a_replaced_entry_says_the_latest_in_its_old_place():
    rows = log(Played("a"), Played("b"), Replaced(1, "c"), Replaced(1, "d"))
    assert effective(rows) == ((1, "d"), (2, "b"))


def test_undoing_the_latest_change_brings_back_the_one_before():
    rows = log(Played("a"), Replaced(1, "c"), Replaced(1, "d"), Retracted(3))
    assert effective(rows) == ((1, "c"),)


def test_a_change_of_an_entry_that_is_taken_back_waits_for_its_return():
    gone = log(Played("a"), Replaced(1, "c"), Retracted(1))
    assert effective(gone) == ()
    assert effective((*gone, Row(4, Retracted(3), "", act=4))) == ((1, "c"),)


def test_each_cancelled_row_names_what_cancelled_it():
    rows = log(Played("a"), Retracted(1), Retracted(2), Retracted(1))
    assert cancelled(rows) == {1: 4, 2: 3}


def test_an_undo_reaches_the_latest_entry_that_counts():
    assert undo_rows(log(Played("a"), Played("b"))) == (2,)
    assert undo_rows(log(Played("a"), Played("b"), Retracted(2))) == (1,)


def test_nothing_is_left_to_undo_or_redo_in_a_new_match():
    assert undo_rows(log()) == ()
    assert redo_rows(log()) == ()


def test_an_undo_of_a_change_takes_everything_that_came_with_it():
    rows = log(Played("a"), Played("b"), Retracted(2), Replaced(1, "c"), acts={4: 3})
    assert undo_rows(rows) == (4, 3)


def test_an_undo_passes_over_a_change_of_an_entry_that_is_gone():
    assert undo_rows(log(Played("a"), Played("b"), Replaced(2, "c"), Retracted(2))) == (1,)


def test_an_undo_takes_back_everything_that_was_entered_at_once():
    rows = log(Played("a"), Played("b"), Overruled("c"), acts={3: 2})
    assert undo_rows(rows) == (3, 2)
    assert undo_rows((*rows, Row(4, Retracted(3), "", act=4))) == (2,)
    assert undo_rows(log(Played("a"), Noted("n"), Played("b"), acts={2: 1, 3: 1})) == (3, 1)


def test_what_a_note_answered_is_taken_back_by_itself_before_what_was_entered():
    rows = log(Played("a"), Played("b"), Played("c"), acts={2: 1, 3: 1})
    rows = (*rows[:3], replace(rows[3], source=NOTE))
    assert undo_rows(rows) == (3,)
    assert undo_rows((*rows, Row(4, Retracted(3), "", act=4))) == (2, 1)


def test_a_game_that_was_loaded_is_taken_back_one_by_one():
    rows = log(Played("a"), Played("b"), acts={2: 1})
    assert undo_rows(tuple(replace(row, source=TRANSCRIPT) for row in rows)) == (2,)


def test_a_redo_puts_back_what_was_entered_at_once_and_the_next_undo_takes_it_again():
    rows = log(Played("a"), Played("b"), Retracted(2), Retracted(1), acts={2: 1, 4: 3})
    assert redo_rows(rows) == (4, 3)
    again = log(
        *(row.entry for row in rows[1:]), Retracted(4), Retracted(3), acts={2: 1, 4: 3, 6: 5}
    )
    assert redo_rows(again) == ()
    assert undo_rows(again) == (2, 1)


def test_a_redo_reaches_what_the_latest_undo_took():
    rows = log(Played("a"), Played("b"), Retracted(2), Retracted(1))
    assert redo_rows(rows) == (4,)
    assert redo_rows((*rows, Row(5, Retracted(4), "", act=5))) == (3,)


def test_a_redo_puts_back_all_that_was_taken_at_once():
    rows = log(Played("a"), Played("b"), Retracted(2), Retracted(1), acts={4: 3})
    assert redo_rows(rows) == (4, 3)


def test_what_was_put_back_by_hand_is_not_put_back_twice():
    rows = log(Played("a"), Played("b"), Retracted(2), Retracted(1), Retracted(4), acts={4: 3})
    assert redo_rows(rows) == (3,)


@pytest.mark.parametrize("entry", [Played("c"), Overruled("c"), Replaced(1, "c")])
def test_a_new_entry_ends_the_chance_to_redo(entry):
    assert redo_rows(log(Played("a"), Played("b"), Retracted(2), entry)) == ()


def test_a_note_counts_after_what_it_followed():
    rows = log(Played("a"), Noted("n"), Played("b"))
    assert effective(rows) == ((1, "a"), (2, "n"), (3, "b"))


def test_a_note_of_what_is_taken_back_stands_after_the_rest_and_names_it():
    counts = fold(log(Played("a"), Played("b"), Noted("n"), Retracted(2)))
    assert counts == Fold(((1, "a"), (3, "n")), {3: ((2, "b"),)})


def test_a_note_that_has_lost_too_much_no_longer_counts():
    played = [Played("a") for _ in range(17)]
    assert effective(log(*played, Noted("n"), *(Retracted(seq) for seq in range(1, 18)))) == ()
    rows = log(*played, Noted("n"), *(Retracted(seq) for seq in range(2, 18)))
    assert effective(rows) == ((1, "a"), (18, "n"))


def test_a_note_stands_before_what_was_put_back_after_it():
    rows = log(Played("a"), Played("b"), Retracted(2), Noted("n"), Retracted(3))
    assert effective(rows) == ((1, "a"), (4, "n"), (2, "b"))


def test_a_note_is_taken_back_like_any_entry_but_never_by_undo():
    assert effective(log(Played("a"), Noted("n"), Retracted(2))) == ((1, "a"),)
    assert undo_rows(log(Noted("n"))) == ()
    assert undo_rows(log(Played("a"), Noted("n"))) == (1,)


def test_a_redo_reaches_past_notes():
    rows = log(Played("a"), Retracted(1), Noted("n"), Noted("m"), Retracted(3))
    assert redo_rows(rows) == (2,)


def test_rows_about_notes_are_quiet():
    end = Closed(Outcome("over", ()))
    rows = log(Noted("n"), Retracted(1), Played("a"), end, Noted("m"), end, acts={4: 3, 6: 5})
    assert [is_quiet(rows, row) for row in rows] == [False, True, True, False, False, True, True]


def test_no_repr_of_an_entry_shows_its_values():
    for entry in (Played("x=7351"), Noted("x=7351"), Replaced(1, "x=7351")):
        assert "7351" not in repr(entry)


@pytest.mark.parametrize(
    "entry",
    [
        OPENED,
        Played("take heap=1"),
        Overruled('overrule heap why="a\\nb"'),
        Noted("remember seat=1 value=3"),
        Retracted(3),
        Replaced(2, "take heap=2"),
        Closed(Outcome("last-taken", (Seat(0), Seat(2)))),
        Closed(Outcome("draw", ())),
    ],
)
def test_what_is_packed_unpacks_to_the_same(entry):
    assert unpack(5, *pack(entry)) == entry


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("rolled", ""),
        ("opened", "no json"),
        ("opened", "{}"),
        ("opened", "[]"),
        ("closed", "> take"),
        ("closed", ""),
        ("closed", "what ever"),
    ],
)
def test_a_row_of_an_unknown_form_breaks_the_log_at_its_place(kind, body):
    with pytest.raises(BrokenLog) as broken:
        unpack(7, kind, None, body)
    assert broken.value.seq == 7
    assert "Entry 7" in str(broken.value)


def test_only_an_opening_opens_a_log():
    assert opening(log()[0]) == OPENED
    with pytest.raises(TypeError):
        opening(log(Played("a"))[1])
    with pytest.raises(TypeError):
        opening(Row(0, Played("a"), ""))
