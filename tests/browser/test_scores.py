"""Only the score, on a phone: typed by taps, photographed, doubts answered, a frame drawn."""

import re
import urllib.parse

import pytest
from score_maps import filled_map, framed_board
from score_pages import AXE, JUDGE, MEASURE

from referee.games import load_all
from referee.table.paper.frames import FRAME_MM, frame_layout

pytestmark = pytest.mark.browser

ROLLING = load_all()["rolling"]
# Written: 6 + 5 in a chest and 4 in a buried one, 7 Infamy; smeared: a 3 and a 2 of the Hull.
MARKS = {
    "chest-1.1": "6",
    "chest-1.2": "5",
    "chest-2.1": "4",
    "buried.2": "x",
    **{f"infamy.{number}": "x" for number in range(1, 8)},
}
SMEARED = {"hull.1": "3", "hull.2": "2"}
TOTAL = 11 + 4 + 2 + 2


def is_good(page) -> None:
    """Measure that a finger hits everything and nothing reaches aside; let axe judge the rest."""
    assert page.evaluate(MEASURE) == []
    page.evaluate(f"() => {{ {AXE} }}")
    assert page.evaluate(JUDGE) == []


def send(page, data: bytes, form: str = "[data-photo]") -> None:
    """Choose a picture, which is then sent by itself."""
    with page.expect_navigation():
        file = {"name": "board.jpg", "mimeType": "image/jpeg", "buffer": data}
        page.locator(f"{form} [type=file]").set_input_files(file)


def settled(page, wanted: str) -> None:
    page.wait_for_function(
        "wanted => document.querySelector(\"[data-sum='1']\")?.innerText.includes(wanted)",
        arg=wanted,
    )


FIRST_SCREEN = """
() => ["[data-pad]", "[id='1.chest-1.1']", "[id='1.chest-1.2']"].map((selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return 0 <= top && bottom <= innerHeight;
})
"""


def test_a_phone_begins_with_the_keys_and_the_first_squares(open_page, server) -> None:
    page = open_page(f"{server.url}/score/rolling", size="phone")
    assert page.evaluate(FIRST_SCREEN) == [True, True, True]


def test_boards_are_typed_by_taps_and_a_reload_loses_nothing(open_page, server) -> None:
    page = open_page(f"{server.url}/score/rolling", size="phone")
    is_good(page)
    page.locator("[id='1.chest-1.1']").click()
    for digit in (6, 5):
        page.locator(f"[data-digit='{digit}']").click()
    page.locator("[id='1.infamy'] >> xpath=../.. >> [data-step='1']").click(click_count=3, delay=30)
    settled(page, "Chest 1: 6 + 5 = 11")
    settled(page, "Infamy: 3 / 3 = 1")
    page.locator("[data-digit='7']").click()
    settled(page, "6 + 5 + 7 = 18")
    page.locator("[data-undo]").click()
    settled(page, "Chest 1: 6 + 5 = 11")
    page.keyboard.press("Tab")
    page.locator("[id='1.hull.2']").press("4")
    settled(page, "Hull, square 1 is blank")
    page.locator("[data-question='hull.1'] a").click()
    page.keyboard.press("2")
    settled(page, "Hull: 2 of 5 squares")
    page.reload()
    assert page.locator("[data-sum='1'] [data-total]").inner_text() == "12"
    is_good(page)


def test_what_was_counted_stays_where_a_server_in_between_answers_with_its_own_page(
    open_page, server
) -> None:
    page = open_page(f"{server.url}/score/rolling?1.infamy=3", size="phone", forgive="502")
    page.locator("[id='1.chest-1.1']").click()
    page.locator("[data-digit='6']").click()
    settled(page, "Chest 1: 6")
    counted = page.locator("#read").inner_text(), page.locator("#sums").inner_text()
    between = "<!doctype html><title>502</title><h1>502 Bad Gateway</h1>"
    page.route("**/score/rolling?*", lambda route: route.fulfill(status=502, body=between))
    with page.expect_response("**/score/rolling?*"):
        page.locator("[data-digit='5']").click()
    page.wait_for_function("() => !window.pending")
    assert (page.locator("#read").inner_text(), page.locator("#sums").inner_text()) == counted
    page.unroute("**/score/rolling?*")
    page.locator("[data-digit='7']").click()
    settled(page, "6 + 5 + 7 = 18")


def test_a_photo_is_sent_from_a_phone_and_what_is_smeared_is_asked(open_page, server) -> None:
    address = f"{server.url}/score/rolling"
    page = open_page(address, size="phone", color_scheme="dark")
    smeared = dict.fromkeys(SMEARED, "8")
    send(page, filled_map(ROLLING, MARKS | smeared))
    asked = re.findall(r'data-doubt="1\.([^"]+)"', page.content())
    assert set(asked) >= set(SMEARED)
    assert page.locator("[data-total]").count() == 0
    assert page.locator("[data-read]").inner_text().endswith(f"{len(asked)} questions left")
    assert page.evaluate("document.activeElement.id") == "sum-1"
    seen = page.locator("[data-doubt]").first.bounding_box()
    assert 0 < seen["y"] < page.viewport_size["height"]
    assert page.locator(".doubt .cut").count() == len(asked)
    is_good(page)
    truth = MARKS | SMEARED
    for field in asked:
        value = truth.get(field, "").replace("x", "1")
        page.locator(f"[data-doubt='1.{field}'] [value='1.{field}={value}']").click()
        page.locator(f"[data-doubt='1.{field}']").wait_for(state="detached")
        if page.locator("[data-doubt]").count():
            assert page.evaluate("Boolean(document.activeElement.closest('[data-doubt]'))")
    assert page.locator("[data-sum='1'] [data-total]").inner_text() == str(TOTAL)


def test_a_frame_is_drawn_by_dragging_over_the_blank_board(open_page, server) -> None:
    page = open_page(f"{server.url}/score/rolling/frame", size="phone", color_scheme="dark")
    is_good(page)
    blank = framed_board(ROLLING, frame_layout(), {})
    send(page, blank)
    is_good(page)
    drawing = page.locator("[data-drawing] svg")
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 0.2 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 0.5 * box["height"], steps=3)
    page.mouse.up()
    sides = [float(page.locator(f"[name={side}-0]").input_value()) for side in ("left", "right")]
    assert sides == pytest.approx([20, 40], abs=1)
    picks = page.locator("[data-pick]")
    for number in range(1, picks.count()):
        # A group that has no place yet begins in the middle; Shift makes it larger.
        picks.nth(number).press("ArrowDown")
    page.locator("[data-tool=keep-template]").click()
    page.locator("[data-kept]").wait_for()
    with page.expect_download() as download:
        page.locator("[data-tool=save-template]").click()
    saved = download.value.path().read_bytes()
    assert f'"width_mm": {FRAME_MM[0]}'.encode() in saved
    assert urllib.parse.urlsplit(page.url).path == "/score/rolling/frame"
