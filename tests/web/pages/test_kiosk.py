"""The referee's own screen: whether it may go dark, and the way out of full screen."""

from datetime import datetime, timedelta

import pytest

from referee.web.pages import kiosk

ELSEWHERE = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.9"}}
CORNER = "/corner.js"


def state(client):
    return client.get("/kiosk/state").text.strip()


def test_it_may_go_dark_until_somebody_plays_and_again_half_an_hour_later(
    client, three, monkeypatch
):
    class Clock(datetime):
        ahead = timedelta()

        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + cls.ahead

    monkeypatch.setattr(kiosk, "datetime", Clock)
    assert "awake" == state(client), "a match was opened just now"
    Clock.ahead = timedelta(minutes=29)
    assert "awake" == state(client)
    Clock.ahead = timedelta(minutes=31)
    assert "rest" == state(client)
    Clock.ahead = timedelta(days=-400)
    assert "rest" == state(client), "what lies ahead of the clock is not played now"
    assert three.match.seq >= 0


def test_where_no_match_is_it_may_go_dark(client):
    assert "rest" == state(client)


def test_the_corner_leads_out_only_where_such_a_screen_is_there(client, table):
    assert CORNER not in client.get(table.address).text
    state(client)
    for page in ("/", table.address):
        assert CORNER in client.get(page).text
        assert CORNER not in client.get(page, **ELSEWHERE).text


def test_leaving_is_asked_first_and_told_once(client):
    page = client.get("/kiosk?back=/join").text
    assert 'href="/join"' in page
    assert 'action="/kiosk/leave"' in page
    assert 303 == client.post("/kiosk/leave").status_code
    assert ["leave", "rest"] == [state(client), state(client)]


@pytest.mark.parametrize("path", ["/kiosk", "/kiosk/state"])
def test_nobody_else_is_told_or_can_let_it_out(client, path):
    assert 403 == client.get(path, **ELSEWHERE).status_code
    assert 403 == client.post("/kiosk/leave", **ELSEWHERE).status_code
    assert "rest" == state(client)


def test_a_page_from_a_file_may_ask_whether_the_referee_is_there_and_nothing_else(client):
    asked = {"headers": {"Origin": "null"}}
    assert "*" == client.get("/healthz", **asked).headers["Access-Control-Allow-Origin"]
    for path in ("/", "/kiosk/state", "/api/openapi.json"):
        assert "Access-Control-Allow-Origin" not in client.get(path, **asked).headers
