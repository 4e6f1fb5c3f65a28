"""Printing from the first page to the file, with and without a script, on every screen."""

import cv2
import numpy as np
import pypdfium2
import pytest
import zxingcpp
from axe import violations

pytestmark = pytest.mark.browser

PATHS = (
    "print",
    "print/waves",
    "print/waves?what=inserts&flip=long",
    "print/waves?what=pieces",
    "print/waves?paper=avery-l7651",
    "print/printers",
)
# What can be tapped and is lower than a finger, and how far the page reaches to the side.
MEASURE = """
() => {
  const things = "a.button, button, select, summary, .option, input:not([type=hidden])";
  const low = [...document.querySelectorAll(things)]
    .filter((one) => one.offsetParent && !one.matches(".said, .option input"))
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => `${one.tagName} ${one.name || one.textContent.trim()} is low`);
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return wide > 0 ? [...low, `${wide} px too wide`] : low;
}
"""


def saved(page) -> list[str]:
    """Save the file, and return the words of its pages."""
    with page.expect_download() as download:
        page.locator("[data-tool=pdf]").click()
    document = pypdfium2.PdfDocument(download.value.path())
    texts = [one.get_textpage().get_text_range() for one in document]
    document.close()
    return texts


def test_a_lost_sticker_is_printed_again_on_a_half_used_sheet(open_page) -> None:
    page = open_page(size="phone")
    page.locator("[data-tool=print]").click()
    page.locator("[data-print=waves]").click()
    page.locator("#paper").select_option("avery-l7651")
    page.locator("#start").fill("12")
    for card in ("scholar", "keeper", "seer", "noble"):
        page.locator(f'label:has(input[name=card][value="{card}"])').click()
    page.locator("[name='which.knight']").fill("3")
    page.locator("[name='which.knight']").blur()
    # Without a click on anything else, the sheet shows what will come out.
    image = page.locator(".sheets img[src*='which.knight=3']")
    image.wait_for()
    assert page.locator(".sheets img").count() == 1
    (words,) = saved(page)
    assert "Deck 1, no. 3" in words
    assert words.count("Knight") == 1


def test_everything_works_without_a_script(open_page) -> None:
    page = open_page(java_script_enabled=False)
    page.locator("[data-tool=print]").click()
    page.locator("[data-print=waves]").click()
    page.locator('label:has(input[value="inserts"])').click()
    page.locator("[data-without-script]").click()
    page.locator("#flip").select_option("long")
    page.locator("[data-without-script]").click()
    assert page.locator(".sheets img").count() == 4
    assert len(saved(page)) == 24


def test_a_printer_is_measured_and_chosen(open_page) -> None:
    page = open_page()
    page.goto(page.url + "print/printers")
    for name, value in (("name", "Study"), ("across", "149,5"), ("down", "199")):
        page.locator(f"#{name}").fill(value)
    for name, value in (("left", "30"), ("top", "40.5")):
        page.locator(f"#{name}").fill(value)
    page.locator("[data-tool=keep]").click()
    page.locator("[data-printer=Study]").wait_for()
    page.goto(page.url.replace("printers", "waves"))
    page.locator("#printer").select_option("Study")
    assert len(saved(page)) == 2


def test_the_preview_is_drawn_and_has_the_shape_of_the_paper(open_page, server) -> None:
    page = open_page(f"{server.url}/print/waves?paper=letter")
    image = page.locator(".sheets img").first
    page.wait_for_function("() => document.querySelector('.sheets img')?.naturalWidth > 0")
    box = image.bounding_box()
    assert box is not None
    assert box["height"] / box["width"] == pytest.approx(11 / 8.5, abs=0.02)


def test_the_preview_shows_each_code_where_it_is_printed(browser, server, open_page) -> None:
    scale, mm = 2, 25.4 / 96
    address = f"{server.url}/print/waves"
    context = browser.new_context(
        viewport={"width": 794, "height": 1123}, device_scale_factor=scale
    )
    page = context.new_page()
    page.goto(f"{address}/sheet-1.svg?paper=avery-l7120")
    shown = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    context.close()
    answer = open_page().request.get(f"{address}/sheets.pdf?paper=avery-l7120")
    document = pypdfium2.PdfDocument(answer.body())
    printed = document[0].render(scale=scale * 96 / 72, grayscale=True).to_numpy().squeeze()
    document.close()
    places = [
        {
            code.text: np.array([code.position.top_left.x, code.position.top_left.y])
            for code in zxingcpp.read_barcodes(np.ascontiguousarray(pixels))
        }
        for pixels in (shown, printed)
    ]
    assert len(places[0]) == 35
    assert places[0].keys() == places[1].keys()
    apart = [np.abs(places[0][text] - places[1][text]).max() for text in places[0]]
    assert max(apart) * mm / scale < 0.4, "three pixels of a screen"


@pytest.mark.parametrize("path", PATHS)
def test_the_pages_fit_every_screen_and_axe_finds_nothing(path, open_page, server, sizes) -> None:
    page = open_page(f"{server.url}/{path}")
    wrong = []
    for size, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{size}: {line}" for line in page.evaluate(MEASURE)]
    wrong += violations(page)
    assert wrong == []


# Which two things lie on each other, and how much of the page is left empty at its right.
CROWDED = """
() => {
  const typed = "input:not([type=radio], [type=checkbox], [type=hidden])";
  const told = "h1, legend, .help, .option .body, select, summary, a.button, .preview";
  const things = `${told}, ${typed}, button:not(.said)`;
  const shown = [...document.querySelectorAll(`main :is(${things})`)]
    .filter((one) => one.checkVisibility() && !one.closest("details:not([open]) > .fields"))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 2 && box.height > 2);
  const name = (one) => one.name || one.textContent.trim().slice(0, 30) || one.className;
  const wrong = [];
  shown.forEach(({ one, box }, place) => {
    for (const { one: other, box: its } of shown.slice(place + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (across > 1 && down > 1) wrong.push(`${name(one)} lies on ${name(other)}`);
    }
  });
  const page = document.querySelector("main.page").getBoundingClientRect();
  const right = Math.max(...shown.map(({ box }) => box.right));
  if (page.right - right > page.width / 20) wrong.push(`${page.right - right} px empty`);
  const numbers = [...document.querySelectorAll(`.cards ${typed}`)];
  const narrow = numbers.filter((one) => one.clientWidth < 80);
  return [...wrong, ...narrow.map((one) => `${one.name} is narrow`)];
}
"""


@pytest.mark.parametrize("path", PATHS[1:5])
def test_nothing_lies_on_anything_else_and_the_page_is_filled(path, open_page, server) -> None:
    page = open_page(f"{server.url}/{path}")
    for width in (900, 1024, 1280, 1440):
        # Low, so that what stays at the edge of the screen has something to lie on.
        page.set_viewport_size({"width": width, "height": 600})
        assert (width, page.evaluate(CROWDED)) == (width, [])


def test_what_is_chosen_before_the_script_has_come_is_asked_too(open_page, server) -> None:
    page, held = open_page(), []

    def hold(route) -> None:
        held.append(route)

    page.route("**/opening.js*", hold)
    with page.expect_request("**/opening.js*"):
        page.goto(f"{server.url}/print/waves", wait_until="commit")
    page.select_option("#paper", "avery-l7651")
    page.click('label:has(input[name=card][value="seer"])')
    assert page.locator("#start").count() == 0
    held[0].continue_()
    page.locator(".sheets img[src*='avery-l7651']").first.wait_for()
    page.locator("#start").fill("12")
    assert page.locator("input[value=seer]").is_checked() is False
    assert "Seer" not in saved(page)[0]


def test_a_form_that_the_browser_has_filled_in_again_is_asked_again(open_page, server) -> None:
    page = open_page(f"{server.url}/print/waves")
    page.locator("#paper").select_option("avery-l7651")
    page.locator("#start").wait_for()
    page.goto(f"{server.url}/print")
    page.go_back()
    page.locator("#start").wait_for()
    assert page.locator("#paper").input_value() == "avery-l7651"
