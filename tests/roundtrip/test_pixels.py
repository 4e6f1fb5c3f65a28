"""What the virtual table shows is what the printer prints."""

import numpy as np
import pytest
from PIL import Image, ImageFilter

from printables import pixels
from referee.table.paper.sheets import as_pdf, sheets_of

pytestmark = pytest.mark.once

DPI = 254
PX_PER_MM = DPI / 25.4


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("waves", {"cards": "knight:1-9"}),
        ("wave", {"what": "inserts", "flip": "long", "cards": "white-1,blue-4"}),
        ("war-of-waves", {"what": "pieces", "address": "http://192.168.178.20:8000/"}),
    ],
)
def test_pixels_and_pdf_show_the_same_sheet(game, asked, order, rasterise):
    sheets = sheets_of(order(game, **asked))
    for page, sheet in zip(rasterise(as_pdf(sheets, "x"), dpi=DPI), sheets, strict=True):
        drawn = pixels.draw(sheet, PX_PER_MM)
        rows, columns = (min(a, b) for a, b in zip(drawn.shape, page.pixels.shape, strict=True))
        # Edges may fall on either side of a pixel; half a millimetre of blur evens that out.
        ours, theirs = (
            np.asarray(
                Image.fromarray(np.ascontiguousarray(one[:rows, :columns])).filter(
                    ImageFilter.GaussianBlur(0.5 * PX_PER_MM)
                ),
                int,
            )
            for one in (drawn, page.pixels)
        )
        assert np.abs(ours - theirs).max() < 60
        assert np.abs(ours - theirs).mean() < 1
