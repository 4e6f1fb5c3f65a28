"""Screens that one test leaves to the next, as empty as new ones.

A new screen comes without a process, a style or a script, and takes twice the time of all that a
test does on it. One that was used before forgets its cookies, its storage and the way back. Where
a test did what lasts, such as a script before each page, its screen is put away.
"""

import urllib.parse
from dataclasses import dataclass, field
from inspect import getattr_static
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page

LASTING: Final = (
    (Page, "add_init_script"),
    (Page, "clock"),
    (Page, "expose_binding"),
    (Page, "expose_function"),
    (Page, "on"),
    (Page, "once"),
    (BrowserContext, "add_init_script"),
    (BrowserContext, "clock"),
    (BrowserContext, "expose_binding"),
    (BrowserContext, "expose_function"),
    (BrowserContext, "grant_permissions"),
    (BrowserContext, "new_cdp_session"),
    (BrowserContext, "on"),
    (BrowserContext, "once"),
    (BrowserContext, "route"),
    (BrowserContext, "set_extra_http_headers"),
    (BrowserContext, "set_offline"),
)
"""What cannot be taken back, or is not worth the while."""
AT_REST: Final = "/healthz"
"""A page of the referee without a script, a style or a stream."""
EMPTY: Final = "() => { localStorage.clear(); sessionStorage.clear(); }"
MOST: Final = 8
"""So many screens wait for a test; each takes some memory."""

Kind = tuple[Browser, str, str]


@dataclass(eq=False)
class Device:
    """A page in a context of its own, and who watches it now."""

    kind: Kind
    page: Page
    protocol: CDPSession
    colours: Any
    watch: Any = None

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    def rest(self, home: str) -> None:
        """Leave what was shown, and forget it."""
        self.watch = None
        self.page.unroute_all(behavior="ignoreErrors")
        here = urllib.parse.urlsplit(self.page.url)
        try:
            self.page.goto(f"{here.scheme}://{here.netloc}{AT_REST}")
        except Error:  # that server is gone
            self.page.goto(f"{home}{AT_REST}")
        self.page.evaluate(EMPTY)
        self.page.mouse.move(0, 0)
        self.page.emulate_media(color_scheme=self.colours, reduced_motion="reduce")
        self.context.clear_cookies()
        self.protocol.send("Page.resetNavigationHistory")
        for other in self.context.pages:
            if other != self.page:
                other.close()


@dataclass
class Devices:
    """The screens of a run."""

    free: list[Device] = field(default_factory=list)
    spoilt: set[BrowserContext] = field(default_factory=set)

    def take(
        self, browser: Browser, size: tuple[int, int], script: str = "", **options: Any
    ) -> Device:
        """Give a screen that knows nothing, of a size; a `script` runs before those of a page."""
        kind = (browser, script, repr(sorted(options.items())))
        width, height = size
        for device in self.free:
            if device.kind == kind:
                self.free.remove(device)
                device.page.set_viewport_size({"width": width, "height": height})
                return device
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            service_workers="block",  # the page for when the referee is away has tests of its own
            **options,
        )
        if script:
            context.add_init_script(script)
        page = context.new_page()
        colours = options.get("color_scheme", "light")
        device = Device(kind, page, context.new_cdp_session(page), colours)
        page.on("console", lambda message: device.watch and device.watch.console(message))
        page.on("pageerror", lambda error: device.watch and device.watch.error(error))
        page.on("request", lambda request: device.watch and device.watch.request(request))
        self.spoilt.discard(context)
        return device

    def give_back(self, device: Device, home: str) -> None:
        """Keep a screen for another test, if it can be made as good as new."""
        if device.context in self.spoilt or device.page.is_closed():
            self.put_away(device)
            return
        try:
            device.rest(home)
        except Error:
            self.put_away(device)
            return
        self.free.append(device)
        if len(self.free) > MOST:
            self.put_away(self.free.pop(0))

    def put_away(self, device: Device) -> None:
        """Close a screen for good."""
        self.spoilt.discard(device.context)
        device.context.close()

    def heed(self, patch: pytest.MonkeyPatch) -> None:
        """Notice from now on what tests do to a screen that lasts."""
        for kind, name in LASTING:
            patch.setattr(kind, name, self._noting(getattr_static(kind, name)))

    def _noting(self, change: Any) -> Any:
        def note(what: Page | BrowserContext) -> None:
            self.spoilt.add(what.context if isinstance(what, Page) else what)

        def note_and_change(what: Page | BrowserContext, *how: Any, **more: Any) -> Any:
            note(what)
            return change.__get__(what)(*how, **more)

        def note_and_give(what: Page | BrowserContext) -> Any:
            note(what)
            return change.__get__(what)

        return property(note_and_give) if isinstance(change, property) else note_and_change
