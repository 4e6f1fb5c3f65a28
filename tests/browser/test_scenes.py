"""The moments of a table are pictures that a tap ends, and that hold nobody up."""

import pytest
from axe import violations

pytestmark = pytest.mark.browser

EXAMPLE = "waves/example-collecting-elders"
BEFORE = 11
"""Entries before the last Follower, whose card decides three Elders."""
LAST = "reveal slot=1 card=noble"
FINGER_MS = 300
"""A tap that comes sooner after the screen has changed is none."""
TITLE = ".scene:visible .title"
COUNT_MOVES = """() => {
  window.moves = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    window.moves.push(timing.duration);
    return animate.call(this, frames, timing);
  };
}"""


@pytest.fixture
def hand(sit_down, golden, begun):
    return sit_down(begun(golden[EXAMPLE], BEFORE))


def titles(page) -> list[str]:
    return page.locator(TITLE).all_inner_texts()


def tap_on(page) -> None:
    page.locator(".scene:visible").click(position={"x": 20, "y": 90})


def test_a_tap_ends_each_picture_and_none_comes_back(hand) -> None:
    page = hand.page
    page.evaluate(COUNT_MOVES)
    hand.tap(LAST)
    assert page.evaluate("window.moves") == [], "whoever wants no motion gets none"
    assert violations(page) == []
    told = []
    while titles(page):
        told += titles(page)
        tap_on(page)
    assert told == [
        "Bo collects the Seer",
        "Cy collects the Seer",
        "The Keeper goes to Di’s hand",
    ]
    page.locator("#screen [data-tick] button").click()
    page.locator('#screen:not([data-ticks="0"])').wait_for()
    assert titles(page) == [], "nor when the same moment is drawn once more"
    page.reload()
    assert page.locator(".scene").count() == 3
    assert titles(page) == []


def test_a_task_that_is_done_ends_the_picture_of_what_it_followed_from(hand) -> None:
    page = hand.page
    hand.tap(LAST)
    page.wait_for_timeout(FINGER_MS)
    page.locator("#screen [data-tick] button").click()
    page.locator('#screen:not([data-ticks="0"])').wait_for()
    assert titles(page) == ["Cy collects the Seer"]


def test_an_entry_goes_on_at_once_while_a_picture_is_shown(hand) -> None:
    page = hand.page
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(COUNT_MOVES)
    hand.tap(LAST)
    assert titles(page) == ["Bo collects the Seer"]
    moves = page.evaluate("window.moves")
    assert moves
    assert max(moves) <= 400
    hand.tap("shells count=3")
    assert titles(page) == ["Open Majority: Knights"], "that of the next entry"
    hand.tap("follow slot=1")
    assert titles(page) == []


def test_a_picture_is_put_away_without_a_script(hand, open_page) -> None:
    hand.tap(LAST)
    page = open_page(hand.page.url, java_script_enabled=False)
    assert titles(page) == ["Bo collects the Seer"]
    tap_on(page)
    assert titles(page) == ["Cy collects the Seer"]


def test_a_television_goes_on_by_itself(hand, open_page) -> None:
    hand.tap(LAST)
    page = open_page(f"{hand.page.url}/show", "television")
    seen = titles(page)
    page.clock.install()
    page.reload()
    page.clock.run_for(6100)
    assert [seen, titles(page)] == [["Bo collects the Seer"], ["Cy collects the Seer"]]
