"""Every sheet of every game, printed, laid on a table, photographed and read back.

Nothing here knows how sheets are drawn: they come from the printer's file, through an engine that
is not ours, and are laid into scenes that the product knows nothing of.
"""

from collections import Counter
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
import pytest
from flats import Flat
from scenes import Laid, Light, View, mat, render

from camera import codes
from referee.core.codes import CORNERS, place_marker, seat_marker
from referee.games import load_all
from referee.table.paper.sheets import as_pdf, sheets_of
from referee.table.paper.stickers import text_of
from referee.table.sight.scans import is_ours

pytestmark = pytest.mark.once

GAMES = load_all()
BOXED = {slug: game for slug, game in GAMES.items() if game.components.cards}
DPI = 200
PX_PER_MM = DPI / 25.4
MM_ABOUT = 60.0
"""Of the table around a sheet, in a picture of it."""

CLOSE_MM = 1.0

ON = {
    "war-of-waves-stickers": "herma-4608",
    "wave-stickers": "letter",
    "waves-stickers": "avery-l7651",
    "breakers-stickers": "avery-4780",
    "wave-inserts": "letter",
}
"""Which paper a game is printed on here; else on A4."""

ALL = codes.Wanted(accept=is_ours, budget_s=20)


@dataclass(frozen=True)
class Condition:
    """How the camera looks at a sheet, and in which light."""

    tilt: float
    azimuth: float
    turn: float
    light: Light
    style: str


CONDITIONS = (
    Condition(0, 0, 0, Light(blur=0.5, noise=2), "wood"),
    Condition(20, 40, 8, Light(blur=0.7, noise=4, gradient=0.3, jpeg=85), "felt"),
    Condition(30, 200, -12, Light(blur=0.6, noise=5, gamma=1.3, contrast=0.8, jpeg=80), "cloth"),
    Condition(12, 120, 95, Light(blur=0.9, noise=3, gamma=0.7, gradient=0.4), "playmat"),
)


def mat_side(raster):
    return max(raster.mm(side) for side in raster.pixels.shape) + MM_ABOUT


def middle_of(symbol, raster, condition):
    """Say where a symbol of a sheet lies on the table, from the middle of the mat."""
    height, width = (raster.mm(side) for side in raster.pixels.shape)
    x, y = symbol.x + symbol.side / 2 - width / 2, symbol.y + symbol.side / 2 - height / 2
    across, down = cos(radians(condition.turn)), sin(radians(condition.turn))
    return (across * x - down * y, down * x + across * y)


def photographed(raster, condition, seed):
    """Lay a sheet on a mat and take a picture of four megapixels."""
    flat = Flat(raster.pixels, PX_PER_MM)
    corners = mat(mat_side(raster), mat_side(raster))
    view = View(
        width=2400,
        height=1800,
        across_mm=1.95 * mat_side(raster),
        tilt=condition.tilt,
        azimuth=condition.azimuth,
    )
    things = [*corners, Laid(flat, 0.0, 0.0, condition.turn)]
    return render(things, view, condition.light, seed=seed, style=condition.style).frame


@pytest.mark.parametrize("what", ["stickers", "inserts"])
@pytest.mark.parametrize("slug", BOXED)
def test_every_card_of_every_game_is_read_from_a_picture_of_its_sheet(  # noqa: PLR0917
    slug, what, order, rasterise, symbols
):
    wanted = order(slug, what=what, paper=ON.get(f"{slug}-{what}", "a4"))
    sheets = sheets_of(wanted)
    left = [text_of(wanted, copy) for copy in wanted.copies]
    for number, raster in enumerate(rasterise(as_pdf(sheets, "x"), dpi=DPI)):
        printed = symbols(sheets[number])
        texts, left = left[: len(printed)], left[len(printed) :]
        condition = CONDITIONS[number % len(CONDITIONS)]
        # Nothing tells the reader what to expect: it tries everything it knows.
        scan = codes.scan(photographed(raster, condition, seed=number), ALL)
        assert sorted(texts) == sorted(code.text for code in scan.codes), f"page {number + 1}"
        if scan.table_mm or condition.style != "playmat":  # which is busy, and may hide a corner
            where = {code.text: code.place for code in scan.codes if code.place}
            for text, symbol in zip(texts, printed, strict=True):
                told = np.mean(where[text], axis=0) / scan.table_mm - 0.5
                lies = middle_of(symbol, raster, condition)
                assert told * mat_side(raster) == pytest.approx(lies, abs=CLOSE_MM)
    assert not left


@pytest.mark.parametrize("slug", GAMES)
def test_every_piece_of_every_table_is_seen_from_a_picture_of_its_sheet(slug, order, rasterise):
    address = "http://192.168.178.20:8000/"
    game = GAMES[slug]
    seats = [seat_marker(seat) for seat in range(max(game.info.seats))]
    places = [place_marker(place) for place in range(len(game.components.places))]
    rasters = rasterise(
        as_pdf(sheets_of(order(slug, what="pieces", address=address)), "x"), dpi=DPI
    )
    for condition in CONDITIONS:
        seen, texts = Counter[int](), Counter[str]()
        for number, raster in enumerate(rasters):
            scan = codes.scan(photographed(raster, condition, seed=number))
            seen.update(marker.number for marker in scan.markers)
            texts.update(code.text for code in scan.codes)
        # Those of the mat lie there besides the printed ones.
        assert Counter([*CORNERS, *CORNERS, *seats, *places]) == seen
        assert {address: 1} == texts
