"""What puts the real table right after an undo, redo, change or overrule."""

from dataclasses import replace

import pytest
from laid_match import A1, A2, B1

from referee.core import Place, Thing, layout_of, say
from referee.match import Match

HEAPS = tuple(
    Place(f"heap-{heap}", say("heap {heap}", heap=heap), covered=True) for heap in range(2)
)
BOX = Place("box", say("the box"))
PEBBLE = Thing("pebble", name=say("pebble"), names=say("pebbles"))


def layout(state):
    """Return the pebbles in the heaps, and those that were taken."""
    taken = 99 - sum(state.heaps)
    heaps = zip(HEAPS, state.heaps, strict=False)
    return layout_of((BOX, PEBBLE, taken), *((heap, PEBBLE, count) for heap, count in heaps))


@pytest.fixture
def told(match, nim):
    """A match whose game has a layout, and what its hands are told."""
    game = replace(nim, layout=layout)
    laid = Match(match.id, game, match._store)

    def told(settled: int = 0):
        tasks = laid.correction_tasks(settled)
        return None if tasks is None else [str(task.say) for task in tasks]

    return laid, told


def test_after_an_ordinary_entry_there_is_nothing_to_put_right(told, enter):
    match, says = told
    assert says() is None
    enter(match, A1)
    assert says() is None


def test_an_undo_a_redo_and_a_change_are_told_as_moves(told, enter, nim):
    match, says = told
    enter(match, A2, B1)
    match.undo(expected_seq=match.seq)
    assert says() == ["Move 1 pebble from the box to heap 0."]
    enter(match, B1)
    assert says() is None
    match.replace(1, nim.parse(A1), expected_seq=match.seq)
    assert says() == ["Move 1 pebble from the box to heap 0."]


def test_several_corrections_in_a_row_are_one(told, enter):
    match, says = told
    enter(match, A2, B1)
    match.undo(expected_seq=match.seq)
    match.undo(expected_seq=match.seq)
    assert says() == ["Move 3 pebbles from the box to heap 0."]
    match.redo(expected_seq=match.seq)
    match.redo(expected_seq=match.seq)
    assert says() is None, "the game says what was to do"
    assert says(match.now.steps[-1].seq) == [], "where that was done"


def test_what_the_table_has_put_right_is_not_told_again(told, enter):
    match, says = told
    enter(match, A2, B1)
    match.undo(expected_seq=match.seq)
    settled = match.seq
    assert says(settled) == ["Move 1 pebble from the box to heap 0."]
    match.undo(expected_seq=match.seq)
    assert says(settled) == ["Move 2 pebbles from the box to heap 0."]


def test_an_overrule_is_told_as_moves(told, enter):
    match, says = told
    heap = match.state.heaps[0]
    enter(match, f'overrule heap heap=0 count={heap + 2} why="two fell off"')
    assert says() == ["Move 2 pebbles from the box to heap 0."]


def test_it_is_the_same_after_opening_the_match_again(told, enter):
    match, says = told
    enter(match, A2, B1)
    match.undo(expected_seq=match.seq)
    again = Match(match.id, match.game, match._store)
    assert says()
    assert again.correction_tasks() == match.correction_tasks()


def test_without_a_layout_the_game_tells_what_to_do(match, enter):
    enter(match, A1)
    match.undo(expected_seq=match.seq)
    assert match.correction_tasks() is None


def test_it_is_worked_out_once_for_a_moment(told, enter):
    match, _ = told
    enter(match, A2, B1)
    match.undo(expected_seq=match.seq)
    assert match.correction_tasks() is match.correction_tasks()
