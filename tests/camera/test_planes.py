"""A board is found in a photo by its markers; where one is covered, the others do."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from score_maps import filled_map
from written_boards import board, square

from camera.marks import patch_of
from camera.pictures import read_picture
from camera.planes import find_plane, flattened
from referee.core.codes import parse_board_code
from referee.games import load_all
from referee.table.paper.board_sheets import layout_of_plan


def covered(photo, *numbers):
    """Lay something grey over markers of a board."""
    frame = photo.frame.copy()
    for number in numbers:
        corners = seen(photo, photo.layout.markers[number])
        cv2.fillConvexPoly(frame, np.round(corners).astype(np.int32), 120)
    return frame


def seen(photo, quad):
    points = np.column_stack([np.array(quad), np.ones(4)]) @ photo.to_pixels.T
    return points[:, :2] / points[:, 2:]


def farthest_mm(photo, plane):
    """Return how far any corner of any field is from where it really is, in mm of the board."""
    off = [
        np.abs(np.array(plane.in_picture(field.quad)) - seen(photo, field.quad)).max()
        / plane.px_per_mm(field.quad[0])
        for field in photo.layout.fields
    ]
    return max(off)


@pytest.fixture(scope="module")
def usual():
    return board("usual", 5)


def test_four_markers_tell_where_every_field_lies(usual) -> None:
    plane, problems = find_plane(usual.frame, usual.layout)
    assert () == problems
    assert plane is not None
    assert farthest_mm(usual, plane) < 0.4


@pytest.mark.parametrize("number", range(4))
def test_three_markers_do_and_the_covered_one_is_named(usual, number) -> None:
    plane, problems = find_plane(covered(usual, number), usual.layout)
    assert (f"missing-marker-{number}",) == problems
    assert plane is not None
    assert farthest_mm(usual, plane) < 1.1  # what the printed edge of a field then mends


@pytest.mark.parametrize("corner", range(4))
def test_a_marker_whose_corner_glare_has_eaten_is_left_to_the_other_three(usual, corner) -> None:
    x, y = seen(usual, usual.layout.markers[2])[corner]
    down, across = np.indices(usual.frame.shape)
    glare = 400 * np.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * 9**2))
    plane, problems = find_plane(
        np.clip(usual.frame + glare, 0, 255).astype(np.uint8), usual.layout
    )
    assert ("missing-marker-2",) == problems
    assert plane is not None
    assert farthest_mm(usual, plane) < 1.1


def test_a_frame_that_was_printed_larger_is_read_by_the_layout_of_the_small_one(usual) -> None:
    # A photo tells no size, so the layout of a page does for the page enlarged to A3.
    small = replace(
        usual.layout,
        width_mm=usual.layout.width_mm / 1.41,
        height_mm=usual.layout.height_mm / 1.41,
        markers={n: shrunk(quad) for n, quad in usual.layout.markers.items()},
        fields=tuple(replace(field, quad=shrunk(field.quad)) for field in usual.layout.fields),
    )
    whole, _ = find_plane(usual.frame, usual.layout)
    plane, problems = find_plane(usual.frame, small)
    assert () == problems
    assert whole is not None
    assert plane is not None
    for one, other in zip(small.fields, usual.layout.fields, strict=True):
        off = np.array(plane.in_picture(one.quad)) - np.array(whole.in_picture(other.quad))
        assert np.abs(off).max() < 0.01


def shrunk(quad):
    return tuple((x / 1.41, y / 1.41) for x, y in quad)


def test_with_two_markers_no_field_is_read_and_the_covered_ones_are_named(usual) -> None:
    plane, problems = find_plane(covered(usual, 0, 2), usual.layout)
    assert plane is None
    assert ("missing-marker-0", "missing-marker-2") == problems


def test_a_picture_without_any_marker_shows_no_board(usual) -> None:
    plane, problems = find_plane(np.full((600, 800), 128, np.uint8), usual.layout)
    assert plane is None
    assert ("no-board",) == problems


def test_of_two_boards_in_a_picture_the_larger_is_found_and_the_other_is_told_of(usual) -> None:
    beside = cv2.copyMakeBorder(usual.frame[::2, ::2], 0, 750, 0, 0, cv2.BORDER_REPLICATE)
    plane, problems = find_plane(np.hstack([usual.frame, beside]), usual.layout)
    assert ("two-boards",) == problems
    assert plane is not None
    assert farthest_mm(usual, plane) < 0.4


def test_of_two_boards_the_one_that_is_whole_is_found_though_it_is_smaller(usual) -> None:
    beside = cv2.copyMakeBorder(usual.frame[::2, ::2], 0, 750, 0, 0, cv2.BORDER_REPLICATE)
    cut = usual.frame[:, usual.frame.shape[1] // 2 :]
    plane, problems = find_plane(np.hstack([beside, cut]), usual.layout)
    assert ("two-boards",) == problems
    assert plane is not None
    small = replace(usual, to_pixels=np.diag([0.5, 0.5, 1]) @ usual.to_pixels)
    assert farthest_mm(small, plane) < 0.8


def test_where_the_corners_of_two_boards_make_up_none_no_field_is_read(usual) -> None:
    left, right = (usual.frame[:, ::way][:, :1200][:, ::way] for way in (1, -1))
    plane, problems = find_plane(np.hstack([right, left]), usual.layout)
    assert plane is None
    assert problems


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_where_the_picture_cuts_off_two_markers_the_squares_lead_on_from_the_others(
    usual, side
) -> None:
    height, width = usual.frame.shape
    part, shift = {
        "right": (usual.frame[:, : width * 6 // 10], (0, 0)),
        "left": (usual.frame[:, width * 4 // 10 :], (width * 4 // 10, 0)),
        "bottom": (usual.frame[: height * 6 // 10], (0, 0)),
        "top": (usual.frame[height * 4 // 10 :], (0, height * 4 // 10)),
    }[side]
    plane, problems = find_plane(np.ascontiguousarray(part), usual.layout)
    assert 2 == len(problems)
    assert plane is not None
    seen_of = [
        (field, seen(usual, field.quad) - shift)
        for field in usual.layout.fields
        if ((seen(usual, field.quad) - shift) >= 0).all()
        and ((seen(usual, field.quad) - shift) <= part.shape[::-1]).all()
    ]
    assert len(seen_of) > 10
    for field, there in seen_of:
        off = np.abs(np.array(plane.in_picture(field.quad)) - there).max()
        assert off < 0.5 * plane.px_per_mm(field.quad[0]), field.name


def test_another_sheet_with_the_same_numbers_is_not_taken_for_this_one(usual) -> None:
    corners = ((6, 6), (150, 6), (150, 192), (20, 192))
    other = {number: square(x, y, 12) for number, (x, y) in enumerate(corners)}
    plane, problems = find_plane(usual.frame, replace(usual.layout, markers=other))
    assert plane is None
    assert ("markers-disagree",) == problems


def test_a_field_is_cut_out_at_its_printed_edge_though_the_paper_is_bent(usual) -> None:
    plane, _ = find_plane(usual.frame, usual.layout)
    assert plane is not None
    flat, px_per_mm = flattened(usual.frame, plane, usual.layout)
    for field in usual.layout.fields[:36]:
        beside = replace(field, quad=tuple((x + 0.8, y - 0.6) for x, y in field.quad))
        patch = patch_of(flat, beside, px_per_mm)
        off = np.array(patch.place) / px_per_mm - np.array(field.quad)
        assert np.abs(off.mean(axis=0)).max() < 0.35, field.name


@pytest.fixture(scope="module")
def score_map():
    """Return our own score map of the second player, photographed, and its layout."""
    game = load_all()["rolling"]
    return read_picture(filled_map(game, {}, player=2)).grey, layout_of_plan(game)


def test_the_code_of_a_sheet_says_which_sheet_it_is(score_map) -> None:
    grey, layout = score_map
    plane, problems = find_plane(grey, layout)
    assert plane is not None
    assert () == problems
    code = parse_board_code(plane.sheet or "")
    assert code is not None
    assert ("RW", 2) == (code.box, code.player)
    bare, _ = find_plane(grey, replace(layout, code=None))
    assert bare is not None
    assert bare.sheet is None


def test_where_a_marker_is_covered_the_code_tells_its_corner(score_map) -> None:
    grey, layout = score_map
    whole, _ = find_plane(grey, layout)
    assert whole is not None
    for number, quad in layout.markers.items():
        part = grey.copy()
        cv2.fillConvexPoly(part, np.array(whole.in_picture(quad)).round().astype(np.int32), 120)
        plane, problems = find_plane(part, layout)
        assert (f"missing-marker-{number}",) == problems
        assert plane is not None
        assert whole.sheet == plane.sheet
        there, seen = (np.array(one.in_picture(quad)) for one in (whole, plane))
        assert np.abs(there - seen).max() < 1.0 * whole.px_per_mm(quad[0])
