"""Printed score maps: drawn where the layout for the camera says, readable, the same each time."""

import cv2
import numpy as np
import pytest
import zxingcpp
from score_maps import filled_map

from camera.boards import check, layout_json, layout_of
from camera.mats import find_markers
from printables.calibrations import Calibration
from printables.sheets import Symbol
from referee.core.codes import BOARD_CORNERS, FRAME_CORNERS, parse_board_code
from referee.games import load_all
from referee.table.paper.board_sheets import layout_of_plan
from referee.table.paper.frames import frame_layout
from referee.table.paper.sheets import as_pdf, sheets_of
from referee.table.sight.scans import as_record as scanned
from referee.table.sight.scans import scan_picture, sentences

pytestmark = pytest.mark.once

ROLLING = load_all()["rolling"]
LAYOUT = layout_of_plan(ROLLING)
CLOSE_MM = 0.15
SIZES = pytest.mark.parametrize(
    ("paper", "half"), [("a4", ""), ("letter", ""), ("a4", "yes"), ("letter", "yes")]
)


@pytest.fixture
def printed(order, rasterise):
    """Print the maps and give the first page at 300 dpi."""

    def printed(calibration=None, **asked):
        sheets = sheets_of(order("rolling", what="map", **asked))
        content = as_pdf(sheets, "x", *([calibration] if calibration else []))
        return sheets, rasterise(content, dpi=300, only=0)[0]

    return printed


def first_board(raster, half):
    """Cut the page to its first board, so that each marker is there once."""
    return raster.pixels[: raster.pixels.shape[0] // 2] if half else raster.pixels


def way_to_paper(pixels):
    """Find the markers, and return the way from the layout to pixels that they say."""
    found = dict(find_markers(np.ascontiguousarray(pixels)))
    assert set(found) == set(BOARD_CORNERS)
    drawn = np.array([LAYOUT.markers[number] for number in BOARD_CORNERS]).reshape(-1, 2)
    seen = np.array([found[number] for number in BOARD_CORNERS]).reshape(-1, 2)
    way, _ = cv2.findHomography(drawn, seen)
    return way


@SIZES
def test_each_field_lies_on_paper_where_the_camera_looks_for_it(paper, half, printed) -> None:
    _, raster = printed(paper=paper, half=half)
    pixels = first_board(raster, half)
    way = way_to_paper(pixels)
    dark = pixels < 200
    for field in LAYOUT.fields:
        corners = cv2.perspectiveTransform(np.array([field.quad], float), way)[0]
        left, top = np.floor(corners.min(axis=0)).astype(int)
        right, bottom = np.ceil(corners.max(axis=0)).astype(int)
        around = raster.px(0.5)
        cut = dark[top - around : bottom + around, left - around : right + around]
        rows, columns = np.flatnonzero(cut.any(axis=1)), np.flatnonzero(cut.any(axis=0))
        edges = (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
        wanted = (around, around, cut.shape[1] - around, cut.shape[0] - around)
        # Half of the line's width lies outside.
        off = np.abs(np.subtract(edges, wanted))
        assert raster.mm(off.max()) <= CLOSE_MM + 0.15, field.name
        inside = raster.px(0.6) + around
        if field.kind == "circle":  # the largest square within it
            inside += round(0.15 * cut.shape[0])
        assert not cut[inside:-inside, inside:-inside].any(), f"{field.name} is not blank"


@SIZES
def test_the_symbol_says_the_game_the_drawing_and_the_player(paper, half, printed) -> None:
    _, raster = printed(paper=paper, half=half, copies="2")
    texts = [one.text for one in zxingcpp.read_barcodes(raster.pixels)]
    codes = [parse_board_code(text) for text in texts]
    players = [code.player for code in codes if code]
    assert sorted(players) == ([1, 2] if half else [1])
    assert {code.box for code in codes if code} == {"RW"}


@SIZES
def test_nothing_is_printed_where_printers_do_not_reach(paper, half, printed) -> None:
    sheets, raster = printed(paper=paper, half=half)
    size = (sheets[0].paper.width, sheets[0].paper.height)
    assert size == pytest.approx([raster.mm(px) for px in raster.pixels.shape[::-1]], abs=0.1)
    inside = raster.px(sheets[0].paper.margin) - 1
    pixels = raster.pixels.copy()
    pixels[inside:-inside, inside:-inside] = 255
    assert pixels.min() > 200


def test_printed_twice_the_file_is_the_same(order) -> None:
    one, other = (as_pdf(sheets_of(order("rolling", what="map")), "x") for _ in range(2))
    assert one == other


def test_a_sheet_that_lies_across_is_stretched_as_the_paper_that_it_is_turned_to(printed) -> None:
    # The printer makes lengths down the paper 2 % longer: those across a lying sheet.
    calibration = Calibration(150.0, 204.0, 30.0, 40.8)
    sheets, raster = printed(calibration)
    one, other = [shape for shape in sheets[0].shapes if isinstance(shape, Symbol)][:2]
    left, top, *_ = raster.inked(one.x - 3, one.y - 1, one.side, one.side)
    right, *_ = raster.inked(other.x / 1.02 - 3, other.y - 1, other.side, other.side)
    assert right - left == pytest.approx((other.x - one.x) / 1.02, abs=CLOSE_MM)
    assert top == pytest.approx(one.y, abs=CLOSE_MM)


def test_the_layout_names_each_square_each_mark_and_each_circle() -> None:
    check(LAYOUT)
    names = [field.name for field in LAYOUT.fields]
    assert len(names) == 34 + 3 + 20
    assert {"hull.5", "buried.2", "infamy.20", "chest-3.4"} <= set(names)
    assert layout_of(layout_json(LAYOUT)) == LAYOUT


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_one_template_does_for_a_frame_on_any_paper(paper, order, rasterise) -> None:
    (sheet,) = sheets_of(order("rolling", what="frame", paper=paper))
    (raster,) = rasterise(as_pdf([sheet], "x"), dpi=300)
    layout = frame_layout()
    found = dict(find_markers(np.ascontiguousarray(raster.pixels)))
    assert set(found) == set(FRAME_CORNERS) == set(layout.markers)
    drawn = np.array([layout.markers[number] for number in FRAME_CORNERS]).reshape(-1, 2)
    seen = np.array([found[number] for number in FRAME_CORNERS]).reshape(-1, 2) / raster.px(1000)
    moved = seen * 1000 - (drawn + (seen * 1000 - drawn).mean(axis=0))
    assert np.abs(moved).max() < CLOSE_MM


def test_whoever_scans_a_score_map_is_told_what_it_is() -> None:
    scan = scan_picture(filled_map(ROLLING, {}, player=3))
    (code,) = scanned(scan, load_all())["codes"]
    assert code["what"] == {"kind": "board", "box": "RW", "player": 3}
    said = [str(text) for text in sentences(scan, load_all())]
    assert said == ["A score board: use “referee score --photo”.", "Markers: a score map."]
