"""Every phase of every mode fits on every size of screen, by day and by night."""

import re
from functools import partial
from pathlib import Path

import pytest
from laying import STILL, UNPAINTED, lay, look
from own_phones import take_seat

from referee.core import Mark, play, read_transcripts, redact
from referee.games import load_all

pytestmark = pytest.mark.browser

MEASURE = Path(__file__).with_name("measure.js").read_text("utf-8").strip().rstrip(";")
LIST = 2
READABLE = {"smallest": 13, "important": 13}
FROM_AFAR = {"smallest": 20, "important": 24}
SIDEWAYS = {"sideways": (740, 360)}
"""A phone that is held sideways."""

CUT = """
(selector) => [...document.querySelectorAll(selector)]
  .filter((text) => text.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((text) =>
    text.scrollWidth > text.clientWidth + 2 || text.scrollHeight > text.clientHeight + 2)
  .map((text) => ({
    words: text.textContent,
    title: text.closest("[title]")?.title ?? "",
    lines: Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
  }))
"""
TAPPABLE = """
() => [...document.querySelectorAll(":is(button, form, a[href])")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => one.outerHTML)
"""
TOUCHING = """
(least) => {
  const parts = "h1, h2, label, p.problem, p.lead, .actions, .code-form";
  const seen = [...document.querySelectorAll(`main :is(${parts})`)]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).position !== "absolute");
  return seen.flatMap((one) => {
    const next = one.nextElementSibling;
    if (!next?.checkVisibility()) return [];
    const [above, below] = [one.getBoundingClientRect(), next.getBoundingClientRect()];
    if (below.top < above.top + above.height / 2) return []; // beside it
    return below.top - above.bottom < least ? [`${one.outerHTML.slice(0, 80)}`] : [];
  });
}
"""
NAMED = ".name bdi, .side h2 bdi, .step h1, [data-tool=undo] .clip, .tab span, .verdict h2"


def moments(text):
    """Return a number of entries for each kind of moment: its busiest, the last of the kind."""
    found = next(read_transcripts(text.splitlines()))
    game = load_all()[found.slug]
    state = game.setup(found.setup)
    kinds = {}
    entries = [line for line in found.lines if line.mark is Mark.ENTRY]
    for number, line in enumerate([None, *entries]):
        if line is not None:
            state, _ = play(game, state, game.parse(line.text))
        step = game.view(redact(state, None), None).step
        phase = game.values(redact(state, None), None).get("phase", "")
        many = len({choice.group for choice in step.choices}) > 1
        kinds[phase, len(step.hands) > LIST, many] = number
    return sorted(set(kinds.values()))


@pytest.fixture(scope="module", params=load_all())
def samples(request, golden, begun, server):
    """Return each moment of a game that is worth a look: its name and its address."""
    return {
        f"{name} after {entries}": server.load(begun(text, entries))
        for name, text in golden.items()
        if name.startswith((f"{request.param}/game-", f"{request.param}/council-"))
        for entries in moments(text)
    }


def test_every_moment_of_every_mode_fits_on_every_screen(samples, open_page, sizes) -> None:
    wrong = []
    page = open_page(script=UNPAINTED + STILL)
    every = list({**sizes, **SIDEWAYS}.items())
    for number, (name, address) in enumerate(samples.items()):
        lay(page, address)
        # The same kind of moment comes in several games: each looks at every other size.
        for place, (size, (width, height)) in enumerate(every):
            if (place + number) % 2:
                continue
            page.set_viewport_size({"width": width, "height": height})
            # Colours change no size, so at night each moment is looked at in one size only.
            wrong += [f"{name}, {size}: {line}" for line in look(page, address, MEASURE, READABLE)]
            if place == number % len(every):
                page.emulate_media(color_scheme="dark")
                found = look(page, address, MEASURE, READABLE)
                wrong += [f"{name}, {size}, at night: {line}" for line in found]
                page.emulate_media(color_scheme="light")
    assert not wrong, "\n".join(wrong)


def test_a_television_can_be_read_from_three_metres(samples, open_page) -> None:
    wrong = []
    page = open_page(size="television", script=UNPAINTED + STILL)
    # The same kind of moment comes in several games: here every other one is enough.
    for name, address in list(samples.items())[::2]:
        lay(page, f"{address}/show")
        wrong += [f"{name}: {line}" for line in look(page, address, MEASURE, FROM_AFAR)]
        assert look(page, address, TAPPABLE) == []
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", ["four", "six"])
def test_on_an_own_phone_no_card_lies_over_another_while_tasks_lead(
    game, golden, begun, *, server, open_page
) -> None:
    address = server.load(begun(golden[f"waves/game-{game}-players"], 12))
    page = take_seat(open_page(f"{address}/seats/0/cover", "phone", script=UNPAINTED), address, 0)
    assert page.evaluate(MEASURE, READABLE) == []


LONG_NAMES = [
    f"A{39 * 'w'}",
    "B w w w w w w w w w w w w w w w w w w w",
    f"C{39 * 'i'}",
    40 * "W",
    "Maximilian-Alexander von und zu Hohenfels",
    f"\u0639{39 * chr(0x0645)}",
]
MOMENTS = {
    "game-head-to-head": (0, 6),
    "game-three-players": (6,),
    "game-four-players": (6, 1000),
    "game-teams-of-five": (9,),
    "game-six-players": (8, 40, 1000),
    "game-teams-of-four": (12, 31, 1000),
}


@pytest.mark.parametrize("game", MOMENTS)
def test_long_names_break_no_screen(*, game, golden, begun, open_page, server, sizes) -> None:
    wrong = []
    page = open_page(script=UNPAINTED + STILL)
    for entries in MOMENTS[game]:
        text = begun(golden[f"waves/{game}"], entries)
        count = len(next(read_transcripts(text.splitlines())).setup.names)
        names = ", ".join(LONG_NAMES[:count])
        lay(page, server.load(re.sub("seats .*", f"seats {names}", text)))
        for size, (width, height) in sizes.items():
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(MEASURE, {**READABLE, "long": True})
            wrong += [f"after {entries}, {size}: {line}" for line in found]
        assert set(LONG_NAMES[:count]) <= full_names(page)
    assert not wrong, "\n".join(wrong)


def full_names(page) -> set[str]:
    """Read the names that can be seen in full, if need be by pointing at them."""
    titles = page.locator(".place .name bdi").evaluate_all("all => all.map(one => one.title)")
    return {re.sub(r"^Elder \d: ", "", title).strip("\u2068\u2069") for title in titles}


NINE_LETTERS = ["Katharina", "Sebastian", "Guillermo", "Alexander", "Ekaterina", "Christina"]
FORTY_LETTERS = [
    "Bartholomew-Maximilian Featherstonehaugh",
    "Anna Katharina von Hohenstein-Waldenburg",
    "Donaudampfschifffahrtsgesellschaftskapit",
    "Konstantinopolitanischer Dudelsackpfeife",
    "Alexandrina Wilhelmina Montgomery-Smythe",
    "Christopherus Emmanuel Papadopoulos-Reid",
]
TABLES = {
    **{f"waves/{game}": entries for game, entries in MOMENTS.items()},
    "breakers/breakers-two-players-order": (8,),
    "breakers/game-breakers-3-against-3": (8, 1000),
    "wave/game-two-players": (8,),
    "wave/game-four-players": (9,),
    "war-of-waves/game-first-gateway": (24,),
}


@pytest.fixture
def seated(golden, begun, server):
    """Return a function that begins every kind of table with these people."""

    def seat(people):
        for table, moments_of in TABLES.items():
            count = len(next(read_transcripts(golden[table].splitlines())).setup.names)
            text = re.sub("seats .*", f"seats {', '.join(people[:count])}", golden[table])
            for entries in moments_of:
                yield f"{table} after {entries}", server.load(begun(text, entries))

    return seat


@pytest.fixture
def in_each_size(seated, open_page, sizes):
    """Return a function that shows these people's tables on one screen after the other."""
    screens = {**SIDEWAYS, **sizes}
    pages = {role: open_page(script=UNPAINTED + STILL) for role in ("table", "television")}

    def show(people):
        for table, address in seated(people):
            for size, (width, height) in screens.items():
                # A television has its own page.
                is_television = size == "television"
                page = pages["television" if is_television else "table"]
                page.set_viewport_size({"width": width, "height": height})
                if is_television or size == next(iter(screens)):
                    lay(page, f"{address}/show" if is_television else address)
                yield f"{table}, {size}", size, partial(look, page, address)

    return show


def test_a_name_of_nine_letters_is_whole_on_every_screen(in_each_size) -> None:
    wrong = []
    for screen, _, seen in in_each_size(NINE_LETTERS):
        wrong += [f"{screen}: {cut['words']}" for cut in seen(CUT, NAMED)]
    assert not wrong, "\n".join(wrong)


PHONES = ((320, 640), (360, 740), (390, 844))
EIGHT_LETTERS = [name[:8] for name in NINE_LETTERS]
# A word that stands on two lines has two boxes.
BROKEN = """
(selector) => [...document.querySelectorAll(selector)].flatMap((name) =>
  [...name.firstChild.data.matchAll(/\\S+/g)].filter((word) => {
    const letters = document.createRange();
    letters.setStart(name.firstChild, word.index);
    letters.setEnd(name.firstChild, word.index + word[0].length);
    return new Set([...letters.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  }).map((word) => `${word[0]} of ${name.textContent} stands on two lines`))
"""


@pytest.fixture
def names_on_phones(seated, open_page):
    """Return a function that runs a script about the names at these tables on each phone."""
    page = open_page(size="phone", script=UNPAINTED + STILL)

    def asked(people, script, at=""):
        for table, address in seated(people):
            if not table.endswith(at):
                continue
            lay(page, address)
            for width, height in PHONES:
                page.set_viewport_size({"width": width, "height": height})
                for line in look(page, address, script, ".place .name bdi"):
                    yield f"{table}, {width}: {line}"

    return asked


def test_at_a_place_of_the_table_a_name_of_one_word_is_broken_on_no_phone(names_on_phones) -> None:
    wrong = list(names_on_phones(EIGHT_LETTERS, BROKEN))
    assert not wrong, "\n".join(wrong)


FOURTEEN_LETTERS = [
    *("Christopherson", "Maximilianuses", "Wilhelminathea"),
    *("Alexandrinaxia", "Bartholomewson", "Konstantinopel"),
]
LAYING = " after 8"
COVERED = """
(selector) => {
  const all = [...document.querySelectorAll(selector)].map((name) => name.parentElement);
  return all.flatMap((over) => all.filter((name) => name !== over).flatMap((name) => {
    const letters = name.querySelector("bdi");
    const [a, b] = [over, letters].map((one) => one.getBoundingClientRect());
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return wide > 2 && high > 6 ? [`${over.textContent} lies over ${name.textContent}`] : [];
  }));
}
"""


def test_while_six_lay_their_cards_no_long_name_lies_over_another_on_a_phone(
    names_on_phones,
) -> None:
    wrong = list(names_on_phones(FOURTEEN_LETTERS, COVERED, LAYING))
    assert not wrong, "\n".join(wrong)


def test_a_name_of_forty_letters_is_cut_only_where_it_can_be_read_in_full(in_each_size) -> None:
    wrong = []
    for screen, size, seen in in_each_size(FORTY_LETTERS):
        wrong += [
            f"{screen}: {cut['words']}"
            for cut in seen(CUT, NAMED)
            if any(name not in cut["title"] for name in FORTY_LETTERS if name in cut["words"])
        ]
        # The sentence says who acts, and on a screen that has the room a name has two lines.
        wrong += [f"{screen}: the sentence" for _ in seen(CUT, ".step h1")]
        if size in ("tablet", "television"):
            lists = ".felt .name bdi, .screen:not(.sides-5, .sides-6) .side h2 bdi"
            wrong += [f"{screen}: {cut}" for cut in seen(CUT, lists) if cut["lines"] < LIST]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", ["", "join", "j", "j/000000", "api", "doctor"])
def test_headings_boxes_and_labels_of_a_page_do_not_touch(path, open_page, server) -> None:
    server.load("game waves\nseats Ann, Bo\n")
    page = open_page(f"{server.url}/{path}", "phone", forgive="status of 404")
    assert page.evaluate(TOUCHING, 4) == []


SMALL_TELEVISIONS = [(1280, 720), (1024, 768), (960, 540)]
"""One of the smaller kind, an old projector, and one whose browser counts two dots as one."""


OVER_THE_EDGE = """
(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.getBoundingClientRect().right > window.innerWidth)
  .map((one) => `${one.textContent} is cut off at the edge`)
"""


def test_what_a_small_television_says_is_never_cut_off(seated, open_page) -> None:
    page, wrong = open_page(script=UNPAINTED), []
    for table, address in seated(NINE_LETTERS):
        page.goto(f"{address}/show")
        for width, height in SMALL_TELEVISIONS:
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(MEASURE, READABLE) + page.evaluate(OVER_THE_EDGE, ".counts")
            found += [cut["words"] for cut in page.evaluate(CUT, ".name bdi, .step h1")]
            wrong += [f"{table}, {width}: {line}" for line in found]
    assert not wrong, "\n".join(wrong)
