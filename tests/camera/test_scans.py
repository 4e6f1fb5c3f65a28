"""A scan travels as JSON and comes back the same; anything else is refused by name."""

import json
import subprocess
import sys

import pytest

from camera.scans import (
    BadScan,
    CodeSighting,
    MarkerSighting,
    Scan,
    Unread,
    as_json,
    centre,
    scan_of,
)

SQUARE = ((10.0, 20.0), (30.0, 20.0), (30.0, 40.0), (10.0, 40.0))
SCAN = Scan(
    width=1280,
    height=720,
    codes=(CodeSighting("RAB", SQUARE, 2.5, SQUARE), CodeSighting("ü", SQUARE, 1.5)),
    markers=(MarkerSighting(3, SQUARE, None),),
    unread=(Unread(SQUARE, SQUARE),),
    table_mm=(400.0, 300.0),
    sharpness=0.5,
    glare=0.01,
)


def test_a_scan_survives_json():
    assert SCAN == scan_of(json.loads(json.dumps(as_json(SCAN))))


def test_an_empty_scan_survives_json():
    empty = Scan(1, 1, (), (), (), 0.0, 0.0)
    assert empty == scan_of(json.loads(json.dumps(as_json(empty))))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"width": "1280"}, "width"),
        ({"height": -1}, "height"),
        ({"codes": None}, "codes"),
        ({"codes": [{"text": 1, "corners": [], "px_per_module": 1}]}, "text"),
        ({"markers": [{"number": True, "corners": [[0, 0]] * 4}]}, "number"),
        ({"markers": [{"number": 1, "corners": [[0, 0]] * 3}]}, "corners"),
        ({"unread": [{"corners": [[0, 0, 0]] * 4}]}, "corners"),
        ({"unread": ["here"]}, "unread"),
        ({"table_mm": [1]}, "table_mm"),
        ({"sharpness": float("nan")}, "sharpness"),
        ({"glare": None}, "glare"),
        ({"width": 0}, "width"),
        ({"height": 10**400}, "height"),
        ({"table_mm": [400.0, 0.0]}, "table_mm"),
        ({"table_mm": [-400.0, 300.0]}, "table_mm"),
        ({"sharpness": 10**400}, "sharpness"),
        ({"glare": 1e308}, "glare"),
        ({"unread": [{"corners": [[10**400, 0]] * 4}]}, "corners"),
        ({"unread": [{"corners": [[0, -1e308]] * 4}]}, "corners"),
        ({"unread": [{"corners": [[0, 0]] * 4}] * 501}, "unread"),
        ({"codes": [{"text": "x" * 8_001}]}, "text"),
    ],
)
def test_what_is_no_scan_is_refused_by_the_name_of_its_part(change, named):
    with pytest.raises(BadScan, match=named):
        scan_of(as_json(SCAN) | change)


def test_where_something_lies_on_the_table_may_be_left_out():
    told = as_json(SCAN)
    del told["table_mm"]
    told["codes"] = [{"text": "RAB", "corners": SQUARE, "px_per_module": 2}]
    read = scan_of(told)
    assert read.table_mm is None
    assert (CodeSighting("RAB", SQUARE, 2.0),) == read.codes


@pytest.mark.parametrize("told", [None, [], "scan", 7])
def test_what_is_no_object_is_refused(told):
    with pytest.raises(BadScan, match="scan is not an object"):
        scan_of(told)


def test_the_centre_is_the_middle_of_the_corners():
    assert (20.0, 30.0) == centre(SQUARE)


def test_scans_and_steadiness_need_neither_opencv_nor_numpy():
    program = (
        "import sys, camera, camera.scans, camera.debounce, camera.advice;"
        "print([name for name in ('cv2', 'numpy', 'zxingcpp', 'PIL') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
