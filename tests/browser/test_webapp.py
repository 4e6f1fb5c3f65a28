"""The app in a real browser: HTTPS that it trusts or not, and the page for when all is away."""

import shutil
import subprocess
from urllib.request import urlopen

import pytest
from chromium import FLAGS, WHOLE
from running_server import with_https

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not shutil.which("certutil"), reason="needs certutil (libnss3-tools)"),
]

ROOM = """
() => {
  const button = document.querySelector('[data-tool="trial"]');
  const range = document.createRange();
  range.selectNodeContents(button.lastChild);
  return range.getBoundingClientRect().top - button.getBoundingClientRect().top;
}
"""
WORKS = "navigator.serviceWorker.ready.then((found) => found.active.state)"


@pytest.fixture(scope="module")
def secured(tmp_path_factory):
    server = with_https(tmp_path_factory.mktemp("https"))
    server.start()
    with urlopen(f"{server.url}/healthz", timeout=20):  # noqa: S310 - our own; both ports answer
        yield server
    server.stop()


@pytest.fixture
def phone(browser, tmp_path, secured):
    """Start the browser of a device that knows table.local, and may be told to trust it."""
    (tmp_path / ".pki" / "nssdb").mkdir(parents=True)
    known = f"sql:{tmp_path}/.pki/nssdb"
    subprocess.run(["certutil", "-d", known, "-N", "--empty-password"], check=True)
    started = []

    def start(*, trusting):
        if trusting:
            told = ["-A", "-n", "referee", "-t", "C,,", "-i", str(secured.authority)]
            subprocess.run(["certutil", "-d", known, *told], check=True)
        started.append(
            browser.browser_type.launch(
                executable_path=WHOLE,
                args=[*FLAGS, "--host-resolver-rules=MAP table.local 127.0.0.1"],
                env={"HOME": str(tmp_path)},
            )
        )
        return started[-1]

    yield start
    for one in started:
        one.close()


def test_a_device_that_trusts_the_referee_hears_so_and_may_show_its_camera(secured, phone):
    page = phone(trusting=True).new_page()
    address = secured.load("game waves\noption council=house\nseats Ann, Bo, Cy\n")
    page.goto(f"{address.replace('127.0.0.1', 'table.local')}/live")
    assert not page.locator("[data-start]").is_visible()
    page.locator('[data-tool="trust"]').click()
    page.locator('[data-tool="trial"]').click()
    page.locator('[data-trial="yes"]').wait_for()
    assert "Yes. This device trusts the referee." == page.locator("[data-answer]").inner_text()
    page.locator('[data-tool="go-on"]').click()
    page.locator("[data-start]").wait_for()
    assert not page.locator('[data-tool="trust"]').is_visible()
    assert page.url.startswith("https://table.local:")
    assert page.evaluate("window.isSecureContext && !!navigator.mediaDevices.getUserMedia")


def test_the_browser_finds_nothing_that_keeps_it_from_being_installed(secured, phone):
    page = phone(trusting=True).new_page()
    page.goto(f"{secured.secured}/")
    assert page.evaluate(WORKS) in {"activating", "activated"}
    asked = page.context.new_cdp_session(page)
    found = asked.send("Page.getAppManifest")
    assert found["url"] == f"{secured.secured}/app.webmanifest"
    assert found["errors"] == []
    # The browser of a test keeps nothing, which is the one thing that may stand in the way.
    assert why_not_installed(asked) <= {"in-incognito"}
    page.goto(f"{secured.secured}/healthz")
    assert "no-manifest" in why_not_installed(asked), "it does judge"


def why_not_installed(asked):
    found = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    return {one["errorId"] for one in found}


def test_a_device_that_does_not_is_warned_and_one_that_looks_away_hears_not_yet(secured, phone):
    browser = phone(trusting=False)
    page = browser.new_page()
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(f"{secured.secured}/trust/trial")
    page = browser.new_page(ignore_https_errors=True)
    page.goto(f"{secured.secured}/trust/trial")
    page.locator("[data-trial]:not([data-trial=asked])").wait_for()
    assert "no" == page.locator("[data-trial]").get_attribute("data-trial")
    assert page.locator(".button.main").get_attribute("data-tool") == "steps"
    page.set_viewport_size({"width": 320, "height": 568})
    page.locator('[data-tool="steps"]').click()
    page.locator('[data-tool="trial"]').wait_for()
    assert page.evaluate(ROOM) >= 4, "two lines do not touch the edge of the button"


def test_while_the_referee_is_away_a_page_says_so_and_then_goes_on_by_itself(secured, phone):
    page = phone(trusting=True).new_page()
    page.goto(f"{secured.secured}/")
    assert page.evaluate(WORKS) in {"activating", "activated"}
    secured.stop()
    page.goto(f"{secured.secured}/games/waves/rules")
    assert "The referee cannot be reached" == page.locator("h1").inner_text()
    assert "rgb" in page.evaluate("getComputedStyle(document.body).backgroundColor")
    secured.start()
    page.locator(".rules").first.wait_for()
    assert page.url.endswith("/games/waves/rules")
    kept = page.evaluate(
        "caches.keys().then((all) => Promise.all(all.map((one) => caches.open(one)"
        ".then((cache) => cache.keys())))).then((all) => all.flat().map((one) => one.url))"
    )
    assert 7 == len(kept), "the page, and its six parts"
    assert all("/static/" in one or one.endswith("/away") for one in kept)
