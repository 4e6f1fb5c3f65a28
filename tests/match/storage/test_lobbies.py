"""What a store keeps of how matches are entered, and of the devices that are there."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from referee.core import Setup
from referee.match import (
    Device,
    DeviceRole,
    HostOrigin,
    Lobby,
    Opened,
    Row,
    SeqTaken,
    SqliteStore,
    UnknownMatch,
)

STORED = Path(__file__).parents[1] / "stored"
LINKED = Lobby("K7M4RX", token="long")  # noqa: S106 - it opens the table of a test


@pytest.fixture
def two(store):
    """Return a store with two matches, `a` and `b`."""
    for match in ("a", "b"):
        store.create(match, [Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "2026-01-01")])
    return store


def test_a_match_has_no_door_until_it_gets_one_and_then_keeps_it(two):
    assert two.lobby("a") is None
    first = Lobby("K7M4RX", "tablet", "2026-01-01", HostOrigin.CLAIMED)
    assert two.create_lobby("a", first) == first
    assert two.create_lobby("a", Lobby("000000", "other")) == first
    assert (two.lobby("a"), two.lobby("b")) == (first, None)


def test_a_code_leads_to_one_match(two):
    two.create_lobby("a", Lobby("K7M4RX"))
    with pytest.raises(SeqTaken):
        two.create_lobby("b", Lobby("K7M4RX"))
    two.create_lobby("b", Lobby("000000"))
    assert ("a", "b", None) == tuple(map(two.match_by_code, ("K7M4RX", "000000", "111111")))


def test_a_token_leads_to_one_match_and_no_token_nowhere(two):
    two.create_lobby("a", LINKED)
    two.create_lobby("b", Lobby("000000"))
    assert (two.match_by_token("long"), two.match_by_token("")) == ("a", None)
    assert two.match_by_token("K7M4RX") is None
    assert (two.lobby("a").link, two.lobby("b").link) == ("long", "000000")
    two.change_lobby(
        "a",
        replace(LINKED, token="other"),  # noqa: S106 - the same
        was=two.lobby("a"),
    )
    assert (two.match_by_token("long"), two.match_by_token("other")) == (None, "a")


def test_a_door_is_changed_only_by_who_knows_how_it_is(two):
    """Two tablets that take over at once cannot both believe that they did."""
    was = two.create_lobby("a", Lobby("K7M4RX", "lost"))
    locked = replace(was, host="one", way=HostOrigin.TAKEN, since="2026", locked=True, guarded=True)
    two.change_lobby("a", locked, was=was)
    with pytest.raises(SeqTaken):
        two.change_lobby("a", replace(was, host="other"), was=was)
    assert two.lobby("a") == locked
    with pytest.raises(SeqTaken):
        two.change_lobby("b", locked, was=was)


def test_a_door_is_for_a_match_that_is_there(store):
    with pytest.raises(UnknownMatch):
        store.create_lobby("a", Lobby("K7M4RX"))
    with pytest.raises(UnknownMatch):
        store.admit("a", "phone", Device(DeviceRole.SEAT, "1"))
    assert store.lobby("a") is None
    assert store.guests("a") == {}


def test_guests_are_kept_in_the_order_in_which_they_came(two):
    late = Device(DeviceRole.TELEVISION, "2026-01-02")
    early = Device(DeviceRole.SEAT, "2026-01-01", "2026-01-03", "taken")
    two.admit("a", "set", late)
    two.admit("a", "phone", early)
    assert list(two.guests("a").items()) == [("phone", early), ("set", late)]
    assert two.guests("b") == {}
    two.admit("a", "set", Device(DeviceRole.SPECTATOR, "2026-01-04"))
    assert two.guests("a")["set"].role is DeviceRole.SPECTATOR
    two.dismiss("a", "set")
    two.dismiss("a", "nobody")
    assert list(two.guests("a")) == ["phone"]


def test_only_who_has_said_what_it_is_can_be_seen(two):
    two.admit("a", "phone", Device(DeviceRole.SEAT, "2026-01-01", "2026-01-01", "taken"))
    two.see("a", "phone", "2026-01-05")
    two.see("a", "stranger", "2026-01-05")
    assert two.guests("a") == {
        "phone": Device(DeviceRole.SEAT, "2026-01-01", "2026-01-05", "taken")
    }


def test_a_device_is_known_where_it_is_something_or_the_host(two):
    lobby = two.create_lobby("a", Lobby("K7M4RX"))
    two.admit("a", "phone", Device(DeviceRole.SPECTATOR, "2026-01-01"))
    two.admit("b", "phone", Device(DeviceRole.NONE, "2026-01-01"))
    assert (two.known_at("phone"), two.known_at("tablet")) == ({"a"}, set())
    assert two.private() == set()
    two.change_lobby("a", replace(lobby, host="tablet"), was=lobby)
    two.create_lobby("b", Lobby("CCCCCC", locked=True))
    assert (two.known_at("phone"), two.known_at("tablet")) == ({"a"}, {"a"})
    assert two.private() == {"a", "b"}
    two.delete("a")
    assert (two.known_at("phone"), two.private()) == (set(), {"b"})


def test_a_match_that_is_gone_has_no_door_and_no_guests(two):
    two.create_lobby("a", Lobby("K7M4RX"))
    two.admit("a", "phone", Device(DeviceRole.TABLE, "2026-01-01"))
    two.delete("a")
    assert two.match_by_code("K7M4RX") is None
    two.create_lobby("b", Lobby("K7M4RX"))
    two.create("a", [Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "2026-01-01")])
    assert (two.lobby("a"), dict(two.guests("a"))) == (None, {})


def test_doors_and_guests_survive_the_process(tmp_path):
    path = tmp_path / "referee.sqlite3"
    store = SqliteStore(path)
    store.create("a", [Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "2026-01-01")])
    lobby = store.create_lobby("a", Lobby("K7M4RX", "tablet", "2026", guarded=True))
    store.admit("a", "tablet", Device(DeviceRole.TABLE, "2026"))
    store.close()
    store = SqliteStore(path)
    assert store.lobby("a") == lobby
    assert store.guests("a") == {"tablet": Device(DeviceRole.TABLE, "2026")}
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
    """Return the tables of a file with their columns and keys."""
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
