"""The table and its phones are heard: by whom, at what, and never twice."""

from typing import TYPE_CHECKING, Any

import pytest
from own_phones import take_seat

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

GAME = "waves/game-teams-of-four"
SEAT = 1
TURNS = (13, 14, 16)
"""Entries before the phone looks, and after which it is its turn, as the transcript has it."""
LISTEN = """
window.played = [];
window.vibrated = [];
HTMLMediaElement.prototype.play = function () {
  window.played.push(this.src.split("/").pop());
  return Promise.resolve();
};
Object.defineProperty(navigator, "vibrate", { value: (time) => window.vibrated.push(time) });
"""
HIDE = """
(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


def entries_of(text: str) -> list[str]:
    return [line[2:] for line in text.splitlines() if line.startswith(">")]


def played(page: "Page") -> list[str]:
    found: list[str] = page.evaluate("() => window.played")
    return found


def hears(page: "Page", *names: str) -> None:
    """Wait for so many sounds, which must be these."""
    page.wait_for_function("count => window.played.length >= count", arg=len(names))
    assert played(page) == [f"{name}.wav" for name in names]


def switch(hand: Any) -> str:
    """Tap the switch in the menu, and return whether it is on then."""
    hand.panel("more")
    button = hand.page.locator('dialog [data-tool="sound"]')
    button.click()
    told = str(button.get_attribute("aria-pressed"))
    hand.close()
    return told


def shown_at(page: "Page", seq: int) -> None:
    page.locator(f'#screen[data-seq="{seq}"]').wait_for()


def connected(page: "Page") -> None:
    page.locator('#light[data-state="on"]').wait_for(state="attached")


def test_the_table_says_what_was_taken_and_refused_and_the_end_unless_it_is_switched_off(
    golden, begun, sit_down, *, refused
) -> None:
    entries = entries_of(golden[GAME])
    text = begun(golden[GAME], len(entries) - 3)
    hand = sit_down(text, script=LISTEN, forgive=refused)
    hand.tap(entries[-3])
    hears(hand.page, "taken")
    hand.write(entries[0])
    hand.page.locator("#notice [data-refusal]").wait_for()
    hears(hand.page, "taken", "refused")
    hand.page.locator("#notice [data-dismiss]").click()
    assert switch(hand) == "false"
    hand.tap(entries[-2])
    assert switch(hand) == "true"
    hears(hand.page, "taken", "refused", "taken")  # the last is how loud it is
    hand.tap(entries[-1])
    assert hand.page.locator("#screen").get_attribute("data-over") == "yes"
    hears(hand.page, "taken", "refused", "taken", "end")


def test_two_tabs_of_one_table_sound_once_and_what_was_missed_not_at_all(
    golden, begun, server, *, open_page, hand_at
) -> None:
    entries = entries_of(golden[GAME])
    address = server.load(begun(golden[GAME], 6))
    other = hand_at(open_page(address))
    first = open_page(address, script=LISTEN)
    second = first.context.new_page()
    second.goto(f"{address}/show")
    for page in (first, second):
        connected(page)
        page.locator("[data-say]").click()
    for entry in entries[6:8]:
        seq = other.tap(entry)
        for page in (first, second):
            shown_at(page, seq)
    count = len(played(first)) + len(played(second))
    while count < 2:  # the tabs ask a database
        first.wait_for_timeout(20)
        count = len(played(first)) + len(played(second))
    assert count == 2
    second.close()
    before = played(first)
    first.evaluate(HIDE, True)  # noqa: FBT003 - the value of document.hidden
    other.tap(entries[8])
    seq = other.tap(entries[9])
    first.evaluate(HIDE, False)  # noqa: FBT003 - the value of document.hidden
    shown_at(first, seq)
    connected(first)
    seq = other.tap(entries[10])
    shown_at(first, seq)
    hears(first, *(name.removesuffix(".wav") for name in before), "taken")


def test_an_own_phone_vibrates_at_its_turn_and_sounds_only_once_it_is_switched_on(
    golden, begun, server, *, open_page, hand_at
) -> None:
    entries = entries_of(golden[GAME])
    address = server.load(begun(golden[GAME], TURNS[0]))
    table = hand_at(open_page(address))
    page = open_page(f"{address}/seats/{SEAT}/cover", "phone", script=LISTEN)
    phone = hand_at(take_seat(page, address, SEAT))
    connected(page)
    connected(table.page)
    page.locator("[data-say]").click()
    for entry in entries[TURNS[0] : TURNS[1]]:
        seq = table.tap(entry)
    shown_at(page, seq)
    page.wait_for_function("() => window.vibrated.length > 0")
    assert (page.evaluate("window.vibrated"), played(page)) == ([200], [])
    assert switch(phone) == "true"
    for entry in entries[TURNS[1] : TURNS[2]]:
        seq = table.tap(entry)
    shown_at(page, seq)
    hears(page, "taken", "turn")  # the first is how loud it is
    assert page.evaluate("window.vibrated") == [200, 200]
