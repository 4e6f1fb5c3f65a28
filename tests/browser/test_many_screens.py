"""One match on many screens: in step, through reloads, lost connections and a restart."""

import re

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

A_SECOND_MS = 1_000
BOUNCE_MS = 300
GAME = "waves/game-teams-of-four"
LOST = r"ERR_|Failed to load resource"
ALONE = "delete window.SharedWorker; delete window.BroadcastChannel;"
LAND = """
(at) => {
  window.landed = [];
  document.addEventListener("moment", () => {
    for (const [x, y] of [at.slice(0, 2), at.slice(2)]) {
      const under = document.elementFromPoint(x, y);
      const tap = { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y };
      window.landed.push(!under.dispatchEvent(new MouseEvent("click", tap)));
    }
  }, { once: true });
}
"""
AT = "([seq]) => Number(document.getElementById('screen')?.dataset.seq) >= seq"


def test_a_reload_in_the_middle_loses_nothing(golden, begun, sit_down) -> None:
    hand = sit_down(begun(golden[GAME], 6))
    before = hand.page.locator("#screen").inner_text()
    hand.page.reload()
    assert before == hand.page.locator("#screen").inner_text()
    hand.tap(next_entry(golden[GAME], 6))


def next_entry(text, entries) -> str:
    lines = [line[2:] for line in text.splitlines() if line.startswith(">")]
    return str(lines[entries])


def test_two_tablets_and_a_television_are_in_step_within_a_second(
    golden, begun, *, server, open_page, hand_at
) -> None:
    address = server.load(begun(golden[GAME], 6))
    one, two = hand_at(open_page(address)), hand_at(open_page(address, "phone"))
    television = hand_at(open_page(f"{address}/show", "television"))
    for screen in (two, television):
        screen.page.locator('#light[data-state="on"]').wait_for(state="attached")
    assert television.page.locator("button:visible, a[href]:visible, form").count() == 0
    for entries, (hand, other) in enumerate([(one, two), (two, one), (one, two)], start=6):
        seq = hand.tap(next_entry(golden[GAME], entries))
        for screen in (other, television):
            screen.page.wait_for_function(AT, arg=[seq], timeout=A_SECOND_MS)
            assert hand.said == screen.said


def test_two_taps_on_one_button_count_once(golden, begun, sit_down) -> None:
    hand = sit_down(begun(golden[GAME], 6))
    seq = hand.seq
    at = hand.aim(next_entry(golden[GAME], 6))
    hand.page.mouse.dblclick(*at, delay=10)
    assert seq + 1 == hand.settle(seq)
    hand.page.wait_for_timeout(BOUNCE_MS)
    assert seq + 1 == hand.seq


def test_a_tap_is_no_answer_to_what_somebody_else_has_just_put_under_the_finger(
    golden, begun, *, server, open_page, hand_at
) -> None:
    address = server.load(begun(golden[GAME], 6))
    one, two = hand_at(open_page(address)), hand_at(open_page(address))
    two.page.locator('#light[data-state="on"]').wait_for(state="attached")
    action, seq = next_entry(golden[GAME], 6), two.seq
    at = two.aim(action)
    undo = two.page.locator('#screen [data-tool="undo"]').bounding_box()
    # The finger comes down in the very moment in which the other's entry arrives.
    two.page.evaluate(LAND, [*at, undo["x"] + 5, undo["y"] + 5])
    one.press(action)
    assert seq + 1 == two.settle(seq)
    assert [True, True] == two.page.evaluate("window.landed")
    two.page.locator("#quick", has_text="The table just changed").wait_for()
    two.page.wait_for_timeout(BOUNCE_MS)
    assert seq + 1 == two.seq == one.seq
    two.tap(next_entry(golden[GAME], 7))
    assert seq + 2 == two.seq


def test_the_same_button_on_two_tablets_counts_once(
    golden, begun, *, server, open_page, hand_at
) -> None:
    address = server.load(begun(golden[GAME], 6))
    one, late = hand_at(open_page(address)), hand_at(open_page(forgive=LOST, script=ALONE))
    late.page.route(re.compile(r"/(stream|news)(\?|$)"), lambda _: None)
    late.page.goto(address)  # does not hear of what the other has entered, and knows nothing of it
    seq = late.seq
    for hand in (one, late):
        hand.tap(next_entry(golden[GAME], 6))
    assert [seq + 1, seq + 1] == [one.seq, late.seq]
    assert late.page.locator("#notice [data-refusal]").count() == 0


def test_a_restart_of_the_server_is_survived_in_mid_game(
    golden, begun, *, own_server, open_page, hand_at
) -> None:
    address = own_server.load(begun(golden[GAME], 6))
    hand = hand_at(open_page(address, forgive=LOST))
    light = hand.page.locator("#light")
    hand.page.locator('#light[data-state="on"]').wait_for(state="attached")
    own_server.stop()
    hand.page.locator('#light[data-state="off"]').wait_for()
    assert "Not connected" in light.inner_text()
    own_server.start()
    hand.page.locator('#light[data-state="on"]').wait_for(state="attached")
    assert light.inner_text() == ""
    hand.tap(next_entry(golden[GAME], 6))


HIDE = """
(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


def test_a_screen_that_slept_shows_what_it_has_missed(
    golden, begun, *, server, open_page, hand_at
) -> None:
    address = server.load(begun(golden[GAME], 6))
    awake, sleeper = hand_at(open_page(address)), hand_at(open_page(address, "phone"))
    sleeper.page.locator('#light[data-state="on"]').wait_for(state="attached")
    before = sleeper.said
    sleeper.page.evaluate(HIDE, True)  # noqa: FBT003 - the value of document.hidden
    for entries in (6, 7):
        seq = awake.tap(next_entry(golden[GAME], entries))
    assert before == sleeper.said, "a screen that sleeps holds no line to the server"
    sleeper.page.evaluate(HIDE, False)  # noqa: FBT003 - the value of document.hidden
    sleeper.page.wait_for_function(AT, arg=[seq], timeout=A_SECOND_MS)
    assert awake.said == sleeper.said


def test_a_tap_into_a_gap_of_the_network_is_sent_again(
    golden, begun, *, server, open_page, hand_at
) -> None:
    hand = hand_at(open_page(server.load(begun(golden[GAME], 6)), forgive=LOST))
    seq = hand.seq
    hand.page.route("**/act", lambda route: route.abort(), times=1)
    hand.page.mouse.click(*hand.aim(next_entry(golden[GAME], 6)))
    assert seq + 1 == hand.settle(seq)


def test_a_tap_that_does_not_get_out_says_that_it_waits_though_news_come_in(
    golden, begun, *, server, open_page, hand_at
) -> None:
    hand = hand_at(open_page(server.load(begun(golden[GAME], 6)), forgive=LOST))
    hand.page.locator('#light[data-state="on"]').wait_for(state="attached")
    hand.page.route("**/act", lambda route: route.abort())
    seq = hand.seq
    hand.page.mouse.click(*hand.aim(next_entry(golden[GAME], 6)))
    hand.page.wait_for_timeout(1_500)  # by then the line has said that it is alive
    assert "Your tap is kept" in hand.page.locator("#light").inner_text()
    hand.page.unroute("**/act")
    assert seq + 1 == hand.settle(seq)
    hand.page.wait_for_function("() => document.getElementById('light')?.textContent === ''")
