"""Who waits where for a file in which another process writes, or for a disk."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event

import pytest

from referee.core import Setup
from referee.match import SeqTaken, SqliteStore, StoreBusy, UnknownMatch
from referee.match.log import Opened, Played, Row
from referee.match.storage import sqlite_connections

PATIENCE_S = 0.3


class Thread:
    """A worker as a server makes it, without a loop; it counts what was `done`."""

    def __init__(self):
        self.pool = ThreadPoolExecutor(1)
        self.done = 0

    def run(self, work):
        self.done += 1
        return self.pool.submit(work).result()

    def close(self):
        self.pool.shutdown()


def opened(match="a"):
    return Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "t", key=f"key of {match}")


def played(seq):
    return Row(seq, Played(f"take count={seq}"), "t")


@pytest.fixture
def writer():
    return Thread()


@pytest.fixture
def served(tmp_path, monkeypatch, writer):
    monkeypatch.setattr(sqlite_connections, "PATIENCE_S", PATIENCE_S)
    store = SqliteStore(tmp_path / "referee.sqlite3")
    store.hand_over(writer, Thread())
    store.create("a", [opened()])
    yield store
    store.close()


@pytest.fixture
def other(served):
    with closing(sqlite3.connect(served._path, isolation_level=None)) as connection:
        yield connection


def test_what_another_process_holds_is_waited_for_and_then_refused(served, other):
    other.execute("BEGIN IMMEDIATE")
    begun = time.monotonic()
    with pytest.raises(StoreBusy, match=r"Nothing was changed\. Please try again in a moment"):
        served.append("a", [played(1)])
    assert time.monotonic() - begun >= PATIENCE_S
    assert len(served.rows("a")) == 1
    other.execute("ROLLBACK")
    served.append("a", [played(1)])
    assert len(served.rows("a")) == 2


def test_a_store_knows_that_it_is_held_from_a_refusal_until_the_other_is_done(served, other):
    other.execute("BEGIN IMMEDIATE")
    assert not served.is_held(), "nobody asked for anything to be written yet"
    with pytest.raises(StoreBusy):
        served.append("a", [played(1)])
    assert served.is_held()
    other.execute("ROLLBACK")
    assert not served.is_held()
    served.append("a", [played(1)])


def test_whoever_comes_after_others_have_waited_in_vain_does_not_wait_as_long_again(
    served, other, writer
):
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        served.append("a", [played(1)])
    before = writer.done
    with pytest.raises(StoreBusy):
        served.append("a", [played(1)])
    assert writer.done == before + 1, "it is tried once"


def test_a_file_that_was_free_meanwhile_is_waited_for_anew(served, other, writer):
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        served.append("a", [played(1)])
    other.execute("ROLLBACK")
    served.append("a", [played(1)])
    other.execute("BEGIN IMMEDIATE")
    before = writer.done
    with pytest.raises(StoreBusy):
        served.append("a", [played(2)])
    assert writer.done > before + 1, "it is tried again and again"


def test_what_is_read_waits_neither_for_another_process_nor_for_the_disk(served, other, writer):
    other.execute("BEGIN IMMEDIATE")
    done = Event()
    writing = writer.pool.submit(done.wait)
    assert served.kept("anything") is None
    assert served.lobby("a") is None
    assert len(served.rows("a")) == 1
    assert [match.id for match in served.matches()] == ["a"]
    done.set()
    writing.result()


def test_what_was_written_is_read_at_once(served):
    served.keep("council", "3")
    assert served.kept("council") == "3"
    served.create("b", [opened("b"), played(1)])
    assert served.find("key of b") == "b"
    assert len(served.rows("b")) == 2


def test_a_worker_raises_what_the_store_says(served):
    with pytest.raises(SeqTaken):
        served.append("a", [opened()])
    with pytest.raises(UnknownMatch):
        served.append("b", [played(1)])
    with pytest.raises(UnknownMatch):
        served.rows("b")


def test_without_workers_all_is_done_where_it_is_asked_for(tmp_path):
    store = SqliteStore(tmp_path / "alone.sqlite3")
    (waits,) = store._connection.execute("PRAGMA busy_timeout").fetchone()
    assert waits == 5_000
    assert store._connection is store._quick is store._long
    store.close()
