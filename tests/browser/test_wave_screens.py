"""The table of WAVE: what a child can read off it, and how a card is entered with two taps."""

import re
from pathlib import Path

import pytest
from axe import violations
from laying import STILL, UNPAINTED, lay, look

from referee.core import read_transcripts

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
MEASURE = HERE.joinpath("measure.js").read_text("utf-8").strip().rstrip(";")
COLOURS = ["White", "Yellow", "Orange", "Red", "Turquoise", "Blue"]
ENDED = 200
THREE = "wave/game-three-players"
BEGUN = """game wave
option variant=both
seats Ann, Bo, Cy
> start card=red-3
"""
LONG_NAMES = [
    f"A{39 * 'w'}",
    "B w w w w w w w w w w w w w w w w w w w",
    "Maximilian-Alexander von und zu Hohenfels",
    40 * "W",
]


def read_off(page, zone):
    """Read an order from the left to the right, without what is only heard."""
    words = page.locator(f"[data-zone={zone}] li span:not(.said)").all_inner_texts()
    return [re.sub(r"\s*\(.*", "", text).strip() for text in words]


def pick(page, group):
    page.locator(f"label.tab[for=group-{group}]").click()


def top_of(page, action):
    box = page.locator(f"button[data-action='{action}']").bounding_box()
    return box["x"], box["y"]


@pytest.fixture
def in_sizes(sit_down, sizes):
    """Return a function that shows a table on one page in one size after the other."""

    def show(text, *wanted):
        page = sit_down(text).page
        for size in wanted:
            page.set_viewport_size(dict(zip(("width", "height"), sizes[size], strict=True)))
            yield page

    return show


def test_both_orders_can_be_read_off_and_what_is_to_beat_is_framed(in_sizes) -> None:
    for page in in_sizes(BEGUN, "phone", "tablet", "television"):
        assert read_off(page, "colours") == COLOURS
        assert read_off(page, "numbers") == list("012345")
        framed = page.locator(".order .here").all_inner_texts()
        assert [text.split()[0] for text in framed] == ["Red", "3"]


def test_which_cards_turn_the_direction_is_said_where_the_orders_stand(in_sizes) -> None:
    for page in in_sizes(BEGUN, "phone", "tablet", "landscape", "television"):
        legend = page.locator(".beach .legend")
        assert legend.is_visible()
        assert legend.inner_text() == "Every White card and every 0 changes the direction."
        marked = page.locator(".order li:has(.turns)").all_inner_texts()
        assert [text.split()[0] for text in marked] == ["White", "0"]


def test_the_name_of_a_colour_touches_no_edge_of_its_box(in_sizes) -> None:
    for page in in_sizes(BEGUN, "tablet", "television"):
        room = page.locator(".colours li").evaluate_all(
            """all => all.map(one => {
              const parts = [one, one.querySelector("span")];
              const [box, word] = parts.map(it => it.getBoundingClientRect());
              return Math.min(box.right - word.right, word.left - box.left);
            })"""
        )
        assert [at_least for at_least in room if at_least < 6] == []


def test_before_the_start_card_the_screen_counts_no_cards_in_hands(sit_down) -> None:
    page = sit_down("game wave\nseats Ann, Bo, Cy\n", "phone").page
    for place in range(3):
        spot = page.locator(f"[data-zone=place-{place}] .hand")
        assert spot.inner_text() == "nothing dealt yet"


def test_a_swap_card_turns_the_order_on_the_screen_around(sit_down) -> None:
    swapped = BEGUN + "> play card=swap-colours facing=self\n> play card=swap-numbers facing=self\n"
    page = sit_down(swapped).page
    assert read_off(page, "colours") == COLOURS[::-1]
    assert read_off(page, "numbers") == list("543210")
    assert page.locator(".tide b").all_inner_texts() == ["reversed:", "reversed:"]
    assert "Red 3" in page.locator("[data-zone=top]").inner_text()


SIZES = [(360, 740), (390, 844), (1024, 600), (1024, 768), (768, 1024), (1920, 1080)]
SWAPS = ["swap-colours facing=self", "swap-numbers facing=team"]
COVERED = """
() => {
  const wrong = [];
  const box = (one) => one.getBoundingClientRect();
  const round = box(document.querySelector(".round"));
  const rest = [...document.querySelectorAll(".spot .name, .held, .pile, .way")];
  const middle = [...document.querySelectorAll(".top .card, .upon")];
  for (const card of middle) {
    for (const other of rest) {
      const [a, b] = [box(card), box(other)];
      const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      if (x > 0.5 && y > 0.5) wrong.push(`${card.ariaLabel} covers ${other.innerText} ${x} x ${y}`);
    }
    const face = card.querySelector(".face");
    if (face && face.scrollHeight > face.clientHeight + 1) wrong.push("the card is too low");
  }
  for (const name of document.querySelectorAll(".spot .name bdi")) {
    if (name.scrollWidth > name.clientWidth + 1) wrong.push(`${name.innerText} is cut`);
  }
  for (const one of [...rest, ...middle]) {
    if (box(one).bottom > round.bottom + 1 || box(one).right > innerWidth) {
      wrong.push(`${one.innerText} sticks out`);
    }
  }
  return wrong;
}
"""


COVERED_WITH = f"""
(group) => {{
  document.querySelector(`label.tab[for=group-${{group}}]`).click();
  return ({COVERED.strip()})();
}}
"""
TOLD = {
    0: [],
    1: ["Colour swap"],
    2: ["Colour swap", "Number swap"],
    4: ["2 × Colour swap", "2 × Number swap"],
}


@pytest.mark.parametrize("names", ["Ann, Bo", "Ann, Bo, Cy", "Ann, Bo, Cy, Di"])
def test_the_card_to_beat_covers_no_count_however_many_swaps_lie_on_it(
    names, open_page, server
) -> None:
    page, wrong = open_page(script=UNPAINTED + STILL), []
    for swaps, told in TOLD.items():
        played = [SWAPS[number % 2] for number in range(swaps)]
        text = BEGUN.replace("Ann, Bo, Cy", names)
        if names == "Ann, Bo":
            played = [card.split()[0] + f" facing={('self', 'team', 'open')[number % 3]}"
                      for number, card in enumerate(played)]  # fmt: skip
        address = server.load(text + "".join(f"> play card={card}\n" for card in played))
        lay(page, address)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for group in ["end", "red"] if width < 1900 else ["red"]:
                found = look(page, address, COVERED_WITH, group)
                wrong += [f"{swaps}, {width} x {height}, {group}: {line}" for line in found]
        labels = page.locator(".upon").evaluate_all("all => all.map(one => one.ariaLabel)")
        assert labels == told
    assert wrong == []


def test_who_said_too_much_is_told_that_it_ends_the_game(sit_down) -> None:
    page = sit_down(BEGUN, "phone").page
    pick(page, "end")
    for seat, name in enumerate(("Ann", "Bo", "Cy")):
        button = page.locator(f"button[data-action='talk seat={seat}']")
        assert button.locator(".label").inner_text().startswith(f"{name} said too much ?")
        assert button.locator("small").inner_text() == "ends the game"


def test_who_thinks_that_nothing_fits_is_told_why_something_must(in_sizes) -> None:
    # Of all cards only White 1 does not go on White 2, so that of 5 cards at least 4 do.
    for page in in_sizes(BEGUN.replace("red-3", "white-2"), "phone", "tablet", "landscape"):
        why = page.locator("[data-no-way]")
        assert not why.is_visible()
        pick(page, "end")
        assert why.is_visible()
        assert why.inner_text().startswith("No card can be laid")
        assert "at least 4 of these fit" in why.inner_text()
        assert page.locator("button[data-action=stuck]").count() == 0
        box, width = why.bounding_box(), page.viewport_size["width"]
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        pick(page, "blue")


def test_before_a_game_nobody_is_given_a_team(open_page, server) -> None:
    page = open_page(f"{server.url}/new/wave")
    page.locator("input[name=name]").first.wait_for()
    assert page.locator(".team").count() == 0
    assert "eam" not in page.locator("input[name=name]").first.get_attribute("aria-label")


def test_a_card_is_entered_by_its_colour_and_then_its_number(sit_down) -> None:
    hand = sit_down(BEGUN)
    pick(hand.page, "turquoise")
    before = hand.seq
    hand.page.locator("button[data-action='play card=turquoise-1 facing=team']").click()
    hand.settle(before)
    assert hand.page.locator("[data-hands]").all_inner_texts() == [
        "Ann draws a card and holds it facing Ann."
    ]
    assert hand.said == "Ann draws a card and holds it facing Ann."
    assert hand.tick() == "Bo: lay a higher number or colour."


def test_a_card_that_is_not_higher_is_asked_about_before_it_ends_the_game(
    sit_down, refused
) -> None:
    hand = sit_down(BEGUN, "phone", forgive=refused)
    before = hand.seq
    hand.page.locator("button[data-action='wrong card=white-2 facing=self']").click()
    asked = hand.page.locator("#notice")
    asked.locator("[data-tool=sure]").wait_for()
    assert "Was White 2 really laid? It does not fit on Red 3" in asked.inner_text()
    assert hand.seq == before
    asked.locator("[data-tool=sure]").click()
    hand.settle(before)
    assert hand.said == "A card did not fit. 37 cards are left over: Into the water."


def test_the_two_ways_to_hold_a_card_stand_in_two_rows_by_number(in_sizes) -> None:
    for page in in_sizes(BEGUN, "phone", "tablet", "landscape", "television"):
        pick(page, "blue")
        own = [top_of(page, f"play card=blue-{number} facing=self") for number in range(5)]
        team = [top_of(page, f"play card=blue-{number} facing=team") for number in range(5)]
        assert len({y for _, y in own}) == len({y for _, y in team}) == 1
        assert [x for x, _ in own] == [x for x, _ in team] == sorted(x for x, _ in own)
        assert own[0][1] < team[0][1]


def test_the_way_play_goes_is_said_and_drawn_between_the_names(sit_down) -> None:
    hand = sit_down(BEGUN)
    assert hand.page.locator("[data-zone=direction]").inner_text() == "clockwise"
    assert hand.page.locator(".flow.turn-clockwise").count() == 3
    assert hand.press("play card=turquoise-0 facing=self").startswith("Turn the direction card")
    assert hand.tick().startswith("Ann draws a card")
    assert hand.tick().startswith("Cy: ")
    assert hand.page.locator("[data-zone=direction]").inner_text() == "counterclockwise"
    assert hand.page.locator(".flow.turn-counterclockwise").count() == 3
    assert hand.page.locator(".spot.acting .name").inner_text() == "Cy"


def test_hands_are_counted_by_the_way_they_are_held(sit_down) -> None:
    hand = sit_down(BEGUN)
    hand.press("play card=red-4 facing=self")
    told = hand.page.locator("[data-zone=place-0] .held").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert told == ["2 facing Ann", "3 facing team"]


def test_silver_has_a_place_and_one_row_of_open_cards(golden, begun, sit_down) -> None:
    hand = sit_down(begun(golden["wave/ruling-silver"], 3))
    page = hand.page
    assert page.locator(".spot.acting .name").inner_text() == "Bo", "who draws a card before"
    hand.tick()
    assert page.locator(".spot.acting .name").inner_text() == "Silver"
    told = page.locator("[data-zone=place-2] .held").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert told == ["3 open", "2 hidden"]
    laying = page.locator("button[data-action^='play'], button[data-action^='wrong']")
    actions = laying.evaluate_all("all => all.map(one => one.dataset.action)")
    assert actions
    assert all(action.endswith("facing=open") for action in actions)


def test_the_end_shows_the_row_the_count_and_what_was_missing(golden, sit_down) -> None:
    # Three players left 2 cards: the row of 1 to 2, and 2 fewer would have been all.
    page = sit_down(golden[THREE]).page
    verdict = page.locator("[data-verdict]")
    assert verdict.locator("h2").inner_text() == "A dream of a ride"
    assert verdict.locator(".reached b").inner_text() == "1 to 2"
    assert "2 cards fewer would have been “The perfect wave”." in verdict.inner_text()
    assert page.locator("[data-say]").inner_text() == (
        "No card could be laid. 2 cards are left over: A dream of a ride."
    )


@pytest.mark.parametrize(
    "moment",
    [
        ("wave/game-two-players", 12, ""),
        (THREE, 9, ""),
        (THREE, ENDED, ""),
        ("wave/game-four-players", 20, "end"),
        ("wave/game-four-players", ENDED, ""),
        ("wave/game-house-both", 16, "swap"),
    ],
)
def test_long_names_break_no_screen(*, moment, golden, begun, open_page, server, sizes) -> None:
    game, entries, group = moment
    wrong = []
    page = open_page()
    text = begun(golden[game], entries)
    count = len(next(read_transcripts(text.splitlines())).setup.names)
    names = ", ".join(LONG_NAMES[:count])
    page.goto(server.load(re.sub("seats .*", f"seats {names}", text)))
    for size, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        if group:
            pick(page, group)
        found = page.evaluate(MEASURE, {"smallest": 13, "important": 13, "long": True})
        wrong += [f"{size}: {line}" for line in found]
    assert not wrong, "\n".join(wrong)
    assert (
        page.locator(".spot .name bdi").evaluate_all("all => all.map(one => one.title)")[:count]
        == (LONG_NAMES[:count])
    )


def test_the_table_has_no_violation_by_day_and_by_night(
    *, golden, begun, server, open_page
) -> None:
    page = open_page()
    found = {}
    for game, entries, group in [
        (THREE, 0, "red"),
        (THREE, 9, "white"),
        ("wave/game-four-players", 20, "end"),
        ("wave/game-house-both", 16, "swap"),
        (THREE, ENDED, ""),
    ]:
        page.goto(server.load(begun(golden[game], entries)))
        if group:
            pick(page, group)
        found[f"{game} after {entries}"] = violations(page)
    page.goto(f"{server.load(begun(golden[THREE], 9))}/show")
    found["television"] = violations(page)
    assert {place: [] for place in found} == found
