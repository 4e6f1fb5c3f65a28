"""What fits on a screen: an undo says whole what it undoes, a new match is asked at a glance."""

import re

import pytest
from councils import at, scan_of
from every_page import pages_of
from own_phones import take_seat

from camera.scans import as_json
from referee.core.seats import LONGEST_NAME
from referee.games import load_all

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

CUT = """
() => [...document.querySelectorAll('[data-tool="undo"] .clip')].map((label) =>
  [label.scrollWidth - label.clientWidth, label.scrollHeight - label.clientHeight])
"""
SCREENS = "document.documentElement.scrollHeight / innerHeight"
ENTRIES = ("elder slot=0 card=scholar", "elder slot=1 card=scholar")


def test_an_undo_says_whole_what_it_takes_back(server, open_page) -> None:
    lines = ["game waves", "seats Benedict, Theodora", *(f"> {entry}" for entry in ENTRIES), ""]
    page = open_page(server.load("\n".join(lines)))
    for width, height in ((390, 844), (768, 1024), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert (width, page.evaluate(CUT)) == (width, [[0, 0]])


PHONE = {"width": 360, "height": 740}
AHEAD = """
() => {
  const strip = document.querySelector("[data-next]");
  const { right, bottom } = strip.getBoundingClientRect();
  const first = strip.firstElementChild.getBoundingClientRect();
  return {
    count: strip.children.length,
    last: "question" in strip.lastElementChild.dataset,
    isFirstSeen: first.top < bottom && first.left < right,
    canScroll: getComputedStyle(strip).overflowY === "auto",
  };
}
"""
FACING = """
() => [...document.querySelectorAll(".choice small")]
  .filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 2)
  .map((one) => one.textContent)
"""
FRAME = """
() => {
  const frame = [...document.querySelectorAll(".picked .onto")].map((one) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(one);
    const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    return one.getBoundingClientRect().top - reach;
  });
  return Math.min(...frame) - document.querySelector(".step").getBoundingClientRect().bottom;
}
"""
STRIP = """
(state) => {
  const light = document.getElementById("light");
  document.documentElement.classList.add(state === "off" ? "unconnected" : "seldom");
  light.dataset.state = state;
  light.textContent = state === "off" ? light.dataset.keeping : light.dataset.poll;
  const below = document.getElementById("screen").getBoundingClientRect().bottom;
  const { top, bottom } = light.getBoundingClientRect();
  return [top - below, bottom - innerHeight, light.scrollHeight > light.clientHeight];
}
"""


def on_a_phone(page):
    page.set_viewport_size(PHONE)
    return page


def test_a_phone_shows_what_comes_next_and_holds_all_that_follows_in_a_strip(
    server, open_page, golden, begun
) -> None:
    page = on_a_phone(open_page(server.load(begun(golden["waves/game-four-players"], 12))))
    found = page.evaluate(AHEAD)
    assert found["count"] > 2
    assert (found["last"], found["isFirstSeen"], found["canScroll"]) == (True, True, True)


def test_a_name_of_nine_letters_is_whole_on_the_cards_that_face_somebody(
    server, open_page, golden, begun
) -> None:
    text = golden["wave/game-two-players"].replace("seats Ann, Bo", "seats Katharina, Sebastian")
    page = on_a_phone(open_page(server.load(begun(text, 3))))
    assert page.locator(".choice small:visible", has_text="facing Katharina").count()
    assert [] == page.evaluate(FACING)


WHOLE = """
() => [...document.querySelectorAll(".map .name bdi, .choice small, .take .price, [data-say]")]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)
"""


@pytest.mark.parametrize("game", ["rolling", "wave", "waves"])
def test_the_first_orders_are_whole_on_the_smallest_phone(game, server, open_page) -> None:
    page = open_page(server.load(f"game {game}\nseats Ann, Ben, Cleo\n"))
    page.set_viewport_size({"width": 320, "height": 568})
    assert [] == page.evaluate(WHOLE)


def test_names_and_prices_are_whole_on_the_own_phone_of_four(
    server, open_page, golden, begun
) -> None:
    text = begun(golden["rolling/game-four-players"], 12)
    address = server.load(re.sub("seats .*", "seats Ann, Ben, Cleo, Dan", text))
    page = take_seat(open_page(f"{address}/seats/0/cover", "phone"), address, 0)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator(".take .price:visible").count() == 6, (
        "the dice that cost Infamy say how much"
    )
    assert [] == page.evaluate(WHOLE)


def test_the_frame_of_who_is_asked_stays_below_the_sentence(
    server, open_page, golden, begun
) -> None:
    text = golden["waves/game-three-players"]
    page = on_a_phone(open_page(server.load(begun(text, 2))))
    assert page.evaluate(FRAME) >= 2


BUTTONS = ":is(.tab, .choices button, .choices .lack)"
OVER = """
(parts) => {
  const asks = document.querySelector(".open-question").getBoundingClientRect();
  return [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility())
    .filter((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      return asks.bottom > top && asks.top < bottom && asks.right > left && asks.left < right;
    })
    .map((one) => one.className);
}
"""


@pytest.mark.parametrize(("name", "entries"), [("wave", 9), ("waves", 12), ("rolling", 122)])
def test_on_a_phone_the_question_above_its_answers_lies_over_nothing(
    name, entries, golden, begun, *, server, open_page
) -> None:
    page = open_page(server.load(begun(golden[f"{name}/game-four-players"], entries)))
    page.set_viewport_size(PHONE)
    assert page.evaluate(OVER, f"{BUTTONS}, .table, .sides") == []
    page.set_viewport_size(LOW)  # here the page is moved below the buttons, which stay in sight
    assert page.evaluate(OVER, BUTTONS) == []


@pytest.mark.parametrize("state", ["off", "poll"])
def test_what_the_light_says_has_a_strip_of_its_own(state, server, open_page) -> None:
    page = open_page(server.load("game waves\nseats Ann, Bo\n"))
    for width, height in ((360, 740), (740, 360), (1180, 820)):
        page.set_viewport_size({"width": width, "height": height})
        assert (width, page.evaluate(STRIP, state)) == (width, [0, 0, False])


@pytest.mark.parametrize("slug", load_all())
def test_a_new_match_is_asked_on_about_one_screen_of_a_tablet(slug, server, open_page) -> None:
    page = open_page(f"{server.url}/new/{slug}")
    for width, height in ((768, 1024), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SCREENS) < 1.25
        assert page.locator('[data-tool="begin"]').is_visible()


TIGHT = """
() => {
  const lines = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()];
    return [Math.min(...boxes.map((one) => one.top)), Math.max(...boxes.map((one) => one.bottom))];
  };
  const addresses = [...document.querySelectorAll(".address")].filter((one) => {
    const [top, bottom] = lines(one);
    const size = parseFloat(getComputedStyle(one).fontSize);
    return one.textContent.startsWith("http") && bottom - top > 1.8 * size;
  });
  const buttons = [...document.querySelectorAll(".page .actions .button")].filter((one) => {
    const [top, bottom] = lines(one.lastChild);
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && (top - box.top < 4 || box.bottom - bottom < 4);
  });
  return [...addresses, ...buttons].map((one) => one.textContent);
}
"""
LOW = {"width": 320, "height": 568}
ROOM = """
() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const buttons = [...document.querySelectorAll("#screen .choices button")]
    .filter((one) => one.checkVisibility());
  return {
    table: box("#screen .table").height >= 250,
    buttons: buttons.length > 0,
    below: buttons.filter((one) => one.getBoundingClientRect().bottom > innerHeight).length,
    sideways: document.documentElement.scrollWidth - innerWidth,
  };
}
"""


BROKEN = """
() => {
  const broken = [];
  const words = "#screen :is(.tab span, .choice small, .choice .label, .name bdi)";
  for (const one of document.querySelectorAll(words)) {
    if (!one.checkVisibility()) continue;
    for (const node of one.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      for (const { index, 0: word } of node.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) broken.push(word);
      }
    }
  }
  return broken;
}
"""
CLOSE = """
() => [...document.querySelectorAll("#screen :is(.name, h2) bdi")].filter((one) => {
  const { letterSpacing, paddingRight, overflow } = getComputedStyle(one);
  return overflow === "hidden" && parseFloat(paddingRight) + (parseFloat(letterSpacing) || 0) < 0;
}).map((one) => one.textContent)
"""
PILLS = """
() => {
  const boxes = [...document.querySelectorAll(".place .name, .picked .onto")]
    .filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], index) => boxes.slice(index + 1)
    .filter(([other, b]) => one.closest(".place") !== other.closest(".place")
      && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([other]) => `${one.textContent.trim()} / ${other.textContent.trim()}`));
}
"""
WAITING = {
    "waves": (6, ""),
    "breakers": (6, ""),
    "wave": (4, "> start card=white-1\n"),
}


@pytest.mark.parametrize("slug", WAITING)
def test_on_a_very_low_phone_no_word_is_broken_and_no_name_lies_over_another(
    slug, server, open_page
) -> None:
    count, entries = WAITING[slug]
    names = ", ".join(["Ann", "Ben", "Player 3", "Player 4", "Player 5", "Player 6"][:count])
    page = open_page(server.load(f"game {slug}\nseats {names}\n{entries}"))
    page.set_viewport_size(LOW)
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(PILLS) == []
    assert page.evaluate(CLOSE) == [], "letters set closely reach over the end of a name"


@pytest.mark.parametrize("path", ["", "join"])
def test_on_a_very_low_phone_an_address_stands_on_one_line_and_buttons_hold_their_words(
    path, own_server, open_page
) -> None:
    page = open_page(f"{own_server.url}/{path}")
    page.set_viewport_size(LOW)
    assert page.evaluate(TIGHT) == []


@pytest.mark.parametrize("name", ["waves/game-six-players", "wave/game-four-players"])
def test_on_a_very_low_phone_the_table_has_room_and_the_buttons_stay_in_sight(
    name, golden, begun, *, server, open_page
) -> None:
    page = open_page(server.load(begun(golden[name], 12)))
    page.set_viewport_size(LOW)
    assert page.evaluate(ROOM) == {"table": True, "buttons": True, "below": 0, "sideways": 0}


def test_on_the_own_phone_of_six_the_own_name_is_not_broken(server, open_page) -> None:
    address = server.load("game waves\nseats Sophie, Ben, Zoe, Leo, Ida, Tom\n")
    page = take_seat(open_page(f"{address}/seats/0/cover", "phone"), address, 0)
    assert page.locator(".place-0 .mark").count() == 3, "team, token and cards stand beside it"
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(PILLS) == []


# The longest that a transcript may name, then the longest that the form takes: in letters that are
# wide, that are drawn as pictures, that stand above each other, and that run the other way.
LONGEST = [
    LONGEST_NAME * "W",
    40 * "W",
    " ".join("W" * 20),
    10
    * "\N{WAVING BLACK FLAG}\N{ZERO WIDTH JOINER}\N{SKULL AND CROSSBONES}\N{VARIATION SELECTOR-16}",
    "e" + 19 * "\N{COMBINING ACUTE ACCENT}\N{COMBINING DOT BELOW}",
    "\N{ARABIC LETTER AIN}" + 39 * "\N{ARABIC LETTER MEEM}",
]
MIDDLE = {
    "waves": ("game-six-players", 8),
    "breakers": ("game-breakers-3-against-3", 8),
    "rolling": ("game-five-players", 40),
    "wave": ("game-four-players", 12),
    "war-of-waves": ("game-first-gateway", 30),
}
# How far a page reaches, and what of it reaches beyond the screen: letters, or else boxes.
WIDE = """
() => {
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  const wide = document.documentElement.scrollWidth;
  if (wide <= innerWidth) return [];
  const isOut = ({ left, right, width }) => width > 0 && (right > innerWidth + 1 || left < -1);
  const boxes = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility());
  const words = boxes.filter((one) => [...one.childNodes].some((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return node.nodeType === Node.TEXT_NODE && isOut(range.getBoundingClientRect());
  }));
  const out = words.length ? words : boxes.filter((one) => isOut(one.getBoundingClientRect()));
  return [`${wide} px`, ...out.slice(0, 3).map((one) => one.outerHTML.slice(0, 120))];
}
"""


def with_longest_names(text):
    def longest(seats):
        return f"seats {', '.join(LONGEST[: seats[0].count(',') + 1])}"

    return re.sub("^seats .*$", longest, text, flags=re.MULTILINE)


def asked_by_a_camera(page, server) -> str:
    """Begin a match whose camera is not sure of a card, and return the page that asks."""
    address = server.load(with_longest_names("game waves\noption council=house\nseats A, B, C\n"))
    scan = as_json(scan_of([("seer", at(0)), ("knight", at(0, 95))]))
    path = address.removeprefix(server.url)
    headers = {"Accept": "application/json", "Origin": server.url}
    told = page.request.post(f"{server.url}/api{path}/sightings", data=scan, headers=headers)
    return f"{path}/sightings/{told.json()['look']}"


# The button of the form for codes is one of a row with a field; its one short word stays whole.
BROKEN = """
() => [...document.querySelectorAll(".code-form button")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 60)
  .map((one) => `broken: ${one.textContent.trim()}`)
"""


@pytest.mark.parametrize("slug", load_all())
def test_no_screen_is_wider_than_the_smallest_phone_whatever_the_names(
    slug, golden, begun, *, server, open_page
) -> None:
    name, entries = MIDDLE[slug]
    text = golden[f"{slug}/{name}"]
    page = open_page(f"{server.url}/j", "phone", forgive="status of 40")
    page.set_viewport_size(LOW)
    over = server.load(with_longest_names(text)).removeprefix(server.url)
    address = server.load(with_longest_names(begun(text, entries)))
    told = {"headers": {"Origin": server.url}}
    other = page.context.browser.new_context()
    assert other.request.post(f"{address}/seats/1/own", **told).ok
    other.close()
    assert page.request.post(f"{address}/screens/claim", **told).ok
    code = page.request.get(f"{address}/join").text().partition('data-code="')[2][:6]
    count = load_all()[slug].info.seats[-1]
    typed = "&".join(f"name={one[:40]}" for one in LONGEST[:count])
    path = address.removeprefix(server.url)
    paths = [
        *(one for one in pages_of(path.rpartition("/")[2], slug) if "none-such" not in one),
        *(f"{over}{part}" for part in ("", "/show", "/history", "/why")),
        f"/j/{code}",
        f"/new/{slug}?count={count}&{typed}",
        f"/demos/{slug}/{name}?at=9",
    ]
    if slug == "waves":
        paths.append(asked_by_a_camera(page, server))
    else:  # what belongs to no game was looked at with the first
        paths = [one for one in paths if "/matches/" in one or slug in one]
    wrong = {}
    for one in paths:
        page.goto(f"{server.url}{one}")
        wrong[one] = page.evaluate(WIDE) + page.evaluate(BROKEN)
    take_seat(page, address, 0)
    wrong["own phone"] = page.evaluate(WIDE)
    assert {one: wide for one, wide in wrong.items() if wide} == {}
