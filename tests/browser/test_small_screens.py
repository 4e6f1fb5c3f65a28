"""What fits on a screen: an undo says whole what it undoes, a new match is asked at a glance."""

import pytest

from referee.games import load_all

pytestmark = pytest.mark.browser

CUT = """
() => [...document.querySelectorAll('[data-tool="undo"] .clip')].map((label) =>
  [label.scrollWidth - label.clientWidth, label.scrollHeight - label.clientHeight])
"""
SCREENS = "document.documentElement.scrollHeight / innerHeight"
ENTRIES = ("elder slot=0 card=scholar", "elder slot=1 card=scholar")


@pytest.mark.parametrize(
    "viewport", [(390, 844), (768, 1024), (1024, 768)], ids=["phone", "upright", "tablet"]
)
def test_an_undo_says_whole_what_it_takes_back(viewport, server, open_page) -> None:
    lines = ["game waves", "seats Benedict, Theodora", *(f"> {entry}" for entry in ENTRIES), ""]
    page = open_page(server.load("\n".join(lines)))
    page.set_viewport_size(dict(zip(("width", "height"), viewport, strict=True)))
    assert page.evaluate(CUT) == [[0, 0]]


PHONE = {"width": 360, "height": 740}
ORDERS = """
() => ({
  seen: [...document.querySelectorAll(".todo li")].filter((one) => one.checkVisibility()).length,
  all: document.querySelectorAll(".todo li").length,
  more: [...document.querySelectorAll(".rest span")].filter((one) => one.checkVisibility())
    .map((one) => one.textContent),
})
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


def test_a_phone_shows_as_many_orders_as_four_lines_hold(server, open_page, golden, begun) -> None:
    text = golden["rolling/game-two-players"]
    page = on_a_phone(open_page(server.load(begun(text, 81))))
    assert {"seen": 2, "all": 3, "more": ["and 1 more"]} == page.evaluate(ORDERS)
    # Three short ones have room, and nothing is left to unfold.
    page = on_a_phone(open_page(server.load(begun(text, 208))))
    assert {"seen": 3, "all": 3, "more": []} == page.evaluate(ORDERS)


def test_a_name_of_nine_letters_is_whole_on_the_cards_that_face_somebody(
    server, open_page, golden, begun
) -> None:
    text = golden["wave/game-two-players"].replace("seats Ann, Bo", "seats Katharina, Sebastian")
    page = on_a_phone(open_page(server.load(begun(text, 3))))
    assert page.locator(".choice small:visible", has_text="facing Katharina").count()
    assert [] == page.evaluate(FACING)


def test_the_frame_of_who_is_asked_stays_below_the_sentence(
    server, open_page, golden, begun
) -> None:
    text = golden["waves/game-three-players"]
    page = on_a_phone(open_page(server.load(begun(text, 2))))
    assert page.evaluate(FRAME) >= 2


@pytest.mark.parametrize("state", ["off", "poll"])
@pytest.mark.parametrize("viewport", [(360, 740), (740, 360), (1180, 820)])
def test_what_the_light_says_has_a_strip_of_its_own(state, viewport, server, open_page) -> None:
    page = open_page(server.load("game waves\nseats Ann, Bo\n"))
    page.set_viewport_size(dict(zip(("width", "height"), viewport, strict=True)))
    assert page.evaluate(STRIP, state) == [0, 0, False]


@pytest.mark.parametrize("slug", load_all())
@pytest.mark.parametrize("viewport", [(768, 1024), (1024, 768)], ids=["upright", "tablet"])
def test_a_new_match_is_asked_on_about_one_screen_of_a_tablet(
    viewport, slug, server, open_page
) -> None:
    page = open_page(f"{server.url}/new/{slug}")
    page.set_viewport_size(dict(zip(("width", "height"), viewport, strict=True)))
    assert page.evaluate(SCREENS) < 1.25
    assert page.locator('[data-tool="begin"]').is_visible()
