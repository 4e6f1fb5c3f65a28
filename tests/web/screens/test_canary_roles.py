"""Whoever somebody is at a table, the words of others are in nothing that is sent there.

What is asked for is every address that the application has, so a new one is looked at unasked.
"""

import itertools
import re
from functools import wraps

import pytest
from parlour.hushed import GAME as HUSHED

from referee.core import Seat, Setup
from referee.match import SqliteStore
from referee.web import Settings, create_app

pytestmark = pytest.mark.once

WORDS = ("kestrelword", "linnetword")
KINDS: tuple[dict[str, str], ...] = ({}, {"Accept": "application/json"})
ROLES = ("stranger", "table", "host", "seat", "television", "spectator")
KEPT_LONG = {
    "static", "screens.static", "pages.static", "sight.static", "score.static", "artwork.show",
    "design.colours",  # each sample of the page asks for it, so it is kept and asked about
}  # fmt: skip
"""What is the same for everybody, and may be kept by a browser."""
PICTURES = {"photos.picture", "photos.code"}


class Room:
    """A match of Ann and Bo with a word of each, kept in a file, and a device for each role."""

    def __init__(self, folder):
        self.store = SqliteStore(folder / "referee.sqlite3")
        self.app = create_app(self.store, {"hushed": HUSHED}, Settings(streams=99))
        matches = self.app.extensions["referee"].matches
        opener = self.app.test_client()
        opener.post("/new/hushed", data={"count": "2", "name": ["Ann", "Bo"]})
        self.match = matches.get(matches.list()[0].id)
        self.address = f"/matches/{self.match.id}"
        self.code = self.app.extensions["referee"].lobbies.of(self.match.id).code
        ann, bo = self.app.test_client(), self.app.test_client()
        for seat, phone in enumerate((ann, bo)):
            assert phone.post(f"{self.address}/seats/{seat}/own").status_code == 303
            note = f"whisper seat={seat} card={seat} word={WORDS[seat]}"
            sent = {"action": note, "expected": self.match.heard(Seat(seat)), "seat": str(seat)}
            assert phone.post(f"{self.address}/act", data=sent).status_code == 303
        self.devices = {"stranger": self.app.test_client(), "host": opener, "seat": bo, "ann": ann}
        for part in ("table", "television", "spectator"):
            client = self.devices[part] = self.app.test_client()
            client.get(f"/j/{self.code}")
            joined = client.post(f"/j/{self.code}", data={"part": part})
            assert joined.status_code == 303, part
        matches.feed.close()  # streams say what is now, and end

    def addresses(self, rule):
        values = {
            "match_id": [self.match.id],
            "slug": ["hushed"],
            "seat": ["0", "1"],
            "seq": [str(seq) for seq in range(self.match.seq + 2)],
            "name": ["icons.svg"],
            "filename": ["app.js"],
            "number": ["1"],
            "look": ["none-such"],
            "code": [self.code, "0"],
            "field": ["0"],
        }
        names = sorted(rule.arguments)
        for chosen in itertools.product(*(values[name] for name in names)):
            address = rule.rule
            for name, value in zip(names, chosen, strict=True):
                address = re.sub(rf"<(?:\w+:)?{name}>", value, address)
            yield address

    def everything(self, role):
        """Ask for all there is, and at one address of each kind in ways that none is meant for."""
        client = self.devices[role]
        for rule in self.app.url_map.iter_rules():
            for address, headers in itertools.product(self.addresses(rule), KINDS):
                for query in self.queries(rule):
                    answer = client.get(address + query, headers=headers)
                    yield rule, f"GET {address}{query}", answer
                    answer.close()
            address = next(self.addresses(rule))
            for method in ("HEAD", "OPTIONS", "PUT", "TRACE"):
                answer = client.open(address, method=method)
                yield rule, f"{method} {address}", answer
                answer.close()
            if "POST" in (rule.methods or ()) and not rule.rule.startswith(("/new", "/j")):
                for address, headers in itertools.product(self.addresses(rule), KINDS):
                    answer = client.post(address, data={"expected": "0"}, headers=headers)
                    yield rule, f"POST {address}", answer
                    answer.close()

    def queries(self, rule):
        if rule.endpoint.startswith("streams."):
            roles = ("table", "show", "seat&seat=0", "seat&seat=1", "demo", "x")
            return ["", *(f"?role={role}&seen=0" for role in roles)]
        return ["", "?seat=0", "?seat=1&look=none"]

    def is_whole(self):
        known = self.app.extensions["referee"].matches
        return [one.id for one in known.list()][:1] == [self.match.id]


@pytest.fixture
def room(tmp_path):
    room = Room(tmp_path)
    # What ends the match, or hands it on, would end the test; each is tried by tests of its own.
    for endpoint in ("matches.delete", "matches.rematch", "seats.own", "seats.release",
                     "host.let_go", "host.pass_on", "host.take_over"):  # fmt: skip
        view = room.app.view_functions[endpoint]  # its access rule goes along
        room.app.view_functions[endpoint] = wraps(view)(lambda **_: ("", 204))
    yield room
    room.store.close()


def may_be_kept(rule, answer):
    """Return what a browser may keep: else neither its cache nor going back shows what is over."""
    if rule.endpoint in PICTURES and "private" in answer.headers.get("Cache-Control", ""):
        return True
    return rule.endpoint in KEPT_LONG and answer.status_code == 200


@pytest.mark.parametrize("role", ROLES)
def test_a_device_is_sent_no_word_but_its_own_and_keeps_no_page(room, role, caplog, capfd):
    caplog.set_level(0)
    others = WORDS[:1] if role == "seat" else WORDS
    asked, own = 0, 0
    for rule, what, answer in room.everything(role):
        assert may_be_kept(rule, answer) or "no-store" in answer.headers["Cache-Control"], what
        whole = f"{answer.headers}\n{answer.get_data().decode(errors='replace')}"
        assert not any(word in whole for word in others), (role, what)
        own += WORDS[1] in whole
        asked += 1
    assert asked > 500
    assert bool(own) == (role == "seat")
    assert room.is_whole()
    out = "".join([caplog.text, *capfd.readouterr()])
    assert not any(word in out for word in WORDS)


MAY_KEEP = {
    ("scoring.js", "localStorage.setItem"),
    ("sounds.js", "localStorage.setItem"),
    ("orientation.js", "localStorage.setItem"),
    ("sounds.js", "indexedDB"),
    ("connection.js", "serviceWorker"),
    ("trial.js", "serviceWorker"),
}
"""What was typed on the page of scores, which knows no match and stands in its address anyway;
whether the device sounds and how it is turned, and the number of the entry that it has sounded
for; and the worker, which keeps one page for nobody in particular
(tests/web/pages/test_webapp.py)."""


def test_no_script_of_ours_keeps_pages_by_itself(app):
    from pathlib import Path  # noqa: PLC0415 - only here

    for script in Path(app.root_path).rglob("static/**/*.js"):
        text = script.read_text("utf-8")
        for keeper in ("serviceWorker", "caches.open", "localStorage.setItem", "indexedDB"):
            allowed = script.parent.name == "vendor" or (script.name, keeper) in MAY_KEEP
            assert keeper not in text or allowed, (script.name, keeper)


def test_what_is_kept_for_one_seat_is_nobody_elses_after_a_restart(tmp_path):
    room = Room(tmp_path)
    exported = room.devices["host"].get(f"{room.address}/transcript.txt").text
    assert not any(word in exported for word in WORDS)
    room.store.close()
    store = SqliteStore(tmp_path / "referee.sqlite3")
    app = create_app(store, {"hushed": HUSHED}, Settings())
    match = app.extensions["referee"].matches.get(room.match.id)
    for told in (repr(match.now.rows), repr(match.state), str(match.story()), repr(store)):
        assert not any(word in told for word in WORDS)
    again = app.test_client().get(room.address).text
    assert not any(word in again for word in WORDS)
    store.close()
    others = [path for path in tmp_path.iterdir() if not path.name.startswith("referee.sqlite3")]
    assert others == []  # the words lie in the file of the store alone


def test_a_rematch_takes_no_word_along(room):
    matches = room.app.extensions["referee"].matches
    again = matches.rematch(room.match.id, key="again")
    for client in room.devices.values():
        for kind in KINDS:
            page = client.get(f"/matches/{again.id}", headers=kind).text
            assert not any(word in page for word in WORDS)


def test_the_match_of_this_room_can_be_told_apart(room):
    """The devices are what they are taken for: Ann alone has her word."""
    own = room.devices["ann"].get(f"{room.address}/seats/0").text
    assert WORDS[0] in own
    assert Setup(("Ann", "Bo")).names == room.match.setup.names
