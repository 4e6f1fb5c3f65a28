"""A damaged file of matches: what can be read is saved, whichever part of it is broken."""

import random
import sqlite3
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core import Seat, Setup
from referee.match import (
    Hold,
    Opened,
    Played,
    Row,
    SqliteStore,
    is_damaged,
    mark_rescue_read,
    rescue,
    unread_rescue,
)
from referee.match.care.backups import back_up
from referee.match.storage.counts import forget_counts
from referee.match.storage.sqlite_pages import rows_in

PAGE = 4096
MATCHES = 12
ROWS = 40


def opened(key):
    return Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "2026-01-01T00:00:00+00:00", key=key)


def played(match, seq, length=60):
    text = f"marker {match} {seq} " + "x" * length
    return Row(seq, Played(text), "2026-01-01T00:00:00+00:00", key=f"{match} {seq}", act=seq)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "referee.sqlite3"


@pytest.fixture
def filled(path):
    """A file of matches whose entries are each like no other; some are longer than a page."""
    store = SqliteStore(path)
    for number in range(MATCHES):
        match = f"match-{number:02}"
        store.create(match, [opened(f"opening {number}")])
        rows = [played(match, seq, 9000 if seq == 20 else 60) for seq in range(1, ROWS)]
        store.append(match, rows)
        store.hold(match, Seat(0), Hold(f"device {number}", own=True))
    store.keep("signing key", "a key")
    store.close()
    return path


def logs(path):
    store = SqliteStore(path)
    found = {stored.id: store.rows(stored.id) for stored in store.matches()}
    store.close()
    return found


def overwrite(path, at, content):
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


KINDS = {
    "noise": random.Random(4096).randbytes(PAGE),
    "nothing": bytes(PAGE),
    "ones": b"\xff" * PAGE,
}


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_4_kb_are_overwritten_all_other_entries_are_saved(filled, kind, tmp_path):
    """Each entry that is not found again stood in those 4 KB."""
    content = filled.read_bytes()
    before = {row.entry.text for log in logs(filled).values() for row in log[1:]}
    for at in range(0, len(content), PAGE // 2):  # also across two pages
        file = tmp_path / "one" / "referee.sqlite3"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
        overwrite(file, at, KINDS[kind][: len(content) - at])
        found = {row[5] for row in rows_in(file) if len(row) == 11}
        for text in before - found:
            broken = content[at // PAGE * PAGE : at + PAGE + PAGE // 2]
            marker = text.rstrip("x").encode()
            assert marker in broken or len(text) > PAGE, (at, text)


@pytest.mark.parametrize("place", ["first", "middle", "last", "root"])
def test_a_sound_file_takes_the_place_of_a_damaged_one(filled, place):
    before, content = logs(filled), filled.read_bytes()
    pages = len(content) // PAGE
    with closing(sqlite3.connect(filled)) as asked:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'entries'"
        (root,) = asked.execute(query).fetchone()
    number = {"first": 1, "middle": pages // 2, "last": pages, "root": root}[place]
    overwrite(filled, (number - 1) * PAGE, KINDS["noise"])
    damaged = filled.read_bytes()
    assert is_damaged(filled)
    found = rescue(filled)
    assert not is_damaged(filled)
    assert filled.with_name(found.aside).read_bytes() == damaged
    assert found.aside.startswith("referee-damaged-20")
    after = logs(filled)
    assert after.keys() <= before.keys()
    assert all(before[match][: len(log)] == log for match, log in after.items())
    assert found.saved == len(after) >= MATCHES - 2
    assert sum(after[match] == before[match] for match in after) >= (0 if place == "root" else 9)
    assert filled.stat().st_mode & 0o777 == 0o600


def test_of_a_file_whose_head_is_gone_every_match_is_whole(filled):
    before = logs(filled)
    overwrite(filled, 0, KINDS["noise"])
    found = rescue(filled)
    assert (found.saved, found.short, found.lost) == (MATCHES, 0, 0)
    assert logs(filled) == before


def test_what_seats_and_devices_need_is_taken_along(filled):
    middle = filled.stat().st_size // PAGE // 2
    overwrite(filled, middle * PAGE, KINDS["nothing"])
    rescue(filled)
    store = SqliteStore(filled)
    assert store.holds("match-03") == {0: Hold("device 3", own=True)}
    assert store.kept("signing key") == "a key"
    assert store.find("opening 1") == "match-01"
    assert [stored.id for stored in store.matches()][-1] == "match-00", "in their order"
    store.close()


def test_people_are_told_until_they_have_read_it(filled):
    overwrite(filled, 0, KINDS["ones"])
    found = rescue(filled)
    store = SqliteStore(filled)
    assert unread_rescue(store) == found
    assert str(found.text) == (
        "The stored matches were damaged. 12 of them could be saved. The last entries may be"
        f" missing: check each match before you play on. The damaged file is kept as {found.aside}."
    )
    mark_rescue_read(store)
    assert unread_rescue(store) is None
    store.close()


def test_what_waited_to_be_brought_into_the_file_is_saved_too(filled):
    store = SqliteStore(filled)
    store.append("match-04", [played("match-04", ROWS)])
    waiting = filled.with_name("referee.sqlite3-wal")
    kept = filled.read_bytes(), waiting.read_bytes()
    store.close()
    for path, content in zip((filled, waiting), kept, strict=True):
        path.write_bytes(content)
    overwrite(filled, 0, KINDS["noise"])
    found = rescue(filled)
    assert logs(filled)["match-04"][-1] == played("match-04", ROWS)
    assert filled.with_name(f"{found.aside}-wal").read_bytes() == kept[1]


def test_a_match_that_was_deleted_does_not_come_back(filled):
    store = SqliteStore(filled)
    store.delete("match-02")
    store.close()
    overwrite(filled, 0, KINDS["noise"])
    rescue(filled)
    assert "match-02" not in logs(filled)
    assert "match-02" not in {row[0] for row in rows_in(filled)}


def test_a_file_that_is_sound_new_or_not_there_is_not_damaged(filled, tmp_path):
    assert not is_damaged(filled)
    assert not is_damaged(tmp_path / "not-there.sqlite3")
    (tmp_path / "new.sqlite3").touch()
    assert not is_damaged(tmp_path / "new.sqlite3")


def test_an_empty_file_is_damaged_where_there_are_backups_of_what_it_held(filled, tmp_path):
    back_up(filled, tmp_path / "backups")
    filled.write_bytes(b"")
    forget_counts(filled)
    assert is_damaged(filled, tmp_path / "backups")
    assert not is_damaged(filled, tmp_path / "other")
    found = rescue(filled)
    assert str(found.text).startswith("The stored matches were damaged, and none of them could be")
    assert "“referee restore FILE”" in str(found.text)
    assert "check each match" not in str(found.text)
    assert not is_damaged(filled, tmp_path / "backups")


def test_a_file_that_somebody_is_writing_to_is_not_damaged(filled):
    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM kept")
        assert not is_damaged(filled)
        other.execute("ROLLBACK")


def test_two_damaged_files_of_one_second_are_both_kept(filled):
    asides = set()
    for _ in range(3):
        overwrite(filled, 0, KINDS["noise"])
        asides.add(rescue(filled).aside)
    assert len(asides) == 3
    assert all(filled.with_name(name).exists() for name in asides)


VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.text(max_size=40),
    st.integers(0, 9000).map(lambda length: "long" * length),
    st.binary(max_size=40),
)


@given(st.sampled_from([512, 1024, 4096, 65536]), st.lists(st.tuples(VALUES, VALUES), max_size=30))
@settings(max_examples=40)
def test_rows_are_read_off_the_pages_as_sqlite_reads_them(tmp_path_factory, size, rows):
    path = tmp_path_factory.mktemp("pages") / "any.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.execute(f"PRAGMA page_size = {size}")
        made.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, a ANY, b ANY) STRICT, WITHOUT ROWID")
        made.executemany(
            "INSERT INTO t VALUES (?, ?, ?)", [(n, *row) for n, row in enumerate(rows)]
        )
        made.commit()
        stored = made.execute("SELECT * FROM t").fetchall()
    found = [tuple(row) for row in rows_in(path) if len(row) == 3]
    assert sorted(found, key=lambda row: int(str(row[0]))) == stored
