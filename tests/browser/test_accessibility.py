"""Every page and panel, by day and by night, as axe-core judges it: without a violation."""

import pytest
from axe import violations

pytestmark = pytest.mark.browser

UNFOLD = "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"
GAME = "waves/game-teams-of-four"
ENDED = 200
PHASES = {"elders": 0, "play": 5, "rebels": 8, "followers": 10, "next-round": 12, "over": ENDED}
PANELS = {
    "why": ["why"],
    "more": ["more"],
    "history": ["more", "history"],
    "rules": ["more", "rules"],
    "overrule": ["more", "overrule"],
    "entry": ["more", "history", "fix"],
}


def a_table(page, server):
    """Open a match on this page, and return its path and the code by which it is joined."""
    page.goto(f"{server.url}/new/waves")
    page.locator("form button.main").last.click()
    page.locator("#screen").wait_for()
    address = page.url
    page.goto(f"{address}/join")
    code = page.locator("[data-code]").get_attribute("data-code")
    return address.removeprefix(f"{server.url}/"), code


def test_the_pages_beside_the_table_have_no_violation(*, golden, begun, server, open_page) -> None:
    server.load(begun(golden[GAME], 3))
    server.load(begun(golden[GAME], ENDED))
    page = open_page(forgive="status of 40[04]")
    found = {}
    table, code = a_table(page, server)
    for path in (
        *(f"{table}/{name}" for name in ("join", "screens", "watch")),
        *(f"j/{code}", "j", "j/000000"),
        "",
        "new/waves",
        "join",
        "games/waves/rules",
        f"{table}/rules",
        "nowhere",
        "matches/none-such",
        "api",
        "doctor",
    ):
        page.goto(f"{server.url}/{path}")
        page.evaluate(UNFOLD)
        found[path or "home"] = violations(page)
    page.goto(server.url)
    page.locator("#text").fill("nonsense")
    page.locator("form:has(#text) button").click()
    page.locator(".problem").wait_for()
    found["problem"] = violations(page)
    assert {path: [] for path in found} == found


def test_the_table_has_no_violation_in_any_phase(*, golden, begun, server, open_page) -> None:
    page = open_page()
    found = {}
    for phase, entries in PHASES.items():
        address = server.load(begun(golden[GAME], entries))
        page.goto(address)
        found[phase] = violations(page)
    page.goto(f"{address}/show")
    found["television"] = violations(page)
    for at in (0, 10, 1):
        page.goto(f"{server.url}/demos/{GAME}?at={at}")
        found[f"demo {at}"] = violations(page)
    assert {phase: [] for phase in found} == found


# What is said is the same at each size, and tests of layouts look at what covers what.
@pytest.mark.parametrize("size", ["tablet", pytest.param("phone", marks=pytest.mark.long)])
def test_the_panels_have_no_violation(*, size, golden, begun, sit_down, refused) -> None:
    hand = sit_down(begun(golden[GAME], 12), size, forgive=refused)
    found = {}
    for name, tools in PANELS.items():
        hand.panel(*tools)
        hand.page.evaluate(UNFOLD)
        found[name] = violations(hand.page)
        hand.close()
    hand.write("reveal slot=0 card=noble")
    hand.page.locator("#notice [data-refusal]").wait_for()
    found["refused"] = violations(hand.page)
    assert {name: [] for name in found} == found


def test_a_conflict_has_no_violation(*, golden, begun, sit_down, refused) -> None:
    hand = sit_down(begun(golden["waves/mistakes-while-turning-over"], 9), forgive=refused)
    hand.panel("more", "history")
    line = hand.page.locator("dialog .told li", has_text="Rebels").last
    line.locator("[data-tool=fix]").click()
    hand.page.locator("dialog button[data-action='follow slot=0']").click()
    hand.page.locator("dialog [data-conflict]").wait_for()
    assert violations(hand.page) == []
