"""What happened can be read, and the sentence has room beside its tools."""

import pytest
from own_phones import take_seat

pytestmark = pytest.mark.browser

HUSHED = "game hushed\nseats Ann, Bo, Cy\n"
LINES = """
() => [...document.querySelectorAll("#screen .story li")].map((line) => {
  const words = document.createRange();
  words.selectNodeContents(line);
  const [has, needs] = [line.getBoundingClientRect(), words.getBoundingClientRect()];
  return [line.className, needs.height > 10 && has.height >= needs.height - 1];
})
"""
ROOM = """
() => {
  const wide = (selector) => document.querySelector(selector).getBoundingClientRect().width;
  return [wide("[data-say]") / wide("#screen .step"), wide('#screen [data-tool="undo"]')];
}
"""
TOPMOST = """
(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return element.contains(top);
}
"""
# What changes its letters at once and its ground slowly cannot be read in between.
FADING = """
() => [...document.querySelectorAll("#screen .name, #screen .step, #screen .tab")]
  .map((one) => getComputedStyle(one))
  .filter((style) => /background|all/.test(style.transitionProperty))
  .filter((style) => style.transitionDuration.split(", ").some((time) => time !== "0s"))
  .length
"""
VIEWPORTS = ((1024, 768), (1180, 820), (768, 1024), (390, 844), (360, 740))
PEEK = ("whisper seat=0 card=0 word=cat", "strike seat=1 at=0 card=0")


def send(page, address, path, **data) -> None:
    """Send a command as a form does."""
    form = {"expected": page.locator("#screen").get_attribute("data-seq"), **data}
    assert page.request.post(f"{address}/{path}", form=form, headers={"Referer": address}).ok


def peek(page, address) -> None:
    """Note a card on the own phone of Ann, turn it up by a strike, and take that back."""
    take_seat(page, address, 0)
    for entry in PEEK:
        send(page, address, "act", action=entry, seat="0")
        page.reload()
    send(page, address, "undo", seat="0")
    page.reload()


@pytest.mark.parametrize("path", ["", "/show"])
def test_a_name_can_be_read_in_the_moment_in_which_the_turn_changes(
    path, *, golden, begun, open_page, server
) -> None:
    page = open_page(server.load(begun(golden["waves/game-four-players"], 6)) + path)
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(FADING) == 0


def resize(page, size) -> None:
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))


def test_every_line_of_the_story_can_be_read(parlour, open_page, sizes) -> None:
    address = parlour.load(f"{HUSHED}> pass seat=0\n> pass seat=1\n")
    page = open_page(address)
    peek(page, address)
    for size, shown in (("tablet", address), ("television", f"{address}/show")):
        resize(page, sizes[size])
        page.goto(shown)
        found = page.evaluate(LINES)
        assert (size, found[0]) == (size, ["seen", True])
        assert (size, [kind for kind, readable in found if not readable]) == (size, [])


def test_the_tools_give_way_to_the_sentence(server, golden, begun, open_page) -> None:
    page = open_page(server.load(begun(golden["war-of-waves/attack-own"], 14)))
    for tool in ("undo", "redo"):
        for viewport in VIEWPORTS:
            resize(page, viewport)
            sentence, undo = page.evaluate(ROOM)
            assert sentence > 0.4, (viewport, tool)
            assert undo > 60, (viewport, tool)
        page.locator(f'#screen [data-tool="{tool}"]').click()
        page.locator('#screen [data-tool="redo"]').wait_for(
            state="visible" if tool == "undo" else "detached"
        )


def test_the_phone_of_whose_card_was_seen_says_so_until_that_is_read(
    parlour, open_page, sizes
) -> None:
    address = parlour.load(HUSHED)
    page = open_page(address)
    peek(page, address)
    line, read = page.locator("[data-peek]"), page.locator('[data-tool="heard"]')
    assert "others may have seen it" in line.inner_text()
    for size in ("tablet", "landscape", "phone"):
        resize(page, sizes[size])
        for shown in (line, read):
            assert shown.evaluate(TOPMOST), size
    read.click()
    line.wait_for(state="detached")
    page.reload()
    assert line.count() == 0


BELOW = """
() => {
  const header = document.querySelector("dialog .sheet > header").getBoundingClientRect();
  return document.querySelector("dialog #missing h2").getBoundingClientRect().top - header.bottom;
}
"""
APART = """
() => Math.min(...[...document.querySelectorAll(".after .label")].map((label) => {
  const words = document.createRange();
  words.selectNodeContents(label);
  const inner = words.getBoundingClientRect();
  const outer = label.closest(".choice").getBoundingClientRect();
  return Math.min(inner.left - outer.left, outer.right - inner.right,
    inner.top - outer.top, outer.bottom - inner.bottom);
}))
"""


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_what_is_not_possible_now_begins_below_the_head_of_its_panel(
    *, size, golden, begun, sit_down
) -> None:
    hand = sit_down(begun(golden["war-of-waves/game-first-gateway"], 65), size)
    hand.page.locator('[data-tool="missing"]').first.click()
    hand.page.locator("dialog #missing").wait_for()
    hand.page.wait_for_timeout(300)
    assert 0 <= hand.page.evaluate(BELOW)


def test_at_the_end_no_word_touches_the_border_of_its_button(golden, sit_down, sizes) -> None:
    page = sit_down(golden["wave/game-two-players"]).page
    page.locator('[data-tool="story"]').wait_for()
    for size in ("phone", "tablet", "landscape", "upright"):
        resize(page, sizes[size])
        assert page.evaluate(APART) >= 4, size


# What clips its text above the feet of its letters, and by how many pixels.
FEET = """
() => {
  const ink = document.createElement("canvas").getContext("2d");
  const isCutting = (one) => /hidden|clip/.test(getComputedStyle(one).overflowY)
    && getComputedStyle(one).display !== "inline" && one.clientHeight > 1;
  const hasText = (one) => [...one.childNodes]
    .some((node) => node.nodeType === 3 && node.data.trim());
  const texts = [...document.querySelectorAll("#screen *")].filter((one) => hasText(one)
    && isCutting(one) && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  return texts.flatMap((one) => {
    const style = getComputedStyle(one);
    ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const said = ink.measureText("gpy");
    const [below, foot] = [said.fontBoundingBoxDescent, said.actualBoundingBoxDescent];
    const end = one.getBoundingClientRect().bottom;
    const words = document.createRange();
    words.selectNodeContents(one);
    const lines = [...words.getClientRects()].filter(({ top, bottom }) => (top + bottom) / 2 < end);
    const cut = Math.max(...lines.map(({ bottom }) => bottom - below + foot)) - end;
    return cut > 0.5 ? [`${one.textContent} by ${cut.toFixed(1)}`] : [];
  });
}
"""
WITH_FEET = {
    "undo": ("war-of-waves/game-first-gateway", 30, None),
    "result": ("waves/game-six-players", 1000, None),
    "four names": ("wave/game-four-players", 1000, None),
    "own news": ("war-of-waves/claims", 62, 0),
}


@pytest.mark.parametrize("place", WITH_FEET)
def test_no_letter_has_its_foot_cut_off(*, place, golden, begun, open_page, server, sizes) -> None:
    game, entries, seat = WITH_FEET[place]
    address = server.load(begun(golden[game], entries))
    page = open_page(address)
    if seat is not None:
        take_seat(page, address, seat)
    cut = {}
    for size, (width, height) in {**sizes, "sideways": (740, 360)}.items():
        page.set_viewport_size({"width": width, "height": height})
        cut[size] = page.evaluate(FEET)
    assert {size: [] for size in cut} == cut
