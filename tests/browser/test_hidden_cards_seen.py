"""Hidden cards in a browser: own phones, doubtful entries, and how the pages look."""

import re
from pathlib import Path

import pytest
from axe import violations
from hidden_cards import HUSHED, own_phone, tool, wait_for_cover, whisper

pytestmark = pytest.mark.browser

MEASURE = Path(__file__).with_name("measure.js").read_text("utf-8").strip().rstrip(";")
READABLE = {"smallest": 13, "important": 13}

FINGER_MS = 300
"""A tap that comes sooner after somebody else has changed the screen is none."""

AT = "([seq]) => Number(document.getElementById('screen')?.dataset.seq) >= seq"


# ---------------------------------------------------------------- own phones


@pytest.fixture
def address(parlour) -> str:
    return str(parlour.load(HUSHED))


def test_an_own_phone_follows_the_table_and_keeps_its_notes_open(
    address, open_page, hand_at
) -> None:
    tablet, phone = hand_at(open_page(address)), open_page(address, "phone")
    own_phone(phone, 0)
    seq = tablet.tap("pass seat=0")
    phone.wait_for_function(AT, arg=[seq])
    assert tablet.said == "Bo, pass or leap."
    assert phone.locator("[data-say]").inner_text() == "Bo is choosing …"
    phone.wait_for_timeout(FINGER_MS)
    phone.locator("label.tell").click()
    whisper(phone, 1, "cat")
    phone.get_by_role("img", name="cat, 3, face down").wait_for()
    assert phone.locator("form.notes").is_visible()
    assert phone.locator("#note-card-1").is_checked()
    assert tablet.page.locator(".card.own").count() == 0
    assert tablet.seq == seq, "nobody else hears of a note"
    tablet.tap("pass seat=1")
    phone.locator("[data-say]", has_text="Cy is choosing …").wait_for()
    assert phone.locator("form.notes").is_visible()
    assert hand_at(phone).tap("pass seat=2") > seq
    assert phone.locator("#screen").get_attribute("data-role") == "seat"


def test_a_panel_on_an_own_phone_leads_back_to_it(address, open_page, hand_at) -> None:
    phone = hand_at(open_page(address))
    own_phone(phone.page, 2)
    phone.tap("pass seat=0")
    seq = phone.seq
    phone.panel("more", "history")
    phone.page.locator('dialog [data-tool="undo"]').click()
    phone.settle(seq)
    assert phone.page.locator("#screen").get_attribute("data-role") == "seat"
    phone.close()
    phone.page.keyboard.press("h")
    phone.page.locator('dialog [data-panel-name="history"]').wait_for()


def test_a_second_screen_is_told_and_can_take_over_after_a_question(address, open_page) -> None:
    phone, other = open_page(address, "phone"), open_page(address)
    own_phone(phone, 1)
    tool(other, "secrets").click()
    other.locator('[data-place="1"] [data-tool="cover"]').click()
    assert "on another screen" in other.locator("h1").inner_text()
    assert tool(other, "open").count() == 0
    tool(other, "release").click()
    assert "hidden everywhere until Bo opens them again" in other.locator("main").inner_text()
    tool(other, "no").click()
    assert phone.locator("[data-own]").is_visible()
    tool(other, "release").click()
    tool(other, "sure").click()
    tool(other, "open").wait_for()
    wait_for_cover(phone)
    told = phone.locator('[data-seen="taken"]').inner_text()
    assert "Another screen took Bo’s hidden cards." in told
    tool(other, "open").click()
    other.locator("[data-secret]").wait_for()
    phone.reload()
    assert phone.locator('[data-seen="opened"]').is_visible()


def test_an_own_phone_without_a_script_shows_its_cards(address, open_page) -> None:
    page = open_page(address, "phone", java_script_enabled=False)
    tool(page, "secrets").click()
    page.locator(".own-phone summary").click()
    tool(page, "own", 0).click()
    page.locator("label.tell").click()
    whisper(page, 0, "ant")
    page.get_by_role("img", name="ant, 1, face down").wait_for()
    page.locator('button[data-action="pass seat=0"]').click()
    assert page.locator("#screen").get_attribute("data-role") == "seat"
    page.locator('[data-tool="undo"]').click()
    assert page.locator("#screen").get_attribute("data-role") == "seat"


# ---------------------------------------------------------------- questions


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_doubtful_entry_is_asked_about(scripts, address, open_page, refused) -> None:
    page = open_page(address, java_script_enabled=scripts, forgive=refused)
    leap = page.locator('button[data-action="leap seat=0"]')
    leap.click()
    question = page.locator('#notice [data-refusal="ask"]')
    question.wait_for()
    assert "Does Ann really leap?" in question.inner_text()
    question.get_by_text("No", exact=True).click()
    question.wait_for(state="detached")
    assert page.locator("#screen").get_attribute("data-seq") == "0"
    page.wait_for_timeout(300)
    leap.click()
    tool(page, "sure").click()
    page.locator('#screen[data-seq="1"]').wait_for()
    assert question.count() == 0


def test_a_question_is_answered_by_keys(address, open_page, refused) -> None:
    page = open_page(address, forgive=refused)
    page.locator('#light[data-state="on"]').wait_for(state="attached")
    question = page.locator('#notice [data-refusal="ask"]')
    page.keyboard.press("2")
    question.wait_for()
    page.keyboard.press("Enter")  # the first thing a hand does by mistake changes nothing
    question.wait_for(state="detached")
    page.keyboard.press("2")
    question.wait_for()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.locator('#screen[data-seq="1"]').wait_for()


def test_a_question_is_answered_by_touch(address, open_page, refused) -> None:
    page = open_page(address, "phone", has_touch=True, forgive=refused)
    page.locator('button[data-action="leap seat=0"]').tap()
    tool(page, "sure").tap()
    page.locator('#screen[data-seq="1"]').wait_for()


# ---------------------------------------------------------------- looks


def visit_all(page, address):
    """Go to every page of hidden cards, one after the other, and return its name."""
    page.goto(f"{address}/seats")
    page.locator(".own-phone summary").click()
    yield "list"
    page.goto(f"{address}/seats/1/cover")
    yield "cover"
    tool(page, "open").click()
    page.locator("[data-secret]").wait_for()
    yield "nothing told"
    whisper(page, 0, "cat")
    page.locator(".card.own").first.wait_for()
    whisper(page, 1, "cat")
    page.locator("[data-own-warning]").wait_for()
    yield "all told"
    tool(page, "hide").click()
    tool(page, "open").wait_for()
    yield "hidden"
    page.context.clear_cookies()
    page.goto(f"{address}/seats/1/cover")
    yield "elsewhere"
    tool(page, "release").click()
    tool(page, "sure").wait_for()
    yield "release"
    tool(page, "sure").click()
    yield from visit_own(page, address)


def visit_own(page, address):
    page.goto(f"{address}/seats")
    page.locator(".own-phone summary").click()
    tool(page, "own", 1).click()
    page.locator('#light[data-state="on"]').wait_for(state="attached")
    yield "own phone"
    page.locator("label.tell").click()
    yield "own phone, telling"
    page.locator("label.tell").click()
    page.locator('button[data-action^="leap"]').click()
    page.locator('#notice [data-refusal="ask"]').wait_for()
    yield "question"


# These pages are made for a phone; on a tablet the same is said.
@pytest.mark.parametrize("size", ["phone", pytest.param("tablet", marks=pytest.mark.long)])
def test_no_page_of_hidden_cards_has_a_violation(*, size, address, open_page, refused) -> None:
    page = open_page(address, size, forgive=refused)
    found = {}
    for name in visit_all(page, address):
        found[name] = violations(page)
    assert {name: [] for name in found} == found


def test_every_page_of_hidden_cards_fits_on_every_screen(
    address, open_page, sizes, refused
) -> None:
    page = open_page(address, forgive=refused)
    wrong = []
    for name in visit_all(page, address):
        if name in {"own phone, telling", "question"}:  # what lies over the table
            continue
        for size, (width, height) in sizes.items():
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{name}, {size}: {line}" for line in page.evaluate(MEASURE, READABLE)]
        page.set_viewport_size({"width": 1180, "height": 820})
    assert not wrong, "\n".join(wrong)


def test_long_names_break_no_page_of_hidden_cards(parlour, open_page, sizes, refused) -> None:
    names = (40 * "W", "B w w w w w w w w w w w w w w w w w w w", f"C{39 * 'i'}")
    address = parlour.load(re.sub("seats .*", f"seats {', '.join(names)}", HUSHED))
    page = open_page(address, forgive=refused)
    wrong = []
    for name in visit_all(page, address):
        for size, (width, height) in sizes.items():
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("() => document.documentElement.scrollWidth")
            wrong += [f"{name}, {size}: {wide} wide"] if wide > width + 1 else []
        page.set_viewport_size({"width": 1180, "height": 820})
    assert not wrong, "\n".join(wrong)
