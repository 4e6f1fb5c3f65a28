"""Behind a reverse proxy, who asks is who the proxy says; without one nobody is believed."""

import pytest

from referee.games import load_all
from referee.match import MemoryStore
from referee.web import Settings, create_app

HEADERS = {"X-Forwarded-For": "203.0.113.9, 198.51.100.4", "X-Forwarded-Proto": "https"}


@pytest.mark.parametrize(
    ("proxies", "address"), [(0, "127.0.0.1"), (1, "198.51.100.4"), (2, "203.0.113.9")]
)
def test_who_enters_something_is_who_the_trusted_proxies_say(proxies, address):
    app = create_app(MemoryStore(), load_all(), Settings(proxies=proxies))
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
