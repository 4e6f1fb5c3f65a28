"""The table of War of Waves: two gateways, the sums of an attack, and what only the owner sees."""

import re
from pathlib import Path

import pytest
from laying import STILL, UNPAINTED, lay, look

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
MEASURE = HERE.joinpath("measure.js").read_text("utf-8").strip().rstrip(";")
READABLE = {"smallest": 13, "important": 13}
LONG_NAMES = (40 * "W", "Maximilian-Alexander von und zu Hohenfels")
GAME = "war-of-waves/game-four-leaders"
BEGUN = """game war-of-waves
seats Ann, Bo
> dealt seat=0 build=0 war=0
> dealt seat=1 build=0 war=0
> face card=build-1
> face card=war-2
> face card=build-3
> face card=war-4
"""
ATTACK = """> fortify at=b1 kind=war
> done
> face card=war-1
> attack side=0 at=b1 kind=war cards=1
"""


def lying(page, place):
    """Name what lies at a place, without the empty places beside it."""
    pieces = page.locator(f"[data-zone='{place}'] .piece:not(.empty)")
    return pieces.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")


def test_each_card_lies_in_its_section_and_the_row_between_the_gateways(sit_down) -> None:
    page = sit_down(f"{BEGUN}> fortify at=b1 kind=war\n", "upright").page
    assert [re.sub(r"\s+", " ", label) for label in lying(page, "0.b1")] == [
        "War, face down",
        "Build, face down",
    ]
    assert lying(page, "0.b2") == []
    tops = {
        place: page.locator(f"[data-zone='{place}']").bounding_box()["y"]
        for place in ("hand-1", "1.b1", "faces", "0.b1", "hand-0")
    }
    assert sorted(tops, key=lambda place: tops[place]) == [
        "hand-1",
        "1.b1",
        "faces",
        "0.b1",
        "hand-0",
    ]


# As large as eleven cards in a row, or five rows of them, let it be on each screen; it was 15 to 20
# px on a phone, where fourteen stood in a row.
LEAST_CARD = {"phone": 24, "upright": 36, "tablet": 40, "television": 72}
WIDTHS = """
() => [...document.querySelectorAll(".shores :is(.section, .quay) .card")]
  .map((card) => Math.round(card.getBoundingClientRect().width))
"""


def test_cards_are_as_large_as_the_screen_allows(
    *, golden, begun, open_page, server, sizes
) -> None:
    page, found = open_page(script=UNPAINTED + STILL), {}
    for entries in (3, 31, 42, 60):  # the row, a turn, an attack, eight ways to fortify
        address = server.load(begun(golden[GAME], entries))
        for size, least in LEAST_CARD.items():
            width, height = sizes[size]
            page.set_viewport_size({"width": width, "height": height})
            # A television has its own page.
            lay(page, f"{address}/show" if size == "television" else address)
            widths = look(page, address, WIDTHS)
            if min(widths) < least:
                found[entries, size] = min(widths)
    assert found == {}


def test_an_attack_is_shown_as_a_sum_both_ways_with_what_each_side_loses(sit_down) -> None:
    page = sit_down(BEGUN + ATTACK).page
    battle = page.locator("[data-zone=attack]")
    assert "Bo attacks Ann: Bridge 1, War card" in battle.inner_text()
    assert (
        "War cards need at least the same total, Build cards twice as much." in battle.inner_text()
    )
    hand = sit_down(f"{BEGUN}{ATTACK}> present card=build-4\n")
    assert (
        "Build 4. It succeeds against 2 or less."
        in hand.page.locator("[data-zone=attack]").inner_text()
    )
    losses = "Bo discards Build 4 in any case; Ann discards the card under attack only if it"
    assert losses in hand.page.locator("[data-zone=attack]").inner_text()


def test_long_names_break_no_screen(*, golden, begun, open_page, server, sizes) -> None:
    page, wrong = open_page(script=UNPAINTED + STILL), []
    for entries in (0, 43, 1000):
        text = re.sub("seats .*", f"seats {', '.join(LONG_NAMES)}", begun(golden[GAME], entries))
        address = server.load(text)
        lay(page, address)
        for size, (width, height) in sizes.items():
            page.set_viewport_size({"width": width, "height": height})
            found = look(page, address, MEASURE, {**READABLE, "long": True})
            wrong += [f"after {entries}, {size}: {line}" for line in found]
    assert not wrong, "\n".join(wrong)


CUT = """
selector => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).display !== "inline")
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3)
  .map((one) => one.textContent.trim())
"""
WORDS = (
    "#screen :is(.choice small, .choice .label, .tab span, .tools .clip, .panel p, .legend), "
    "#screen :is(h1, .hands span, .bank .word)"
)


# What a script finds with each group of choices open, one after the other.
IN_EACH_GROUP = """
(told) => {
  const tabs = [...document.querySelectorAll(".choices .tab")]
    .filter((tab) => tab.checkVisibility());
  return (tabs.length ? tabs : [null]).flatMap((tab) => {
    tab?.click();
    return (%s)(told);
  });
}
"""


def test_no_words_are_cut_on_a_phone(golden, begun, open_page, server) -> None:
    page, cut = open_page(size="phone", script=UNPAINTED + STILL), {}
    for entries in (0, 12, 18, 31, 41, 43, 45, 46, 56, 64):
        address = server.load(begun(golden[GAME], entries))
        lay(page, address)
        cut[entries] = look(page, address, IN_EACH_GROUP % CUT, WORDS)
    assert {entries: [] for entries in cut} == cut


def test_a_complete_gateway_is_claimed_by_a_button_in_sight(golden, begun, sit_down) -> None:
    page = sit_down(begun(golden["war-of-waves/claims"], 62), "phone").page
    assert page.locator("[data-question]").inner_text() == (
        "Ann: your gateway is complete. Claim it, or go on?"
    )
    for action in ("done", "done claim=yes"):
        assert page.locator(f"button[data-action='{action}']").is_visible()


def test_done_is_in_sight_whichever_choices_are_open(sit_down) -> None:
    page = sit_down(BEGUN).page
    for tab in page.locator(".choices .tab:visible").all():
        tab.click()
        assert page.locator("button[data-action=done]").is_visible()
    assert "Done" not in page.locator(".choices .tab:visible").all_inner_texts()


def test_a_strike_asks_first_and_says_whose_cards_are_turned_up(sit_down, refused) -> None:
    hand = sit_down(f"{BEGUN}{ATTACK}> present card=build-4\n", forgive=refused)
    hand.page.mouse.click(*hand.aim("strike"))
    question = hand.page.locator('#notice [data-refusal="ask"]')
    question.wait_for()
    assert "That turns up the War card on Ann’s Bridge 1 for everybody" in question.inner_text()


def test_each_gateway_says_whose_it_is_and_what_is_what(sit_down) -> None:
    for size in ("phone", "tablet"):
        page = sit_down(BEGUN, size).page
        names = page.locator(".legend:visible").all_inner_texts()
        assert [name.strip() for name in names] == [
            "Bridge of Bo",
            "Gate of Bo",
            "Bridge of Ann",
            "Gate of Ann",
        ]


def test_the_ring_of_an_attack_goes_round_the_whole_section(sit_down) -> None:
    page = sit_down(BEGUN + ATTACK).page
    ring = page.locator(".aim").bounding_box()
    for part in page.locator(".aim > *").all():
        box = part.bounding_box()
        assert ring["x"] <= box["x"]
        assert ring["y"] <= box["y"]
        assert box["x"] + box["width"] <= ring["x"] + ring["width"]
        assert box["y"] + box["height"] <= ring["y"] + ring["height"]


def test_the_signs_of_the_end_lie_in_the_middle_of_their_places(golden, sit_down) -> None:
    for size in ("phone", "tablet"):
        page = sit_down(golden[GAME], size).page
        for pip in page.locator(".verdict .pip").all():
            place, sign = pip.bounding_box(), pip.locator(".icon").bounding_box()
            for start, length in (("x", "width"), ("y", "height")):
                middle = place[start] + place[length] / 2
                assert abs(sign[start] + sign[length] / 2 - middle) < 2


def own_screen(open_page, address, seat, size="phone"):
    """Make a phone the own one of who sits there."""
    phone = open_page(address, size)
    phone.locator('[data-tool="secrets"]').first.click()
    phone.locator(".own-phone summary").click()
    phone.locator(f'[data-tool="own"][data-seat="{seat}"]').click()
    phone.locator('#light[data-state="on"]').wait_for(state="attached")
    return phone


@pytest.mark.parametrize("seat", [0, 1])
def test_on_an_own_phone_the_own_gateway_is_the_near_one(seat, sit_down, open_page) -> None:
    phone = own_screen(open_page, sit_down(BEGUN).page.url, seat)
    own, theirs = (
        phone.locator(f"[data-zone='{side}.b1']").bounding_box()["y"] for side in (seat, 1 - seat)
    )
    assert own > theirs


def test_after_a_note_the_next_card_is_open_and_says_which_it_is(sit_down, open_page) -> None:
    phone = own_screen(open_page, sit_down(f"{BEGUN}> fortify at=b1 kind=war\n").page.url, 0)
    phone.locator("label.tell").click()
    open_ones = phone.locator(".notes .choice:visible")
    assert set(open_ones.locator("small").all_inner_texts()) == {"Bridge 1, Build card"}
    phone.locator(".notes .choice:visible").nth(2).click()
    phone.locator("[data-zone='0.b1'] .piece.own").wait_for()
    assert set(open_ones.locator("small").all_inner_texts()) == {"Bridge 1, War card"}
    tabs = [text.strip() for text in phone.locator(".notes .tab").all_inner_texts()]
    assert tabs == ["Bridge 1, War card", "Bridge 1, Build card: 3 ✓"]
    assert phone.evaluate(CUT, ".notes .tab span, .notes small") == []


NOTED = """> remember seat=0 at=b1 kind=build card=1 value=1
> remember seat=0 at=b2 kind=build card=1 value=2
> remember seat=0 at=g1 kind=build card=1 value=1
> remember seat=0 at=g2 kind=build card=1 value=1
> remember seat=0 at=g3 kind=build card=1 value=3
"""
A_MOMENT_TO_CLAIM = 62


@pytest.fixture
def claimable(golden, begun):
    """Return a game up to where Ann can claim a complete gateway."""
    return begun(golden["war-of-waves/claims"], A_MOMENT_TO_CLAIM) + "\n"


REACHED = """
selector => [...document.querySelectorAll(selector)].filter((one) => {
  if (!one.checkVisibility()) return false;
  one.scrollIntoView({ block: "nearest" });
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + 4);
  return !(top && (one.contains(top) || top.contains(one)));
}).map((one) => one.textContent.trim())
"""


def test_each_card_that_can_be_noted_is_in_reach(claimable, sit_down, open_page, sizes) -> None:
    phone = own_screen(open_page, sit_down(claimable).page.url, 0)
    phone.locator("label.tell").click()
    assert phone.locator(".notes .tab").count() == 11
    for size, (width, height) in sizes.items():
        phone.set_viewport_size({"width": width, "height": height})
        assert (size, phone.evaluate(REACHED, ".notes .tab, .notes .choice")) == (size, [])
        header, notes = (phone.locator(one).bounding_box() for one in (".step", ".notes"))
        assert notes["y"] >= header["y"] + header["height"], size


def test_while_cards_are_noted_nothing_of_the_game_can_be_tapped(
    claimable, sit_down, open_page
) -> None:
    phone = own_screen(open_page, sit_down(claimable).page.url, 0)
    game = "#screen > form.choices .choice"
    assert phone.evaluate(REACHED, game) == []
    shown = phone.locator(f"{game}:visible").count()
    assert shown > 0
    phone.locator("label.tell").click()
    assert len(phone.evaluate(REACHED, game)) == shown


def test_a_warning_is_never_cut(claimable, sit_down, open_page, sizes) -> None:
    text = claimable + NOTED
    phone = own_screen(open_page, sit_down(text).page.url, 0)
    warned = phone.locator("[data-own-warning]:visible")
    assert [line.strip() for line in warned.all_inner_texts()] == [
        "Do not claim yet: your bridge mixes odd and even.",
        "Do not claim yet: your gate is not three in a row.",
    ]
    for lines in (2, 4):
        for size in ("phone", "tablet", "landscape"):
            phone.set_viewport_size(dict(zip(("width", "height"), sizes[size], strict=True)))
            assert (size, warned.count()) == (size, lines)
            assert (size, phone.evaluate(CUT, ".warning span")) == (size, [])
        if lines == 2:
            phone.locator("label.tell").click()


def test_the_question_before_a_claim_warns_only_whoever_knows(
    claimable, sit_down, open_page, refused
) -> None:
    text = claimable + NOTED
    table = sit_down(text, forgive=refused)
    phone = own_screen(open_page, table.page.url, 0)
    table.page.mouse.click(*table.aim("done claim=yes"))
    question = table.page.locator('#notice [data-refusal="ask"]')
    question.wait_for()
    assert "Do not claim" not in question.inner_text()
    assert "would lose" not in table.page.content()
    assert "Do not claim yet" in phone.content()


BROKEN = """
selector => {
  const found = [];
  for (const one of document.querySelectorAll(selector)) {
    if (!one.checkVisibility()) continue;
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      for (const word of walk.currentNode.data.matchAll(/[\\p{L}]+/gu)) {
        const range = document.createRange();
        range.setStart(walk.currentNode, word.index);
        range.setEnd(walk.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) {
          found.push(word[0]);
        }
      }
    }
  }
  return found;
}
"""
SIZES = [
    {"width": width, "height": height}
    for width, height in ((360, 740), (390, 844), (768, 1024), (1180, 820), (1024, 600))
]
BUTTONS = ".choices .tab, .choices .label, .choices small"
ALL_TWICE = "".join(
    f"> overrule place seat=0 at={at} kind=build why=x\n" for at in ("b1", "b2", "b4")
)


MOMENTS = [
    ("game-four-leaders", "> leader", ""),
    ("game-four-leaders", "> swap", ALL_TWICE),
    ("game-four-leaders", "> present", ""),
    ("tie-cut", "> cut", ""),
    ("claims", "> done claim=yes", ""),
]


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_button_breaks_a_word_or_is_cut(moment, golden, begun, sit_down) -> None:
    name, before, more = moment
    whole = golden[f"war-of-waves/{name}"]
    entries = [line for line in whole.splitlines() if line.startswith(">")]
    count = next(at for at, line in enumerate(entries) if line.startswith(before))
    page = sit_down(begun(whole, count) + "\n" + more).page
    for size in SIZES:
        page.set_viewport_size(size)
        assert (size, page.evaluate(IN_EACH_GROUP % BROKEN, BUTTONS)) == (size, [])
        cut = ".choices .tab span, .choices .label, .choices small"
        assert (size, page.evaluate(IN_EACH_GROUP % CUT, cut)) == (size, [])


def test_cards_turned_up_for_a_tie_lie_between_the_gateways(golden, begun, sit_down) -> None:
    whole = golden["war-of-waves/tie-cut"]
    entries = [line for line in whole.splitlines() if line.startswith(">")]
    first = next(at for at, line in enumerate(entries) if line.startswith("> cut"))
    page = sit_down(begun(whole, first + 1), "phone").page
    assert [re.sub(r"\s+", " ", label) for label in lying(page, "cut")] == ["War 3, 3"]


BEYOND = """
(kind) => [...kind.querySelectorAll(".chip")].filter((chip) => chip.checkVisibility()
  && chip.getBoundingClientRect().right > kind.getBoundingClientRect().right)
  .map((chip) => chip.textContent.trim())
"""


def test_what_the_table_can_decide_is_read_to_its_end_on_a_phone(sit_down) -> None:
    hand = sit_down(BEGUN, "phone")
    hand.panel("more", "overrule")
    beyond = []
    for kind in hand.page.locator("details.kind").all():
        kind.locator("summary").click()
        beyond += kind.evaluate(BEYOND)
    assert beyond == []
    assert hand.page.locator(".kind .chip:visible").count() > 0
    assert hand.page.evaluate(CUT, ".kind .chip span") == []


def test_choosing_one_by_one_can_be_seen(open_page, server) -> None:
    page = open_page(f"{server.url}/new/war-of-waves")
    page.locator("details.extras summary").click()
    ask = page.locator("[data-option=build]")
    house, own = (ask.locator(".options").first.locator(".body").nth(one) for one in (0, 1))
    look = "one => getComputedStyle(one).backgroundColor"
    chosen, other = house.evaluate(look), own.evaluate(look)
    assert chosen != other
    ask.locator("label.option:has([value=own])").click()
    ask.locator(".groups").wait_for()
    page.wait_for_load_state("networkidle")
    assert [house.evaluate(look), own.evaluate(look)] == [other, chosen]


def test_a_noted_card_shows_its_number_to_its_owner_only(sit_down, open_page) -> None:
    hand = sit_down(BEGUN)
    table = hand.page
    phone = own_screen(open_page, table.url, 0)
    phone.locator("label.tell").click()
    note = "remember seat=0 at=b1 kind=build card=1 value=4"
    phone.locator(f"button[data-action='{note}']").click()
    phone.locator("[data-zone='0.b1'] .piece.own").wait_for()
    assert "4" in lying(phone, "0.b1")[0]
    assert "4" not in lying(table, "0.b1")[0]
    assert "remember" not in table.content()
