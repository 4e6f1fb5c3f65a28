"""What nobody needs any more is looked for when nobody waits."""

import gc
from time import monotonic

import pytest

from referee.serve import gc_schedule


class Over(Exception):
    """The end of the time that a test lets pass."""


@pytest.fixture
def seconds(monkeypatch):
    """Let seconds pass at once, and return how many collections of everything came in them."""
    found: list[object] = []
    before = gc.get_threshold()

    def pass_by(count, asked_at):
        left = iter(range(count))

        def sleep(_seconds):
            if next(left, None) is None:
                raise Over

        monkeypatch.setattr(gc_schedule, "sleep", sleep)
        with pytest.raises(Over):
            gc_schedule.collect_when_idle(asked_at)
        return len(found)

    def note(phase, about):
        if phase == "stop" and about["generation"] == 2:
            found.append(about)

    gc.callbacks.append(note)
    yield pass_by
    gc.callbacks.remove(note)
    gc.set_threshold(*before)


def grow_old(times):
    gc.collect()
    for _ in range(times):
        gc.collect(1)


def test_in_a_quiet_moment_everything_is_looked_through_once(seconds):
    grow_old(3)
    before = seconds(0, monotonic)
    assert seconds(5, lambda: monotonic() - 10) == before + 1


def test_as_long_as_somebody_asks_nobody_is_held_up(seconds):
    grow_old(3)
    before = seconds(0, monotonic)
    assert seconds(5, monotonic) == before


@pytest.fixture
def generations(monkeypatch):
    """Return what is looked through after an answer, where so much has come since the last time."""
    found: list[int] = []
    monkeypatch.setattr(gc, "collect", found.append)

    def after(*count):
        monkeypatch.setattr(gc, "get_count", lambda: count)
        found.clear()
        gc_schedule.collect_after_response()
        return found.copy()

    return after


def test_after_an_answer_only_what_is_new_is_looked_through_where_that_is_much(generations):
    assert generations(700, 0, 0) == []
    assert generations(6_000, 0, 0) == [0]


def test_what_was_left_often_is_looked_through_too_even_if_nobody_ever_rests(generations):
    assert generations(6_000, 10, 0) == [1]
    assert generations(6_000, 10, 50) == [2]


@pytest.mark.usefixtures("seconds")
def test_nothing_is_looked_through_while_an_entry_is_on_its_way():
    try:
        gc_schedule.settle()
        gc.collect()
        kept: list[list[object]] = [[] for _ in range(20_000)]
        assert gc.get_count()[0] >= len(kept)
    finally:
        gc.unfreeze()


@pytest.mark.usefixtures("seconds")
def test_what_is_there_at_first_is_never_looked_through_again():
    try:
        gc_schedule.settle()
        assert gc.get_freeze_count() > len(gc.get_objects(generation=2))
        assert gc.get_threshold()[2] > 10
    finally:
        gc.unfreeze()
