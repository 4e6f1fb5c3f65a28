"""What fits on a screen: an undo says whole what it undoes, a new match is asked at a glance."""

import pytest

from referee.games import load_all

pytestmark = pytest.mark.browser

CUT = """
() => [...document.querySelectorAll('[data-tool="undo"] .clip')].map((label) =>
  [label.scrollWidth - label.clientWidth, label.scrollHeight - label.clientHeight])
"""
SCREENS = "document.documentElement.scrollHeight / innerHeight"
ENTRIES = ("elder slot=0 card=scholar", "elder slot=1 card=scholar")


@pytest.mark.parametrize(
    "viewport", [(390, 844), (768, 1024), (1024, 768)], ids=["phone", "upright", "tablet"]
)
def test_an_undo_says_whole_what_it_takes_back(viewport, server, open_page) -> None:
    lines = ["game waves", "seats Benedict, Theodora", *(f"> {entry}" for entry in ENTRIES), ""]
    page = open_page(server.load("\n".join(lines)))
    page.set_viewport_size(dict(zip(("width", "height"), viewport, strict=True)))
    assert page.evaluate(CUT) == [[0, 0]]


@pytest.mark.parametrize("slug", load_all())
@pytest.mark.parametrize("viewport", [(768, 1024), (1024, 768)], ids=["upright", "tablet"])
def test_a_new_match_is_asked_on_about_one_screen_of_a_tablet(
    viewport, slug, server, open_page
) -> None:
    page = open_page(f"{server.url}/new/{slug}")
    page.set_viewport_size(dict(zip(("width", "height"), viewport, strict=True)))
    assert page.evaluate(SCREENS) < 1.25
    assert page.locator('[data-tool="begin"]').is_visible()
