"""Tuples with something else in one place."""

import pytest

from referee.core import plus, replaced


@pytest.mark.parametrize(
    ("place", "after"), [(0, ("x", "b", "c")), (1, ("a", "x", "c")), (2, ("a", "b", "x"))]
)
def test_one_place_holds_something_else_and_the_others_stay(place, after):
    before = ("a", "b", "c")
    assert replaced(before, place, "x") == after
    assert before == ("a", "b", "c")


def test_a_place_can_be_emptied():
    assert replaced(("a", "b"), 1, None) == ("a", None)


def test_one_count_grows_by_one_or_by_more_or_shrinks():
    assert plus((3, 0, 2), 1) == (3, 1, 2)
    assert plus((3, 0, 2), 2, 4) == (3, 0, 6)
    assert plus((3, 0, 2), 0, -1) == (2, 0, 2)
