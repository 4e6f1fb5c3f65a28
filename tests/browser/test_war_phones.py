"""What an own phone says of War of Waves, and what makes room for what."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

MEASURE = (Path(__file__).parent / "measure.js").read_text("utf-8").strip().rstrip(";")
READABLE = {"smallest": 13, "important": 13}
ATTACKED = """game war-of-waves
seats Ann, Bo
> dealt seat=0 build=0 war=0
> dealt seat=1 build=0 war=0
> face card=build-1
> face card=war-2
> face card=build-3
> face card=war-4
> fortify at=b1 kind=war
> done
> face card=war-1
> attack side=0 at=b1 kind=war cards=1
> present card=build-4
"""


def own_phone(open_page, address, seat):
    """Make a phone the own one of who sits there."""
    phone = open_page(address, "phone")
    phone.locator('[data-tool="secrets"]').first.click()
    phone.locator(".own-phone summary").click()
    phone.locator(f'[data-tool="own"][data-seat="{seat}"]').click()
    phone.locator('#light[data-state="on"]').wait_for(state="attached")
    return phone


@pytest.mark.parametrize("seat", [0, 1])
def test_after_an_attack_a_phone_tells_the_own_hands_first_and_what_came_of_it(
    seat, sit_down, open_page, refused
) -> None:
    hand = sit_down(ATTACKED, forgive=refused)
    phone = own_phone(open_page, hand.page.url, seat)
    hand.press_really("strike")
    hand.press("reveal side=0 at=b1 kind=war card=1 value=2")
    scene = phone.locator("[data-scene]:visible")
    scene.wait_for()
    assert scene.locator(".title").inner_text() == "Bo’s attack succeeds"
    discards = ("You: discard War 2.", "You: the attack wins. Discard Build 4.")
    assert phone.locator("[data-say][data-hands]").inner_text() == discards[seat]
    scene.locator(".scene-seen").click()
    assert scene.count() == 0
    assert phone.evaluate(MEASURE, READABLE) == []


def test_notes_make_room_for_what_is_asked_at_the_table(sit_down, open_page, refused) -> None:
    hand = sit_down(ATTACKED, forgive=refused)
    phone = own_phone(open_page, hand.page.url, 0)
    phone.locator("label.tell").click()
    phone.locator(".notes .choice").first.wait_for()
    hand.press_really("strike")
    phone.locator("#screen[data-asked]").wait_for()
    assert phone.locator(".notes .choice:visible").count() == 0
    assert phone.locator('button[data-action^="reveal side=0 at=b1 kind=war"]').count() == 4
    phone.locator("label.tell").click()
    kinds = phone.locator(".notes .choice small").all_inner_texts()
    assert set(kinds) == {"Bridge 1, Build card"}, "a note of the asked card would turn it up"


OVER = """
() => {
  const parts = [...document.querySelectorAll(".table :is(.bank .name, .section .card, .quay)")]
    .map((one) => [one, one.getBoundingClientRect()]);
  return parts.flatMap(([one, a], index) => parts.slice(index + 1)
    .filter(([other, b]) => !one.contains(other)
      && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
    .map(([other]) => `${one.className} / ${other.className}`));
}
"""
IN_SIGHT = """
() => [...document.querySelectorAll("#screen .choices button")]
  .filter((one) => one.checkVisibility())
  .every((one) => one.getBoundingClientRect().bottom <= innerHeight)
"""


@pytest.mark.parametrize("whose", ["own", "everybody’s"])
def test_however_much_a_phone_can_do_its_table_does_not_fall_into_a_heap(
    whose, golden, begun, *, server, open_page
) -> None:
    address = server.load(begun(golden["war-of-waves/attack-own"], 67))
    phone = own_phone(open_page, address, 0) if whose == "own" else open_page(address, "phone")
    for viewport in ((360, 740), (360, 720), (390, 664), (320, 568)):
        phone.set_viewport_size(dict(zip(("width", "height"), viewport, strict=True)))
        for group in phone.locator("#screen label.tab:visible").all():
            group.click()
            assert phone.evaluate(OVER) == [], (viewport, group.inner_text())
            assert phone.evaluate(IN_SIGHT), (viewport, group.inner_text())


def test_on_a_low_phone_notes_lie_over_what_is_tapped_at_the_table(
    server, open_page, golden, begun
) -> None:
    text = begun(golden["war-of-waves/attack-own"], 67)
    phone = own_phone(open_page, server.load(text), 0)
    phone.set_viewport_size({"width": 375, "height": 553})
    phone.locator("label.tell").click()
    note = phone.locator(".notes .choice:visible").first
    before = note.get_attribute("data-action")
    assert before is not None
    assert before.startswith("remember")
    note.click()
    phone.locator(f'.notes .main[data-action="{before}"]').wait_for(state="attached")
