"""No page needs what the policy forbids, and what the policy forbids does not happen.

A browser tells of each thing that it did not load, run or style because of the policy; so every
kind of page is opened with somebody listening. Which pages there are is asked of the application.
"""

import pytest
from every_page import pages_of

pytestmark = pytest.mark.browser

LISTEN = """
window.forbidden = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.forbidden.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
});
"""
# An element with markup of its own, as a name would be that is not written literally.
INJECT = """
() => {
  const box = document.createElement("div");
  box.innerHTML = `<img src="/nothing.png" onerror="window.owned = 1">
    <svg onload="window.owned = 1"></svg><p style="color: red" id="styled">x</p><img src="https://elsewhere.invalid/x.png">`;
  document.body.append(box);
  const script = document.createElement("script");
  script.textContent = "window.owned = 1";
  document.body.append(script);
  return new Promise((done) => setTimeout(
    () => done([window.owned ?? 0, getComputedStyle(document.getElementById("styled")).color]), 150,
  ));
}
"""


def test_no_page_needs_what_the_policy_forbids(browser, server, golden, begun):
    demo = next(name for name in sorted(golden) if name.startswith("war-of-waves/game-"))
    text = golden[demo]
    address = server.load(begun(text, 8))
    context = browser.new_context(viewport={"width": 1180, "height": 820})
    context.add_init_script(LISTEN)
    page = context.new_page()
    seen = {}
    match_id = address.rpartition("/")[2]
    pages = [*pages_of(match_id), f"/demos/{demo}"]
    opened = 0
    for path in pages:
        answer = page.goto(f"{server.url}{path}", wait_until="load")
        opened += answer is not None and answer.status == 200
        found = page.evaluate("window.forbidden")
        if found:
            seen[path] = found
    context.close()
    assert seen == {}
    assert opened > 25


def test_what_slips_into_a_page_does_nothing(browser, server, golden, begun):
    text = golden[next(name for name in sorted(golden) if name.startswith("waves/game-"))]
    address = server.load(begun(text, 6))
    context = browser.new_context()
    context.add_init_script(LISTEN)
    page = context.new_page()
    page.goto(address, wait_until="load")
    owned, colour = page.evaluate(INJECT)
    forbidden = " ".join(page.evaluate("window.forbidden"))
    context.close()
    assert owned == 0
    assert colour != "rgb(255, 0, 0)"
    for kind in ("script-src-attr", "script-src-elem", "style-src-attr", "img-src"):
        assert kind in forbidden, kind
