"""Every code of every sheet reads as exactly what it should, by two decoders that are not ours."""

import cv2
import pytest
import zxingcpp

from printables.papers import LABELS, PAPERS
from referee.core.codes import CORNERS, Foreign, parse_code, place_marker, seat_marker
from referee.games import load_all
from referee.table.paper.orders import What
from referee.table.paper.sheets import as_pdf, sheets_of
from referee.table.paper.stickers import text_of

pytestmark = pytest.mark.once

GAMES = load_all()
DPI = 300


def read_by_zxing(pixels):
    found = zxingcpp.read_barcodes(
        pixels, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    )
    return sorted(code.text for code in found)


def read_by_opencv(raster, symbols):
    """Read each symbol by itself, with the empty space that it needs."""
    texts = []
    for symbol in symbols:
        zone = 3.5 * symbol.side / len(symbol.rows)
        side = symbol.side + 2 * zone
        texts.append(read_one(raster.cut(symbol.x - zone, symbol.y - zone, side, side)))
    return texts


def read_one(pixels):
    # OpenCV misses one perfect symbol in a hundred at one scale, and finds it at another.
    pixels = cv2.copyMakeBorder(pixels, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255)
    for scale in (1.0, 0.5, 0.7, 2.0, 1.4):
        resized = cv2.resize(pixels, None, fx=scale, fy=scale)
        for detector in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
            text = detector.detectAndDecode(resized)[0]
            if text:
                return text
    return ""


@pytest.mark.parametrize("paper", [*PAPERS, *LABELS])
def test_every_sticker_reads_on_every_paper(paper, order, rasterise, symbols):
    wanted = order(paper=paper)
    sheet = sheets_of(wanted)[0]
    (raster,) = rasterise(as_pdf([sheet], "x"), dpi=DPI)
    texts = [text_of(wanted, copy) for copy in wanted.copies][: len(symbols(sheet))]
    assert sorted(texts) == read_by_zxing(raster.pixels)
    assert texts == read_by_opencv(raster, symbols(sheet))


@pytest.mark.parametrize(
    ("slug", "what"),
    [
        (slug, what)
        for slug, game in GAMES.items()
        for what in ("stickers", "inserts")
        if game.components.cards
    ],
)
def test_every_card_of_every_game_reads_once(slug, what, order, rasterise, symbols):  # noqa: PLR0917
    # Two copies of each card: all codes of a game differ only in their last signs.
    wanted = order(slug, what=what, copies="2")
    sheets = sheets_of(wanted)
    rasters = rasterise(as_pdf(sheets, "x"), dpi=DPI)
    texts = [text_of(wanted, copy) for copy in wanted.copies]
    assert sorted(texts) == sorted(text for page in rasters for text in read_by_zxing(page.pixels))
    by_opencv = [
        text
        for page, sheet in zip(rasters, sheets, strict=True)
        for text in read_by_opencv(page, symbols(sheet))
    ]
    assert texts == by_opencv
    assert not any(isinstance(parse_code(text), Foreign) for text in texts)


def test_the_smallest_and_the_largest_codes_read(order, rasterise):
    for size in ("12", "25"):
        wanted = order(size=size, cards="knight")
        rasters = rasterise(as_pdf(sheets_of(wanted), "x"), dpi=200)
        texts = sorted(text_of(wanted, copy) for copy in wanted.copies)
        assert texts == sorted(text for page in rasters for text in read_by_zxing(page.pixels))


def test_a_printer_of_few_dots_is_good_enough(order, rasterise):
    wanted = order(paper="herma-4608", cards="seer")
    (raster,) = rasterise(as_pdf(sheets_of(wanted), "x"), dpi=100)
    texts = sorted(text_of(wanted, copy) for copy in wanted.copies)
    assert texts == read_by_zxing(raster.pixels)


@pytest.mark.parametrize("slug", GAMES)
def test_every_marker_of_the_table_is_seen_once_and_the_join_code_reads(slug, order, rasterise):
    address = "http://192.168.178.20:8000/"
    wanted = order(slug, what=What.PIECES.value, address=address)
    rasters = rasterise(as_pdf(sheets_of(wanted), "x"), dpi=DPI)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    detector = cv2.aruco.ArucoDetector(dictionary)
    found = [detector.detectMarkers(page.pixels)[1] for page in rasters]
    numbers = sorted(int(number) for ids in found if ids is not None for number in ids.flatten())
    game = GAMES[slug]
    seats = [seat_marker(seat) for seat in range(max(game.info.seats))]
    places = [place_marker(place) for place in range(len(game.components.places))]
    assert sorted([*CORNERS, *seats, *places]) == numbers
    assert [address] == [text for page in rasters for text in read_by_zxing(page.pixels)]
