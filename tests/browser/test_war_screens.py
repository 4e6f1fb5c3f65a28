"""The table of War of Waves: two gateways, the sums of an attack, and what only the owner sees."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
MEASURE = HERE.joinpath("measure.js").read_text("utf-8").strip().rstrip(";")
READABLE = {"smallest": 13, "important": 13}
LONG_NAMES = (40 * "W", "Maximilian-Alexander von und zu Hohenfels")
GAME = "war-of-waves/game-four-leaders"
BEGUN = """game war-of-waves
seats Ann, Bo
> dealt seat=0 build=0 war=0
> dealt seat=1 build=0 war=0
> face card=build-1
> face card=war-2
> face card=build-3
> face card=war-4
"""
ATTACK = """> fortify at=b1 kind=war
> done
> face card=war-1
> attack side=0 at=b1 kind=war cards=1
"""


def lying(page, place):
    """Name what lies at a place, without the empty places beside it."""
    pieces = page.locator(f"[data-zone='{place}'] .piece:not(.empty)")
    return pieces.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")


def test_each_card_lies_in_its_section_and_the_row_between_the_gateways(sit_down) -> None:
    page = sit_down(f"{BEGUN}> fortify at=b1 kind=war\n").page
    assert [re.sub(r"\s+", " ", label) for label in lying(page, "0.b1")] == [
        "War, face down",
        "Build, face down",
    ]
    assert lying(page, "0.b2") == []
    tops = {
        place: page.locator(f"[data-zone='{place}']").bounding_box()["y"]
        for place in ("hand-1", "1.b1", "faces", "0.b1", "hand-0")
    }
    assert sorted(tops, key=lambda place: tops[place]) == [
        "hand-1",
        "1.b1",
        "faces",
        "0.b1",
        "hand-0",
    ]


def test_an_attack_is_shown_as_a_sum_both_ways_with_what_each_side_loses(sit_down) -> None:
    page = sit_down(BEGUN + ATTACK).page
    battle = page.locator("[data-zone=attack]")
    assert "Bo attacks Ann: Bridge 1, War card" in battle.inner_text()
    assert "War cards need as much as lies there, Build cards twice as much." in battle.inner_text()
    hand = sit_down(f"{BEGUN}{ATTACK}> present card=build-4\n")
    assert "Build 4. It takes twice as much" in hand.page.locator("[data-zone=attack]").inner_text()
    losses = "Bo discards Build 4 in any case; Ann discards the card under attack only if it"
    assert losses in hand.page.locator("[data-zone=attack]").inner_text()


@pytest.mark.parametrize("entries", [0, 43, 1000])
def test_long_names_break_no_screen(entries, *, golden, begun, open_page, server, sizes) -> None:
    text = re.sub("seats .*", f"seats {', '.join(LONG_NAMES)}", begun(golden[GAME], entries))
    page = open_page(server.load(text))
    wrong = []
    for size, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(MEASURE, {**READABLE, "long": True})
        wrong += [f"after {entries}, {size}: {line}" for line in found]
    assert not wrong, "\n".join(wrong)


def test_a_noted_card_shows_its_number_to_its_owner_only(sit_down, open_page) -> None:
    hand = sit_down(BEGUN)
    table = hand.page
    phone = open_page(table.url, "phone")
    phone.locator('[data-tool="secrets"]').first.click()
    phone.locator(".own-phone summary").click()
    phone.locator('[data-tool="own"][data-seat="0"]').click()
    phone.locator('#light[data-state="on"]').wait_for(state="attached")
    phone.locator("label.tell").click()
    note = "remember seat=0 at=b1 kind=build card=1 value=4"
    phone.locator(f"button[data-action='{note}']").click()
    phone.locator("[data-zone='0.b1'] .piece.own").wait_for()
    assert "4" in lying(phone, "0.b1")[0]
    assert "4" not in lying(table, "0.b1")[0]
    assert "remember" not in table.content()
