"""Phones, a television and a tablet that join one table, each as what it is."""

import re

import pytest
from running_server import Server

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

REFUSED = r"status of 40[39]"
FORGIVEN = rf"{REFUSED}|ERR_|Failed to load resource"
SOON_MS = 5_000


@pytest.fixture
def tablet(open_page, server):
    """Open a match of three on the table's tablet, as people do."""
    page = open_page(f"{server.url}/new/waves?count=3", forgive=FORGIVEN)
    page.locator("form button.main").last.click()
    page.locator("#screen").wait_for()
    return page


@pytest.fixture
def code(tablet):
    """Read the code off the tablet."""
    return tablet.request.get(f"{tablet.url}/join").text().split('data-code="')[1][:6]


@pytest.fixture
def device(open_page, server, code):
    """Return a function that lets another device join by the address of the symbol."""

    def joined(tool, seat=None, size="phone"):
        page = open_page(f"{server.url}/j/{code}", size, forgive=FORGIVEN)
        at = f'[data-seat="{seat}"]' if seat is not None else ""
        page.locator(f'[data-tool="{tool}"]{at}').click()
        page.locator("#screen").wait_for()
        return page

    return joined


def test_the_panel_shows_the_code_in_large_letters_beside_the_symbol(tablet, code):
    tablet.locator('[data-tool="more"]').click()
    tablet.locator('#panel [data-tool="joining"]').click()
    shown = tablet.locator("#panel .table-code")
    shown.wait_for()
    assert shown.inner_text() == f"{code[:3]}-{code[3:]}"
    assert (
        float(re.sub("[^0-9.]", "", shown.evaluate("(it) => getComputedStyle(it).fontSize"))) >= 40
    )
    symbol = tablet.locator("#panel .ways img")
    assert symbol.evaluate("(it) => it.decode().then(() => it.naturalWidth > 0)")
    assert symbol.bounding_box()["width"] >= 200


def test_a_code_typed_on_the_first_page_leads_to_the_table(code, server, open_page):
    phone = open_page(server.url, "phone")
    phone.locator("#code").fill(f" {code[:3].lower()} {code[3:].lower()}")
    phone.locator('[data-tool="join"]').click()
    phone.locator('[data-tool="sit"]').first.wait_for()
    assert "Who are you?" in phone.locator("h1").inner_text()


def test_a_seat_is_claimed_and_survives_a_reload_and_a_second_phone_is_refused(
    device, open_page, server, code
):
    phone = device("sit", 1)
    assert phone.locator("#screen").get_attribute("data-seat") == "1"
    phone.reload()
    assert phone.locator("#screen").get_attribute("data-seat") == "1"
    other = open_page(f"{server.url}/j/{code}", "phone", forgive=FORGIVEN)
    assert other.locator('[data-place="1"] [data-taken]').is_visible()
    assert other.locator('[data-place="1"] button').count() == 0
    answer = other.request.post(
        f"{server.url}/j/{code}",
        form={"part": "seat", "seat": "1"},
        headers={"Origin": server.url},
    )
    assert answer.status == 409


def test_whose_seat_is_taken_back_is_told_at_once_and_joins_again(tablet, device):
    phone = device("sit", 1)
    phone.locator('#light[data-state="on"]').wait_for(state="attached")
    tablet.goto(f"{tablet.url}/screens")
    tablet.locator('[data-screen="seat"] [data-ask="let-go-screen"] summary').click()
    tablet.locator('[data-screen="seat"] [data-tool="let-go-screen"]').click()
    phone.locator('[data-word="taken"]').wait_for(timeout=SOON_MS)
    assert (
        "The table’s tablet took your seat back"
        in phone.locator('[data-word="taken"]').inner_text()
    )
    phone.locator('[data-tool="who"]').click()
    phone.locator('[data-tool="sit"][data-seat="2"]').click()
    assert phone.locator("#screen").get_attribute("data-seat") == "2"


def test_who_is_passed_the_table_sees_so_at_once(tablet, device):
    other = device("table", size="tablet")
    other.locator('#light[data-state="on"]').wait_for(state="attached")
    tablet.goto(f"{tablet.url}/screens")
    tablet.locator('[data-tool="let-in"]').click()
    other_one = tablet.locator('[data-screen="table"]:not([data-is-host])')
    other_one.locator('[data-ask="pass-on"] summary').click()
    other_one.locator('[data-tool="pass-on"]').click()
    news = other.locator('[data-refusal="news"]')
    news.wait_for(timeout=SOON_MS)
    assert "This screen is now the table’s tablet." in news.inner_text()
    news.locator("[data-dismiss]").click()
    assert news.count() == 0


def test_a_locked_table_shows_strangers_nothing_until_it_is_opened(
    tablet, device, code, *, open_page, server
):
    phone, address = device("sit", 0), tablet.url
    stranger = open_page(f"{address}/show", "phone", forgive=FORGIVEN)
    stranger.locator('#light[data-state="on"]').wait_for(state="attached")
    tablet.goto(f"{address}/screens")
    tablet.locator('[data-ask="locked"] summary').click()
    tablet.locator('[data-tool="locked"]').click()
    assert "The table is locked:" in tablet.locator(".switch").first.inner_text()
    stranger.locator(".problem").wait_for(timeout=SOON_MS)
    assert "is not taking new screens right now" in stranger.locator(".problem").inner_text()
    stranger.goto(f"{server.url}/j/{code}")
    assert "is not taking new screens right now" in stranger.locator(".problem").inner_text()
    phone.reload()
    assert phone.locator("#screen").get_attribute("data-seat") == "0"
    tablet.locator('[data-tool="locked"]').click()
    stranger.goto(f"{server.url}/j/{code}")
    stranger.locator('[data-tool="sit"]').first.wait_for()


def test_a_guarded_table_takes_entries_from_who_brings_the_code(tablet, open_page, code):
    address = tablet.url
    tablet.goto(f"{address}/screens")
    tablet.locator('[data-tool="guarded"]').click()
    other = open_page(address, forgive=FORGIVEN)
    seq = other.locator("#screen").get_attribute("data-seq")
    assert other.locator("#screen [data-action]").count() == 0
    other.locator('.spectator [data-tool="joining"]').click()
    assert code not in other.content()
    other.locator("#code").fill(code)
    other.locator('[data-tool="join"]').click()
    other.locator('[data-tool="table"]').click()
    assert "Until then, nothing changes." in other.locator("#notice").inner_text()
    tablet.goto(f"{address}/screens")
    tablet.locator('[data-tool="let-in"]').click()
    other.locator("#screen .choices button[data-action]:visible").first.click()
    other.wait_for_function(
        "(seq) => document.getElementById('screen')?.dataset.seq > seq", arg=seq, timeout=SOON_MS
    )


@pytest.mark.parametrize(("tool", "size"), [("television", "television"), ("spectator", "phone")])
def test_a_screen_that_only_shows_has_no_buttons_and_is_refused(tool, size, tablet, device):
    page = device(tool, size=size)
    assert page.locator("#screen").get_attribute("data-role") == "show"
    assert page.locator("#screen :is(button, form, a[href])").count() == 0
    entry = tablet.locator("#screen button[data-action]").first.get_attribute("data-action")
    status = page.evaluate(
        """async ([address, action]) => {
          const body = new URLSearchParams({ action, expected: "0" });
          return (await fetch(`${address}/act`, { method: "POST", body })).status;
        }""",
        [tablet.url, entry],
    )
    assert status == 403
    assert page.locator("#screen").get_attribute("data-seq") == "0"


TOUCH = {"has_touch": True, "is_mobile": True}
BEYOND = """
() => [...document.querySelectorAll("#screen h2 .counts > span")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.textContent)
"""


@pytest.mark.parametrize("size", ["phone", "upright", "tablet"])
def test_a_tablet_that_was_made_a_television_finds_the_way_back(size, server, open_page, code):
    page = open_page(f"{server.url}/j/{code}", size, **TOUCH)
    page.locator('[data-tool="television"]').tap()
    page.locator(".elsewhere").wait_for()
    assert page.evaluate(BEYOND) == []
    page.locator('.elsewhere [data-tool="joining"]').tap()
    page.locator('[data-tool="who"]').tap()
    page.locator('[data-tool="sit"]').first.wait_for()


def test_a_new_address_has_a_new_symbol_by_itself(tmp_path, open_page):
    written = tmp_path / "addresses"
    written.write_text("192.0.2.7")
    moving = Server(
        tmp_path, script="serve_moving.py", environment={"REFEREE_TESTS_ADDRESSES": str(written)}
    )
    moving.start()
    try:
        address = moving.load("game waves\nseats Ann, Bo, Cy, Di\n")
        join, television = open_page(f"{moving.url}/join"), open_page(f"{address}/show")
        panel = open_page(address)
        panel.locator('[data-tool="more"]').click()
        panel.locator('#panel [data-tool="joining"]').click()
        for page in (join, television, panel):
            page.locator(".address", has_text="192.0.2.7:").first.wait_for(state="attached")
        written.write_text("192.0.2.99")
        for page in (join, television, panel):
            page.locator(".address", has_text="192.0.2.99:").first.wait_for(state="attached")
            src = page.locator("#ways img, #join-corner img").first.get_attribute("src")
            assert "192.0.2.99" in src
    finally:
        moving.stop()
