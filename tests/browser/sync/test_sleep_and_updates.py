"""Screens that sleep and wake, and that outlive an update of the referee."""

from collections.abc import Callable

import pytest
from old_browsers import KEPT_DARK, NO_WORKER

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

LOST = r"ERR_|Failed to load resource"
LONGEST_GAP = """
window.gap = 0;
let last = performance.now();
setInterval(() => {
  window.gap = Math.max(window.gap, performance.now() - last);
  last = performance.now();
}, 50);
"""
HAPPENS = "(name) => { document.dispatchEvent(new Event(name)); }"
TURNS = """
([name, persisted]) => { window.dispatchEvent(new PageTransitionEvent(name, { persisted })); }
"""


@pytest.mark.parametrize("is_told", [True, False], ids=["told", "not told"])
@pytest.mark.parametrize("script", ["", NO_WORKER], ids=["worker", "elected tab"])
def test_a_frozen_page_comes_in_step_by_itself_when_it_wakes(pub, script, is_told) -> None:
    address = pub.begin()
    sleeper = pub.sit(address, "phone", script=script + LONGEST_GAP, forgive=LOST)
    awake = pub.sit(address, forgive=LOST)
    pub.light(sleeper, "on")
    if is_told:
        sleeper.page.evaluate(HAPPENS, "freeze")
    # The browser keeps pages of tests in sight, and freezes none of those; its debugger does.
    freezer = sleeper.page.context.new_cdp_session(sleeper.page)
    freezer.send("Debugger.enable")
    freezer.send("Debugger.pause")
    for number in range(2):
        seq = awake.tap(pub.entry(number))
    pub.line.cut()
    pub.line.mend()
    freezer.send("Debugger.disable")
    sleeper.page.wait_for_timeout(100)
    assert sleeper.page.evaluate("window.gap") > 500, "it has not slept"
    if is_told:
        sleeper.page.evaluate(HAPPENS, "resume")
    assert pub.sees(sleeper, seq, within_ms=5_000)
    pub.light(sleeper, "on")
    assert sleeper.tap(pub.entry(2)) == seq + 1


def test_a_page_out_of_the_cache_of_the_browser_comes_in_step(pub) -> None:
    address = pub.begin()
    hand, other = pub.sit(address, "phone"), pub.sit(address)
    pub.light(hand, "on")
    hand.page.evaluate(TURNS, ["pagehide", True])
    seq = other.tap(pub.entry())
    pub.light(hand, "wait")
    assert not pub.sees(hand, seq, within_ms=300)
    hand.page.evaluate(TURNS, ["pageshow", True])
    assert pub.sees(hand, seq)
    assert hand.tap(pub.entry(1)) == seq + 1


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_where_the_browser_may_not_keep_a_screen_on_a_line_says_how_to(pub, touch) -> None:
    hand = pub.sit(pub.begin(), script=KEPT_DARK, has_touch=touch, is_mobile=touch)
    hand.panel("more")
    assert hand.page.locator(".darkens").is_visible()
    assert "turn off" in hand.page.locator(".darkens").inner_text()


# ---------------------------------------------------------------- updates


@pytest.fixture
def update(own_pub) -> Callable[[], None]:
    """Return a function that updates the referee: the same matches, another edition."""

    def do() -> None:
        own_pub.server.stop()
        own_pub.server.script = "serve_otherwise.py"
        own_pub.server.environment = {"REFEREE_TESTS_EDITION": "newer"}
        own_pub.server.start()

    return do


def test_after_an_update_open_pages_load_themselves_anew_once(own_pub, update) -> None:
    address = own_pub.begin()
    tablet = own_pub.sit(address, forgive=LOST)
    television = own_pub.sit(f"{address}/show", "television", forgive=LOST)
    for hand in (tablet, television):
        own_pub.light(hand, "on")
        hand.page.evaluate("window.opened = 'before'")
    update()
    for hand in (tablet, television):
        hand.page.locator('#light[data-edition="newer"]').wait_for(state="attached")
        assert hand.page.evaluate("window.opened") is None
        own_pub.light(hand, "on")
        assert not hand.page.locator("#renewal").is_visible()
        hand.page.evaluate("window.opened = 'after'")
    seq = tablet.tap(own_pub.entry())
    assert own_pub.sees(television, seq)
    assert [hand.page.evaluate("window.opened") for hand in (tablet, television)] == ["after"] * 2


def test_a_page_on_which_somebody_types_waits_with_that(own_pub, update) -> None:
    hand = own_pub.sit(own_pub.begin(), forgive=LOST)
    own_pub.light(hand, "on")
    hand.panel("more", "overrule")
    form = hand.page.locator("details.notation:has(#written)")
    form.locator("summary").click()
    form.locator("#written").fill("follow sl")
    update()
    hand.page.locator("#renewal").wait_for()
    assert form.locator("#written").input_value() == "follow sl"
    form.locator("#written").fill("")
    hand.page.locator('#light[data-edition="newer"]').wait_for(state="attached")


def test_a_page_that_stays_old_says_so_and_works(pub) -> None:
    address = pub.begin()
    hand = pub.sit(address)
    opened = []

    def old(route):
        opened.append(route.request.url)
        answer = route.fetch()
        body = answer.text().replace('data-edition="', 'data-edition="older-')
        route.fulfill(response=answer, body=body)

    hand.page.route(address, old)
    hand.page.reload()
    hand.page.locator("#renewal").wait_for()
    own = [url for url in opened if url == address]
    hand.tap(pub.entry())
    assert (len(own), len([url for url in opened if url == address])) == (2, 2)
