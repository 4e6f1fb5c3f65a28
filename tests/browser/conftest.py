"""A real server, a real browser, and a hand that plays on the table screen.

The server is `referee serve` as anybody starts it, on a port of its own and with an empty folder.
A page fails its test on any error in its console, on an error of its scripts and on a request to
another host. Nothing waits for a quiet network: every table keeps a stream open.
"""

import re
import shutil
import urllib.parse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import loop_watch
import pytest
from golden import Stretch, read_golden, stretches
from hand import LOADING_MS, Hand
from running_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

SIZES: Final = {
    "phone": (360, 740),
    "upright": (768, 1024),
    "tablet": (1180, 820),
    "landscape": (1024, 600),
    "television": (1920, 1080),
}
# A refused entry is answered with 409, which the browser notes in its console by itself.
REFUSED: Final = r"status of 409"

BLOCKED: Final = "Service Worker registration blocked by Playwright"
# Counts what the page has asked for and not yet read, for a hand that waits.
COUNT_PENDING: Final = """
window.pending = 0;
const counted = (call) => function (...given) {
  window.pending += 1;
  return call.apply(this, given).finally(() => { window.pending -= 1; });
};
window.fetch = counted(window.fetch);
Response.prototype.text = counted(Response.prototype.text);
"""

# What is painted takes a sixth of each entry; taps, words, sizes and places are the same without.
UNSEEN: Final = """
const unseen = new CSSStyleSheet();
unseen.replaceSync("html { opacity: 0 }");
document.adoptedStyleSheets = [unseen];
"""


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """Let all taps of this worker come when a page has loaded."""
    from patience import be_patient  # noqa: PLC0415 - needs the library that drives a browser

    with pytest.MonkeyPatch.context() as patch:
        be_patient(patch)
        yield


# ---------------------------------------------------------------- the server


@pytest.fixture(scope="session", autouse=True)
def loops_go_on(tmp_path_factory) -> Iterator[None]:
    """Let no server of these tests stand still."""
    folder = tmp_path_factory.mktemp("loops")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(loop_watch.FOLDER, str(folder))
        yield
    found = [one for one in loop_watch.standstills(folder) if loop_watch.is_certain(one)]
    assert not found, "\n\n".join(found)


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[Server]:
    """Return the server that the tests share."""
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def parlour(tmp_path_factory) -> Iterator[Server]:
    """Return a server that has a game with secrets besides, shared as well."""
    server = Server(tmp_path_factory.mktemp("parlour"), script="serve_parlour.py")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path) -> Iterator[Server]:
    """Return a server that one test may stop, or whose matches nobody else sees."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Show what the server said when a test failed."""
    report = yield
    for name in ("server", "own_server", "parlour"):
        server = getattr(item, "funcargs", {}).get(name)
        if report.failed and server is not None:
            report.sections.append((f"output of {name}", server.output))
    return report


# ---------------------------------------------------------------- pages


@dataclass
class Watch:
    """Everything about a page that must not happen."""

    host: str
    forgiven: str
    seen: list[str] = field(default_factory=list)

    def console(self, message: "ConsoleMessage") -> None:
        if message.type in {"error", "warning"} and not self._is_forgiven(message.text):
            self.seen.append(f"console: {message.text} ({message.location.get('url')})")

    def error(self, error: Exception) -> None:
        self.seen.append(f"script: {error}")

    def request(self, request: "Request") -> None:
        host = urllib.parse.urlsplit(request.url).netloc
        if host and host != self.host:
            self.seen.append(f"request to another host: {request.url}")

    def _is_forgiven(self, text: str) -> bool:
        return bool(re.search(f"{BLOCKED}|{self.forgiven}" if self.forgiven else BLOCKED, text))


OpenPage = Callable[..., "Page"]


@pytest.fixture
def open_page(
    browser: "Browser", server: Server, request: pytest.FixtureRequest
) -> Iterator[OpenPage]:
    """Return a function that opens a page of a size; what it must not do fails the test.

    A `script` runs before those of the page, such as one that takes away what old browsers lack.
    """
    first = COUNT_PENDING + (UNSEEN if request.node.get_closest_marker("unseen") else "")
    contexts: list[BrowserContext] = []
    watches: list[Watch] = []

    def open_one(
        address: str = "",
        size: str = "tablet",
        *,
        forgive: str = "",
        script: str = "",
        **options: Any,
    ) -> "Page":
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            service_workers="block",  # the page for when the referee is away has tests of its own
            **options,
        )
        contexts.append(context)
        context.set_default_timeout(LOADING_MS)
        if options.get("java_script_enabled", True):
            context.add_init_script(first + script)
        page = context.new_page()
        where = address or f"{server.url}/"
        watch = Watch(urllib.parse.urlsplit(where).netloc, forgive)
        watches.append(watch)
        page.on("console", watch.console)
        page.on("pageerror", watch.error)
        page.on("request", watch.request)
        page.goto(where)
        return page

    yield open_one
    seen = [line for watch in watches for line in watch.seen]
    for context in contexts:
        context.close()
    assert seen == []


# ---------------------------------------------------------------- the hand at the table


@pytest.fixture
def sit_down(open_page: OpenPage, server: Server) -> Callable[..., Hand]:
    """Return a function that opens a match, with some of a transcript played, at a screen."""

    def sit(text: str, size: str = "tablet", *, forgive: str = "", **options: Any) -> Hand:
        return Hand(open_page(server.load(text), size, forgive=forgive, **options))

    return sit


@pytest.fixture(scope="session")
def hand_at() -> type[Hand]:
    """Return the hand, for a page that is open already."""
    return Hand


@pytest.fixture(scope="session")
def refused() -> str:
    """Name what the console says by itself about a refused entry."""
    return REFUSED


@pytest.fixture(scope="session")
def sizes() -> dict[str, tuple[int, int]]:
    return SIZES


# ---------------------------------------------------------------- the golden transcripts


@pytest.fixture(scope="session")
def golden() -> dict[str, str]:
    return read_golden()


@pytest.fixture(scope="session")
def stretches_of() -> dict[str, tuple[Stretch, ...]]:
    return stretches()


@pytest.fixture(scope="session")
def begun() -> Callable[[str, int], str]:
    """Return a function that cuts a transcript after some of its entries."""

    def cut(text: str, entries: int) -> str:
        kept, left = [], entries
        for line in text.splitlines():
            if line.startswith(">"):
                if left == 0:
                    break
                left -= 1
            if not line.startswith(("=", "!", "outcome")):
                kept.append(line)
        return "\n".join(kept)

    return cut


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what asks for a `stretch` once for each."""
    if "stretch" in metafunc.fixturenames:
        every = [one for few in stretches().values() for one in few]
        metafunc.parametrize("stretch", every, ids=[one.transcript for one in every])


@pytest.fixture
def launch(browser):
    """Start a browser of its own, with these flags."""
    started = []

    def start(*flags):
        flags = ("--no-sandbox", "--disable-gpu", "--no-first-run", *flags)
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        started.append(browser.browser_type.launch(executable_path=found, args=list(flags)))
        return started[-1].new_page()

    yield start
    for one in started:
        one.close()
