"""What a store keeps of how matches are entered, and of the devices that are there."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from referee.core import Setup
from referee.match import (
    Door,
    Guest,
    HostWay,
    Opened,
    Part,
    Row,
    SeqTaken,
    SqliteStore,
    UnknownMatch,
)

STORED = Path(__file__).parents[1] / "stored"
LINKED = Door("K7M4RX", token="long")  # noqa: S106 - it opens the table of a test


@pytest.fixture
def two(store):
    """Give a store with two matches, `a` and `b`."""
    for match in ("a", "b"):
        store.create(match, [Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "2026-01-01")])
    return store


def test_a_match_has_no_door_until_it_gets_one_and_then_keeps_it(two):
    assert two.door("a") is None
    first = Door("K7M4RX", "tablet", "2026-01-01", HostWay.CLAIMED)
    assert two.hang_door("a", first) == first
    assert two.hang_door("a", Door("000000", "other")) == first
    assert (two.door("a"), two.door("b")) == (first, None)


def test_a_code_leads_to_one_match(two):
    two.hang_door("a", Door("K7M4RX"))
    with pytest.raises(SeqTaken):
        two.hang_door("b", Door("K7M4RX"))
    two.hang_door("b", Door("000000"))
    assert ("a", "b", None) == tuple(map(two.match_behind, ("K7M4RX", "000000", "111111")))


def test_a_token_leads_to_one_match_and_no_token_nowhere(two):
    two.hang_door("a", LINKED)
    two.hang_door("b", Door("000000"))
    assert (two.match_linked("long"), two.match_linked("")) == ("a", None)
    assert two.match_linked("K7M4RX") is None
    assert (two.door("a").link, two.door("b").link) == ("long", "000000")
    two.change_door(
        "a",
        replace(LINKED, token="other"),  # noqa: S106 - the same
        was=two.door("a"),
    )
    assert (two.match_linked("long"), two.match_linked("other")) == (None, "a")


def test_a_door_is_changed_only_by_who_knows_how_it_is(two):
    """Two tablets that take over at once cannot both believe that they did."""
    was = two.hang_door("a", Door("K7M4RX", "lost"))
    locked = replace(was, host="one", way=HostWay.TAKEN, since="2026", locked=True, guarded=True)
    two.change_door("a", locked, was=was)
    with pytest.raises(SeqTaken):
        two.change_door("a", replace(was, host="other"), was=was)
    assert two.door("a") == locked
    with pytest.raises(SeqTaken):
        two.change_door("b", locked, was=was)


def test_a_door_is_for_a_match_that_is_there(store):
    with pytest.raises(UnknownMatch):
        store.hang_door("a", Door("K7M4RX"))
    with pytest.raises(UnknownMatch):
        store.admit("a", "phone", Guest(Part.SEAT, "1"))
    assert store.door("a") is None
    assert store.guests("a") == {}


def test_guests_are_kept_in_the_order_in_which_they_came(two):
    late = Guest(Part.TELEVISION, "2026-01-02")
    early = Guest(Part.SEAT, "2026-01-01", "2026-01-03", "taken")
    two.admit("a", "set", late)
    two.admit("a", "phone", early)
    assert list(two.guests("a").items()) == [("phone", early), ("set", late)]
    assert two.guests("b") == {}
    two.admit("a", "set", Guest(Part.SPECTATOR, "2026-01-04"))
    assert two.guests("a")["set"].part is Part.SPECTATOR
    two.dismiss("a", "set")
    two.dismiss("a", "nobody")
    assert list(two.guests("a")) == ["phone"]


def test_only_who_has_said_what_it_is_can_be_seen(two):
    two.admit("a", "phone", Guest(Part.SEAT, "2026-01-01", "2026-01-01", "taken"))
    two.see("a", "phone", "2026-01-05")
    two.see("a", "stranger", "2026-01-05")
    assert two.guests("a") == {"phone": Guest(Part.SEAT, "2026-01-01", "2026-01-05", "taken")}


def test_a_device_is_known_where_it_is_something_or_the_host(two):
    door = two.hang_door("a", Door("K7M4RX"))
    two.admit("a", "phone", Guest(Part.SPECTATOR, "2026-01-01"))
    two.admit("b", "phone", Guest(Part.NONE, "2026-01-01"))
    assert (two.known_at("phone"), two.known_at("tablet")) == ({"a"}, set())
    assert two.private() == set()
    two.change_door("a", replace(door, host="tablet"), was=door)
    two.hang_door("b", Door("CCCCCC", locked=True))
    assert (two.known_at("phone"), two.known_at("tablet")) == ({"a"}, {"a"})
    assert two.private() == {"a", "b"}
    two.delete("a")
    assert (two.known_at("phone"), two.private()) == (set(), {"b"})


def test_a_match_that_is_gone_has_no_door_and_no_guests(two):
    two.hang_door("a", Door("K7M4RX"))
    two.admit("a", "phone", Guest(Part.TABLE, "2026-01-01"))
    two.delete("a")
    assert two.match_behind("K7M4RX") is None
    two.hang_door("b", Door("K7M4RX"))
    two.create("a", [Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "2026-01-01")])
    assert (two.door("a"), dict(two.guests("a"))) == (None, {})


def test_doors_and_guests_survive_the_process(tmp_path):
    path = tmp_path / "referee.sqlite3"
    store = SqliteStore(path)
    store.create("a", [Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "2026-01-01")])
    door = store.hang_door("a", Door("K7M4RX", "tablet", "2026", guarded=True))
    store.admit("a", "tablet", Guest(Part.TABLE, "2026"))
    store.close()
    store = SqliteStore(path)
    assert store.door("a") == door
    assert store.guests("a") == {"tablet": Guest(Part.TABLE, "2026")}
    store.close()


@pytest.mark.parametrize("stored", sorted(STORED.glob("schema-*.sql")), ids=lambda path: path.stem)
def test_an_older_file_ends_up_with_the_tables_of_a_new_one(stored, tmp_path):
    old, new = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    connection = sqlite3.connect(old)
    connection.executescript(stored.read_text("utf-8"))
    connection.close()
    for path in (old, new):
        SqliteStore(path).close()
    assert tables(old) == tables(new)


def tables(path):
    """Give the tables of a file with their columns and keys."""
    connection = sqlite3.connect(path)
    listed = connection.execute("SELECT name, strict, wr FROM pragma_table_list").fetchall()
    found = {
        name: [
            marks,
            *connection.execute(f"PRAGMA table_info({name})"),
            *connection.execute(f"PRAGMA foreign_key_list({name})"),
            *sorted(one[1:] for one in connection.execute(f"PRAGMA index_list({name})")),
        ]
        for name, *marks in listed
        if not name.startswith("sqlite_")
    }
    connection.close()
    return found
