"""Dice photographed on a phone over plain HTTP: looked through, put right by taps, entered."""

import pytest
from dice_scenes import Die, taken

pytestmark = pytest.mark.browser

LYING = (Die("red", 4, -40, 0, 10), Die("yellow", 1, 0, 0, 50), Die("clear", 6, 40, 0, 30))
SMALL = """
() => [...document.querySelectorAll(".sheet label, .sheet button, .sheet a.button")]
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 44 || box.height < 44))
  .map(([said]) => said)
"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def entered(page) -> list[str]:
    text = page.request.get(page.url.partition("?")[0].partition("/dice")[0] + "/transcript.txt")
    return [line[2:].strip() for line in text.text().splitlines() if line.startswith(">")]


@pytest.mark.parametrize("scripted", [True, False])
def test_a_photo_of_the_dice_is_put_right_and_entered_over_plain_http(server, open_page, scripted):
    address = server.load("game rolling\nseats Ann, Bo\n")
    page = open_page(address, "phone", java_script_enabled=scripted)
    picture = {"name": "dice.jpg", "mimeType": "image/jpeg", "buffer": taken(LYING)}
    page.locator("#screen form[data-photo] input[type=file]").set_input_files(picture)
    if not scripted:
        page.locator("#screen [data-tool=send-photo]").click()
    page.locator("[data-die]").nth(2).wait_for()
    assert [] == entered(page)
    assert [] == page.evaluate(SMALL)
    assert page.evaluate(WIDER) <= 0
    for die in (0, 1):  # all dice are seen at a glance; what is different is tapped
        page.locator(f'[data-die="{die}"] summary').click()
    page.locator('[data-die="0"] label.number', has_text="5").click()
    if scripted:
        assert "Red5" == page.locator('[data-die="0"] [data-told]').inner_text().replace("\n", "")
    page.locator('[data-die="1"] .take-away').click()
    page.locator('[data-tool="enter-dice"]').click()
    page.wait_for_url(address)
    assert ["roll colour=red face=5", "roll colour=clear face=6"] == entered(page)
