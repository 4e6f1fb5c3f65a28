"""What a camera above the table was granted is shown where it is set up."""

from html import unescape

import pytest
from councils import entries, laid, report

GRANTED = {
    "width": 1280, "height": 720, "kind": "MJPG", "focus_locked": True, "exposure_locked": False,
}  # fmt: skip


def test_the_camera_page_says_what_the_camera_above_the_table_gives(three):
    assert "data-watching-granted" not in three.page("/camera")
    assert 200 == report(three, laid(), granted=GRANTED).status_code
    page = unescape(three.page("/camera").partition("data-watching-granted")[2])
    assert "The camera gives 1280 × 720 pixels as MJPG. Focus is fixed;" in page


@pytest.mark.parametrize("granted", ["x", {}, {**GRANTED, "width": -1}, {**GRANTED, "kind": 7}])
def test_what_a_camera_cannot_have_been_granted_is_refused(three, granted):
    assert 400 == report(three, laid(), granted=granted).status_code
    assert [] == entries(three)
