"""Codes that do not lie flat, are seen from the side, fill the picture, or are oddly lit."""

import cv2
import flats
import numpy as np
import pytest

from camera import codes
from camera.codes import Wanted

TEXT = "K7QW2M9XPA"


def read(grey):
    """Read with all the time that a busy machine may need."""
    return codes.scan(np.ascontiguousarray(grey, np.uint8), Wanted(budget_s=60))


def texts_of(grey):
    return [code.text for code in read(grey).codes]


def label(fine=8, quiet=4, text=TEXT):
    """Return a label with a code: so many pixels a module, so many modules of white around."""
    white = np.pad(flats.symbol(text), quiet, constant_values=255)
    return np.kron(white, np.ones((fine, fine), np.uint8))


def shaken(grey, seed=1, grain=3.0, blur=1.0):
    """Return a picture the softness and the grain of a photo."""
    soft = cv2.GaussianBlur(grey, (0, 0), blur).astype(float)
    return np.clip(soft + np.random.default_rng(seed).normal(0, grain, grey.shape), 0, 255)


def on_a_bottle(grey, half_angle, above):
    """Stick a label round an upright bottle that is seen from the front and a little from above.

    `half_angle` is how far round the bottle the label reaches to each side, in radians; `above`
    how much lower its middle is than its edges, as a share of the bottle's radius.
    """
    height, width = grey.shape
    radius = width / (2 * half_angle)
    half = radius * np.sin(half_angle)
    sag = above * radius * (1 - np.cos(half_angle))
    x, y = np.meshgrid(np.arange(round(2 * half)) + 0.5 - half, np.arange(round(height + sag)))
    angle = np.arcsin(np.clip(x / radius, -1, 1))
    lower = above * radius * (np.cos(angle) - np.cos(half_angle))
    across = (angle * radius + width / 2 - 0.5).astype(np.float32)
    down = (y - lower).astype(np.float32)
    return cv2.remap(grey, across, down, cv2.INTER_LINEAR, borderValue=255)


def from_the_side(grey, degrees, away):
    """Show a label turned about an upright axis, from so many of its own widths away."""
    side = grey.shape[0]
    turn = np.radians(degrees)
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    depth = away + corners[:, 0] * np.sin(turn)
    seen = np.column_stack([corners[:, 0] * np.cos(turn), corners[:, 1]]) * (away / depth)[:, None]
    seen = (seen - seen.min(axis=0)) * side
    size = np.ceil(seen.max(axis=0)).astype(int)
    own = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(own, seen.astype(np.float32))
    return cv2.warpPerspective(grey, matrix, size.tolist(), borderValue=255)


def quad_of(scan):
    (code,) = scan.codes
    return np.array(code.corners)


@pytest.mark.parametrize("quiet", [0, 1, 2])
@pytest.mark.parametrize("fine", [1, 2, 5])
def test_a_picture_that_is_nothing_but_a_symbol_is_read(fine, quiet):
    assert [TEXT] == texts_of(label(fine, quiet))


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("above", [0.3, 0.5])
@pytest.mark.parametrize("half_angle", [0.6, 0.8])
def test_a_code_round_a_bottle_is_read(half_angle, above, turn):
    flat = np.rot90(label(quiet=6), turn)
    assert [TEXT] == texts_of(shaken(on_a_bottle(flat, half_angle, above)))


def test_the_corners_of_a_bent_code_are_where_they_are_in_the_picture():
    fine, quiet = 8, 6
    flat = label(fine, quiet)
    # A white label with a black dot in each corner of the symbol tells where they come to lie.
    dots = np.full_like(flat, 255)
    ends = (quiet * fine, flat.shape[0] - quiet * fine)
    expected = []
    for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)):
        dot = dots.copy()
        cv2.circle(dot, (ends[x], ends[y]), 6, 0, -1)
        moved = on_a_bottle(dot, 0.8, 0.5)
        expected.append(np.argwhere(moved < 128).mean(axis=0)[::-1])
    corners = quad_of(read(shaken(on_a_bottle(flat, 0.8, 0.5))))
    assert np.abs(corners - np.array(expected)).max() < 2 * fine


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize(("degrees", "away"), [(62, 2.0), (68, 1.2), (70, 1.2)])
def test_a_code_seen_from_the_side_is_read_without_any_marker(degrees, away, turn):
    flat = np.rot90(label(quiet=5), turn)
    assert [TEXT] == texts_of(shaken(from_the_side(flat, degrees, away)))


@pytest.mark.parametrize("grain", [2, 3])
@pytest.mark.parametrize("dark", [215, 225])
def test_a_code_that_is_washed_out_by_light_is_read(dark, grain):
    pale = np.where(label(6, 4) == 0, dark, 240).astype(float)
    y, x = np.mgrid[0 : pale.shape[0], 0 : pale.shape[1]] / pale.shape[0]
    # A lamp is mirrored beside the code: what is nearer to it is whiter.
    pale += (255 - dark) * 1.2 * np.exp(-((x - 1.1) ** 2 + (y - 0.5) ** 2) * 8)
    assert [TEXT] == texts_of(shaken(np.clip(pale, 0, 255), grain=grain))


@pytest.mark.parametrize("grain", [4, 6])
def test_a_large_code_in_deep_shadow_beside_a_bright_window_is_read(grain):
    frame = np.full((1500, 2000), 250, np.uint8)
    dim = np.where(label(20, 4) == 0, 8, 26).astype(np.uint8)
    frame[100:1400, 100:1500] = 26
    frame[200 : 200 + dim.shape[0], 300 : 300 + dim.shape[1]] = dim
    assert [TEXT] == texts_of(shaken(frame, grain=grain))


def test_a_code_of_coarse_dots_is_read():
    # As a needle printer draws them: gaps between the dots.
    fine = 12
    dots = np.full_like(label(fine, 4), 255)
    for y, x in np.argwhere(np.pad(flats.symbol(TEXT), 4, constant_values=255) == 0):
        at = (int((x + 0.5) * fine), int((y + 0.5) * fine))
        cv2.circle(dots, at, round(fine * 0.47), 0, -1)
    assert [TEXT] == texts_of(dots)


@pytest.mark.parametrize("seed", range(4))
def test_what_only_looks_like_a_symbol_is_no_code_however_it_is_bent(seed):
    # Three finder patterns round noise: every bend is tried, and nothing may come of it.
    chance = np.random.default_rng(seed)
    fake = np.where(chance.random((21, 21)) < 0.5, 0, 255).astype(np.uint8)
    real = flats.symbol(TEXT)
    for rows, columns in (
        (slice(8), slice(8)),
        (slice(8), slice(13, 21)),
        (slice(13, 21), slice(8)),
    ):
        fake[rows, columns] = real[rows, columns]
    white = np.pad(fake, 4, constant_values=255)
    assert [] == texts_of(shaken(np.kron(white, np.ones((8, 8), np.uint8))))
