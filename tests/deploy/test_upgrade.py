"""Matches in progress go on after an upgrade, at a real server.

No version was released yet, so there is none with a tag. The one before is commit ba6df55, whose
store had other tables (schema 5): its server was asked to begin the first half of a whole game of
each kind, and Bo took a seat on a phone. What it had stored, and what it then told of each match,
lies in `kept`.
"""

import json
import sqlite3
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from running_server import Server

from referee.match.storage.sqlite import VERSION

pytestmark = pytest.mark.package

KEPT = Path(__file__).parent / "kept"
TOLD = json.loads((KEPT / "previous.json").read_text("utf-8"))
LAY = "Ann, lay your Agents: one Follower, or Rebels?"
SAID_NOW = {LAY: "Ann: lay your Agents. One Follower, or Rebels?"}
"""What the version before asked, and how the same question is put today."""


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of today, on what the version before has left."""
    folder = tmp_path_factory.mktemp("upgraded")
    (folder / "data").mkdir()
    with closing(sqlite3.connect(folder / "data/referee.sqlite3")) as file:
        file.executescript((KEPT / "previous.sql").read_text("utf-8"))
        assert file.execute("PRAGMA user_version").fetchone()[0] < VERSION
    server = Server(folder)
    server.start()
    yield server
    server.stop()


def asked(server: Server, path: str, cookie: str = "", **sent: object) -> dict:
    data = urllib.parse.urlencode(sent).encode() if sent else None
    head = {"Accept": "application/json", "Cookie": f"referee-{server.port}={cookie}"}
    request = urllib.request.Request(server.url + path, data, head)  # noqa: S310 - our own
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - the same
        return dict(json.load(answer))


def test_all_games_are_among_what_was_kept() -> None:
    games = {one["game"] for one in TOLD["matches"].values()}
    assert {"waves", "breakers", "wave", "war-of-waves", "rolling"} == games


@pytest.mark.parametrize("match", TOLD["matches"], ids=lambda id_: TOLD["matches"][id_]["game"])
def test_a_match_stands_where_it_was_left_and_goes_on(upgraded: Server, match: str) -> None:
    before, now = TOLD["matches"][match], asked(upgraded, f"/matches/{match}")
    assert now["broken"] is None
    assert (before["names"], before["seq"]) == (now["names"], now["seq"])
    then = before["view"]
    if (step := then.get("step")) in SAID_NOW:
        then = then | {"step": SAID_NOW[step]}
    same = {name: value for name, value in then.items() if now["view"].get(name) == value}
    assert then == same
    entered = asked(
        upgraded, f"/matches/{match}/act", action=now["choices"][0], expected=now["seq"]
    )
    assert entered["seq"] > now["seq"]


def test_a_phone_still_holds_its_seat_and_nobody_else_sees_its_cards(upgraded: Server) -> None:
    own = TOLD["own"]
    page = f"/matches/{own['match']}/seats/{own['seat']}"
    assert asked(upgraded, page, own["cookie"])["seat"] == own["seat"]
    with pytest.raises(urllib.error.HTTPError, match="409") as refused:
        asked(upgraded, page)
    refused.value.close()
