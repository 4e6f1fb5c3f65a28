"""All tabs of a browser share one line to the server, whatever the browser is able to do."""

from collections.abc import Iterator

import pytest
from old_browsers import ALONE, NO_WORKER
from running_server import Server

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

LOOKS_WITHIN_MS = 15_000
"""A screen without a stream looks every five seconds; the machine may be busy."""


@pytest.mark.parametrize("script", ["", NO_WORKER], ids=["worker", "elected tab"])
def test_eight_tabs_of_one_game_stay_in_step_over_one_stream(pub, script) -> None:
    address = pub.begin()
    hand = pub.sit(address, script=script)
    tabs = pub.beside(hand, address, 7)
    for tab in (hand, *tabs):
        pub.light(tab, "on")
    assert pub.line.streams == 1
    for number, tapped in enumerate((hand, tabs[-1])):
        seq = tapped.tap(pub.entry(number))
        assert all(pub.sees(tab, seq) for tab in (hand, *tabs))
    assert pub.line.streams == 1


def test_when_the_tab_that_holds_the_line_is_closed_another_takes_it_over(pub) -> None:
    address = pub.begin()
    first = pub.sit(address, script=NO_WORKER)
    pub.light(first, "on")
    second, third = pub.beside(first, address, 2)
    for tab in (second, third):
        pub.light(tab, "on")
    first.page.close()
    seq = second.tap(pub.entry())
    assert pub.sees(third, seq, within_ms=5_000)
    assert pub.line.streams == 1


def test_a_browser_that_can_share_nothing_has_a_stream_in_each_tab(pub) -> None:
    address = pub.begin()
    one = pub.sit(address, script=ALONE)
    (two,) = pub.beside(one, address)
    for tab in (one, two):
        pub.light(tab, "on")
    assert pub.line.streams == 2
    assert pub.sees(two, one.tap(pub.entry()))


def test_tabs_of_more_than_three_games_leave_connections_for_taps(pub) -> None:
    games = [pub.begin() for _ in range(5)]
    tabs = [pub.sit(games[0])]
    tabs += [pub.beside(tabs[0], address)[0] for address in games[1:]]
    for tab, state in zip(tabs, ["on"] * 3 + ["poll"] * 2, strict=True):
        pub.light(tab, state)
    assert pub.line.streams == 3
    elsewhere = pub.sit(games[4])
    assert pub.sees(tabs[4], elsewhere.tap(pub.entry()), within_ms=LOOKS_WITHIN_MS)
    tabs[3].tap(pub.entry())
    tabs[0].page.close()
    pub.light(tabs[3], "on")


@pytest.fixture
def full(tmp_path) -> Iterator[Server]:
    """Return a server that has no place for a stream at all."""
    places = {"REFEREE_TESTS_PLACES": "0"}
    server = Server(tmp_path, script="serve_otherwise.py", environment=places)
    server.start()
    yield server
    server.stop()


def test_a_server_without_a_place_for_a_stream_is_looked_at_every_few_seconds(pub, full) -> None:
    pub.server = full
    pub.line.lead_to(full.port)
    address = pub.begin()
    one, two = pub.sit(address), pub.sit(f"{address}/show", "television")
    for hand in (one, two):
        pub.light(hand, "poll")
        light = hand.page.locator("#light")
        assert "updates every few seconds" in light.inner_text()
        screen = hand.page.locator("#screen").bounding_box()
        assert light.bounding_box()["y"] >= screen["height"] - 1, "it lies over the table"
    assert pub.sees(two, one.tap(pub.entry()), within_ms=LOOKS_WITHIN_MS)
