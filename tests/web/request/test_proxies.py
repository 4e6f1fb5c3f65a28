"""Behind a reverse proxy, who asks is who the proxy says; without one nobody is believed."""

import re
from io import StringIO

import pytest

from referee.games import load_all
from referee.match import SqliteStore
from referee.serve.run import announce
from referee.web import Settings, create_app

HEADERS = {"X-Forwarded-For": "203.0.113.9, 198.51.100.4", "X-Forwarded-Proto": "https"}


@pytest.mark.parametrize(
    ("proxies", "address"), [(0, "127.0.0.1"), (1, "198.51.100.4"), (2, "203.0.113.9")]
)
def test_who_enters_something_is_who_the_trusted_proxies_say(proxies, address):
    app = create_app(SqliteStore(":memory:"), load_all(), Settings(proxies=proxies))
    client = app.test_client()
    text = "game waves\nseats Ann, Bo, Cy\n"
    made = client.post("/transcripts", data={"text": text}, headers=HEADERS)
    match = made.headers["Location"]
    entry = client.get(match, headers={"Accept": "application/json"}).get_json()["choices"][0]
    told = {"action": entry, "expected": "0", "key": "k"}
    assert client.post(f"{match}/act", data=told, headers=HEADERS).status_code == 303
    with app.app_context():
        stored = app.extensions["referee"].matches.get(match.rpartition("/")[2])
    assert stored.now.rows[1].device == address


@pytest.mark.parametrize(("proxies", "protocol"), [(0, "http"), (1, "https"), (2, "https")])
def test_phones_are_led_to_the_address_by_which_the_first_proxy_was_asked(proxies, protocol):
    app = create_app(
        SqliteStore(":memory:"), load_all(), Settings(proxies=proxies, hosts=("club.example",))
    )
    page = app.test_client().get("/join", headers={**HEADERS, "Host": "club.example"}).text
    assert f"{protocol}://club.example/" in page


@pytest.mark.parametrize(
    ("said", "protocol"), [("HTTPS", "https"), ("http, https", "https"), ("javascript", "http")]
)
def test_only_protocols_of_the_web_are_believed(said, protocol):
    app = create_app(
        SqliteStore(":memory:"), load_all(), Settings(proxies=1, hosts=("club.example",))
    )
    headers = {"X-Forwarded-Proto": said, "Host": "club.example"}
    page = app.test_client().get("/join", headers=headers).text
    assert f"{protocol}://club.example/" in page
    assert "javascript:" not in page


@pytest.mark.parametrize(
    ("proxies", "more", "status"),
    [
        (1, {"X-Forwarded-Proto": "https", "Origin": "https://club.example"}, 303),
        (1, {"X-Forwarded-Proto": "https", "Origin": "http://club.example"}, 403),
        (1, {"X-Forwarded-Proto": "https, http", "Origin": "https://club.example"}, 403),
        (1, {"Origin": "http://club.example"}, 303),
        (0, {"X-Forwarded-Proto": "https", "Origin": "https://club.example"}, 403),
        # A browser that speaks HTTPS with a proxy that nobody has named compares by itself.
        (0, {"Sec-Fetch-Site": "same-origin", "Origin": "https://club.example"}, 303),
    ],
)
def test_a_page_of_ours_has_the_scheme_by_which_the_trusted_proxies_were_asked(
    proxies, more, status
):
    settings = Settings(proxies=proxies, hosts=("club.example",))
    client = create_app(SqliteStore(":memory:"), load_all(), settings).test_client()
    headers = {"Host": "club.example", **more}
    assert client.post("/new/waves", data={"count": "2"}, headers=headers).status_code == status


@pytest.mark.parametrize(("proxies", "eleventh"), [(0, 429), (1, 429), (2, 404)])
def test_a_number_that_is_too_large_is_found_by_wrong_codes(proxies, eleventh):
    """As the page for clubs says: whoever is believed to be another each time is never stopped."""
    client = create_app(
        SqliteStore(":memory:"), load_all(), Settings(proxies=proxies)
    ).test_client()
    codes = []
    for number in range(1, 12):
        said = {"X-Forwarded-For": f"192.0.2.{number}, 198.51.100.4"}  # the proxy adds the second
        client.delete_cookie("referee-8000-new")
        codes.append(client.get(f"/j/{number:06}", headers=said).status_code)
    assert codes == [404] * 10 + [eleventh]


@pytest.mark.parametrize("host", ["club.example", "club", "192.168.1.20"])
def test_behind_a_proxy_no_screen_is_led_to_the_server_itself(host, monkeypatch):
    monkeypatch.setattr("referee.web.request.own_address.addresses", lambda: ("172.18.0.3",))
    monkeypatch.setattr("referee.web.request.own_address.local_name", lambda: "server.local")
    hosts = ("club.example", "club")
    app = create_app(SqliteStore(":memory:"), load_all(), Settings(proxies=1, hosts=hosts))
    page = app.test_client().get("/join", headers={**HEADERS, "Host": host}).text
    assert set(re.findall(r"https?://[\w.:-]+/", page)) == {f"https://{host}/"}


def test_behind_a_proxy_the_banner_names_what_phones_reach():
    out = StringIO()
    announce(Settings(proxies=1, hosts=("club.example",)), out, "t0ken")
    assert "club.example" in out.getvalue()
    assert "http://" not in out.getvalue()
    assert "█" not in out.getvalue()
