"""The clock is set back, as on a small computer without a battery: order is by number all along."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import pytest

from referee.core import Setup
from referee.games import load_all
from referee.match import Matches, SqliteStore
from referee.web import Settings, create_app

NOW = datetime(2026, 5, 1, 20, tzinfo=UTC)
BACK = datetime(1970, 1, 1, 0, 5, tzinfo=UTC)


class Clock:
    """The clock of the machine, for whoever reads it."""

    def __init__(self, monkeypatch):
        self.time = NOW
        for name in (
            "referee.match.match",
            "referee.web.access.devices",
            "referee.web.request.words",
        ):
            monkeypatch.setattr(f"{name}.datetime", self)
        monkeypatch.setattr("time.time", self.seconds)

    def seconds(self):
        return self.time.timestamp()

    def now(self, _zone=None):
        self.time += timedelta(seconds=1)
        return self.time

    def fromisoformat(self, text):
        return datetime.fromisoformat(text)


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


@pytest.fixture
def store():
    store = SqliteStore(":memory:")
    yield store
    store.close()


def test_entries_undo_and_matches_keep_their_order(store, clock):
    matches = Matches(store, load_all())
    first = matches.open("waves", Setup(("Ann", "Bo")))
    for slot, card in enumerate(["seer", "scholar"]):
        first.submit([first.game.parse(f"elder slot={slot} card={card}")], expected_seq=first.seq)
    clock.time = BACK
    second = matches.open("waves", Setup(("Cy", "Di")))
    first.submit([first.game.parse("elder slot=2 card=noble")], expected_seq=first.seq)
    assert [row.at[:4] for row in first.now.rows] == ["2026", "2026", "2026", "1970"]
    assert [told.seq for told in first.story()] == [1, 2, 3]
    assert [listed.id for listed in matches.list()] == [second.id, first.id]
    first.undo(expected_seq=first.seq)
    again = Matches(store, load_all()).get(first.id)
    assert again.seq == first.seq
    assert again.state == first.state, "the entry made last was taken back, not the youngest"
    assert [told.text for told in again.story()] == [told.text for told in first.story()]


def test_a_phone_keeps_its_seat_and_its_browser_the_cookie(store, clock):
    app = create_app(store, load_all(), Settings())
    match = app.extensions["referee"].matches.open("waves", Setup(("Ann", "Bo")))
    phone = app.test_client()
    assert phone.post(f"/matches/{match.id}/seats/0/own").status_code == 303
    clock.time = BACK
    assert phone.get(f"/matches/{match.id}/seats/0").status_code == 200, "it is known as before"
    other = app.test_client()
    given = other.post(f"/matches/{match.id}/seats/1/own").headers["Set-Cookie"]
    until = parsedate_to_datetime(given.partition("Expires=")[2].partition(";")[0])
    assert until > NOW + timedelta(days=300), "the browser has a clock of its own"
    clock.time = NOW
    assert other.get(f"/matches/{match.id}/seats/1").status_code == 200


def test_the_first_page_says_the_day_of_what_seems_to_be_in_the_future(store, clock):
    app = create_app(store, load_all(), Settings())
    app.extensions["referee"].matches.open("waves", Setup(("Ann", "Bo")))
    clock.time = BACK
    page = app.test_client().get("/").text
    assert "2026" in page
    assert " in " not in page.partition("last entry")[2][:200], "nothing was entered in 56 years"
