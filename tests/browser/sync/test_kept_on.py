"""A screen at the table does not go dark where the browser lets it be kept on."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from chromium import FLAGS, WHOLE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

KEEP_LOCKS = """
window.locks = [];
const request = WakeLock.prototype.request;
WakeLock.prototype.request = async function (...given) {
  const lock = await request.apply(this, given);
  window.locks.push(lock);
  return lock;
};
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
    whole = browser.browser_type.launch(executable_path=WHOLE, args=FLAGS)
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
