"""Advice is plain: closer, stiller, the lamp, the corners, or nothing at all."""

from dataclasses import replace

import conditions
import flats
import pytest
import scenes
from scenes import Light, View

from camera.advice import Advice, Topic, advise, px_per_module
from camera.codes import scan
from camera.scans import CodeSighting, MarkerSighting, Scan, Unread

SQUARE = ((0.0, 0.0), (63.0, 0.0), (63.0, 63.0), (0.0, 63.0))
GOOD = Scan(1280, 720, (CodeSighting("A", SQUARE, 3.5),), (), (), 0.7, 0.0)


def topics(seen):
    return [advice.topic for advice in advise(seen)]


def corner(number):
    return MarkerSighting(number, SQUARE, None)


def of(px):
    return replace(GOOD, codes=(replace(GOOD.codes[0], px_per_module=px),))


def test_where_all_is_well_nothing_is_asked_for():
    assert [Advice(Topic.GOOD, 3.5)] == advise(GOOD)


@pytest.mark.parametrize(("px", "urgent"), [(2.4, False), (1.5, True)])
def test_small_codes_ask_for_the_right_share_of_the_distance(px, urgent):
    (advice,) = advise(of(px))
    assert (Topic.CLOSER, urgent) == (advice.topic, advice.urgent)
    # At 30 cm, 1.5 px a module become 3 px at 15 cm.
    assert advice.number == pytest.approx(px / 3)


def test_blur_counts_in_modules():
    # 0.4 / 0.2 are two pixels: 0.57 of a module of 3.5 pixels, 0.33 of one of 6.
    assert [Topic.HOLD_STILL] == topics(replace(GOOD, sharpness=0.2))
    assert [Topic.GOOD] == topics(replace(of(6), sharpness=0.2))


def test_glare_asks_to_tilt_the_lamp_and_is_urgent_where_codes_are_lost():
    dazzled = replace(GOOD, glare=0.1)
    assert [Advice(Topic.TILT_LAMP, 0.1)] == advise(dazzled)
    lost = replace(dazzled, unread=(Unread(SQUARE, None),))
    assert [Advice(Topic.TILT_LAMP, 0.1, urgent=True)] == advise(lost)


def test_where_nothing_is_seen_that_is_said_after_its_likely_cause():
    empty = replace(GOOD, codes=())
    assert [Topic.NOTHING_SEEN] == topics(empty)
    assert [Topic.HOLD_STILL, Topic.NOTHING_SEEN] == topics(replace(empty, sharpness=0.1))


def test_missing_corners_are_counted_only_on_a_mat():
    assert [Advice(Topic.CORNERS, 3)] == advise(
        replace(GOOD, markers=tuple(map(corner, (0, 1, 2))))
    )
    assert [Topic.GOOD] == topics(replace(GOOD, markers=tuple(map(corner, range(4)))))
    assert [Topic.GOOD] == topics(replace(GOOD, markers=(corner(4), corner(5))))


def test_the_urgent_comes_first():
    assert [Topic.CLOSER, Topic.TILT_LAMP] == topics(replace(of(1.5), glare=0.1))


def test_markers_tell_the_size_where_no_code_is_read():
    # 63 pixels for 15 mm: a code of 15 mm would have 3 a module, one of 10 mm 2.
    seen = replace(GOOD, codes=(), markers=(corner(0),))
    assert 3 == pytest.approx(px_per_module(seen))
    assert 2 == pytest.approx(px_per_module(seen, code_mm=10))


def test_real_scenes_get_the_advice_that_they_need():
    assert [Topic.GOOD] == topics(scan(conditions.sharp(4)(1).frame))
    assert Topic.CLOSER in topics(scan(conditions.sharp(1.75)(1).frame))
    assert Topic.HOLD_STILL in topics(scan(conditions.sharp(3, blur=0.6)(1).frame))
    bright = scenes.render(
        [scenes.Laid(flats.card("AAAA"), 0, 0)],
        View(across_mm=200),
        Light(glare=4, glare_px=(150, 250)),
    )
    assert Topic.TILT_LAMP in topics(scan(bright.frame))
