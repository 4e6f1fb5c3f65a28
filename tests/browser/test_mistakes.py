"""Mistakes at the table: refused kindly, undone, mended, or decided otherwise by the table."""

import re

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

OPENED = """\
game waves
option mode=all-vs-all
option tablets=scholars-six,equal-or-lower,knights-calm,counterclockwise,nobles-calm
option council=2,2,2,2,2
option token=0
seats Ann, Bo, Cy, Di
> elder slot=0 card=scholar
> elder slot=1 card=keeper
> elder slot=2 card=seer
> elder slot=3 card=seer
"""
LAID = f"""{OPENED}
> follow slot=0
> follow slot=1
> rebel slot=2 count=2
> follow slot=3
> reveal slot=2 card=noble
"""


def fix(hand, sentence) -> None:
    """Open the panel that mends an entry, by the sentence that tells it."""
    hand.panel("more", "history")
    line = hand.page.locator("dialog .told li", has=hand.page.get_by_text(sentence, exact=True))
    line.locator('[data-tool="fix"]').click()
    hand.page.locator('[data-panel-name="entry"]').wait_for()


def test_a_wrong_entry_is_refused_kindly_and_changes_nothing(sit_down, refused) -> None:
    hand = sit_down(OPENED, forgive=refused)
    before = hand.page.locator("#screen").inner_text()
    hand.write("follow slot=2")
    notice = hand.page.locator("#notice [data-refusal=refused]")
    notice.wait_for()
    said = notice.inner_text()
    assert "Ann" in said
    assert "The game has not changed." in said
    assert notice.get_attribute("data-rule") == "play"
    notice.locator("summary").click()
    assert notice.locator(".rule cite").inner_text().strip()
    assert before == hand.page.locator("#screen").inner_text()
    notice.locator("[data-dismiss]").click()
    hand.tap("follow slot=0")
    assert hand.page.locator("#notice [data-refusal]").count() == 0


def test_undo_says_what_it_undoes_and_redo_puts_it_back(sit_down) -> None:
    hand = sit_down(OPENED)
    before = [hand.tick() for _ in range(2)][-1]
    hand.tap("rebel slot=0 count=2")
    after = hand.said
    told = hand.page.locator(".story .entry").first.inner_text()
    undo = hand.page.locator('#screen [data-tool="undo"]')
    assert f"Undo: {told}" == undo.inner_text().strip()
    seq = hand.seq
    undo.click()
    seq = hand.settle(seq)
    assert "Ann: move 2 cards from your Agent place to your hand." == hand.said
    assert before == hand.tick()
    redo = hand.page.locator('#screen [data-tool="redo"]')
    assert f"Redo: {told}" == redo.get_attribute("aria-label")
    redo.click()
    hand.settle(seq)
    assert "Ann: move 2 cards from your hand to your Agent place, face down." == hand.said
    assert after == hand.tick()
    assert told == hand.page.locator(".story .entry").first.inner_text()


def test_an_earlier_entry_is_fixed_from_the_history(sit_down) -> None:
    hand = sit_down(OPENED)
    hand.tap("follow slot=0")
    told = hand.page.locator(".story .entry").all_inner_texts()
    wrong = next(line for line in told if "Keeper" in line)
    fix(hand, wrong)
    seq = hand.seq
    hand.page.locator("dialog button[data-action='elder slot=1 card=noble']").click()
    hand.settle(seq)
    hand.page.locator("dialog#panel[open]").wait_for(state="detached")
    assert hand.page.locator('[data-zone] [aria-label="Noble, 5"]').count() == 1
    assert hand.page.locator('.place [aria-label="Keeper, 2"]').count() == 0
    hand.panel("more", "history")
    assert f"Before: {wrong}" in hand.page.locator("dialog .told").inner_text()


def test_after_a_fix_the_screen_leads_through_the_moves_until_the_table_is_right(sit_down) -> None:
    # Nobles led by the tie of two with two Seers; with Cy's two Scholars there are three of them.
    hand = sit_down(LAID)
    question = "Ann: turn over your Follower."
    assert ["Cy: discard 1 Noble, keep one.", question] == [hand.tick() for _ in range(2)]
    fix(hand, next(iter(hand.page.locator(".story .entry").all_inner_texts())))
    seq = hand.seq
    hand.page.locator("dialog button[data-action='reveal slot=2 card=scholar']").click()
    hand.settle(seq)
    hand.page.locator("dialog#panel[open]").wait_for(state="detached")
    assert hand.page.locator("[data-all-right] button").count() == 1
    assert hand.said == "Cy: check that your Agent place has the Scholar, not the Noble."
    assert [hand.tick() for _ in range(3)] == [
        "Move the tablet “Calm Nobles” from the place beside the Council to the other tablets.",
        "Move the tablet “Scholars have 6” from the other tablets to the place beside the Council.",
        question,
    ]
    assert hand.page.locator("[data-all-right]").count() == 0


def test_a_fix_that_a_later_entry_forbids_names_it_and_can_take_back_from_there(
    sit_down, refused
) -> None:
    hand = sit_down(LAID, forgive=refused)
    page, seq, said = hand.page, hand.seq, hand.said
    sentence = page.locator(".story .entry", has_text="Rebel").last.inner_text()
    last = page.locator(".story .entry").first.inner_text()
    for way in ("leave", "onward"):
        fix(hand, sentence)
        page.locator("dialog button[data-action='follow slot=2']").click()
        conflict = page.locator("dialog [data-conflict]")
        conflict.wait_for()
        assert last in conflict.inner_text()
        assert "Nothing was changed." in conflict.inner_text()
        assert (seq, said) == (hand.seq, hand.said)
        if way == "leave":
            page.locator("dialog .actions [data-close]").click()
            page.locator("dialog#panel[open]").wait_for(state="detached")
        else:
            page.locator('dialog [data-tool="onward"]').click()
            hand.settle(seq)
    assert last not in page.locator(".story .entry").all_inner_texts()
    hand.tap("reveal slot=0 card=scholar")


def test_an_entry_that_never_happened_is_taken_back(sit_down) -> None:
    hand = sit_down(OPENED)
    fix(hand, hand.page.locator(".story .entry").first.inner_text())
    seq = hand.seq
    hand.page.locator('dialog [data-tool="take-back"]').click()
    hand.settle(seq)
    hand.tap("elder slot=3 card=knight")


def test_the_table_overrules_and_the_history_says_who_and_why(sit_down) -> None:
    hand = sit_down(OPENED)
    hand.decide("overrule shells count=3 why=?", "A Shell had rolled away", "1")
    hand.page.locator("dialog#panel[open]").wait_for(state="detached")
    hand.panel("more", "history")
    line = hand.page.locator("dialog .told li.overrule")
    assert line.count() == 1
    assert "Bo" in line.inner_text()
    assert "A Shell had rolled away" in line.inner_text()


def test_the_table_decides_without_scripts(open_page, server) -> None:
    page = open_page(server.load(OPENED), java_script_enabled=False)
    page.locator('[data-tool="more"]').click()
    page.locator('[data-tool="overrule"]').click()
    kind = page.locator('details[data-kind="shells"]')
    kind.locator("summary").click()
    kind.locator('label.chip:has(input[data-action="overrule shells count=3 why=?"])').click()
    kind.locator('[name="why"]').fill("A Shell had rolled away")
    kind.locator('[data-tool="decide"]').click()
    page.locator("#screen").wait_for()
    assert "A Shell had rolled away" in page.locator(".story").inner_text()
    assert page.locator('[aria-label="Shell"]').count() == 3


def test_why_shows_the_numbers_and_the_rule(sit_down) -> None:
    hand = sit_down(f"{LAID}> reveal slot=0 card=noble\n> reveal slot=1 card=noble\n")
    hand.panel("why")
    panel = hand.page.locator('dialog [data-panel-name="why"]')
    for kind in ("true-majority", "collection"):
        fact = panel.locator(f'[data-fact="{kind}"]').first
        assert re.search(r"\d", fact.locator("p").first.inner_text())
        assert fact.locator(".rule cite").first.inner_text().strip()
    hand.close()
    hand.page.locator('[data-tool="missing"]').click()
    assert hand.page.locator("dialog #missing .rule cite").first.inner_text().strip()


@pytest.mark.parametrize("on", ["a choice", "the sign for missing choices"])
def test_press_and_hold_says_what_is_missing(on, sit_down) -> None:
    hand = sit_down(OPENED)
    page, seq = hand.page, hand.seq
    sign = page.locator('[data-tool="missing"]').bounding_box()
    assert sign
    middle = (sign["x"] + sign["width"] / 2, sign["y"] + sign["height"] / 2)
    page.mouse.move(*(hand.aim("follow slot=0") if on == "a choice" else middle))
    page.mouse.down()
    page.locator('dialog [data-panel-name="why"]').wait_for()
    page.mouse.up()
    assert page.locator("dialog #missing .rule cite").first.is_visible()
    hand.close()
    assert seq == hand.seq, "holding a choice has entered it"


def test_a_second_tap_on_the_same_spot_is_not_taken_and_says_so(sit_down) -> None:
    hand = sit_down("game waves\nseats Ann, Bo\n")
    at = hand.aim("elder slot=0 card=scholar")
    hand.page.mouse.click(*at, click_count=1)
    hand.page.mouse.click(*at, click_count=1)
    quick = hand.page.locator("#quick")
    quick.filter(has_text="Too quick").wait_for()
    assert hand.settle(0) == 1
    quick.filter(has_not_text="Too quick").wait_for(state="attached")


def test_quick_taps_on_different_spots_are_all_taken(sit_down) -> None:
    hand = sit_down("game waves\nseats Ann, Bo\n")
    for slot, card in enumerate(("scholar", "seer", "scholar")):
        hand.page.mouse.click(*hand.aim(f"elder slot={slot} card={card}"))
        assert hand.settle(slot) == slot + 1
    assert hand.page.locator("#quick").text_content() == ""
