"""Any path of an icon is rewritten as moves, lines and curves that can be printed."""

import re
from pathlib import Path

import numpy as np
import pytest

from printables.outlines import outline, read_icons
from tools.icons import main, normalised

SPRITES = sorted(Path(__file__).parents[2].glob("referee/games/*/static/icons.svg"))

pytestmark = pytest.mark.package


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("M1 2L3 4", [("M", (1, 2)), ("L", (3, 4))]),
        ("m1 2 3 4z", [("M", (1, 2)), ("L", (4, 6)), ("Z", ())]),
        ("M1 2h3v-4", [("M", (1, 2)), ("L", (4, 2)), ("L", (4, -2))]),
        ("M1 2H0V0", [("M", (1, 2)), ("L", (0, 2)), ("L", (0, 0))]),
        (
            "M0 0c1 0 2 1 2 2s-1 3-2 3",
            [("M", (0, 0)), ("C", (1, 0, 2, 1, 2, 2)), ("C", (2, 3, 1, 5, 0, 5))],
        ),
        ("M0 0S1 1 2 2", [("M", (0, 0)), ("C", (0, 0, 1, 1, 2, 2))]),
        ("M0 0Q3 0 3 3T6 6", [("M", (0, 0)), ("C", (2, 0, 3, 1, 3, 3)), ("C", (3, 5, 4, 6, 6, 6))]),
        ("M1 1zl1 0", [("M", (1, 1)), ("Z", ()), ("M", (1, 1)), ("L", (2, 1))]),
        ("M.5.5-1e1 3", [("M", (0.5, 0.5)), ("L", (-10, 3))]),
    ],
)
def test_a_path_becomes_moves_lines_and_curves(path, steps):
    found = outline(normalised(path))
    assert [kind for kind, _ in steps] == [kind for kind, _ in found]
    for (_, expected), (_, numbers) in zip(steps, found, strict=True):
        assert expected == pytest.approx(numbers)


@pytest.mark.parametrize(
    "path", ["M10 0A10 10 0 1 1 0 10", "M10 0A10 10 0 110 10", "M10 0a10 10 0 1 1-10 10"]
)
def test_an_arc_stays_on_its_circle(path):
    # Three quarters of the circle with its centre at (10, 10).
    curves = [numbers for kind, numbers in outline(normalised(path)) if kind == "C"]
    assert len(curves) == 3
    assert curves[-1][-2:] == pytest.approx((0, 10))
    start = (10.0, 0.0)
    for numbers in curves:
        points = np.array([*start, *numbers]).reshape(4, 2)
        for t in np.linspace(0, 1, 9):
            weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3]
            assert np.hypot(*(weights @ points - 10)) == pytest.approx(10, abs=0.01)
        start = (numbers[-2], numbers[-1])


def test_an_arc_to_where_it_is_draws_nothing():
    assert normalised("M1 1A5 5 0 0 1 1 1") == "M1 1"


@pytest.mark.parametrize("path", ["M1", "M1 1z5", "5 5", "M1 1X2", "M1 1L"])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(ValueError, match=re.escape(path)):
        normalised(path)


def test_what_is_written_so_stays_and_can_be_read(tmp_path, monkeypatch):
    assert SPRITES
    for sprite in SPRITES:
        file = tmp_path / "icons.svg"
        file.write_text(sprite.read_text("utf-8"), "utf-8")
        monkeypatch.setattr("sys.argv", ["icons.py", str(file)])
        main()
        assert sprite.read_text("utf-8") == file.read_text("utf-8")
        assert read_icons(file.read_text("utf-8"))
