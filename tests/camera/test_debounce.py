"""Only what holds still counts, and only what is surely gone leaves."""

from camera.debounce import Debounced, DebounceFrames, debounce
from camera.scans import CodeSighting, MarkerSighting, Scan, Unread

PATIENCE = DebounceFrames(enough=2, of=4, gone=3, covered=10)


def square(x, y, side=40.0):
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def frame(*codes, markers=(), unread=()):
    """Make a scan: codes as (text, x, y), markers as numbers, unread as (x, y)."""
    return Scan(
        1280,
        720,
        tuple(CodeSighting(text, square(x, y), 2.0) for text, x, y in codes),
        tuple(MarkerSighting(number, square(number * 100, 600), None) for number in markers),
        tuple(Unread(square(x, y), None) for x, y in unread),
        0.5,
        0.0,
    )


def on_mat(*codes):
    """Make a scan of a mat: where codes lie in mm, while the camera is nudged by some pixels."""
    return lambda nudge: Scan(
        1280,
        720,
        tuple(
            CodeSighting(text, square(3 * x + nudge, 3 * y), 2.0, square(x, y, 15))
            for text, x, y in codes
        ),
        (),
        (),
        0.5,
        0.0,
        (400.0, 300.0),
    )


def after(*frames, start=None, moving=False):
    steady = start or Debounced()
    for one in frames:
        steady = debounce(steady, one, PATIENCE, moving=moving)
    return steady


def texts(steady):
    return sorted(code.text for code in steady.codes)


A, B, C, D = ("A", 100, 100), ("B", 200, 100), ("C", 300, 100), ("D", 400, 100)


def test_one_frame_proves_nothing():
    assert [] == texts(after(frame(A)))


def test_a_code_counts_after_enough_frames():
    first = after(frame(A))
    second = after(frame(A), start=first)
    assert (False, True) == (first.changed, second.changed)
    assert ["A"] == texts(second)


def test_a_code_need_not_be_read_in_every_frame():
    assert ["A"] == texts(after(frame(A), frame(), frame(A)))


def test_readings_that_are_too_far_apart_in_time_prove_nothing():
    assert [] == texts(after(frame(A), frame(), frame(), frame(), frame(), frame(A)))


def test_nothing_changes_while_nothing_changes():
    steady = after(frame(A, B), frame(A, B))
    for shift in (1, -2, 3, 0):
        steady = after(frame(("A", 100 + shift, 100), ("B", 200, 100 - shift)), start=steady)
        assert not steady.changed
        assert ["A", "B"] == texts(steady)


def test_each_frame_may_miss_another_code():
    steady = after(frame(A, B), frame(A), frame(B), frame(A), frame(B))
    assert ["A", "B"] == texts(steady)


def test_a_card_leaves_after_enough_frames_without_it():
    steady = after(frame(A, B), frame(A, B), frame(B), frame(B))
    assert ["A", "B"] == texts(steady)
    steady = after(frame(B), start=steady)
    assert ["B"] == texts(steady)
    assert steady.changed


def test_a_card_does_not_leave_while_something_unread_lies_at_its_place():
    steady = after(frame(A, B), frame(A, B))
    steady = after(*[frame(B, unread=[(110, 95)])] * 5, start=steady)
    assert ["A", "B"] == texts(steady)
    assert steady.disturbed
    assert not steady.changed


def test_a_card_at_another_place_is_not_kept_by_something_unread():
    steady = after(frame(A, B), frame(A, B))
    steady = after(*[frame(B, unread=[(700, 500)])] * 3, start=steady)
    assert ["B"] == texts(steady)


def test_a_hand_over_the_table_is_not_a_change():
    # All codes under it vanish at the same moment, and come back.
    still = after(frame(A, B, C, D), frame(A, B, C, D))
    covered = after(*[frame(D)] * 5, start=still)
    assert ["A", "B", "C", "D"] == texts(covered)
    assert covered.disturbed
    back = after(frame(A, B, C, D), start=covered)
    assert ["A", "B", "C", "D"] == texts(back)
    assert not back.disturbed
    assert not back.changed


def test_a_marker_that_is_covered_tells_of_a_hand():
    still = after(frame(A, markers=[0, 4]), frame(A, markers=[0, 4]))
    covered = after(*[frame(markers=[0])] * 5, start=still)
    assert ["A"] == texts(covered)
    assert covered.disturbed
    gone = after(*[frame(markers=[0, 4])] * 3, start=covered)
    assert [] == texts(gone)


def test_a_marker_that_was_taken_away_does_not_hold_cards_for_ever():
    still = after(frame(A, markers=[4]), frame(A, markers=[4]))
    later = after(*[frame()] * 14, start=still)
    assert ([], ()) == (texts(later), later.markers)


def test_what_is_covered_for_very_long_has_left():
    still = after(frame(A), frame(A))
    assert ["A"] == texts(after(*[frame(unread=[(100, 100)])] * 9, start=still))
    assert [] == texts(after(*[frame(unread=[(100, 100)])] * 10, start=still))


def test_nothing_leaves_while_the_picture_moves():
    still = after(frame(A), frame(A))
    moving = after(*[frame()] * 5, start=still, moving=True)
    assert ["A"] == texts(moving)
    assert [] == texts(after(*[frame()] * 3, start=moving))


def test_what_is_read_counts_even_while_the_picture_moves():
    assert ["A"] == texts(after(frame(A), frame(A), moving=True))


def test_two_cards_of_one_text_are_two():
    twice = frame(A, ("A", 500, 400))
    assert ["A", "A"] == texts(after(twice, twice))
    assert ["A"] == texts(after(twice, twice, *[frame(A)] * 3))


def test_a_card_that_is_moved_is_never_two():
    there = ("A", 600, 400)
    steady = after(frame(A), frame(A))
    counts = []
    for _ in range(6):
        steady = after(frame(there), start=steady)
        counts.append(len(steady.codes))
    assert [1] * 6 == counts
    assert square(600, 400) == steady.codes[0].corners


def test_a_card_that_is_pushed_slowly_is_one_card():
    steady = after(frame(A), frame(A))
    for step in range(1, 60):
        steady = after(frame(("A", 100 + 5 * step, 100)), start=steady)
        assert 1 == len(steady.codes)
    assert steady.codes[0].corners[0][0] > 350


def test_on_a_mat_a_nudge_of_the_camera_changes_nothing():
    mat = on_mat(("A", 50, 50), ("B", 90, 50))
    steady = after(mat(0), mat(0))
    for nudge in (200, 350, 100):
        steady = after(mat(nudge), start=steady)
        assert not steady.changed
    assert ["A", "B"] == texts(steady)


def test_a_false_reading_in_one_frame_leaves_no_trace():
    steady = after(frame(A), frame(A, ("Z", 500, 500)), *[frame(A)] * 4)
    assert ["A"] == texts(steady)
    assert 1 == len(steady.tracked)


def test_where_one_frame_is_enough_a_photo_counts_at_once():
    steady = debounce(Debounced(), frame(A, B), DebounceFrames(enough=1))
    assert ["A", "B"] == texts(steady)
    assert steady.changed
