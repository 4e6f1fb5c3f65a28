"""Devices get their name with a page, and the first name that something was entered with stays.

A browser may ask for two pages at once before it has a cookie; each answer then names it anew.
"""

from html.parser import HTMLParser

import pytest
from werkzeug.http import parse_cookie

from referee.core import Setup

SEAT = {"part": "seat", "seat": "1"}


class Phone:
    """A browser whose answers come when they like."""

    def __init__(self, app, address=None):
        self._client = app.test_client(use_cookies=False)
        self._address = address or "http://localhost"
        self.cookies = {}

    def ask(self, path, **data):
        """Send with the cookies of this moment; the answer is heard later."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        way = {"base_url": self._address, "headers": headers}
        return self._client.post(path, data=data, **way) if data else self._client.get(path, **way)

    def hear(self, answer):
        for cookie in answer.headers.getlist("Set-Cookie"):
            self.cookies.update(parse_cookie(cookie.partition(";")[0]))
        return answer

    def go(self, path, **data):
        return self.hear(self.ask(path, **data))


@pytest.mark.parametrize("address", ["http://localhost", "https://localhost"])
def test_a_late_answer_to_an_earlier_page_takes_no_seat_away(room, address):
    phone = Phone(room.app, address)
    way, mine = f"/j/{room.lobby.token}", f"{room.address}/seats/1"
    late = phone.ask(way)
    phone.go(way)
    assert phone.go(way, **SEAT).status_code == 303
    phone.hear(late)
    assert phone.go(mine).status_code == 200
    assert "Your seat" not in phone.go(way).text
    assert phone.go(f"{mine}/release", sure="yes").status_code == 303
    assert room.join(room.device(), "seat", 1).status_code == 303


def test_a_late_answer_while_somebody_sits_down_takes_no_seat_away(room):
    phone = Phone(room.app)
    way = f"/j/{room.lobby.token}"
    late = phone.ask(way)
    phone.go(way)
    seated = phone.ask(way, **SEAT)
    phone.hear(late)
    phone.hear(seated)
    assert phone.go(f"{room.address}/seats/1").status_code == 200


def test_a_late_answer_leaves_a_new_table_its_tablet(room):
    tablet = Phone(room.app)
    late = tablet.ask("/new/waves")
    tablet.go("/new/waves")
    names = {"count": "3", "name": ["Ann", "Bo", "Cy"], "option.council.preset": "house"}
    address = tablet.go("/new/waves", **names).location
    tablet.hear(late)
    assert 'data-tool="locked"' in tablet.go(f"{address}/screens").text


class Forms(HTMLParser):
    """Reads what a page can send, with what is filled in already."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        has = dict(attrs)
        if tag == "form" and has.get("method") == "post":
            self.found.append((has.get("action"), {}))
        elif tag in {"input", "button"} and self.found and has.get("name"):
            self.found[-1][1].setdefault(has["name"], has.get("value") or "")


def pages_of(app):
    """List the pages of a match, as the application knows them."""
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.arguments <= {"match_id", "seat"} and rule.arguments:
            yield rule.rule.replace("<int:seat>", "1")


def test_whatever_a_page_sends_its_device_has_its_name_before(app, matches):
    sent = set()
    for path in sorted(set(pages_of(app)), key=len):
        match = matches.open("waves", Setup(("Ann", "Bo", "Cy")))
        shown = Phone(app).ask(path.replace("<match_id>", match.id))
        if shown.mimetype != "text/html" or shown.status_code != 200:
            shown.close()  # or a stream would go on
            continue
        for action, data in Forms(shown.text).found:
            answer = Phone(app).ask(action, **(data or {"nothing": ""}))
            sent.add(action.rpartition("/")[2])
            is_named = "Set-Cookie" in answer.headers
            assert not is_named or "Set-Cookie" in shown.headers, (path, action)
    assert {"claim", "own", "act"} <= sent
