"""What people wrote on a board is read from a photo, or asked; never guessed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from board_tallies import Tally, cells
from handwriting import Hands, kept_hands
from score_maps import scanned_map
from written_boards import board

from camera.boards import HIDDEN
from camera.doubts import verdict
from camera.ink import View, seen
from camera.marks import Patch
from camera.pictures import read_picture
from camera.written import read_board
from referee.games import load_all
from referee.table.paper.board_sheets import layout_of_plan

ASKED = 4
"""Fields that may be asked on one easy board of 51; `test_board_gates.py` counts over many."""


def read(photo):
    return read_board(photo.frame, photo.layout)


def tally(condition, seeds, **how):
    photos = [board(condition, seed, **how) for seed in seeds]
    return Tally(tuple(tuple(cells(photo, read(photo))) for photo in photos))


@pytest.fixture(scope="module")
def easy():
    return board("easy", 1)


def test_an_easy_board_is_read_without_a_wrong_field(easy) -> None:
    paired = cells(easy, read(easy))
    assert [] == [cell for cell in paired if cell.silently_wrong]
    assert sum(cell.asked for cell in paired) <= ASKED


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_photo_is_read_however_the_phone_was_held(easy, orientation) -> None:
    picture = read_picture(easy.file(orientation)).grey
    assert easy.frame.shape == picture.shape
    paired = cells(easy, read_board(picture, easy.layout))
    assert [] == [cell for cell in paired if cell.silently_wrong]
    assert sum(cell.asked for cell in paired) <= ASKED


INKS = {
    "blue": (30, 60, 170),
    "red": (205, 35, 45),
    "green": (20, 120, 60),
    "violet": (110, 40, 140),
}


def in_ink(photo, ink) -> bytes:
    """Return a photo in colour, as JPEG, on which what is dark in the fields has that colour."""
    inside = np.zeros_like(photo.frame)
    for field in photo.layout.fields:
        points = np.column_stack([np.array(field.quad), np.ones(4)]) @ photo.to_pixels.T
        cv2.fillPoly(inside, [np.asarray(points[:, :2] / points[:, 2:], np.int32)], 255)
    pale = photo.frame.astype(np.float32)[..., None] / 255
    tinted = np.array(ink) + (255 - np.array(ink)) * pale
    picture = np.where(inside[..., None] > 0, tinted, 255 * pale).astype(np.uint8)
    return cv2.imencode(".jpg", picture[..., ::-1])[1].tobytes()


@pytest.mark.parametrize("ink", INKS)
def test_ink_is_read_in_whatever_colour_it_is(easy, ink) -> None:
    paired = cells(easy, read_board(read_picture(in_ink(easy, INKS[ink])).grey, easy.layout))
    assert [] == [cell for cell in paired if cell.silently_wrong]
    assert sum(cell.asked for cell in paired) <= ASKED


def test_a_photo_held_sideways_without_saying_so_is_read_as_well(easy) -> None:
    picture = np.ascontiguousarray(np.rot90(easy.frame))
    paired = cells(easy, read_board(picture, easy.layout))
    assert [] == [cell for cell in paired if cell.silently_wrong]


def test_boxes_tell_where_in_the_photo_each_field_is(easy) -> None:
    reading = read(easy)
    for field, cell in zip(easy.layout.fields, reading.cells, strict=True):
        points = np.column_stack([np.array(field.quad), np.ones(4)]) @ easy.to_pixels.T
        there = points[:, :2] / points[:, 2:]
        assert np.abs(np.array(cell.box) - there).max() < 5
        assert (96, 96) == cell.crop.shape


def test_a_blank_board_gives_no_mark_at_all() -> None:
    found = tally("usual", range(20, 23), share=0)
    assert (0, 3 * 51) == found.blank()
    assert found.asked_per_board <= 1


@pytest.mark.parametrize("dpi", [150, 200, 300])
def test_of_a_blank_board_in_a_scan_without_any_grain_nothing_is_asked(dpi) -> None:
    game = load_all()["rolling"]
    reading = read_board(scanned_map(game, dpi), layout_of_plan(game))
    assert {"empty"} == {cell.state for cell in reading.cells}


def test_what_is_no_digit_from_1_to_7_is_asked() -> None:
    found = tally("easy", range(30, 32), strange=5)
    missed, strange = found.strange()
    assert (0, 10) == (missed, strange)


def test_a_finger_over_a_square_makes_it_a_question(easy) -> None:
    frame = easy.frame.copy()
    name = next(name for name, value in easy.truth.items() if type(value) is int)
    number = [field.name for field in easy.layout.fields].index(name)
    corners = np.array(read(easy).cells[number].box)
    cv2.circle(frame, tuple(map(int, corners.mean(axis=0))), 45, 150, -1)
    cell = read_board(frame, easy.layout).cells[number]
    assert "ask" == cell.state


def test_a_square_outside_the_picture_is_a_question(easy) -> None:
    far = replace(easy.layout.fields[0], quad=tuple((x - 34.9, y) for x, y in square_at(easy)))
    layout = replace(easy.layout, fields=(far,))
    left = round(min(x for x, _ in read_board(easy.frame, layout).cells[0].box)) + 10
    cut = np.ascontiguousarray(easy.frame[:, left:])
    assert "ask" == read_board(cut, layout).cells[0].state


def square_at(photo):
    return photo.layout.fields[0].quad


def circles(photo, *, filled: bool):
    """Return the numbers of the circles that are filled, or are not."""
    kinds = [(n, field) for n, field in enumerate(photo.layout.fields) if field.kind == "circle"]
    return [n for n, field in kinds if photo.truth[field.name] is filled]


def middle_of(photo, number):
    at = np.append(np.mean(photo.layout.fields[number].quad, axis=0), 1) @ photo.to_pixels.T
    return at[:2] / at[2]


def test_two_specks_of_ink_fill_no_circle(easy) -> None:
    frame = easy.frame.copy()
    blank = circles(easy, filled=False)
    for number in blank:
        for across, down in ((-7, -3), (5, 6)):
            x, y = np.round(middle_of(easy, number) + np.array((across, down))).astype(int)
            cv2.line(frame, (x, y), (x + 3, y + 2), 60, 4, cv2.LINE_AA)
    assert blank
    cells = read_board(frame, easy.layout).cells
    # Ink is there, so that nobody says either that it is blank.
    assert {"ask"} == {cells[number].state for number in blank}


@pytest.mark.parametrize("across", [-0.6, 0.0, 0.6])
def test_the_shadow_of_a_finger_fills_no_circle_and_hides_none(easy, across) -> None:
    frame = easy.frame.astype(np.float32)
    side = 54
    shadow = np.zeros_like(frame)
    for number in circles(easy, filled=True)[:3] + circles(easy, filled=False)[:3]:
        x, y = middle_of(easy, number) + np.array((across * side, -side))
        cv2.line(shadow, (int(x), int(y)), (int(x) - 30, frame.shape[0]), 1.0, 44, cv2.LINE_AA)
    shadow = cv2.GaussianBlur(shadow, (0, 0), 4)
    shaded = np.round(frame * (1 - 0.35 * shadow)).astype(np.uint8)
    paired = [one for one in cells(easy, read_board(shaded, easy.layout)) if one.kind == "circle"]
    assert [] == [one for one in paired if one.silently_wrong]
    assert sum(one.asked for one in paired) <= 4


def test_a_circle_with_something_over_it_is_as_likely_filled_as_not(easy) -> None:
    frame = easy.frame.copy()
    number = circles(easy, filled=False)[0]
    x, y = np.round(middle_of(easy, number)).astype(int)
    cv2.circle(frame, (int(x), int(y)), 45, 120, -1)
    cell = read_board(frame, easy.layout).cells[number]
    assert (cell.state, cell.confidence) == ("ask", HIDDEN)


def test_pale_ink_all_over_a_circle_is_no_blank_one(easy) -> None:
    frame = easy.frame.copy()
    blank = circles(easy, filled=False)
    for number in blank:
        x, y = np.round(middle_of(easy, number)).astype(int)
        part = frame[y - 13 : y + 14, x - 13 : x + 14]
        part[:] = np.round(part * 0.89)
    cells = read_board(frame, easy.layout).cells
    assert {"ask"} == {cells[number].state for number in blank}


def test_on_overexposed_paper_what_is_written_is_read_and_what_looks_blank_is_asked(easy) -> None:
    # From the middle on the light gets too bright; the shutter of a phone looks at the other side.
    ramp = np.clip(np.linspace(-0.1, 1.9, easy.frame.shape[1], dtype=np.float32), 1, 1.45)
    bright = np.clip(easy.frame * ramp, 0, 255).astype(np.uint8)
    paired = cells(easy, read_board(bright, easy.layout))
    right = [
        one
        for number, one in enumerate(paired)
        if middle_of(easy, number)[0] > 0.575 * easy.frame.shape[1]
    ]
    written = [one for one in right if one.kind == "digit" and one.truth]
    blank = [one for one in right if not one.truth]
    assert [] == [one for one in paired if one.silently_wrong]
    assert len(written) > 6
    assert sum(one.asked for one in written) <= 1
    assert blank
    assert all(one.asked for one in blank)


def test_without_time_everything_is_asked(easy) -> None:
    reading = read_board(easy.frame, easy.layout, budget_s=0)
    assert ("out-of-time",) == reading.problems
    assert {"ask"} == {cell.state for cell in reading.cells}


def test_a_far_board_is_not_read_but_asked(easy) -> None:
    small = cv2.resize(easy.frame, None, fx=0.18, fy=0.18, interpolation=cv2.INTER_AREA)
    reading = read_board(small, easy.layout)
    asked = {cell.state for cell in reading.cells}
    assert not reading.cells or ({"ask"} == asked and "too-small" in reading.problems)


def test_pictures_of_anything_else_show_no_board() -> None:
    chance = np.random.default_rng(3)
    noise = chance.integers(0, 256, (480, 640), np.uint8)
    for picture in (noise, np.zeros((1, 1), np.uint8), np.full((40, 3000), 255, np.uint8)):
        reading = read_board(picture, board("easy", 1).layout)
        assert () == reading.cells
        assert ("no-board",) == reading.problems


def test_a_softened_look_is_hardly_changed_by_grain() -> None:
    stroke = np.zeros((96, 96), np.float32)
    cv2.line(stroke, (40, 25), (52, 70), 0.8, 5)
    grain = np.random.default_rng(3).normal(0.1, 0.1, stroke.shape).astype(np.float32)
    sharp, soft = (
        np.abs(seen(np.clip(stroke + grain, 0, 1), view).astype(int) - seen(stroke, view)).std()
        for view in (View(), View(soft=2.0))
    )
    assert soft < 0.7 * sharp


# Strokes from left to right and from top to bottom, 0 to 20, drawn by nobody's hand.
SHAPES = {
    "crossed 7": (7, [[(4, 2), (16, 2), (9, 19)], [(6, 10), (15, 10)]]),
    "plain 7": (7, [[(4, 2), (16, 2), (9, 19)]]),
    "open 4": (4, [[(6, 2), (5, 12), (16, 12)], [(13, 6), (13, 19)]]),
    "closed 4": (4, [[(12, 2), (4, 13), (16, 13)], [(12, 2), (12, 19)]]),
    "hooked 1": (1, [[(6, 7), (11, 2), (11, 19)]]),
    "plain 1": (1, [[(10, 2), (10, 19)]]),
}


def written_as(name) -> Hands:
    """Return the hands of people who write one digit like this, and the others their own way."""
    number, strokes = SHAPES[name]
    shape = np.zeros((28, 28), np.uint8)
    for stroke in strokes:
        points = np.asarray((np.array(stroke) + 4) * 16, np.int32)
        cv2.polylines(shape, [points], False, 255, 2, cv2.LINE_AA, 4)  # noqa: FBT003 - not closed
    pictures = kept_hands().pictures.copy()
    pictures[kept_hands().labels == number] = shape
    return replace(kept_hands(), pictures=pictures)


@pytest.mark.parametrize("name", SHAPES)
def test_digits_are_read_in_the_ways_in_which_people_write_them(name) -> None:
    photo = board("easy", 3, hands=written_as(name))
    paired = [cell for cell in cells(photo, read(photo)) if cell.kind == "digit"]
    such = [cell for cell in paired if cell.truth == SHAPES[name][0]]
    assert such
    assert all(cell.right for cell in such)
    assert sum(cell.asked for cell in such) <= len(such) / 2


LOOPED = [[(3, 4), (9, 1), (14, 4), (8, 18), (4, 14), (10, 12), (17, 11)]]


@pytest.mark.parametrize(
    ("strokes", "is_loop"),
    [(SHAPES["crossed 7"][1], False), (SHAPES["plain 7"][1], False), (LOOPED, True)],
)
def test_a_7_with_a_loop_may_be_a_2_and_is_never_taken_without_a_question(strokes, is_loop) -> None:
    dark = np.zeros((96, 96), np.float32)
    for stroke in strokes:
        points = np.asarray((np.array(stroke) * 2.4 + 24) * 16, np.int32)
        cv2.polylines(dark, [points], False, 0.8, 3, cv2.LINE_AA, 4)  # noqa: FBT003 - not closed
    field = board("easy", 1).layout.fields[0]
    patch = Patch(field, np.full((96, 96), 200, np.uint8), dark, 0.5, field.quad)
    shares = np.eye(9)[7]
    assert ("ask" if is_loop else "read") == verdict(patch, shares, hidden=False).state
