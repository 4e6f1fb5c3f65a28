"""Fingers that come when a page has loaded, and eyes that look when it has taken on its size.

The script of a page comes after what it shows. Who taps before it does what is done without one,
which other tests are about; on a busy machine each of them would be, now and then. Such a test taps
by `page.click` and the like, which wait for nothing.

A page asks whether the referee answers before it is left, so a tap ends when that is done.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import pytest
from playwright.sync_api import Error, Locator, Page, ViewportSize

TAPS: Final = ("check", "click", "fill", "focus", "press", "select_option", "set_input_files")
IS_LEAVING: Final = "document.documentElement?.classList.contains('leaving') ?? true"
HAS_SIZE: Final = """
async ([width, height]) => {
  const until = performance.now() + 1000;
  while ((innerWidth !== width || innerHeight !== height) && performance.now() < until) {
    await new Promise((go) => setTimeout(go, 5));
  }
}
"""


def be_patient(patch: pytest.MonkeyPatch) -> None:
    """Let every tap wait until its page has loaded, and every change of size until it is there."""
    for name in TAPS:
        patch.setattr(Locator, name, _after_loading(getattr(Locator, name)))
    patch.setattr(Page, "set_viewport_size", _until_there(Page.set_viewport_size))


def _after_loading(tap: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(tap)
    def wait_and_tap(locator: Locator, *how: Any, **more: Any) -> Any:
        locator.page.wait_for_load_state()
        answer = tap(locator, *how, **more)
        wait_until_left(locator.page)
        return answer

    return wait_and_tap


def wait_until_left(page: Page) -> None:
    """Wait until a page that was to be left is left, or stays."""
    while not page.is_closed():
        try:
            if not page.evaluate(IS_LEAVING):
                return
        except Error as error:
            if "navigat" not in str(error) and "closed" not in str(error):
                raise
        page.wait_for_timeout(5) if not page.is_closed() else None


def _until_there(resize: Callable[[Page, ViewportSize], None]) -> Callable[..., None]:
    @wraps(resize)
    def resize_and_wait(page: Page, viewport_size: ViewportSize) -> None:
        resize(page, viewport_size)
        page.evaluate(HAS_SIZE, [viewport_size["width"], viewport_size["height"]])

    return resize_and_wait
