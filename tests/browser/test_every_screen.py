"""Every screen on a phone: nothing moves while it loads, and a finger hits everything."""

import pytest
from axe import AXE
from every_screen import screens_of

pytestmark = pytest.mark.browser

MOST_SHIFT = 0.05
"""What Google calls good is up to 0.1 (cumulative layout shift)."""

# As over a poor Wi-Fi: what a page loads comes after its first picture. Nothing is kept.
SLOW = {"offline": False, "latency": 40, "downloadThroughput": 2e6, "uploadThroughput": 2e6}

WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) window.shifts.push([value, ...sources.slice(0, 3).map(({ node }) =>
      (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.outerHTML.slice(0, 80))]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
SETTLED = """
async () => {
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return window.shifts;
}
"""
SMALL = """
() => {
  const things = "a[href], button, select, summary, textarea, input:not([type=hidden]), label.tab";
  const found = [...document.querySelectorAll(things)].filter((one) => one.checkVisibility());
  // What is drawn for a hidden field, or beside a small one, is what a finger hits.
  const hit = found.map((one) => (one.matches("[type=checkbox], [type=radio]") && one.labels[0])
    || (one.matches("[type=file], .said") && one.closest("label")) || one);
  return [...new Set(hit)].filter((one) => !one.matches(".said"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && height > 0 && (width < 43.5 || height < 43.5))
    .map(([one, { width, height }]) => `${width} x ${height}: ${one.outerHTML.slice(0, 90)}`);
}
"""
# Two rules more than axe asks by itself, as Lighthouse does. To read the stylesheets of a shadow
# tree it would write inline styles, which the policy of the pages refuses.
JUDGE = """
async () => {
  const on = { enabled: true };
  const rules = { "target-size": on, "label-content-name-mismatch": on };
  const how = { resultTypes: ["violations"], rules, preload: false };
  const { violations } = await axe.run(document, how);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}
"""


@pytest.mark.parametrize(
    "slug",
    [
        "waves",
        "rolling",
        "war-of-waves",
        *(pytest.param(one, marks=pytest.mark.long) for one in ("breakers", "wave")),
    ],
)
def test_nothing_moves_while_a_screen_loads_and_a_finger_hits_everything(
    slug, server, open_page
) -> None:
    page = open_page(f"{server.url}/away", "phone", forgive="status of 40")
    page.context.add_init_script(WATCH)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    line.send("Network.emulateNetworkConditions", SLOW)
    wrong = {}
    for name, address in screens_of(page.context, server, slug).items():
        page.goto(address)
        shifts = page.evaluate(SETTLED)
        moved = shifts if sum(value for value, *_ in shifts) > MOST_SHIFT else []
        page.evaluate(f"() => {{ {AXE} }}")
        wrong[name] = [*moved, *page.evaluate(SMALL), *page.evaluate(JUDGE)]
    assert {name: found for name, found in wrong.items() if found} == {}
