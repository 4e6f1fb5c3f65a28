"""All stores through the same tests, and what only the one on the disk promises."""

import os
import resource
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from referee.core import Outcome, Seat, Setup
from referee.match import (
    Closed,
    Hold,
    HoldChange,
    NewerStore,
    Opened,
    Played,
    Row,
    SeqTaken,
    SqliteStore,
    StoreFailed,
    UnknownMatch,
    Visit,
)
from referee.match.storage import sqlite


def opened(key="", names=("Ann", "Bo")):
    return Row(0, Opened(1, "nim", Setup(names)), "2026-01-01", "tap", "tablet", key)


def played(seq, text="take", key=""):
    return Row(seq, Played(text), f"2026-01-0{seq}", "camera 0.97", "phone", key, seq)


def test_rows_come_back_as_they_were_given(store):
    store.create("a", [opened(), played(1, 'say="é\n☃"')])
    store.append("a", [played(2, key="k"), played(3)])
    assert store.rows("a") == (opened(), played(1, 'say="é\n☃"'), played(2, key="k"), played(3))
    assert store.rows("a", after=1) == (played(2, key="k"), played(3))
    assert store.rows("a", after=3) == ()


def test_a_match_that_was_never_made_is_unknown(store):
    with pytest.raises(UnknownMatch, match="There is no match “a”"):
        store.rows("a")
    with pytest.raises(UnknownMatch):
        store.append("a", [played(1)])
    with pytest.raises(UnknownMatch):
        store.append("a", [played(1), played(2)])
    with pytest.raises(UnknownMatch):
        store.delete("a")


def test_a_place_is_taken_once(store):
    store.create("a", [opened()])
    store.append("a", [played(1)])
    with pytest.raises(SeqTaken):
        store.append("a", [played(1, "other")])
    assert store.rows("a") == (opened(), played(1))


def test_of_an_append_that_fails_nothing_stays(store):
    store.create("a", [opened(), played(1), played(2)])
    with pytest.raises(SeqTaken):
        store.append("a", [played(3), played(1)])
    assert store.rows("a", after=2) == ()


def test_an_id_is_given_once(store):
    store.create("a", [opened()])
    with pytest.raises(SeqTaken):
        store.create("a", [opened()])


def test_a_match_is_found_by_the_key_that_opened_it(store):
    store.create("a", [opened("k")])
    store.create("b", [opened()])
    store.create("c", [opened()])
    assert store.find("k") == "a"
    assert store.find("other") is None
    with pytest.raises(SeqTaken):
        store.create("d", [opened("k")])


def test_matches_are_listed_with_the_latest_first(store):
    store.create("b", [opened(names=("Cy", "Di"))])
    store.create("a", [opened(), played(1)])
    outcome = Outcome("last-taken", (Seat(1),))
    store.append("a", [Row(2, Closed(outcome), "2026-01-05", act=2)])
    first, second = store.matches()
    assert (first.id, first.slug, first.names) == ("a", "nim", ("Ann", "Bo"))
    assert (first.opened_at, first.last_at) == ("2026-01-01", "2026-01-05")
    assert (first.seq, first.outcome) == (2, outcome)
    assert (second.id, second.names, second.seq, second.outcome) == ("b", ("Cy", "Di"), 0, None)


def test_a_deleted_match_is_gone_with_its_rows(store):
    store.create("a", [opened("k"), played(1)])
    store.create("b", [opened()])
    store.delete("a")
    assert [stored.id for stored in store.matches()] == ["b"]
    assert store.find("k") is None
    store.create("a", [opened()])
    assert store.rows("a") == (opened(),)


def test_a_seat_is_held_by_the_device_that_came_first_until_it_lets_go(store):
    store.create("a", [opened()])
    store.hold("a", Seat(1), Hold("tablet"))
    with pytest.raises(SeqTaken):
        store.hold("a", Seat(1), Hold("phone", own=True))
    store.hold("a", Seat(1), Hold("tablet", own=True))
    assert store.holds("a") == {1: Hold("tablet", own=True)}
    store.release("a", Seat(1))
    store.release("a", Seat(0))
    store.hold("a", Seat(1), Hold("phone"))
    store.hold("a", Seat(0), Hold("phone"))
    assert store.holds("a") == {0: Hold("phone"), 1: Hold("phone")}
    assert store.holds("b") == {}
    with pytest.raises(UnknownMatch):
        store.hold("b", Seat(0), Hold("phone"))


def test_a_device_is_the_own_one_of_one_seat(store):
    store.create("m", [opened()])
    store.hold("m", Seat(0), Hold("phone", own=True))
    with pytest.raises(SeqTaken):
        store.hold("m", Seat(1), Hold("phone", own=True))
    assert store.holds("m") == {Seat(0): Hold("phone", own=True)}
    store.hold("m", Seat(1), Hold("phone"))
    with pytest.raises(SeqTaken):
        store.hold("m", Seat(1), Hold("phone", own=True))
    store.hold("m", Seat(0), Hold("phone", own=True))
    store.release("m", Seat(0))
    store.hold("m", Seat(1), Hold("phone", own=True))
    store.create("n", [opened()])
    store.hold("n", Seat(0), Hold("phone", own=True))
    assert store.holds("m") == {Seat(1): Hold("phone", own=True)}


def test_nobody_holds_a_seat_of_a_match_that_is_gone(store):
    store.create("a", [opened()])
    store.hold("a", Seat(1), Hold("tablet"))
    store.delete("a")
    store.create("a", [opened()])
    assert store.holds("a") == {}


def test_who_was_at_the_hidden_cards_is_kept_with_the_match(store):
    for match in ("a", "b"):
        store.create(match, [Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "t")])
    visits = [
        Visit(Seat(1), HoldChange.OPENED, "1"),
        Visit(Seat(0), HoldChange.TAKEN, "2", "tablet"),
    ]
    for visit in visits:
        store.visit("a", visit)
    assert store.visits("a") == (visits[1], visits[0])
    assert store.visits("b") == ()
    with pytest.raises(UnknownMatch):
        store.visit("none", visits[0])
    store.delete("a")
    assert store.visits("a") == ()


def test_up_to_where_a_seat_knows_of_peeks_is_kept_with_the_match(store):
    store.create("a", [opened()])
    assert store.informed_up_to("a", Seat(1)) == 0
    store.set_informed("a", Seat(1), 4)
    store.set_informed("a", Seat(1), 7)
    assert (store.informed_up_to("a", Seat(0)), store.informed_up_to("a", Seat(1))) == (0, 7)
    with pytest.raises(UnknownMatch):
        store.set_informed("none", Seat(1), 4)
    store.delete("a")
    assert store.informed_up_to("a", Seat(1)) == 0


def test_what_is_kept_under_a_name_is_replaced(store):
    assert store.kept("council") is None
    store.keep("council", "3,3,2")
    store.keep("council", "2,2,1")
    store.keep("another", "x")
    assert store.kept("council") == "2,2,1"
    assert store.all_kept() == {"another": "x", "council": "2,2,1"}


def test_what_is_forgotten_is_kept_no_longer(store):
    store.keep("council", "3,3,2")
    store.keep("another", "x")
    for _ in range(2):
        store.forget("council")
    assert store.all_kept() == {"another": "x"}
    assert store.change("council", "1", was=None)


def test_what_is_kept_is_changed_only_where_it_is_as_it_was_thought_to_be(store):
    assert not store.change("key", "b", was="a")
    assert store.change("key", "a", was=None)
    assert not store.change("key", "b", was=None)
    assert store.change("key", "b", was="a")
    assert not store.change("key", "c", was="a")
    assert store.kept("key") == "b"


def test_a_slip_is_taken_once(store):
    store.put_token("one", "here")
    store.put_token("other", "there")
    assert store.take_token("one") == "here"
    assert store.take_token("one") is None
    assert store.take_token("other") == "there"


def test_any_letter_comes_back_as_it_was_given(store):
    for number, text in enumerate(["\x00", "\x1a", "a\x1aN\x00Z\x1a\x1a", "é☃😀\u202e", "%s'\\"]):
        rows = (opened(text), played(1, text, key=text))
        store.create(f"{number}{text}", rows)
        assert store.rows(f"{number}{text}") == rows
        assert store.find(text) == f"{number}{text}"
        store.keep(text, text)
        assert store.kept(text) == text
    with pytest.raises(UnknownMatch):
        store.rows("\x00")


def test_of_many_writers_each_place_goes_to_one(store):
    store.create("a", [opened()])
    taken, lost = [], []

    def write(name):
        for seq in range(1, 21):
            try:
                store.append("a", [played(seq, name)])
                taken.append(seq)
            except SeqTaken:
                lost.append(seq)

    threads = [threading.Thread(target=write, args=(f"w{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == list(range(1, 21))
    assert len(lost) == 60
    assert [row.seq for row in store.rows("a")] == list(range(21))


# ---------------------------------------------------------------- on the disk


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "referee.sqlite3"


def test_a_file_keeps_everything_for_the_next_start(path):
    first = SqliteStore(path)
    first.create("a", [opened("k"), played(1)])
    first.keep("council", "3")
    first.close()
    second = SqliteStore(path)
    assert second.rows("a") == (opened("k"), played(1))
    assert second.kept("council") == "3"
    second.close()


def test_a_file_is_set_up_for_durability(path):
    store = SqliteStore(path)
    ask = store._connection.execute
    assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
    assert ask("PRAGMA synchronous").fetchone() == (2,)
    assert ask("PRAGMA busy_timeout").fetchone() == (5000,)
    assert ask("PRAGMA user_version").fetchone() == (sqlite.VERSION,)
    store.close()


def log_of(path):
    return path.with_name(f"{path.name}-wal")


def test_no_entry_makes_the_log_longer_where_room_was_made(path):
    store = SqliteStore(path)
    store.create("a", [opened()])
    store.make_room()
    size = log_of(path).stat().st_size
    for seq in range(1, 40):
        store.append("a", [played(seq)])
    assert log_of(path).stat().st_size == size > 40 * 4096
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._connection.execute("PRAGMA wal_autocheckpoint").fetchone() == (1000,)
    other = SqliteStore(path)
    assert len(other.rows("a")) == 40
    other.close()
    store.close()


def test_no_room_is_made_where_the_disk_has_little(path, monkeypatch):
    monkeypatch.setattr(sqlite, "_PLENTY", 2**63)
    store = SqliteStore(path)
    size = log_of(path).stat().st_size
    store.make_room()
    assert log_of(path).stat().st_size == size
    store.close()


def test_where_a_log_cannot_grow_it_is_used_as_it_is(path):
    store = SqliteStore(path)
    store.create("a", [opened()])
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        store.make_room()
        store.append("a", [played(1)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert len(store.rows("a")) == 2
    store.close()


def test_nobody_else_on_the_machine_may_read_what_is_kept(path):
    before = os.umask(0)
    try:
        store = SqliteStore(path)
        store.create("a", [Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "t")])
    finally:
        os.umask(before)
    files = sorted(path.parent.glob(f"{path.name}*"))
    assert [file.name.removeprefix(path.name) for file in files] == ["", "-count", "-shm", "-wal"]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    store.close()


def test_two_processes_may_use_one_file(path):
    one, other = SqliteStore(path), SqliteStore(path)
    one.create("a", [opened()])
    other.append("a", [played(1)])
    with pytest.raises(SeqTaken):
        one.append("a", [played(1)])
    assert one.rows("a") == other.rows("a")
    one.close()
    other.close()


def test_a_file_of_a_newer_referee_is_left_alone(path):
    SqliteStore(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(NewerStore, match="stored by a newer referee") as newer:
        SqliteStore(path)
    assert "99" in newer.value.detail


def test_a_file_of_an_older_referee_is_brought_along(path, monkeypatch):
    SqliteStore(path).close()
    newer = sqlite.VERSION + 1
    monkeypatch.setattr(sqlite, "VERSION", newer)
    script = "ALTER TABLE kept ADD COLUMN at TEXT;\nCREATE TABLE more (id TEXT);\n"
    monkeypatch.setattr(sqlite, "_MIGRATIONS", {newer: script})
    store = SqliteStore(path)
    ask = store._connection.execute
    assert ask("PRAGMA user_version").fetchone() == (newer,)
    assert ask("SELECT name, value, at FROM kept").fetchall() == []
    store.close()


def test_a_file_that_is_no_database_is_refused_in_plain_words(path):
    path.parent.mkdir()
    path.write_bytes(b"not a database, but long enough to be read as one" * 50)
    with pytest.raises(StoreFailed, match="cannot be read as stored matches"):
        SqliteStore(path)


def test_a_folder_that_cannot_be_made_is_refused_in_plain_words(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed):
        SqliteStore(tmp_path / "file" / "referee.sqlite3")


def test_a_closed_store_takes_nothing(path):
    store = SqliteStore(path)
    store.close()
    with pytest.raises(StoreFailed):
        store.keep("a", "b")


def test_a_row_that_cannot_be_read_does_not_hide_the_other_matches(path):
    store = SqliteStore(path)
    store.create("a", [opened()])
    store.create("b", [opened()])
    store._connection.execute("UPDATE entries SET body = 'junk' WHERE match = 'a'")
    assert [(stored.id, stored.slug) for stored in store.matches()] == [("b", "nim"), ("a", "")]
    store.close()


# ---------------------------------------------------------------- in memory


def test_a_store_in_memory_leaves_no_file_behind(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    store = SqliteStore(":memory:")
    store.create("a", [opened(), played(1)])
    store.settle()
    store.delete("a")
    store.close()
    assert list(tmp_path.iterdir()) == []


def test_each_store_in_memory_has_matches_of_its_own():
    one, other = SqliteStore(":memory:"), SqliteStore(":memory:")
    one.create("a", [opened()])
    assert [stored.id for stored in one.matches()] == ["a"]
    assert other.matches() == ()
    one.close()
    other.close()


def test_many_threads_may_use_a_store_in_memory_together():
    store = SqliteStore(":memory:")
    store.create("a", [opened()])

    def use(number):
        for _ in range(50):
            store.keep(f"{number}", "x")
            store.rows("a")
            store.holds("a")

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(use, range(4)))
    assert len(store.all_kept()) == 4
    store.close()
