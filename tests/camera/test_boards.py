"""Layouts of boards: what travels as JSON comes back the same, and nonsense is refused by name."""

import json
import re
import subprocess
import sys

import pytest

from camera.boards import BadLayout, BoardLayout, Field, layout_json, layout_of


def square(x, y, side):
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


LAYOUT = BoardLayout(
    id="map",
    width_mm=200,
    height_mm=150,
    markers={
        number: square(x, y, 12)
        for number, (x, y) in enumerate([(5, 5), (183, 5), (183, 133), (5, 133)])
    },
    fields=(
        Field("hull.1", "digit", square(60, 60, 10)),
        Field("buried.1", "box", square(80, 60, 6)),
        Field("infamy.1", "circle", square(100, 60, 6)),
    ),
)


def told(**other):
    return json.dumps(json.loads(layout_json(LAYOUT)) | other).encode()


def test_a_layout_comes_back_from_json_as_it_was() -> None:
    assert LAYOUT == layout_of(layout_json(LAYOUT))


@pytest.mark.parametrize(
    ("amiss", "why"),
    [
        ({"width_mm": 0}, "width or the height"),
        ({"width_mm": "wide"}, "width_mm"),
        ({"markers": {}}, "fewer than three markers"),
        ({"fields": [{"name": "a", "kind": "letter", "quad": square(9, 9, 9)}]}, "letter"),
        ({"fields": [{"name": "a", "kind": "box", "quad": square(199, 9, 9)}]}, "field a"),
        ({"fields": [{"name": "a", "kind": "box", "quad": square(9, 9, 9)[::-1]}]}, "clockwise"),
        ({"fields": [{"name": "a", "kind": "box", "quad": square(9, 9, 9)}] * 2}, "same name"),
        ({"fields": [{"name": "a", "kind": "box", "quad": square(9, 9, 9)}] * 401}, "400"),
        ({"code": square(9, 9, 0)}, "code"),
    ],
)
def test_a_layout_that_makes_no_sense_is_refused_and_the_part_is_named(amiss, why) -> None:
    with pytest.raises(BadLayout, match=re.escape(why)):
        layout_of(told(**amiss))


@pytest.mark.parametrize("junk", [b"", b"\xff\xfe", b"[" * 100_000, b"null", b"{}"])
def test_junk_is_refused(junk) -> None:
    with pytest.raises(BadLayout):
        layout_of(junk)


def test_layouts_need_no_opencv() -> None:
    code = "import sys, camera.boards; sys.exit('cv2' in sys.modules)"
    assert 0 == subprocess.run([sys.executable, "-c", code], check=False).returncode
