"""Photos, a live camera, and screen beside table, in a real browser."""

import json
import urllib.request
from functools import cache

import pytest
from axe import violations

from camera.scans import as_json
from referee.games import load_all
from referee.table.sight.pictures import take
from referee.table.sight.virtual import Laid, View, VirtualTable, as_file

pytestmark = pytest.mark.browser

COUNCIL = ("seer", "noble", "scholar", "knight")
HEAD = "game waves\noption council=house\nseats Ann, Bo, Cy\n"
ENTRIES = [f"> elder slot={slot} card={card}\n" for slot, card in enumerate(COUNCIL)]
MEASURE = """
() => {
  const things = [...document.querySelectorAll("a.button, button, label.button, summary, .idea")];
  const low = things.filter((one) => one.offsetParent && one.getBoundingClientRect().height < 43.5);
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const names = low.map((one) => one.textContent.trim());
  return wide > 0 ? [...names, `${wide} px too wide`] : names;
}
"""


@cache
def table() -> VirtualTable:
    return VirtualTable(load_all()["waves"], 4)


def frame(council=COUNCIL, more=(), size=(1400, 1050)):
    """See a table where these Elders lie, and perhaps more."""
    cards = [
        Laid(card, *table().at(spot, 120), copy=spot + 1)
        for spot, card in enumerate(council)
        if card
    ]
    return table().frame([*cards, *more], View(width=size[0], height=size[1]))


def photo(*given, **more) -> dict:
    data = as_file(frame(*given, **more), "JPEG")
    return {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": data}


def report(address: str, *given, **more) -> dict:
    """Let a camera of its own tell what it sees."""
    scan = take(photo(*given, **more)["buffer"]).scan
    asked = urllib.request.Request(  # noqa: S310 - our own server
        f"{address.replace('/matches/', '/api/matches/')}/sightings",
        json.dumps(as_json(scan)).encode(),
        {"Content-Type": "application/json", "Accept": "application/json"},
    )
    with urllib.request.urlopen(asked) as answer:  # noqa: S310 - as above
        return json.load(answer)


def entered(address: str) -> list[str]:
    with urllib.request.urlopen(f"{address}/transcript.txt") as answer:  # noqa: S310 - as above
        return [line[2:] for line in answer.read().decode().splitlines() if line[0] == ">"]


def elders(count=4):
    return [line[2:].strip() for line in ENTRIES[:count]]


def send(page, picture) -> None:
    page.locator("form[data-photo] input[type=file]").first.set_input_files(picture)


# ---------------------------------------------------------------- photos


def test_a_photo_enters_the_council_over_plain_http(server, launch):
    address = server.load(HEAD)
    page = launch("--host-resolver-rules=MAP table.local 127.0.0.1")
    page.goto(address.replace("127.0.0.1", "table.local"))
    assert not page.evaluate("window.isSecureContext")
    send(page, photo())
    page.locator("[data-look]").wait_for()
    assert 4 == page.locator("[data-entered]").count()
    assert elders() == entered(address)
    with page.expect_response(lambda answer: answer.url.endswith("/undo")):  # it is stored by then
        page.locator('[data-tool="undo-look"]').click()
    assert [] == entered(address)
    assert 0 == page.locator("[data-look]").count()


def play_a_round(page, hand) -> int:
    """Photograph the Council, let everybody follow and turn over; return the number of taps."""
    send(page, photo())  # one tap on the button, before those of the camera itself
    page.locator("[data-look] [data-put-away]").click()
    taps = 2
    while "Round 1" in page.locator("[data-where]").inner_text():
        hand.tap(page.locator("#screen .choices [data-action]").first.get_attribute("data-action"))
        taps += 1
    return taps


def test_a_first_round_of_waves_takes_15_taps_with_new_names_and_12_with_known_ones(
    own_server, open_page, hand_at
):
    page = open_page(own_server.url, "upright")
    page.locator('[data-game="waves"] a.main').click()
    page.locator("#names input").first.click()
    for name in ("Anna", "Ben", "Chris", "Dora"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.locator('[data-tool="begin"]').click()
    page.locator("#screen").wait_for()
    assert 3 + play_a_round(page, hand_at(page)) <= 15
    page.goto(own_server.url)
    page.locator('[data-tool="same-people"][data-slug="waves"]').click()
    page.locator("#screen").wait_for()
    names = page.locator(".place .name bdi").all_inner_texts()
    assert names == ["Anna", "Ben", "Chris", "Dora"]
    assert 1 + play_a_round(page, hand_at(page)) <= 12


def test_a_photo_is_sent_without_a_script_too(server, open_page):
    address = server.load(HEAD)
    page = open_page(address, "phone", java_script_enabled=False)
    form = page.locator("#screen form[data-photo]")
    assert not form.locator("[data-tool=send-photo]").is_visible()
    send(page, photo())
    form.locator("[data-tool=send-photo]").click()
    page.locator("[data-look]").wait_for()
    assert elders() == entered(address)


def test_what_is_no_picture_is_said_beside_the_button(server, open_page):
    address = server.load(HEAD)
    page = open_page(f"{address}/sightings", "phone", forgive=r"status of 400")
    send(page, {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"hello"})
    page.get_by_text("This file is not a picture that can be read").wait_for()
    send(page, photo())
    page.wait_for_url("**look=*")
    assert elders() == entered(address)


def test_why_a_photo_was_refused_is_whole_at_the_table_and_can_be_closed(
    server, open_page, sizes, tmp_path
):
    page = open_page(server.load(HEAD), forgive=r"status of 4")
    large = tmp_path / "large.jpg"
    large.write_bytes(bytes(60_000_000))
    cut = {**photo(), "buffer": photo()["buffer"][:9000]}
    text = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"hello"}
    for file in (text, cut, {**text, "buffer": b""}, large):
        page.locator("#screen form[data-photo] input[type=file]").set_input_files(file)
        said = page.locator("#notice .notice")
        said.wait_for()
        for width, height in (sizes[size] for size in ("phone", "upright", "tablet")):
            page.set_viewport_size({"width": width, "height": height})
            box = said.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
        said.locator("[data-dismiss]").click()
        said.wait_for(state="detached")
        assert "" == page.locator("#screen .progress").inner_text()


def test_a_slow_reading_says_that_it_goes_on(server, open_page):
    page = open_page(f"{server.load(HEAD)}/sightings")
    page.route("**/sightings", lambda route: page.wait_for_timeout(1200) or route.continue_())
    send(page, photo())
    page.get_by_text("Reading the picture…").wait_for()
    page.wait_for_url("**look=*")


def test_a_photo_that_was_chosen_before_the_script_came_is_sent(server, open_page):
    page, held = open_page(), []

    def hold(route) -> None:
        held.append(route)

    address = server.load(HEAD)
    page.route("**/seeing.js", hold)
    with page.expect_request("**/seeing.js"):
        page.goto(f"{address}/sightings", wait_until="commit")
    page.set_input_files("form[data-photo] input[type=file]", photo())
    held[0].continue_()
    page.wait_for_url("**look=*", wait_until="commit")
    assert elders() == entered(address)


# ---------------------------------------------------------------- what a camera asks

DOUBT = [Laid("knight", 150.0, 150.0, copy=9)]


def test_what_a_camera_asks_appears_and_vanishes_on_every_screen_that_enters(server, open_page):
    address = server.load(HEAD)
    one, other, show = (open_page(f"{address}{path}") for path in ("", "", "/show"))
    report(address, ("seer",), DOUBT)
    for page in (one, other):
        page.locator("[data-asking]").wait_for()
    one.locator('[data-asking] [data-tool="see"]').click()
    one.locator('[data-unclear] [data-spot="3"]').click()
    other.locator("[data-asking]").wait_for(state="detached")
    assert ["elder slot=0 card=seer", "elder slot=3 card=knight"] == entered(address)
    assert 0 == show.locator("[data-look]").count()


def test_not_now_takes_the_question_away_everywhere(server, open_page):
    address = server.load(HEAD)
    one, other = open_page(address), open_page(address, "phone")
    report(address, ("seer",), DOUBT)
    other.locator("[data-asking]").wait_for()
    one.locator('[data-asking] [data-tool="no"]').click()
    for page in (one, other):
        page.locator("[data-asking]").wait_for(state="detached")


# ---------------------------------------------------------------- screen and table


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_a_mistyped_elder_is_mended_from_the_table_side(server, open_page, size):
    address = server.load(HEAD + "".join(ENTRIES).replace("noble", "keeper"))
    page = open_page(address, size)
    report(address)
    page.locator('[data-asking] [data-tool="reconcile"]').click()
    row = page.locator('[data-row="Bo"]')
    assert "does not match" in row.inner_text()
    row.locator('[data-settle="mend"]').click()
    page.locator("[data-all-right]").wait_for()
    assert elders() == entered(address)


def test_where_the_screen_is_right_hands_follow(server, open_page):
    typed = HEAD + "".join(ENTRIES).replace("noble", "keeper")
    address = server.load(typed)
    report(address)
    page = open_page(f"{address}/reconcile")
    page.locator('[data-row="Bo"] [data-settle="screen"]').click()
    page.get_by_text("Bo: take away Noble and put Keeper there.").wait_for()
    assert "elder slot=1 card=keeper" in entered(address)
    send(page, photo(("seer", "keeper", "scholar", "knight")))
    page.get_by_text("Everything matches.").wait_for()


def test_an_elder_that_is_not_there_is_taken_back(server, open_page):
    address = server.load(HEAD + "".join(ENTRIES[:2]))
    report(address, ("seer",))
    page = open_page(f"{address}/reconcile")
    page.locator('[data-row="Bo"] [data-settle="retract"]').click()
    page.get_by_text("Everything matches.").wait_for()
    assert elders(1) == entered(address)


def test_a_card_that_nobody_entered_is_entered_or_decided(server, open_page):
    address = server.load(HEAD + "".join(ENTRIES))
    x, y, turn = table().at(0, 155)
    told = report(address, COUNCIL, [Laid("keeper", x, y, turn, copy=9)])
    page = open_page(f"{address}/reconcile?look={told['look']}")
    page.locator('[data-settle="overrule"]').first.click()
    page.get_by_text("Everything matches.").wait_for()
    assert entered(address)[-1].startswith("overrule")


def test_reconciling_is_called_up_at_any_time_and_begins_with_a_photo(server, open_page):
    address = server.load(HEAD + "".join(ENTRIES))
    page = open_page(address, "phone")
    page.locator('[data-tool="more"]').click()
    page.locator('dialog [data-tool="reconcile"]').click()
    page.locator("[data-no-look]").wait_for()
    send(page, photo())
    page.get_by_text("Everything matches.").wait_for()


# ---------------------------------------------------------------- setting up


# A key that somebody holds down for a while.
HELD = """
(one, [key, times]) => {
  const [name, shiftKey] = [key.replace("Shift+", ""), key.startsWith("Shift+")];
  const told = { key: name, code: name, shiftKey, bubbles: true, cancelable: true, repeat: true };
  for (let time = 0; time < times; time += 1) one.dispatchEvent(new KeyboardEvent("keydown", told));
}
"""


def test_places_are_drawn_by_dragging_and_by_keys(server, open_page):
    address = server.load(HEAD)
    page = open_page(f"{address}/camera")
    send(page, photo(("seer",)))
    page.locator("[data-drawing] svg").wait_for()
    assert [] == entered(address)
    page.locator("[data-drawing] svg").scroll_into_view_if_needed()
    box = page.locator("[data-drawing] svg").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.1, box["y"] + box["height"] * 0.2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.6, steps=4)
    page.mouse.up()
    left, right = (float(page.input_value(f'[name="{side}-0"]')) for side in ("left", "right"))
    assert (10, 50) == (round(left), round(right))
    second = page.locator("[data-pick='1']")
    second.press("ArrowRight")
    second.press("Shift+ArrowDown")
    assert ("41", "61") == (
        page.input_value('[name="left-1"]'),
        page.input_value('[name="bottom-1"]'),
    )
    third = page.locator("[data-pick='2']")
    for key in ("ArrowLeft", "ArrowUp", "Shift+ArrowLeft", "Shift+ArrowUp"):
        third.evaluate(HELD, [key, 69])
        third.press(key)
    sides = [page.input_value(f'[name="{side}-2"]') for side in ("left", "top", "right", "bottom")]
    assert ["0", "0", "2", "2"] == sides, "as small as can be, and still on the picture"
    page.locator('[data-tool="keep-zones"]').click()
    page.wait_for_load_state()
    assert "61" == page.input_value('[name="bottom-1"]')
    page.locator('[data-tool="clear-zones"]').click()
    page.wait_for_load_state()
    assert "" == page.input_value('[name="left-0"]')


def test_a_long_address_of_somebody_elses_code_is_wrapped_on_a_phone(server, open_page):
    address = server.load(HEAD)
    scan = as_json(take(photo()["buffer"]).scan)
    scan["codes"][0]["text"] = f"https://example.org/{'a' * 400}"
    asked = urllib.request.Request(  # noqa: S310 - our own server
        f"{address.replace('/matches/', '/api/matches/')}/sightings",
        json.dumps(scan).encode(),
        {"Content-Type": "application/json", "Accept": "application/json"},
    )
    with urllib.request.urlopen(asked) as answer:  # noqa: S310 - as above
        look = json.load(answer)["look"]
    page = open_page(f"{address}/sightings/{look}", "phone")
    page.get_by_text("is not one of ours").first.wait_for()
    assert [] == page.evaluate(MEASURE)


def test_a_tap_on_the_picture_draws_no_place_and_takes_none_away(server, open_page):
    page = open_page(f"{server.load(HEAD)}/camera")
    send(page, photo(("seer",)))
    page.locator("[data-drawing] svg").scroll_into_view_if_needed()
    box = page.locator("[data-drawing] svg").bounding_box()
    assert box is not None
    page.locator("[data-by-hand] summary").click()
    for drawn in ("", "12"):
        page.locator('[name="left-0"]').fill(drawn)
        page.locator("[data-drawing] svg").scroll_into_view_if_needed()
        box = page.locator("[data-drawing] svg").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.5)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.8 + 2, box["y"] + box["height"] * 0.5)
        page.mouse.up()
        assert drawn == page.input_value('[name="left-0"]')
        assert "true" == page.locator("[data-pick='0']").get_attribute("aria-pressed")


# ---------------------------------------------------------------- for everybody


def test_what_is_seen_is_for_every_reader_and_every_finger(server, open_page, sizes):
    address = server.load(HEAD + "".join(ENTRIES).replace("noble", "keeper"))
    twice = Laid("seer", -150.0, 150.0, copy=1)
    look = report(address, COUNCIL, [*DOUBT, twice])["look"]
    page = open_page(f"{address}/reconcile")
    assert 2 == page.locator("[data-contradiction] [data-way]").count(), "also what cannot be"
    for path in (
        f"/sightings/{look}",
        "/reconcile",
        f"/camera?look={look}",
        "/live",
        "/sightings",
        "",
    ):
        page.goto(f"{address}{path}")
        for width, height in (sizes[size] for size in ("phone", "tablet")):
            page.set_viewport_size({"width": width, "height": height})
            assert [] == violations(page), (width, path)
            assert [] == page.evaluate(MEASURE), (width, path)
