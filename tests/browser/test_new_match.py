"""From the first page to the verdict, by clicking only; again, saved, and loaded."""

import re

import pytest

from referee.core import Mark, Setup, play, read_transcripts
from referee.games import load_all

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

GAME = "waves/game-teams-of-four"
ENOUGH_TAPS = 15
TYPED_MS = 800  # so long after the last letter all that was typed has been asked about
BETWEEN = "<!doctype html><title>502</title><h1>502 Bad Gateway</h1>"
SARA = "\u0633\u0627\u0631\u0629"
# Where a name and the words after it stand in a line, from the left.
WHERE = """
(line, name) => {
  const text = line.firstChild;
  const at = text.data.indexOf(name);
  const left = (from, to) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return range.getBoundingClientRect().left;
  };
  return { name: left(at, at + name.length), rest: left(at + name.length + 2, text.length) };
}
"""


class Taps:
    """Clicks, and counts."""

    def __init__(self, page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, selector) -> None:
        self.page.locator(selector).first.click()
        self.count += 1


def choose(name, value) -> str:
    return f'label:has(input[name="{name}"][value="{value}"])'


def set_up(page, options, names) -> int:
    """Go from the first page to the table; return the number of taps."""
    tap = Taps(page)
    tap('[data-game="waves"] a:has-text("New match")')
    tap(choose("count", len(names)))
    page.locator("#names li").nth(len(names)).wait_for(state="detached")
    for place, name in enumerate((names[1], names[0], *names[2:])):
        tap(f'#names li[data-seat="{place}"] input')
        page.keyboard.type(name)
    tap('#names li[data-seat="1"] [data-move="-1"]')
    tap(choose("option.mode.0", options["mode"]))
    tap(choose("option.tablets.preset", options["tablets"]))
    tap(choose("option.token.0", options["token"]))
    tap('[data-tool="begin"]')
    page.locator("#screen").wait_for()
    return tap.count


def play_by_tapping(hand, found) -> None:
    """Play a whole game; the Council card, which was skipped, is told when the referee asks."""
    game = load_all()[found.slug]
    known, asked = game.setup(found.setup), game.setup(skipping(found))
    for line in found.lines:
        if line.mark is not Mark.ENTRY:
            continue
        hand.press(line.text)
        known, _ = play(game, known, game.parse(line.text))
        asked, _ = play(game, asked, game.parse(line.text))
        if game.values(asked, None)["phase"] == "shells":
            shells = f"shells count={game.values(known, None)['shells']}"
            hand.press(shells)
            asked, _ = play(game, asked, game.parse(shells))


def skipping(found):
    options = {**dict(found.setup.options), "council": "?,?,?,?,?"}
    return Setup(found.setup.names, tuple(options.items()))


def whole_story(hand):
    hand.panel("story")
    told = hand.page.locator("dialog .told li").all_inner_texts()
    hand.close()
    return told


def save(page, file) -> str:
    with page.expect_download() as download:
        page.locator('.after [data-tool="save"]').click()
    download.value.save_as(file)
    return str(file.read_text("utf-8"))


def test_a_group_plays_from_the_first_page_to_the_verdict_and_again(
    *, own_server, open_page, golden, hand_at, tmp_path
) -> None:
    found = next(read_transcripts(golden[GAME].splitlines()))
    page = open_page(f"{own_server.url}/")
    assert set_up(page, dict(found.setup.options), found.setup.names) <= ENOUGH_TAPS
    names = page.locator(".place .name bdi").all_inner_texts()
    assert set(found.setup.names) == set(names)

    hand = hand_at(page)
    play_by_tapping(hand, found)
    verdict = page.locator("[data-verdict] h2").inner_text()
    assert verdict == "Bo and Di win!"
    assert hand.said == "Bo and Di win with all 5 classes!"

    told = whole_story(hand)
    file = tmp_path / "saved.txt"
    assert "outcome five-classes seats 1 3" in save(page, file)

    page.locator('[data-tool="rematch"]').click()
    page.locator('#screen[data-over="no"]').wait_for()
    assert names == page.locator(".place .name bdi").all_inner_texts()
    council = re.search(r"council=(.*)", page.request.get(f"{page.url}/transcript.txt").text())
    assert council is not None
    assert set(council[1].split(",")) > {"?"}, "the Council card was forgotten"

    page.goto(own_server.url)
    page.locator("#file").set_input_files(file)
    page.locator("form:has(#file) button").click()
    page.locator('#screen[data-over="yes"]').wait_for()
    assert verdict == page.locator("[data-verdict] h2").inner_text()
    assert told == whole_story(hand)


def test_enter_goes_from_name_to_name_and_starts_nothing(open_page, own_server) -> None:
    page = open_page(f"{own_server.url}/new/wave?count=3&name=Ann&name=&name=", "phone")
    fields = page.locator("#names input")
    fields.nth(0).click()
    for name in ("Eve", "Finn", "Gus"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    keys = fields.evaluate_all("all => all.map((one) => [one.value, one.enterKeyHint])")
    assert keys == [["Eve", "next"], ["Finn", "next"], ["Gus", "done"]]
    assert page.evaluate("document.activeElement === document.body"), "the keyboard is closed"
    page.locator(choose("option.first.0", 2), has_text="Gus").wait_for()
    page.locator("[data-draw]").click()
    page.wait_for_function("() => !window.pending")
    drawn = page.locator("input[name='option.first.0']:checked + .body").inner_text()
    assert page.locator("[data-drawn]").inner_text() == f"Picked at random: {drawn.strip()}."
    assert "/new/wave" in page.url
    page.locator('[data-tool="begin"]').click()
    page.locator("#screen").wait_for()
    assert "seats Eve, Finn, Gus" in page.request.get(f"{page.url}/transcript.txt").text()


def test_a_name_is_dragged_to_another_place(open_page, server) -> None:
    page = open_page(f"{server.url}/new/waves?count=4&name=Ann&name=Bo&name=Cy&name=Di")
    grip = page.locator("#names .grip").nth(0).bounding_box()
    other = page.locator("#names li").nth(2).bounding_box()
    assert grip
    assert other
    page.mouse.move(grip["x"] + 10, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 10, other["y"] + 30, steps=6)
    page.mouse.up()
    names = page.locator("#names input").evaluate_all("all => all.map(one => one.value)")
    assert ["Bo", "Cy", "Ann", "Di"] == names


def test_a_name_is_dragged_with_a_finger_and_the_match_sits_in_that_order(
    open_page, server
) -> None:
    page = open_page(
        f"{server.url}/new/waves?count=4&name=Ann&name=Bo&name=Cy&name=Di", "phone", has_touch=True
    )
    grip = page.locator("#names .grip").nth(3)
    start, goal = grip.bounding_box(), page.locator("#names li").nth(0).bounding_box()
    assert start
    assert goal
    finger = page.context.new_cdp_session(page)
    x, here, there = start["x"] + 10, start["y"] + 20, goal["y"] + 20
    steps = [
        ("touchStart", here),
        *(("touchMove", here + (there - here) * n / 5) for n in range(6)),
    ]
    for kind, y in [*steps, ("touchEnd", None)]:
        points = [] if y is None else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    names = page.locator("#names input").evaluate_all("all => all.map(one => one.value)")
    assert ["Di", "Ann", "Bo", "Cy"] == names
    page.wait_for_function("() => !window.pending")
    page.locator('[data-tool="begin"]').click()
    page.locator("#screen").wait_for()
    assert page.locator(".place .name bdi").all_inner_texts() == names


def test_a_name_that_runs_backwards_turns_no_headline_around(
    golden, begun, *, open_page, server
) -> None:
    text = begun(golden[GAME], 6).replace("seats Ann,", f"seats {SARA},")
    page = open_page(server.load(text))
    spread = page.locator(".story li", has_text=SARA).last.evaluate(WHERE, SARA)
    assert spread["name"] < spread["rest"], "the name stands at the beginning of its line"


def test_who_is_named_is_called_so_at_once_and_the_cursor_stays_in_the_name(
    open_page, server
) -> None:
    page = open_page(f"{server.url}/new/waves?count=3")
    field = page.locator("#names input").nth(2)
    field.click()
    page.keyboard.type("Cyn")
    page.locator(choose("option.token.0", 2), has_text="Cyn").wait_for()
    page.keyboard.type("thia")
    page.locator(choose("option.token.0", 2), has_text="Cynthia").wait_for()
    assert field.evaluate("one => [one.value, document.activeElement === one]") == ["Cynthia", True]


def test_what_is_typed_stays_where_a_server_in_between_answers_with_its_own_page(
    open_page, server
) -> None:
    page = open_page(f"{server.url}/new/waves?count=3", forgive="502")
    page.route("**/new/waves?*", lambda route: route.fulfill(status=502, body=BETWEEN))
    field = page.locator("#names input").nth(2)
    field.click()
    with page.expect_response("**/new/waves?*"):
        page.keyboard.type("Cyn")
    page.wait_for_function("() => !window.pending")
    assert field.evaluate("one => [one.value, document.activeElement === one]") == ["Cyn", True]
    page.unroute("**/new/waves?*")
    page.keyboard.type("thia")
    page.locator(choose("option.token.0", 2), has_text="Cynthia").wait_for()


def test_a_name_that_is_dragged_stays_under_the_finger_when_it_was_just_typed(
    open_page, server
) -> None:
    page = open_page(f"{server.url}/new/waves?count=3&name=Ann&name=Bo&name=")
    page.locator("#names input").nth(2).click()
    page.keyboard.type("Cyn")
    grip = page.locator("#names .grip").nth(2).bounding_box()
    assert grip
    page.mouse.move(grip["x"] + 10, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 10, grip["y"] + 25)
    page.wait_for_timeout(TYPED_MS)
    assert "0px 15px" == page.locator("#names li").nth(2).evaluate("row => row.style.translate")
    page.mouse.up()
    page.locator(choose("option.token.0", 2), has_text="Cyn").wait_for()


def test_teams_are_shown_beside_the_names(open_page, server) -> None:
    page = open_page(f"{server.url}/new/waves?count=4&option.mode.0=teams")
    assert ["A", "B", "A", "B"] == page.locator("#names .team").all_inner_texts()
    page.locator(choose("option.mode.0", "all-vs-all")).click()
    page.locator("#names .team").first.wait_for(state="detached")


def test_a_broken_transcript_is_answered_with_its_line(open_page) -> None:
    page = open_page(forgive="status of 400")
    page.locator("#text").fill("game waves\nseats Ann, Bo\n> nonsense")
    page.locator("form:has(#text) button").click()
    page.locator(".problem").wait_for()
    assert "3" in page.locator(".problem").inner_text()


def test_names_are_shown_as_they_were_typed(open_page, server, hand_at) -> None:
    names = ["<svg onload=alert(1)>", "🦀 Krabbe", "عمر الخيام", "W" * 40]
    page = open_page(f"{server.url}/new/waves?count=4")
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    for place, name in enumerate(names):
        page.locator("#names input").nth(place).fill(name)
    page.locator('[data-tool="begin"]').click()
    page.locator("#screen").wait_for()
    shown = page.locator(".place .name bdi").all_text_contents()
    assert set(names) == {name.strip("\u2068\u2069") for name in shown}
    assert page.locator("bdi svg, h1 svg, .story svg").count() == 0
    hand = hand_at(page)
    for slot in range(4):
        hand.tap(f"elder slot={slot} card=seer")
    hand.panel("more", "history")
    told = page.locator("dialog .told").inner_text()
    assert all(name in told for name in names)
    page.goto(server.url)
    assert names[0] in page.locator("main").inner_text()
