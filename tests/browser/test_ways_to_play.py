"""Other ways to use the screen: by keys, without a script, and only watching."""

import pytest

from referee.core import Mark, read_transcripts

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

GAME = "waves/game-teams-of-four"
DEMO = "waves/example-collecting-elders"
MANY_TABS = 120

QUICK = {
    "next": "[link, link, link].forEach(one => one.click())",
    "back": "[link, link].forEach(one => one.click())",
}

OPEN_GROUP = """
action => {
  const all = [...document.querySelectorAll('#screen button[data-action]')];
  const button = all.find(one => one.dataset.action === action);
  const group = button.closest('[data-group]');
  const pick = group.querySelector('.pick');
  return {
    open: !pick || pick.checked,
    key: 1 + [...group.querySelectorAll('button[data-action]')].indexOf(button),
  };
}
"""


def tab_to(page, selector) -> None:
    """Press Tab until something has the focus."""
    for _ in range(MANY_TABS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no way by keys to {selector}")


def pick_by_keys(page, name, value) -> None:
    """Walk to a question, and to one of its answers with the arrows."""
    tab_to(page, f'input[name="{name}"]')
    for _ in range(10):
        if page.evaluate("() => document.activeElement.value") == value:
            break
        page.keyboard.press("ArrowDown")
    page.wait_for_function("() => !window.pending")


def test_a_whole_game_is_played_with_the_keyboard_only(
    golden, own_server, *, open_page, hand_at
) -> None:
    found = next(read_transcripts(golden[GAME].splitlines()))
    options = dict(found.setup.options)
    page = open_page(f"{own_server.url}/")
    tab_to(page, '[data-game="waves"] a.main')
    page.keyboard.press("Enter")
    page.locator("#opening").wait_for()
    pick_by_keys(page, "count", "4")
    for place, name in enumerate(found.setup.names):
        tab_to(page, f'#names li[data-seat="{place}"] input')
        page.keyboard.type(name)
    pick_by_keys(page, "option.mode.0", options["mode"])
    pick_by_keys(page, "option.tablets.preset", options["tablets"])
    pick_by_keys(page, "option.token.0", options["token"])
    tab_to(page, "details.extras summary")
    page.keyboard.press("Enter")
    pick_by_keys(page, "option.council.preset", options["council"])
    tab_to(page, '[data-tool="begin"]')
    page.keyboard.press("Enter")
    page.locator('#light[data-state="on"]').wait_for(state="attached")
    hand = hand_at(page)
    for line in found.lines:
        if line.mark is Mark.ENTRY:
            enter_by_keys(hand, line.text)
    assert page.locator("#screen").get_attribute("data-over") == "yes"
    tab_to(page, '[data-tool="rematch"]')


def enter_by_keys(hand, action) -> None:
    page, seq = hand.page, hand.seq
    place = page.evaluate(OPEN_GROUP, action)
    if not place["open"]:
        tab_to(page, "#screen .pick")
        while not place["open"]:
            page.keyboard.press("ArrowRight")
            place = page.evaluate(OPEN_GROUP, action)
    page.keyboard.press(str(place["key"]))
    hand.settle(seq)


def test_panels_open_and_close_by_keys_and_keep_the_focus_inside(golden, begun, sit_down) -> None:
    hand = sit_down(begun(golden[GAME], 8))
    page = hand.page
    assert page.locator("#screen kbd:visible").count() > 0, "there is likely a keyboard"
    for key, name in (("?", "why"), ("m", "more"), ("h", "history")):
        page.keyboard.press(key)
        page.locator(f'dialog[open] [data-panel-name="{name}"]').wait_for()
        page.keyboard.press("Tab")
        assert page.evaluate("() => Boolean(document.activeElement.closest('dialog'))")
        page.keyboard.press("Escape")
        page.locator("dialog#panel[open]").wait_for(state="detached")
    seq, said = hand.seq, hand.said
    page.keyboard.press("u")
    seq = hand.settle(seq)
    page.keyboard.press("r")
    hand.settle(seq)
    assert said == hand.said


@pytest.mark.parametrize("tools", [("why",), ("more", "overrule")])
def test_back_closes_a_panel_and_does_not_leave_the_match(
    golden, begun, *, sit_down, tools
) -> None:
    hand = sit_down(begun(golden[GAME], 8))
    page, address = hand.page, hand.page.url
    hand.panel(*tools)
    page.go_back()
    page.locator("dialog#panel[open]").wait_for(state="detached")
    assert address == page.url
    hand.panel(*tools)
    hand.close()
    page.wait_for_function("() => !history.state")
    hand.panel(*tools)
    page.reload()
    page.wait_for_function("() => !history.state")
    assert page.locator("dialog#panel[open]").count() == 0
    page.go_back()
    assert page.url == "about:blank", "without a panel it leaves, at once"


def test_a_match_is_begun_and_played_without_scripts(open_page, refused) -> None:
    page = open_page(java_script_enabled=False, forgive=refused)
    page.locator('[data-game="waves"] a:has-text("New match")').click()
    page.locator("#names input").first.fill("Ann")
    page.locator(".go button.main").click()
    table = page.url
    other = open_page(table)
    other.locator('[data-tool="table"]').click()  # the table has a host, so it asks who this is
    other.locator("#screen").wait_for()
    page.goto(f"{table}/screens")
    page.locator('[data-tool="let-in"]').click()
    page.goto(table)
    screen = page.locator("#screen")
    for seq in range(3):
        assert str(seq) == screen.get_attribute("data-seq")
        page.locator("#screen button[data-action]:visible").first.click()
    page.locator('#screen[data-seq="3"]').wait_for()
    page.locator('[data-tool="undo"]').click()
    page.locator('#screen[data-seq="4"]').wait_for()
    page.locator('[data-tool="why"]').click()
    page.locator('[data-panel-name="why"] [data-close]').click()
    other.locator('#screen[data-seq="4"]').wait_for()
    other.locator('[data-tool="redo"]').click()
    other.locator('#screen[data-seq="5"]').wait_for()
    page.locator("#screen button[data-action]:visible").first.click()
    assert "stale" == page.locator("#notice [data-refusal]").get_attribute("data-refusal")
    assert screen.get_attribute("data-seq") == "5"


def test_the_verdict_can_be_put_away(golden, open_page, server) -> None:
    page = open_page(server.load(golden[GAME]), "phone")
    verdict = page.locator("[data-verdict]")
    assert verdict.locator(".pips").first.is_visible()
    verdict.locator("summary").click()
    assert not verdict.locator(".pips").first.is_visible()
    assert "win" in verdict.inner_text()


def test_a_new_match_is_in_sight_on_a_phone_at_once(own_server, open_page) -> None:
    page = open_page(f"{own_server.url}/", "phone")
    button = page.locator("[data-game] a.main").first.bounding_box()
    assert button
    assert button["y"] + button["height"] < page.viewport_size["height"]


def lead_to_demo(page, name: str) -> None:
    """Open a demo from the first page."""
    slug, _, called = name.partition("/")
    page.locator(f'[data-tool="demos"][href$="/{slug}"]').click()
    page.get_by_text("Examples from the rulebook").click()
    page.locator(f'[data-demo="{called}"]').click()


def test_a_demo_goes_on_and_back_plays_and_jumps(golden, open_page, hand_at) -> None:
    page = open_page()
    lead_to_demo(page, DEMO)
    player = page.locator("#player")
    last = int(player.get_attribute("data-last") or "0")
    assert golden[DEMO].count("\n> ") == last
    at = page.locator("#player[data-at='0']")
    at.wait_for()
    before = hand_at(page).said
    page.locator('[data-tool="next"]').click()
    page.locator("#player[data-at='1']").wait_for()
    page.locator("#screen .choice.next").click()
    page.locator("#player[data-at='2']").wait_for()
    page.locator('[data-tool="back"]').click()
    page.locator('[data-tool="back"]').click()
    at.wait_for()
    assert before == hand_at(page).said
    page.locator('[data-tool="speed"]').click()
    page.locator('[data-tool="play"]').click()
    page.locator("#player[data-at='1']").wait_for()
    assert page.locator("[data-speed]").inner_text() == "2×"
    page.locator('[data-tool="play"][aria-pressed="true"]').click()
    page.locator('[data-go="0"]').click()
    at.wait_for()
    for way, arrived in (("next", 3), ("back", 1)):  # a finger is quicker than the answers
        page.locator(f'[data-tool="{way}"]').evaluate(f"link => {QUICK[way]}")
        page.locator(f"#player[data-at='{arrived}']").wait_for()
    page.locator("#at").focus()
    page.keyboard.press("End")
    page.locator(f"#player[data-at='{last}']").wait_for()
    assert page.url.endswith(f"/demos/{DEMO}?at={last}")
