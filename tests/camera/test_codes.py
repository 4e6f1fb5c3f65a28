"""What the reader promises, on scenes of which everything is known."""

from dataclasses import replace
from time import thread_time

import conditions
import flats
import numpy as np
import pytest
import scenes
from flats import Flat, FlatCode
from scenes import Laid, Light, View

from camera import codes
from camera.codes import ANYTHING, Wanted
from camera.mats import find_markers, find_mat
from camera.scans import centre

TEXTS = flats.texts(5, 12)


def scan(grey, wanted=ANYTHING):
    """Read with all the time that a busy machine may need."""
    return codes.scan(grey, replace(wanted, budget_s=60))


def texts_of(seen):
    return sorted(code.text for code in seen.codes)


def table(*things, view=None, light=None, seed=1):
    return scenes.render(things, view or View(across_mm=250), light, seed=seed)


def card_at(text, x=0.0, y=0.0, turn=0.0, **drawn):
    return Laid(flats.with_code_only(flats.card(text, **drawn)), x, y, turn)


def of_modules(pixels, text=""):
    """Return a sticker with any symbol."""
    flat = flats.card(text, modules=pixels, code_mm=20, busy=False)
    return flats.with_code_only(flat)


@pytest.mark.parametrize("turn", [0, 45, 90, 180, 270])
def test_corners_are_clockwise_from_the_symbols_own_top_left(turn):
    scene = table(card_at(TEXTS[0], turn=turn))
    (code,) = scan(scene.frame).codes
    (truth,) = scene.truth
    assert np.abs(np.array(code.corners) - np.array(truth.corners)).max() < truth.px_per_module
    assert code.px_per_module == pytest.approx(truth.px_per_module, rel=0.05)


def test_two_codes_of_one_text_at_two_places_are_two_sightings():
    scene = table(card_at(TEXTS[0], -40), card_at(TEXTS[0], 40), card_at(TEXTS[1]))
    assert sorted([TEXTS[0], TEXTS[0], TEXTS[1]]) == texts_of(scan(scene.frame))


def test_a_code_is_one_sighting_however_often_it_was_read():
    # Whatever reads everything at once is then tried in every other way, too.
    scene = table(*[card_at(text, 40 * place - 60) for place, text in enumerate(TEXTS[:4])])
    assert sorted(TEXTS[:4]) == texts_of(scan(scene.frame))


def test_a_code_that_is_not_ours_disturbs_nothing_and_is_told():
    shop = of_modules(flats.symbol("https://example.org/menu?table=7", version=None), "shop")
    scene = table(Laid(shop, -50, 0), card_at(TEXTS[0], 40))
    seen = scan(scene.frame, Wanted(accept=lambda text: text in TEXTS))
    assert sorted([TEXTS[0], "https://example.org/menu?table=7"]) == texts_of(seen)


@pytest.mark.parametrize(
    "content",
    [
        "テーブル".encode("shift_jis"),
        "ﾃｰﾌﾞﾙ".encode("shift_jis"),
        bytes(range(128, 168)),
        b"\x00\x01\x02\xff\xfe\xfd",
        b"\x1b\x00abc",
        b"\xef\xbb\xbf\xff",
        "Tisch für vier".encode("latin-1"),
    ],
)
def test_bytes_that_are_no_text_never_hide_our_codes(content):
    foreign = of_modules(flats.symbol_of_bytes(content))
    scene = table(Laid(foreign, -50, 0), card_at(TEXTS[0], 40))
    seen = scan(scene.frame)
    assert TEXTS[0] in texts_of(seen)
    assert (2, ()) == (len(seen.codes), seen.unread), "it was read, so it is nothing half-read"


def test_a_code_half_under_a_finger_is_something_here():
    lone = table(card_at(TEXTS[0], seed=3))
    corners = np.array(lone.truth[0].corners)
    across = corners[1] - corners[0]
    # All three finder patterns stay in view; the data between them is gone.
    low, high = corners.mean(axis=0) - across * 0.1, corners[2]
    hand = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
    middle = [corners[0] + (corners[1] - corners[0]) * 0.36, corners[0] + across * 0.64]
    strip = np.array([*middle, middle[1] + (0, across[0] * 0.9), middle[0] + (0, across[0] * 0.9)])
    covered = scenes.render(
        [card_at(TEXTS[0], seed=3)], View(across_mm=250), hands=[hand, strip], seed=1
    )
    seen = scan(covered.frame)
    assert () == seen.codes
    (unread,) = seen.unread
    seen_at = np.array(centre(unread.corners))
    assert np.abs(seen_at - corners.mean(axis=0)).max() < across[0] / 2


@pytest.mark.parametrize("seed", range(6))
def test_a_table_without_codes_yields_none(seed):
    seen = scan(conditions.nothing(seed).frame)
    assert ((), ()) == (seen.codes, seen.unread)


@pytest.mark.parametrize("shade", [0, 128, 255])
@pytest.mark.parametrize("shape", [(720, 1280), (5, 5), (1, 400)])
def test_an_empty_picture_is_no_trouble(shade, shape):
    seen = scan(np.full(shape, shade, np.uint8))
    assert ((), (), ()) == (seen.codes, seen.unread, seen.markers)
    assert (shape[1], shape[0]) == (seen.width, seen.height)
    assert (1.0 if shade == 255 else 0.0) == seen.glare


def test_small_codes_read_at_one_and_a_half_pixels_a_module():
    scene = conditions.PER_MODULE["1.5 px"](4)
    seen = set(texts_of(scan(scene.frame)))
    whole = [truth.text for truth in scene.truth if truth.whole]
    assert len(seen & set(whole)) >= 0.9 * len(whole)


def test_blurred_codes_read_at_half_a_module():
    scene = conditions.BLURRED["blur 0.5"](4)
    seen = set(texts_of(scan(scene.frame)))
    whole = [truth.text for truth in scene.truth if truth.whole]
    assert len(seen & set(whole)) >= 0.8 * len(whole)


def test_the_reader_stops_once_all_that_was_expected_is_found():
    scene = conditions.sharp(3)(2)
    expected = frozenset(texts_of(scan(scene.frame)))
    began = thread_time()
    scan(scene.frame, ANYTHING)
    thorough, began = thread_time() - began, thread_time()
    seen = scan(scene.frame, Wanted(expected=frozenset(list(expected)[:2])))
    assert thread_time() - began < thorough / 2
    assert set(list(expected)[:2]) <= set(texts_of(seen))


def test_the_reader_keeps_to_its_budget():
    scene = conditions.hard(3)
    began = thread_time()
    scan(scene.frame)
    thorough, began = thread_time() - began, thread_time()
    # Without any time it still reads the frame as found.
    seen = codes.scan(scene.frame, Wanted(budget_s=0.0))
    assert thread_time() - began < thorough / 2
    assert seen.codes


def test_a_region_where_a_card_is_expected_is_read_closely():
    # So slanted that nothing else tells where the code is or how it lies.
    view = View(across_mm=250, tilt=62, azimuth=90)
    scene = table(card_at(TEXTS[0], turn=20), view=view, light=Light(blur=0.8))
    (truth,) = scene.truth
    (code,) = scan(scene.frame, Wanted(regions=(truth.corners,))).codes
    assert TEXTS[0] == code.text


@pytest.mark.parametrize(
    "region",
    [
        ((0.0, 0.0),) * 4,
        ((-500.0, -500.0), (-400.0, -500.0), (-400.0, -400.0), (-500.0, -400.0)),
        ((1e6, 1e6), (2e6, 1e6), (2e6, 2e6), (1e6, 2e6)),
        ((0.0, 0.0), (50.0, 50.0), (50.0, 0.0), (0.0, 50.0)),
        ((0.0, 0.0), (100.0, 0.0), (200.0, 0.0), (300.0, 0.0)),
    ],
)
def test_a_region_that_makes_no_sense_is_no_trouble(region):
    scene = table(card_at(TEXTS[0]))
    assert [TEXTS[0]] == texts_of(scan(scene.frame, Wanted(regions=(region,))))
    assert [TEXTS[0]] == texts_of(scan(scene.frame, Wanted(areas=lambda _seen: (region,))))


def test_what_was_seen_tells_once_in_which_areas_to_look():
    scene, asked = table(card_at(TEXTS[0]), card_at(TEXTS[1], 60)), []

    def areas(seen):
        asked.append(texts_of(seen))
        return ()

    scan(scene.frame, Wanted(areas=areas))
    assert [sorted(TEXTS[:2])] == asked


def test_a_place_on_the_mat_is_led_back_into_the_picture():
    view = View(1600, 1200, across_mm=520, tilt=35, azimuth=30)
    scene = table(*scenes.mat(300, 180), card_at(TEXTS[0], 40, -30, 10), view=view)
    (code,) = scan(scene.frame).codes
    mat = find_mat(find_markers(scene.frame))
    assert mat is not None
    assert code.place is not None
    assert np.array(mat.in_picture(code.place)) == pytest.approx(np.array(code.corners), abs=1e-6)


def test_seat_markers_and_corner_markers_are_told_by_number():
    seats = [Laid(flats.marker(4), -60, 0), Laid(flats.marker(5), 60, 0, 180)]
    scene = table(*scenes.mat(200, 100), *seats)
    assert [0, 1, 2, 3, 4, 5] == [marker.number for marker in scan(scene.frame).markers]


@pytest.mark.parametrize("blur", [0.5, 0.9, 1.2])
def test_small_markers_are_seen_in_a_sharp_picture_and_in_a_soft_one(blur):
    view = View(1600, 1200, across_mm=720, tilt=20)
    light = Light(blur=blur, noise=6)
    seats = [Laid(flats.marker(4 + seat), 90 * (seat - 1), 0) for seat in range(3)]
    for seed in range(4):
        scene = table(*scenes.mat(400, 240), *seats, view=view, light=light, seed=seed)
        numbers = [marker.number for marker in scan(scene.frame).markers]
        assert [0, 1, 2, 3, 4, 5, 6] == numbers


def test_markers_are_seen_where_a_module_of_a_code_is_one_pixel():
    across = scenes.px_per_module_view(1.0, 1280)
    seats = [Laid(flats.marker(4 + seat), 60 * (seat - 1), 0, 30 * seat) for seat in range(4)]
    things = [*scenes.mat(across * 0.8, across * 0.45), *seats]
    view = View(1280, 720, across, tilt=20)
    scene = table(*things, view=view, light=Light(blur=0.3, noise=3))
    assert list(range(8)) == [marker.number for marker in scan(scene.frame).markers]


@pytest.mark.parametrize(("tilt", "within_mm"), [(0, 0.6), (25, 1.2), (40, 2.5)])
def test_places_are_millimetres_from_the_far_left_corner(tilt, within_mm):
    view = View(1920, 1080, across_mm=480, tilt=tilt, azimuth=30)
    cards = [
        card_at(text, 40 * (place - 2), 25 * (place % 3 - 1), 30 * place)
        for place, text in enumerate(TEXTS[:5])
    ]
    scene = table(*scenes.mat(300, 180), *cards, view=view)
    seen = scan(scene.frame)
    assert seen.table_mm == pytest.approx((300, 180), abs=within_mm * 2)
    assert 5 == len(seen.codes)
    for code in seen.codes:
        assert code.place is not None
        number = TEXTS.index(code.text)
        expected = (150 + 40 * (number - 2), 90 + 25 * (number % 3 - 1))
        assert centre(code.place) == pytest.approx(expected, abs=within_mm)


def test_another_side_of_the_corner_markers_is_another_table():
    scene = table(*scenes.mat(200, 100, side_mm=12))
    seen = scan(scene.frame, Wanted(marker_mm=12))
    assert seen.table_mm == pytest.approx((200, 100), abs=0.6)


def test_with_three_corners_there_are_no_millimetres():
    scene = table(*scenes.mat(200, 100)[:3], card_at(TEXTS[0]))
    seen = scan(scene.frame)
    assert seen.table_mm is None
    assert [None] == [code.place for code in seen.codes]
    assert {None} == {marker.place for marker in seen.markers}


def test_corner_markers_that_lie_crosswise_are_no_mat():
    mat = scenes.mat(200, 100)
    swapped = [replace(mat[0], x=mat[1].x), replace(mat[1], x=mat[0].x), *mat[2:]]
    assert scan(table(*swapped).frame).table_mm is None


def test_a_slanted_mat_helps_to_read():
    scene = conditions.ON_A_MAT["tilt 55, mat"](0)
    whole = {truth.text for truth in scene.truth if truth.whole}
    assert len(whole & set(texts_of(scan(scene.frame)))) >= 0.9 * len(whole)


def test_two_texts_at_one_place_are_settled_by_who_accepts():
    first, second = flats.card(TEXTS[0], busy=False), flats.card(TEXTS[1], busy=False)
    # The decoder is sure of what it read; only the caller knows which texts there are.
    scene = table(
        Laid(flats.with_code_only(first), -30, 0), Laid(flats.with_code_only(second), 30, 0)
    )
    seen = scan(scene.frame, Wanted(accept=lambda text: text == TEXTS[1]))
    assert sorted(TEXTS[:2]) == texts_of(seen)


def test_glare_is_the_share_that_is_blown_out():
    half = np.zeros((100, 100), np.uint8)
    half[:50] = 255
    assert 0.5 == scan(half).glare


def test_sharpness_falls_with_blur():
    sharpness = [scan(conditions.sharp(3, blur=blur)(1).frame).sharpness for blur in (0.3, 0.6, 1)]
    assert sharpness == sorted(sharpness, reverse=True)
    assert sharpness[0] > 2 * sharpness[2]


def test_a_flat_of_two_codes_is_read_whole():
    one, two = flats.symbol(TEXTS[0]), flats.symbol(TEXTS[1])
    pixels = np.full((320, 560), 250, np.uint8)
    pixels[40:250, 40:250] = np.kron(one, np.ones((10, 10), np.uint8))
    pixels[40:250, 310:520] = np.kron(two, np.ones((10, 10), np.uint8))
    corners = [((4, 4), (25, 4), (25, 25), (4, 25)), ((31, 4), (52, 4), (52, 25), (31, 25))]
    flat = Flat(pixels, 10.0, [FlatCode(*pair) for pair in zip(TEXTS[:2], corners, strict=True)])
    scene = table(Laid(flat, 0, 0, 10), view=View(across_mm=120))
    assert sorted(TEXTS[:2]) == texts_of(scan(scene.frame))


@pytest.mark.long
def test_nothing_is_misread_in_ten_thousand_scenes():
    for seed in range(10_000):
        scene = conditions.small_and_hard(seed)
        known = {truth.text for truth in scene.truth}
        assert set() == set(texts_of(scan(scene.frame))) - known, seed
