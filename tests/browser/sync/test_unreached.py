"""Where the referee cannot be reached no tap is lost: it is held, and the page says why."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

LOST = r"ERR_|Failed to load resource"
NOTICED_WITHIN_MS = 20_000
"""Ten seconds, and as much again for a machine under load."""


def told(page) -> str:
    page.locator("#unreached:not(:empty)").wait_for()
    return str(page.locator("#unreached").inner_text())


def test_a_page_without_a_stream_holds_what_is_tapped_and_keeps_what_was_typed(pub) -> None:
    page = pub.sit(f"{pub.line.url}/new/waves", forgive=LOST).page
    begin, name = page.locator("#opening button.main"), page.locator("#names input").first
    name.fill("Zoë")
    pub.line.cut()
    begin.click()
    assert "The referee cannot be reached. Nothing was sent" in told(page)
    assert begin.is_disabled()
    page.locator("a.brand").click()
    assert page.url.endswith("/new/waves")
    assert name.input_value() == "Zoë"
    assert pub.line.posted() == 0
    pub.line.mend()
    page.locator("#unreached:empty").wait_for(state="attached")
    assert begin.is_enabled()
    begin.click()
    page.locator("#screen").wait_for()
    assert pub.line.posted() == 1
    assert "Zoë" in page.locator("#screen").inner_text()


def test_pages_of_a_match_hold_links_and_disable_what_enters_something(pub) -> None:
    address = pub.begin()
    page = pub.sit(address, forgive=LOST).page
    for path in ("history", "more", "overrule", "seats", "screens"):
        page.goto(f"{address}/{path}")
        leads = page.locator("main a[href]:not([target], [download]):visible").first
        pub.line.cut()
        leads.click()
        told(page)
        assert page.url == f"{address}/{path}"
        for window in page.locator("main a[target]").all():
            window.click()
        assert len(page.context.pages) == 1, "no window of an error of the browser"
        entries = page.locator("form[method=post] button").all()
        assert all(one.is_disabled() for one in entries), path
        pub.line.mend()
        page.locator("#unreached:empty").wait_for(state="attached")
        assert all(one.is_enabled() for one in entries), path


def test_a_photo_that_does_not_get_through_says_so_until_the_referee_is_back(pub) -> None:
    page = pub.sit(f"{pub.begin()}/sightings", forgive=LOST).page
    photo = page.locator("form[data-photo] input[type=file]").first
    pub.line.cut()
    photo.set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"?"})
    told(page)
    assert "did not get through" in page.locator(".progress").first.inner_text()
    assert photo.is_disabled()
    pub.line.mend()
    page.locator("#unreached:empty").wait_for(state="attached")
    assert photo.is_enabled()


def test_the_page_of_scores_counts_what_was_typed_once_the_referee_is_back(pub) -> None:
    page = pub.sit(f"{pub.line.url}/score/rolling", forgive=LOST).page
    cell = page.locator("[data-cell]:visible").first
    sums = page.locator("#sums").inner_text()
    pub.line.cut()
    cell.fill("3")
    told(page)
    assert page.locator("#sums").inner_text() == sums
    pub.line.mend()
    page.locator("#unreached:empty").wait_for(state="attached")
    page.wait_for_function(
        "(before) => document.getElementById('sums').innerText !== before", arg=sums
    )
    assert cell.input_value() == "3"


def test_a_server_that_falls_silent_is_noticed_in_about_ten_seconds_by_all_screens(pub) -> None:
    address = pub.begin()
    own = pub.own_phone(address, seat=0, forgive=LOST)
    hands = [own, pub.sit(f"{address}/show", "television", forgive=LOST)]
    for hand in hands:
        pub.light(hand, "on")
    pub.line.hang()
    for hand in hands:
        hand.page.locator('#light[data-state="off"]').wait_for(timeout=NOTICED_WITHIN_MS)
    own.page.locator('[data-tool="why"]').click()
    own.page.get_by_text("The referee cannot be reached. Tap again").wait_for()
    pub.line.mend()
    for hand in hands:
        pub.light(hand, "on")


def test_what_opens_a_panel_says_why_it_does_not_also_inside_a_panel(pub) -> None:
    page = pub.sit(pub.begin(), forgive=LOST).page
    quick = page.locator("#quick")
    page.locator("#light[data-state=on]").wait_for(state="attached")
    page.locator('[data-tool="more"]').click()
    inside = page.locator('dialog [data-tool="history"]')
    inside.wait_for()
    pub.line.cut()
    for tapped in (inside, page.locator('dialog [data-tool="print"]')):
        tapped.click()
        page.get_by_text("The referee cannot be reached. Tap again").wait_for()
        assert page.evaluate("document.getElementById('quick').matches('dialog[open] *')")
        quick.evaluate("(one) => one.replaceChildren()")
    page.keyboard.press("Escape")
    page.locator('[data-tool="why"]').click()
    page.get_by_text("The referee cannot be reached. Tap again").wait_for()
    assert page.locator("dialog[open]").count() == 0
    pub.line.mend()
    page.locator("#light[data-state=on]").wait_for(state="attached")
    page.locator('[data-tool="why"]').click()
    page.locator('dialog [data-panel-name="why"]').wait_for()
    assert quick.inner_text() == ""
