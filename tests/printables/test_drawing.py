"""The same bytes for the same sheet, embedded letters, outlines of icons, a true preview."""

import re
import subprocess
import sys
from hashlib import sha256
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pypdfium2
import pytest

from printables import fonts, pdf, svg
from printables.calibrations import EXACT, Calibration
from printables.markers import COUNT, marker
from printables.outlines import outline, read_icons
from printables.papers import A4, LETTER
from printables.qr import TooLong, smallest
from printables.sheets import Line, Outline, Rect, Sheet, Symbol, Text

DOT = ((True, False), (False, True))
SHEET = Sheet(
    A4,
    (
        Symbol(20.0, 30.0, 10.0, DOT),
        Text(50.0, 60.0, 4.0, "Ritter Рыцарь Ιππότης", bold=True),
        Line(10.0, 10.0, 60.0, 10.0, grey=0.5),
        Rect(100.0, 100.0, 20.0, 30.0),
        Outline(150.0, 40.0, 12.0, 24.0, (("M", (0, 0)), ("C", (0, 9, 9, 24, 24, 24)), ("Z", ()))),
    ),
)
DRAW = """
from hashlib import sha256
from printables import pdf
from printables.qr import smallest
from printables.papers import A4
from printables.sheets import Sheet, Symbol, Text
sheet = Sheet(A4, (Symbol(20.0, 30.0, 15.0, smallest("RWV10101KZ")), Text(9, 9, 3, "Ж")))
print(sha256(pdf.draw([sheet, sheet], title="x")).hexdigest())
"""


def page_of(content, page=0):
    return pypdfium2.PdfDocument(content)[page]


def test_the_same_sheet_makes_the_same_bytes():
    assert pdf.draw([SHEET], title="x") == pdf.draw([SHEET], title="x")


def test_the_same_sheet_makes_the_same_bytes_in_another_process():
    sums = {
        subprocess.run(
            [sys.executable, "-c", DRAW],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(sums) == 1
    assert len(sums.pop().strip()) == len(sha256().hexdigest())


def test_a_page_is_as_large_as_its_paper():
    content = pdf.draw([SHEET, Sheet(LETTER)], title="x")
    assert (210 / 25.4 * 72, 297 / 25.4 * 72) == pytest.approx(page_of(content).get_size(), 1e-4)
    assert (612, 792) == pytest.approx(page_of(content, 1).get_size(), 1e-4)


def test_a_symbol_is_one_path():
    symbol = Symbol(20.0, 30.0, 15.0, smallest("RWV10101KZ"))
    paths = [
        thing
        for thing in page_of(pdf.draw([Sheet(A4, (symbol,))], title="x")).get_objects()
        if thing.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH
    ]
    assert len(paths) == 1


def test_letters_of_other_scripts_are_embedded_and_can_be_copied():
    page = page_of(pdf.draw([SHEET], title="x"))
    assert "Ritter Рыцарь Ιππότης" in page.get_textpage().get_text_range()
    assert b"FontFile2" in pdf.draw([SHEET], title="x")


def test_the_font_says_what_it_cannot_set():
    assert fonts.knows("Ritter, Рыцарь, Ιππότης, אביר, Ćma, 3/20")
    assert not fonts.knows("騎士")


def test_words_shrink_to_their_room_and_never_grow():
    wide = fonts.width("Knight", 4.0, bold=True)
    assert fonts.fitted("Knight", wide + 1, 4.0, bold=True) == 4.0
    small = fonts.fitted("Knight", wide / 2, 4.0, bold=True)
    assert fonts.width("Knight", small, bold=True) == pytest.approx(wide / 2)


# ---------------------------------------------------------------- preview


def test_the_preview_is_the_sheet_in_millimetres():
    drawn = ET.fromstring(svg.draw(SHEET))  # noqa: S314 - our own
    assert (drawn.get("width"), drawn.get("height")) == ("210mm", "297mm")
    assert drawn.get("viewBox") == "0 0 210 297"
    # The paper, and one element for each shape.
    assert len(list(drawn)) == 1 + len(SHEET.shapes)
    symbol = list(drawn)[1]
    assert symbol.get("transform") == "translate(20 30) scale(5)"
    assert symbol.get("d") == "M0 0h1v1h-1zM1 1h1v1h-1z"


def test_the_words_of_the_preview_are_as_wide_as_on_paper():
    found = re.search(r'textLength="([\d.]+)"', svg.draw(SHEET))
    assert found is not None
    wide = fonts.width("Ritter Рыцарь Ιππότης", 4.0, bold=True)
    assert float(found[1]) == pytest.approx(wide, abs=0.001)


def test_words_cannot_break_out_of_the_preview():
    drawn = svg.draw(Sheet(A4, (Text(1, 1, 3, '<script>"&'),)))
    assert "<script>" not in drawn
    ET.fromstring(drawn)  # noqa: S314 - our own


# ---------------------------------------------------------------- symbols


def test_a_code_of_ten_signs_fits_the_smallest_symbol():
    rows = smallest("RWV10101KZ")
    assert (len(rows), {len(row) for row in rows}) == (21, {21})


@pytest.mark.parametrize("text", ["RWV10101KZ0", "rwv10101kz"])
def test_what_does_not_fit_the_smallest_symbol_is_refused(text):
    with pytest.raises(TooLong):
        smallest(text)


@pytest.mark.parametrize("number", range(COUNT))
def test_a_marker_is_the_one_that_opencv_knows(number):
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    expected = cv2.aruco.generateImageMarker(dictionary, number, 6, borderBits=1) == 0
    assert np.array_equal(expected, np.array(marker(number)))


# ---------------------------------------------------------------- outlines


def test_a_path_is_read_as_moves_lines_and_curves():
    assert outline("M1 2L-3 .5C1 0 2 1 2 2Z") == (
        ("M", (1, 2)),
        ("L", (-3, 0.5)),
        ("C", (1, 0, 2, 1, 2, 2)),
        ("Z", ()),
    )


@pytest.mark.parametrize(
    "path", ["M1", "M1 1Z5", "5 5", "M1 1X2", "M1 1L", "M1 1l2 2", "M1 1L2 2 3 3"]
)
def test_what_is_no_such_path_is_refused(path):
    with pytest.raises(ValueError, match=re.escape(path)):
        outline(path)


def test_icons_of_other_kinds_than_paths_are_left_out():
    sprite = (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        '<symbol id="good" viewBox="0 0 24 24"><path d="M1 1L2 2"/><path d="M3 3L4 3"/></symbol>'
        '<symbol id="round" viewBox="0 0 24 24"><circle r="3"/></symbol>'
        '<symbol id="wide" viewBox="0 0 48 24"><path d="M1 1L2 2"/></symbol>'
        '<symbol id="odd" viewBox="0 0 24 24"><path d="M1 1X9"/></symbol></svg>'
    )
    icons = read_icons(sprite)
    assert list(icons) == ["good"]
    assert len(icons["good"].steps) == 4


# ---------------------------------------------------------------- calibration


def test_an_exact_printer_gets_what_is_wanted():
    assert EXACT.corrected(12.0, 34.0) == (12.0, 34.0)
    assert EXACT.is_likely


def test_what_a_printer_does_is_undone():
    # Lengths across come out 2 % too long, lengths down 1 % too short, and all 3 mm to the right
    # and 2 mm too high: 30 mm come out at 33.6 mm, and 40 mm at 37.6 mm.
    printer = Calibration(153.0, 198.0, 33.6, 37.6)
    assert printer.scale == pytest.approx((1.02, 0.99))
    assert printer.offset == pytest.approx((3.0, -2.0))
    x, y = printer.corrected(105.0, 148.5)
    assert (x * 1.02 + 3.0, y * 0.99 - 2.0) == pytest.approx((105.0, 148.5))
    assert printer.is_likely


@pytest.mark.parametrize(
    "measures",
    [(140.9, 188.0, 29.0, 38.0), (150.0, 200.0, 50.0, 40.0), (150.0, 213.0, 30.0, 40.0)],
)
def test_a_page_that_was_shrunk_to_fit_is_no_printers_doing(measures):
    assert not Calibration(*measures).is_likely
