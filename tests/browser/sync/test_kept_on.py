"""A screen at the table does not go dark where the browser lets it be kept on."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from chromium import FLAGS, WHOLE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

KEEP_LOCKS = """
window.locks = [];
const request = WakeLock.prototype.request;
WakeLock.prototype.request = async function (...given) {
  const lock = await request.apply(this, given);
  window.locks.push(lock);
  return lock;
};
"""
ON_THE_LAN = "192.168.7.20"
GAME = "waves/game-teams-of-four"
VIDEO = """
() => {
  const video = document.getElementById("keeps-on");
  const { width, height } = video.getBoundingClientRect();
  return {
    goesOn: !video.paused && video.currentTime > 0.2,
    isSilent: video.muted,
    hasSound: video.webkitAudioDecodedByteCount > 0,
    share: (width * height) / (innerWidth * innerHeight),
  };
}
"""
HELD = "() => window.locks.map((lock) => !lock.released)"
HIDE = """
(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


@pytest.fixture(scope="module")
def browser(browser: "Browser") -> Iterator["Browser"]:
    """Return a Chromium with all there is; one without windows keeps no screen on."""
    args = [*FLAGS, f"--host-resolver-rules=MAP {ON_THE_LAN} 127.0.0.1"]
    whole = browser.browser_type.launch(executable_path=WHOLE, args=args)
    yield whole
    whole.close()


def test_a_screen_is_kept_on_where_the_browser_lets_it_and_again_when_it_is_seen_again(pub) -> None:
    hand = pub.sit(pub.begin(), script=KEEP_LOCKS)
    hand.page.locator("html.awake").wait_for(state="attached")
    hand.panel("more")
    assert not hand.page.locator(".darkens").is_visible()
    assert hand.page.evaluate(HELD) == [True]
    hand.page.evaluate(HIDE, True)  # noqa: FBT003 - the value of document.hidden
    hand.page.evaluate("() => window.locks[0].release()")  # as the browser does by then
    hand.page.evaluate(HIDE, False)  # noqa: FBT003 - the value of document.hidden
    hand.page.wait_for_function("() => window.locks.length === 2")
    assert hand.page.evaluate(HELD) == [False, True]
    hand.page.evaluate(HIDE, True)  # noqa: FBT003 - the value of document.hidden
    hand.page.wait_for_function("() => window.locks[1].released")


def test_over_plain_http_a_silent_video_keeps_it_on_until_the_game_is_over(
    server, golden, begun, *, open_page, hand_at
) -> None:
    entries = [line[2:] for line in golden[GAME].splitlines() if line.startswith(">")]
    address = server.load(begun(golden[GAME], len(entries) - 1)).replace("127.0.0.1", ON_THE_LAN)
    page = open_page(address)
    assert page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
    page.locator("[data-say]").click()
    page.wait_for_function(f"() => ({VIDEO})().goesOn")
    told = page.evaluate(VIDEO)
    assert told["isSilent"]
    assert told["hasSound"], "Firefox and Safari want a track of sound"
    assert told["share"] == 1, "Chromium wants a fifth of the page"
    assert page.locator("html.awake").count()
    page.evaluate(HIDE, True)  # noqa: FBT003 - the value of document.hidden
    page.wait_for_function("() => document.getElementById('keeps-on').paused")
    page.evaluate(HIDE, False)  # noqa: FBT003 - the value of document.hidden
    page.wait_for_function(f"() => ({VIDEO})().goesOn")
    hand_at(page).tap(entries[-1])
    page.wait_for_function("() => document.getElementById('keeps-on').paused")
    assert not page.locator("html.awake").count()
