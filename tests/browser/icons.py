"""Draws the icons of the web app anew from the mark, in Chromium; look at each."""

import re
from pathlib import Path

from chromium import FLAGS, QUICKEST
from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[2] / "referee" / "web" / "static"
MARK = (STATIC / "mark.svg").read_text("utf-8")


def whole(share: float) -> str:
    """Return the mark on a ground that reaches the edge, for devices that cut their own shape."""
    wave = re.search(r"<path.*?/>", MARK)
    assert wave is not None
    margin = 16 * (1 - share)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        '<rect width="32" height="32" fill="#0b6e74"/>'
        f'<g transform="translate({margin} {margin}) scale({share})">{wave[0]}</g></svg>'
    )


ICONS = {
    "icon-192.png": (192, MARK),
    "icon-512.png": (512, MARK),
    "icon-whole-512.png": (512, whole(0.8)),
    "icon-touch-180.png": (180, whole(0.9)),
}


def main() -> None:
    """Draw them all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=QUICKEST, args=list(FLAGS))
        for name, (size, drawing) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            sized = drawing.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
            page.set_content(f"<body style='margin:0;background:transparent'>{sized}</body>")
            page.locator("svg").screenshot(path=STATIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
