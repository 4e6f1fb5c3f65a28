"""Takes a picture of every screen at four sizes, to be looked at; `make screenshots` runs it.

The pictures lie in `build/screens/<size>/`, which is not in the repository. With words as arguments
only screens whose names contain one of them are taken: `tests/browser/screens.py rolling score`.
"""

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chromium import FLAGS, QUICKEST
from every_screen import MIDDLE, screens_of
from playwright.sync_api import FloatRect, sync_playwright
from running_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER: Final = Path(__file__).parents[2] / "build" / "screens"
SIZES: Final = ((360, 740), (820, 1180), (1180, 820), (1920, 1080))
HIGHEST: Final = 6000
"""Nobody looks at more of a long page, in pixels."""


def take(page: "Page", name: str, address: str) -> None:
    """Open a screen once, and take its picture at each size."""
    page.goto(address)
    page.evaluate("() => document.fonts.ready")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        whole = page.evaluate("() => document.documentElement.scrollHeight")
        clip = FloatRect(x=0, y=0, width=width, height=min(max(whole, height), HIGHEST))
        file = FOLDER / f"{width}x{height}" / f"{name.replace(' ', '-')}.jpg"
        page.screenshot(path=file, type="jpeg", quality=80, full_page=True, clip=clip)


def main() -> None:
    """Take all pictures, or those whose names contain a word that was given."""
    for width, height in SIZES:
        (FOLDER / f"{width}x{height}").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=QUICKEST, args=list(FLAGS))
        context = browser.new_context(reduced_motion="reduce", service_workers="block")
        page = context.new_page()
        for slug in MIDDLE:
            for name, address in screens_of(context, server, slug).items():
                if not sys.argv[1:] or any(word in name for word in sys.argv[1:]):
                    take(page, name, address)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
