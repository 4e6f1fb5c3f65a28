"""Hidden cards in a browser: handing the tablet over, and never by accident."""

import contextlib

import pytest
from hidden_cards import HUSHED, own_phone, shows_nothing, tool, wait_for_cover, whisper
from playwright.sync_api import Error

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

HIDE = """
() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""

CHEATING = r"ERR_CACHE_MISS|Failed to load resource"


@pytest.fixture
def address(parlour) -> str:
    return str(parlour.load(HUSHED))


def hand_over(page, seat=1) -> None:
    """Go from the table to the hidden cards of a seat."""
    tool(page, "secrets").click()
    page.locator(f'[data-place="{seat}"] [data-tool="cover"]').click()
    tool(page, "open").click()
    page.locator("[data-secret]").wait_for()
    page.wait_for_load_state()  # from now on the page watches over its cards


# ---------------------------------------------------------------- from hand to hand


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_the_tablet_goes_to_one_person_and_on_to_the_next(scripts, address, open_page) -> None:
    page = open_page(address, java_script_enabled=scripts)
    hand_over(page, 1)
    assert "For Bo’s eyes only" in page.locator("h1").inner_text()
    assert page.locator("[data-own-say]").inner_text() == "You have whispered 0 of your words."
    for card, word in ((1, "cat"), (0, "bee")):
        whisper(page, card, word)
        page.get_by_role("img", name=f"{word}, ").wait_for()
    assert page.locator("[data-own-say]").inner_text() == "You have whispered 2 of your words."
    tool(page, "hide").click()
    wait_for_cover(page)
    assert "Hand this screen back" in page.locator("h1").inner_text()
    tool(page, "pass", 0).click()
    assert "Hand this screen to Ann" in page.locator("h1").inner_text()
    tool(page, "open").click()
    assert page.locator("[data-own-say]").inner_text() == "You have whispered 0 of your words."
    tool(page, "hide").click()
    wait_for_cover(page)
    tool(page, "table").click()
    assert page.locator("#screen").get_attribute("data-role") == "table"
    assert page.locator(".card.own").count() == 0


def test_the_cards_hide_themselves_when_nobody_touches_them(address, open_page) -> None:
    page = open_page(address)
    page.clock.install()
    hand_over(page)
    page.clock.run_for(20_000)
    page.mouse.click(5, 5)
    page.clock.run_for(24_000)
    assert page.locator("[data-soon]").is_visible()
    assert page.locator("[data-own-say]").is_visible()
    page.clock.run_for(8_000)
    wait_for_cover(page)


IN_FRONT = {
    "another page": HIDE,
    "leaving": "() => window.dispatchEvent(new PageTransitionEvent('pagehide'))",
    "coming back": (
        "() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    ),
}


@pytest.mark.parametrize("event", IN_FRONT)
def test_the_cards_hide_when_something_else_comes_in_front(event, address, open_page) -> None:
    page = open_page(address)
    hand_over(page)
    page.evaluate(IN_FRONT[event])
    if event != "leaving":
        tool(page, "open").wait_for()
    assert shows_nothing(page)


def test_cards_that_arrive_behind_another_app_are_never_shown(address, open_page) -> None:
    page = open_page(address)
    tool(page, "secrets").click()
    page.locator('[data-place="1"] [data-tool="cover"]').click()
    page.add_init_script(f"({HIDE.strip().rstrip(';')})()")
    tool(page, "open").click()
    page.get_by_text("Hand this screen back").first.wait_for()
    wait_for_cover(page)


def test_the_server_says_no_word_of_a_note(address, open_page, parlour) -> None:
    page = open_page(address, "phone", forgive="status of 4")
    own_phone(page, 0)
    for word in ("kestrelword", "kestrelword x=1", "nothing kestrelword"):
        body = f"action=whisper seat=0 card=0 word={word}&expected=0".replace(" ", "+")
        page.evaluate(
            """([address, body]) => fetch(`${address}/act`, { method: "POST", body,
              headers: { "Content-Type": "application/x-www-form-urlencoded" } })""",
            [address, body],
        )
    page.reload()
    page.get_by_role("img", name="kestrelword").first.wait_for()
    assert "kestrelword" not in parlour.output


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
@pytest.mark.parametrize("way", ["reload", "back and forward", "back after hiding"])
def test_the_browser_brings_no_card_back(way, scripts, address, open_page) -> None:
    page = open_page(address, java_script_enabled=scripts, forgive=CHEATING)
    hand_over(page)
    whisper(page, 0, "bee")
    page.locator(".card.own").wait_for()
    if way == "reload":
        page.reload()
    if way == "back after hiding":
        tool(page, "hide").click()
        wait_for_cover(page)
        tool(page, "table").click()
    for _ in range(4 if way != "reload" else 0):
        with contextlib.suppress(Error):  # the browser will not send it a second time
            page.go_back(wait_until="commit")
        page.wait_for_timeout(150)
        assert shows_nothing(page), page.url
    for _ in range(4 if way == "back and forward" else 0):
        with contextlib.suppress(Error):
            page.go_forward(wait_until="commit")
        page.wait_for_timeout(150)
        assert shows_nothing(page), page.url
    assert shows_nothing(page)


@pytest.mark.parametrize("notes", [0, 1, 2])
def test_the_way_back_from_the_cards_leads_to_the_cover(notes, address, open_page) -> None:
    page = open_page(address)
    hand_over(page)
    for card in range(notes):
        whisper(page, card, "bee")
        page.get_by_role("img", name="bee, ").nth(card).wait_for()
    for _ in range(notes + 1):
        page.go_back()
        wait_for_cover(page)
    page.go_forward()
    wait_for_cover(page)
    page.reload()
    wait_for_cover(page)
