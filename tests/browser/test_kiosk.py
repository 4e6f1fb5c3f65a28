"""The page that waits for the referee, and the corner that leads out of full screen."""

import socket
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest
from chromium import FLAGS, WHOLE
from running_server import Server, free_port

from referee.serve.maintenance import maintenance_answer

pytestmark = [pytest.mark.browser, pytest.mark.package]

WAITING = Path(__file__).parents[2] / "deploy" / "kiosk" / "waiting.html"


def test_it_waits_in_a_friendly_way_and_goes_on_as_soon_as_the_referee_answers(launch, tmp_path):
    server = Server(tmp_path, port=free_port())
    page = launch()
    page.goto(f"{WAITING.as_uri()}#{server.url}/")
    assert "The referee is starting" == page.locator("h1").inner_text()
    server.start()
    try:
        page.wait_for_url(f"{server.url}/")
        page.locator("#games").wait_for()
        with urlopen(f"{server.url}/kiosk/state") as asked:  # noqa: S310 - as the kiosk does
            assert b"rest\n" == asked.read()
        page.goto(f"{server.url}/join")
        for _ in range(5):
            page.mouse.click(5, 5)
        page.locator('[data-tool="stay"]').wait_for()
        assert page.url.endswith("/kiosk?back=%2Fjoin")
        page.locator('[data-tool="leave"]').click()
        page.get_by_text("Full screen will close in a moment").wait_for()
        with urlopen(f"{server.url}/kiosk/state") as asked:  # noqa: S310 - the same
            assert b"leave\n" == asked.read()
    finally:
        server.stop()


def test_after_long_it_says_what_to_do_and_offers_a_way_out(launch):
    page = launch()
    page.clock.install()
    page.goto(f"{WAITING.as_uri()}#http://127.0.0.1:{free_port()}/")
    assert not page.locator("#leave").is_visible()
    page.clock.run_for(90_000)
    assert not page.locator("#long").is_visible(), "nobody is to pull the plug too soon"
    page.clock.run_for(40_000)
    page.locator("#leave").wait_for()
    assert "may be repairing" in page.locator("#long").inner_text()
    assert page.locator("#leave").bounding_box()["height"] >= 44


def test_while_stored_matches_are_mended_it_says_so_and_nothing_of_the_plug(launch):
    page = launch()
    page.clock.install()
    with socket.create_server(("127.0.0.1", 0)) as listener, maintenance_answer(listener):
        page.goto(f"{WAITING.as_uri()}#http://127.0.0.1:{listener.getsockname()[1]}/")
        page.get_by_text("The referee is repairing the stored matches").wait_for()
        page.clock.fast_forward(300_000)
        page.locator("#leave").wait_for()
        assert "Keep it plugged in." in page.locator("#mending").inner_text()
        assert not page.locator("#long").is_visible()


def test_its_button_ends_the_browser_in_good_order_which_the_kiosk_takes_for_leaving(tmp_path):
    at_once = WAITING.read_text("utf-8").replace("const LONG = 120000", "const LONG = 0")
    tap = "<script>setInterval(() => document.getElementById('leave').click(), 300)</script>"
    (tmp_path / "waiting.html").write_text(at_once + tap, "utf-8")
    address = f"{(tmp_path / 'waiting.html').as_uri()}#http://127.0.0.1:{free_port()}/"
    assert WHOLE is not None
    flags = [*FLAGS, "--headless=new", "--kiosk", f"--user-data-dir={tmp_path / 'profile'}"]
    done = subprocess.run([WHOLE, *flags, address], capture_output=True, timeout=60, check=False)
    assert 0 == done.returncode


def test_an_address_that_is_none_is_not_opened(launch):
    page = launch()
    for named in ("javascript:alert(1)", "https://evil.example/#", "file:///x/"):
        page.goto("about:blank")
        page.goto(f"{WAITING.as_uri()}#{named}")
        assert "http://127.0.0.1:8000/" == page.evaluate("address")
