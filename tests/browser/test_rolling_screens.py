"""The maps of Rolling with the Waves: laying dice on the own phone, in secret, by tapping it."""

import re
from pathlib import Path

import pytest
from laying import UNPAINTED
from own_phones import take_seat

pytestmark = pytest.mark.browser

MEASURE = Path(__file__).with_name("measure.js").read_text("utf-8").strip().rstrip(";")
READABLE = {"smallest": 13, "important": 13}
SIDEWAYS = {"sideways": (740, 360)}
"""A phone that is held sideways."""
OUTSIDE = """
() => [...document.querySelectorAll(".map.near .spot")].filter((spot) => {
  const [a, b] = [spot.getBoundingClientRect(), spot.closest(".map").getBoundingClientRect()];
  const beyond = [b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom];
  return Math.max(...beyond) > 1;
}).map((spot) => spot.className)
"""
BELOW = """
all => all.filter((name) => name.getBoundingClientRect().bottom
  > name.closest(".spot").getBoundingClientRect().bottom - 1).map((name) => name.textContent)
"""

GAME = "rolling/game-two-players"
DRAFTED = 12
"""Entries until both have their dice: 6 rolled, 6 taken."""


def tap(page, place: str) -> None:
    """Tap a sign of the own map, and wait until the die lies there."""
    page.locator(f".map.near .spot.{place} .tap").click()
    page.locator(f".map.near .spot.{place} .planned").wait_for()


def own_phone(open_page, address: str, seat: int, size: str = "phone"):
    return take_seat(open_page(f"{address}/seats/{seat}/cover", size), address, seat)


@pytest.fixture
def drafted(golden, begun, server) -> str:
    return server.load(begun(golden[GAME], DRAFTED))


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_dice_are_laid_by_tapping_the_own_map_and_told_when_all_are_ready(
    size, *, drafted, open_page
) -> None:
    table = open_page(drafted)
    before = table.locator("#screen").inner_html()
    pages = [own_phone(open_page, drafted, seat, size) for seat in (0, 1)]
    for page, places in zip(
        pages, (("hull", "chest-1", "crew"), ("ports", "small", "large")), strict=True
    ):
        for place in places:
            tap(page, place)
    table.reload()
    assert before == table.locator("#screen").inner_html()  # nobody else hears of it
    for seat, page in enumerate(pages):
        assert page.locator(".map:not(.near) .planned").count() == 0
        if seat:  # the other one has been heard here
            page.locator('[data-zone="map-0"] [aria-label="is ready"]').wait_for(state="attached")
        page.locator(f'button[data-action="ready seat={seat}"]').click()
        page.locator(f'button[data-action="ready seat={seat}"]').wait_for(state="detached")
    table.locator('[data-zone="0.hull"][data-pieces="1"]').wait_for()
    for zone in ("0.chest-1", "0.crew", "1.ports", "1.small", "1.large"):
        assert table.locator(f'[data-zone="{zone}"][data-pieces="1"]').count() == 1


def test_only_signs_at_which_a_die_may_lie_can_be_tapped(*, drafted, open_page) -> None:
    page = own_phone(open_page, drafted, 0)
    signs = page.locator(".map.near .spot")
    assert signs.count() == 9  # no chest holds a die yet, so there is nothing to bury
    assert page.locator(".map.near .spot:has(.tap)").count() == 9
    names = page.locator(".map.near .place-name:visible")
    assert {"Hull", "Chest 1", "Small cannon"} < set(names.all_inner_texts())
    assert names.evaluate_all(BELOW) == []
    boxes = page.locator(".map.near .tap").evaluate_all(
        "all => all.map(one => [one.offsetWidth, one.offsetHeight])"
    )
    assert all(wide >= 44 and high >= 44 for wide, high in boxes)


def test_where_a_die_lies_is_as_strong_as_where_the_next_may_lie(*, drafted, open_page) -> None:
    page = own_phone(open_page, drafted, 0)
    for place in ("chest-1", "hull", "crew"):
        tap(page, place)
    laid = page.locator(".map.near .spot.laid")
    assert laid.count() == 3
    assert laid.evaluate_all("all => all.map(one => getComputedStyle(one).opacity)") == 3 * ["1"]


def test_a_full_or_buried_place_cannot_be_tapped_and_a_chest_can_be_buried(
    *, server, open_page
) -> None:
    said = 'why="so we begin"'
    lines = [f"> overrule write seat=0 to=hull value=1 {said}"] * 5
    lines += [f"> overrule write seat=0 to=chest-1 value=4 {said}"]
    lines += [f"> overrule buried seat=0 chest=1 buried=yes {said}"]
    lines += [f"> overrule write seat=0 to=chest-2 value=4 {said}"]
    dice = ("red face=1", "red face=2", "yellow face=3", "yellow face=1", "clear face=2")
    lines += [f"> roll colour={die}" for die in (*dice, "clear face=5")]
    taken = (dice[0], dice[2], dice[1], dice[3], "clear face=5", dice[4])
    lines += [f"> draft seat={turn % 2} colour={die}" for turn, die in enumerate(taken)]
    address = server.load("\n".join(["game rolling", "seats Ann, Bo", *lines, ""]))
    page = own_phone(open_page, address, 0)
    for place in ("hull", "chest-1"):
        assert page.locator(f".map.near .spot.{place}").count() == 1
        assert page.locator(f".map.near .spot.{place} .tap").count() == 0
    page.locator(".map.near .spot.bury .tap").click()
    page.locator("[data-own-say]:has-text('All your dice are placed')").wait_for()


def test_all_maps_the_dice_and_the_bag_are_on_the_table(*, drafted, open_page) -> None:
    page = open_page(drafted)
    assert page.locator(".map").count() == 2
    assert page.locator('[data-zone="pool"] .die').count() == 0
    assert page.locator('[data-zone="map-0"] .nest .die').count() == 3
    assert page.locator('[data-zone="bag"]').get_attribute("aria-label") == "1 die in the bag"


def test_the_end_shows_every_line_of_every_sum(*, golden, sit_down) -> None:
    page = sit_down(golden[GAME]).page
    rows = page.locator(".sums tr").all_inner_texts()
    assert [row.split("\t")[0].strip() for row in rows[1:]] == [
        *("Chest 1", "Chest 2", "Chest 3", "buried", "Hull", "Ports", "Crew", "Infamy", "total"),
    ]
    columns = [[int(cell) for cell in row.split("\t")[1:]] for row in rows[1:]]
    assert [sum(column[:-1]) for column in zip(*columns, strict=True)] == columns[-1]


LONG_NAMES = (
    "Bartholomew-Maximilian Featherstonehaugh",
    40 * "W",
    "Donaudampfschifffahrtsgesellschaftskapit",
    "B w w w w w w w w w w w w w w w w w w w",
    "Maximilian-Alexander von und zu Hohenfels",
)
ELEVEN_LETTERS = ("Bartholomew", "Christopher", "Maximiliana", "Constantine", "Alexandrina")
NAMES = ".map .name bdi, .sums th span, .side bdi"
CUT = """
(selector) => [...document.querySelectorAll(selector)]
  .filter((text) => text.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((text) =>
    text.scrollWidth > text.clientWidth + 2 || text.scrollHeight > text.clientHeight + 2)
  .map((text) => text.textContent)
"""


@pytest.fixture
def load(golden, begun, server):
    """Return a function that starts a game with these people and goes on with a few lines."""

    def load(players: str, entries: int, more: str = "", people: tuple[str, ...] = ()) -> str:
        text = begun(golden[f"rolling/game-{players}-players"], entries)
        if people:
            text = re.sub("seats .*", f"seats {', '.join(people)}", text)
        return server.load(f"{text}\n{more}\n")

    return load


@pytest.mark.parametrize("people", [LONG_NAMES, ELEVEN_LETTERS], ids=["long", "eleven letters"])
@pytest.mark.parametrize("entries", [10, 30, 1000])
def test_names_break_no_screen(*, people, entries, load, open_page, sizes) -> None:
    page = open_page(load("five", entries, "", people), script=UNPAINTED)
    wrong = []
    for size, (width, height) in {**sizes, **SIDEWAYS}.items():
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(MEASURE, {**READABLE, "long": people is LONG_NAMES})
        wrong += [f"after {entries}, {size}: {line}" for line in found]
        if people is ELEVEN_LETTERS:
            wrong += [f"{size}: {name}" for name in page.evaluate(CUT, NAMES)]
        titles = page.locator(".map .name bdi").evaluate_all("all => all.map(one => one.title)")
        assert [title.strip("\u2068\u2069") for title in titles] == list(people)
    assert not wrong, "\n".join(wrong)


PLACES = """
() => {
  const box = (one) => (one.closest ? one : document.querySelector(one)).getBoundingClientRect();
  const all = box(".maps");
  const tenths = (from, to, length) => Math.round((10 * (to - from)) / length);
  const maps = [...document.querySelectorAll(".map")].map((map) => [map.dataset.zone,
    tenths(all.left, box(map).left, all.width), tenths(all.top, box(map).top, all.height)]);
  return [Math.round(box(".chart").bottom - all.bottom), maps];
}
"""


@pytest.mark.parametrize("players", ["two", "five"])
def test_every_map_stays_at_its_place_from_the_draft_to_the_end(
    *, players, load, open_page, sizes
) -> None:
    page = open_page(load(players, 18), script=UNPAINTED)
    seen = []
    for address in (None, load(players, 1000)):
        if address:
            page.goto(address)
        for width, height in {**sizes, **SIDEWAYS}.values():
            page.set_viewport_size({"width": width, "height": height})
            seen.append(page.evaluate(PLACES))
    half = len(seen) // 2
    assert seen[:half] == seen[half:]


def test_a_die_that_can_be_taken_is_as_large_as_a_finger(*, load, open_page, sizes) -> None:
    page = open_page(load("five", 15 + 4), script=UNPAINTED)  # 15 rolled, 4 taken
    assert page.locator(".pool .die").count() == 15
    wrong = []
    for size, (width, height) in {**sizes, **SIDEWAYS}.items():
        page.set_viewport_size({"width": width, "height": height})
        boxes = page.locator(".pool .take").evaluate_all(
            "all => all.map(one => [one.offsetWidth, one.offsetHeight])"
        )
        assert 0 < len(boxes) <= 11
        wrong += [f"{size}: {wide} x {high}" for wide, high in boxes if min(wide, high) < 44]
    assert not wrong


@pytest.mark.parametrize("planned", [0, 1, 3])
@pytest.mark.parametrize("game", ["two", "five"])
def test_the_own_map_fits_on_every_phone_and_tablet(
    *, game, planned, load, open_page, sizes
) -> None:
    plans = [f"> plan seat=0 die={die} to={to}" for die, to in enumerate(("hull", "crew", "ports"))]
    address = load(game, 6 * {"two": 2, "five": 5}[game], "\n".join(plans[:planned]))
    page = own_phone(open_page, address, 0)
    wrong = []
    for size, (width, height) in {**sizes, **SIDEWAYS}.items():
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{size}: {line}" for line in page.evaluate(MEASURE, READABLE)]
        wrong += [f"{size}: {one} is outside of its map" for one in page.evaluate(OUTSIDE)]
    assert not wrong, "\n".join(wrong)


SMALL = {"small": (320, 568), "tall": (390, 844)}
COVERED = """
() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const wrong = [];
  for (const map of [...document.querySelectorAll(".map")].filter(seen)) {
    const edge = map.getBoundingClientRect();
    const parts = ".name, .infamy, .nest .die, .spot .sum, .spot .squares, .spot .circles";
    const all = [...map.querySelectorAll(parts)].filter(seen)
      .map((one) => ({ what: `${map.dataset.zone} ${one.parentElement.className} ${one.className}`,
        box: one.getBoundingClientRect() }));
    for (const { what, box } of all) {
      if (box.bottom > edge.bottom + 1 || box.right > edge.right + 1) wrong.push(`${what} is cut`);
    }
    all.forEach((one, place) => all.slice(place + 1).forEach((other) => {
      const [a, b] = [one.box, other.box];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2) wrong.push(`${one.what} covers ${other.what}`);
    }));
  }
  return wrong;
}
"""


@pytest.mark.parametrize(("players", "entries"), [("four", 122), ("four", 1000), ("five", 299)])
def test_nothing_on_a_map_is_cut_or_covers_something_else(
    *, players, entries, load, open_page, sizes
) -> None:
    address = load(players, entries)
    page = open_page(address, script=UNPAINTED)
    wrong = []
    for size, (width, height) in {**sizes, **SIDEWAYS, **SMALL}.items():
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{size}: {line}" for line in page.evaluate(COVERED)]
    assert not wrong, "\n".join(wrong)
    page.set_viewport_size(dict(zip(("width", "height"), SMALL["tall"], strict=True)))
    assert page.locator(".map:first-child .squares:visible").count() == 9


@pytest.mark.parametrize("people", [LONG_NAMES, ELEVEN_LETTERS], ids=["long", "eleven letters"])
def test_no_name_covers_the_counts_of_its_map_on_a_phone(*, people, load, open_page) -> None:
    page, wrong = open_page(load("five", 6, "", people), script=UNPAINTED), []
    for width, height in ((320, 568), (320, 640), (360, 740), (390, 844), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width} x {height}: {line}" for line in page.evaluate(COVERED)]
    assert not wrong, "\n".join(wrong)
