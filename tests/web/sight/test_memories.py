"""A restart forgets nothing of what was seen at a table, and little is written for that."""

import pytest
from councils import ENTRIES, JSON, at, entries, laid, report, scan_of

from camera.scans import as_json
from referee.core import Setup
from referee.games import load_all
from referee.match import SqliteStore, StoreBusy
from referee.web import create_app

ASKED = "Seer, copy 1, cannot be in two places. It was here: Ann. Now it is here: Bo."


class Restarted:
    """A table whose server can be started anew on the file of its matches."""

    def __init__(self, folder, settings):
        self.path, self.settings, self.id = folder / "matches.sqlite3", settings, ""
        self.store = SqliteStore(self.path)
        self.start()
        setup = Setup(("Ann", "Bo", "Cy", "Di"), (("council", "house"),))
        self.id = self.services.matches.open("waves", setup).id

    def start(self):
        app = create_app(self.store, load_all(), self.settings)
        self.client, self.services = app.test_client(), app.extensions["referee"]

    def restart(self):
        self.store.close()
        self.store = SqliteStore(self.path)
        self.start()

    @property
    def match(self):
        return self.services.matches.get(self.id)

    @property
    def address(self):
        return f"/matches/{self.id}"

    def undo(self):
        self.client.post(f"{self.address}/undo", data={"expected": self.match.heard()})

    def see(self, *cards):
        return report(self, scan_of(cards)).get_json()


@pytest.fixture
def table(tmp_path, settings):
    table = Restarted(tmp_path, settings)
    yield table
    table.store.close()


def test_a_printed_card_that_was_seen_elsewhere_before_a_restart_is_asked_about(table):
    table.see(("seer", at(0)))
    table.restart()
    told = table.see(("seer", at(1)))
    assert (ENTRIES[:1], True) == (entries(table), told["asks"])
    assert ASKED in told["remarks"]


def test_after_a_restart_an_entry_that_was_taken_back_holds_no_card(table):
    table.see(("seer", at(0)))
    table.undo()
    table.see()
    table.restart()
    told = table.see(("seer", at(1)))
    assert (["elder slot=1 card=seer"], False) == (entries(table), told["asks"])


def test_after_a_restart_to_take_back_something_else_leaves_the_card_where_it_lies(table):
    table.see(("seer", at(0)))
    noble = table.match.game.parse("elder slot=2 card=noble")
    table.match.submit([noble], expected_seq=table.match.seq)
    table.restart()
    table.undo()
    assert ASKED in table.see(("seer", at(1)))["remarks"]


def test_after_a_restart_an_entry_that_was_redone_holds_its_card_again(table):
    table.see(("seer", at(0)))
    table.undo()
    table.restart()
    table.client.post(f"{table.address}/redo", data={"expected": table.match.heard()})
    assert ASKED in table.see(("seer", at(1)))["remarks"]


def test_after_a_restart_a_camera_does_not_enter_again_what_was_just_taken_back(table):
    report(table, laid())
    table.undo()
    table.restart()
    report(table, laid())
    assert [] == entries(table)
    address = f"/api{table.address}/sightings?photo=yes"
    table.client.post(address, json=as_json(laid()), headers=JSON)
    assert ENTRIES == entries(table)


def test_a_camera_that_sees_the_same_again_writes_nothing(table, monkeypatch):
    report(table, laid())
    written = []
    monkeypatch.setattr(SqliteStore, "keep", lambda *given: written.append(given))
    for shift in (0, 1, 2):
        cards = [(one.split("card=")[1], at(spot, 120 + shift)) for spot, one in enumerate(ENTRIES)]
        report(table, scan_of(cards))
    table.see()
    assert written == []


def test_where_nothing_can_be_kept_the_card_is_entered_and_kept_with_the_next_look(
    table, monkeypatch
):
    def busy(*_given):
        raise StoreBusy

    with monkeypatch.context() as patched:
        patched.setattr(SqliteStore, "keep", busy)
        table.see(("seer", at(0)))
    assert ENTRIES[:1] == entries(table)
    table.see(("seer", at(0)))
    table.restart()
    assert ASKED in table.see(("seer", at(1)))["remarks"]


def test_a_memory_that_cannot_be_read_is_none(table):
    table.see(("seer", at(0)))
    (name,) = (name for name in table.store.all_kept() if name.startswith("sightings/"))
    for text in ("", "{", "[]", '{"entries":1,"kept":[["R"]],"counted":[],"last":[]}'):
        table.store.keep(name, text)
        table.restart()
        assert 200 == report(table, scan_of([("seer", at(0))])).status_code


def test_what_was_seen_is_forgotten_with_its_match(table):
    table.see(("seer", at(0)))
    kept = [name for name in table.store.all_kept() if table.id in name]
    assert 303 == table.client.post(f"{table.address}/delete").status_code
    left = [name for name in table.store.all_kept() if table.id in name]
    assert (1, []) == (len(kept), left)
