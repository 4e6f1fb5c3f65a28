"""What comes out of the printer lies where it should, to a tenth of a millimetre at 600 dpi."""

import numpy as np
import pytest

from printables.calibrations import ACROSS_MM, DOWN_MM, LEFT_MM, TOP_MM, Calibration
from printables.papers import A4, LABELS, LETTER, PAPERS
from printables.sheets import Line
from referee.table.paper.printers import rulers
from referee.table.paper.sheets import CHECK_MM, as_pdf, sheets_of

pytestmark = pytest.mark.once

CLOSE = 0.1
ALL = pytest.mark.parametrize("paper", [*PAPERS, *LABELS])


def measured(raster, symbol):
    """Measure where a symbol came out; a millimetre around it is empty."""
    around = 1.0
    side = symbol.side + 2 * around
    return raster.inked(symbol.x - around, symbol.y - around, side, side)


def expected(symbol):
    return symbol.x, symbol.y, symbol.x + symbol.side, symbol.y + symbol.side


@ALL
def test_every_code_lies_where_it_should_with_no_drift_down_the_page(
    paper, order, rasterise, symbols
):
    sheet = sheets_of(order(paper=paper))[0]
    (raster,) = rasterise(as_pdf([sheet], "x"))
    found = symbols(sheet)
    # The first rows, the last ones, and some between: all that could drift apart.
    for symbol in [*found[:6], *found[6:-6:11], *found[-6:]]:
        assert expected(symbol) == pytest.approx(measured(raster, symbol), abs=CLOSE)


@ALL
def test_nothing_is_printed_where_printers_do_not_reach(paper, order, rasterise):
    sheet = sheets_of(order(paper=paper))[0]
    (raster,) = rasterise(as_pdf([sheet], "x"), dpi=300)
    size = (sheet.paper.width, sheet.paper.height)
    assert size == pytest.approx([raster.mm(px) for px in raster.pixels.shape[::-1]], abs=0.1)
    inside = raster.px(sheet.paper.margin) - 1
    pixels = raster.pixels.copy()
    pixels[inside:-inside, inside:-inside] = 255
    assert pixels.min() > 200


@ALL
def test_a_code_keeps_its_quiet_zone_of_four_modules(paper, order, rasterise, symbols):
    sheet = sheets_of(order(paper=paper))[0]
    (raster,) = rasterise(as_pdf([sheet], "x"), dpi=300)
    for symbol in symbols(sheet):
        # Cut marks run along the outer edge of the zone.
        zone = 4 * symbol.side / 21 - 0.2
        side = symbol.side + 2 * zone
        assert expected(symbol) == pytest.approx(
            raster.inked(symbol.x - zone, symbol.y - zone, side, side), abs=0.15
        )


@pytest.mark.parametrize("size", ["12", "18", "25"])
def test_a_code_is_as_large_as_it_was_ordered(size, order, rasterise, symbols):
    sheet = sheets_of(order(size=size, cards="seer"))[0]
    (raster,) = rasterise(as_pdf([sheet], "x"))
    for symbol in symbols(sheet)[::7]:
        left, top, right, bottom = measured(raster, symbol)
        assert (right - left, bottom - top) == pytest.approx((float(size), float(size)), abs=CLOSE)


@ALL
def test_every_sheet_has_a_line_of_fifty_millimetres(paper, order, rasterise):
    sheet = sheets_of(order(paper=paper, cards="noble:1"))[0]
    (raster,) = rasterise(as_pdf([sheet], "x"))
    line = next(shape for shape in sheet.shapes if isinstance(shape, Line))
    left, _, right, _ = raster.inked(line.x - 1, line.y - 1, CHECK_MM + 2, 2)
    assert right - left == pytest.approx(CHECK_MM + line.width, abs=CLOSE)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_have_that_line_too_clear_of_the_cards(paper, flip, order, rasterise):
    _, back = sheets_of(order(what="inserts", paper=paper, cards="scholar:1-9", flip=flip))
    (raster,) = rasterise(as_pdf([back], "x"))
    line = next(shape for shape in back.shapes if isinstance(shape, Line))
    # 1.2 mm above and below: the ticks at its ends, and nothing else.
    left, top, right, bottom = raster.inked(line.x - 1, line.y - 1.6, CHECK_MM + 2, 3.2)
    assert right - left == pytest.approx(CHECK_MM + line.width, abs=CLOSE)
    assert top > line.y - 1.5
    assert bottom < line.y + 1.5


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_lie_behind_their_fronts_whichever_way_the_paper_is_turned(  # noqa: PLR0917
    paper, flip, order, rasterise, symbols
):
    front, back = sheets_of(order(what="inserts", paper=paper, cards="scholar:1-4", flip=flip))
    turned = np.fliplr if flip == "long" else np.flipud
    raster, behind = rasterise(as_pdf([front, back], "x"))
    behind = type(behind)(turned(behind.pixels), behind.dpi)
    width, height = 63.0, 88.0
    places = symbols(front)
    assert len(places) == 4
    for symbol in places:
        left, top, _, _ = measured(raster, symbol)
        quiet = 4 * symbol.side / 21
        x, y = left - quiet, top - quiet
        frame = (x + 4 - 0.2, y + 4 - 0.2, x + width - 4 + 0.2, y + height - 4 + 0.2)
        assert frame == pytest.approx(behind.inked(x + 1, y + 1, width - 2, height - 2), abs=CLOSE)
    beside = places[3].x + width, places[3].y
    assert behind.cut(*beside, width, height).min() > 200, "nothing where there is no card"


def test_backs_show_nothing_that_tells_cards_or_ways_up_apart(order, rasterise):
    sheets = sheets_of(order(what="inserts", cards="scholar:1,noble:20", flip="long"))
    _, back = rasterise(as_pdf(sheets, "x"))
    left = A4.width - (A4.width - 3 * 63) / 2 - 63
    one, other = (
        back.cut(left - 63 * place + 1, 10, 61, 86).astype(int)[:1400, :1400] for place in (0, 1)
    )
    assert np.abs(one - other).mean() < 3
    card = back.cut(left, 9, 63, 88)
    dark = card < 128
    assert abs(int(dark.sum()) - int(np.rot90(dark, 2).sum())) == 0
    near = dark | np.roll(dark, 3, 0) | np.roll(dark, -3, 0) | np.roll(dark, 3, 1)
    near |= np.roll(dark, -3, 1)
    assert (np.rot90(dark, 2) & ~near).mean() < 0.005, "the same upside down"


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.id)
def test_the_rulers_are_as_long_as_they_say_and_begin_where_they_say(paper, rasterise):
    (raster,) = rasterise(as_pdf([rulers(paper)], "x"))
    left, top, right, _ = raster.inked(LEFT_MM - 2, TOP_MM - 0.5, ACROSS_MM + 4, 1)
    assert (left, right) == pytest.approx((LEFT_MM, LEFT_MM + ACROSS_MM), abs=CLOSE)
    _, top, _, _ = raster.inked(LEFT_MM + 10, TOP_MM - 0.5, 60, 1)
    assert top == pytest.approx(TOP_MM, abs=CLOSE)
    _, top, _, bottom = raster.inked(LEFT_MM - 0.5, TOP_MM - 2, 1, DOWN_MM + 4)
    thick = 0.07  # half of the lines that the ends are measured at
    assert (top, bottom) == pytest.approx((TOP_MM - thick, TOP_MM + DOWN_MM + thick), abs=CLOSE)


@pytest.mark.parametrize(
    "printer",
    [
        Calibration(148.5, 201.0, 31.2, 38.6),
        Calibration(151.0, 197.0, 27.5, 44.0),
    ],
    ids=["narrow and long", "wide and short"],
)
def test_a_measured_printer_prints_what_an_exact_one_would(printer, order, rasterise, symbols):
    sheet = sheets_of(order(paper="avery-l7160", cards="seer,noble"))[0]
    (raster,) = rasterise(as_pdf([sheet], "x", printer))
    (wide, high), (right, below) = printer.scale, printer.offset
    for symbol in symbols(sheet)[::3]:
        # Where it is drawn, found by what this printer does, undone by hand.
        x, y = (symbol.x - right) / wide, (symbol.y - below) / high
        drawn = raster.inked(x - 1, y - 1, symbol.side + 2.5, symbol.side + 2.5)
        printed = [
            drawn[0] * wide + right,
            drawn[1] * high + below,
            drawn[2] * wide + right,
            drawn[3] * high + below,
        ]
        assert expected(symbol) == pytest.approx(printed, abs=CLOSE)


def test_the_measures_of_a_page_printed_by_an_odd_printer_undo_it(rasterise):
    # An odd printer prints the page with rulers: its measures are what somebody types in.
    odd = Calibration(149.2, 200.9, 31.4, 38.9)
    (wide, high), (right, below) = odd.scale, odd.offset
    typed = Calibration(
        ACROSS_MM * wide, DOWN_MM * high, LEFT_MM * wide + right, TOP_MM * high + below
    )
    (raster,) = rasterise(as_pdf([rulers(A4)], "x", typed))
    x, y = typed.corrected(LEFT_MM, TOP_MM)
    left, _, end, _ = raster.inked(x - 2, y - 0.5, ACROSS_MM / wide + 4, 1)
    assert (left * wide + right, end * wide + right) == pytest.approx((30.0, 180.0), abs=CLOSE)
