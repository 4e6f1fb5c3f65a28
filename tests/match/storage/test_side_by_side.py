"""Two processes that share a database show one game: what one enters, the other's watchers see."""

import threading

import pytest

from referee.core import Setup
from referee.match import Matches, StaleSeq, UnknownMatch
from referee.match.kept import value_of
from referee.match.storage.postgres import PostgresStore

NAMES = ("Ann", "Bo")
SOON_S = 10
"""Far more than it takes; a busy machine is no failure."""


@pytest.fixture
def processes(database, nim):
    """The matches of two processes, each with a store of its own and ears for the other."""
    stores = [PostgresStore(database, connections=3) for _ in range(2)]
    made = [Matches(store, {"nim": nim}) for store in stores]
    for matches in made:
        matches.follow_others()
    yield made
    for store in stores:
        store.close()


@pytest.fixture
def enter(nim):
    def enter(match, text, **stamp):
        return match.submit([nim.parse(text)], expected_seq=match.seq, **stamp)

    return enter


def test_a_watcher_sees_what_another_process_enters(processes, enter):
    one, other = processes
    match = one.open("nim", Setup(NAMES))
    with other.feed.subscribe(match.id) as watcher:
        there = other.get(match.id)
        for seq, text in enumerate(("take seat=0 heap=0", "take seat=1 heap=1"), start=1):
            enter(match, text)
            assert watcher.next(after=seq - 1, timeout=SOON_S) == seq
            assert other.followed(match.id).now == match.now
        assert there is other.get(match.id)


def test_a_watcher_hears_of_a_match_that_has_left_the_memory(database, nim, enter):
    store, other_store = PostgresStore(database), PostgresStore(database)
    one, other = Matches(store, {"nim": nim}), Matches(other_store, {"nim": nim}, keeping=0)
    other.follow_others()
    match = one.open("nim", Setup(NAMES))
    with other.feed.subscribe(match.id) as watcher:
        enter(match, "take seat=0 heap=0")
        assert watcher.next(after=0, timeout=SOON_S) == 1
        assert other.followed(match.id).seq == 1
    store.close()
    other_store.close()


def test_a_page_is_new_even_before_the_news_have_come(processes, enter):
    one, other = processes
    match = one.open("nim", Setup(NAMES))
    other.get(match.id)
    other._store._listener.close()
    enter(match, "take seat=0 heap=0")
    with other.feed.subscribe(match.id) as watcher:
        assert other.followed(match.id).seq == 0
        assert other.get(match.id).seq == 1
        assert watcher.next(after=0, timeout=0) == 1, "who looks tells the others"


def test_a_nudge_reaches_the_watchers_of_both(processes):
    one, other = processes
    match = one.open("nim", Setup(NAMES))
    with one.feed.subscribe(match.id) as here, other.feed.subscribe(match.id) as there:
        woken = threading.Event()

        def wait():
            there.next(after=9, timeout=SOON_S)
            woken.set()

        waiting = threading.Thread(target=wait)
        waiting.start()
        one.feed.nudge(match.id)
        here.next(after=9, timeout=SOON_S)
        assert woken.wait(SOON_S)
        waiting.join()


def test_a_match_that_another_process_deletes_is_gone_here(processes):
    one, other = processes
    match = one.open("nim", Setup(NAMES))
    known = other.get(match.id)
    with other.feed.subscribe(match.id) as watcher:
        one.delete(match.id)
        assert watcher.next(after=known.seq, timeout=SOON_S) == 1
    for matches in processes:
        with pytest.raises(UnknownMatch):
            matches.get(match.id)
        with pytest.raises(UnknownMatch):
            matches.followed(match.id)


def test_of_two_entries_for_one_moment_the_second_is_told_who_was_faster(processes, enter, nim):
    one, other = processes
    match = one.open("nim", Setup(NAMES))
    there = other.get(match.id)
    enter(match, "take seat=0 heap=0")
    with pytest.raises(StaleSeq, match="Ann takes 1 from heap 0"):
        there.submit([nim.parse("take seat=0 heap=0 count=2")], expected_seq=0)
    assert there.now == match.now


def test_a_command_that_is_sent_again_to_the_other_process_counts_once(processes, nim):
    one, other = processes
    match = one.open("nim", Setup(NAMES), key="open")
    assert other.open("nim", Setup(NAMES), key="open").id == match.id
    there = other.get(match.id)
    action = [nim.parse("take seat=0 heap=0")]
    assert match.submit(action, expected_seq=0, key="k") == there.submit(
        action, expected_seq=0, key="k"
    )
    assert len(one.list()) == 1
    assert there.seq == 1


def test_what_tables_of_two_processes_teach_at_one_moment_is_all_kept(processes, nim):
    one, other = processes
    tables = [matches.open("nim", Setup(NAMES)) for matches in processes for _ in range(3)]
    threads = [
        threading.Thread(
            target=table.submit,
            args=([nim.parse(f"overrule heap heap=0 count={number} why=x")],),
            kwargs={"expected_seq": 0},
        )
        for number, table in enumerate(tables)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = other._store.kept("nim/first heap")
    for table in tables:
        assert table.id in kept
    assert one.kept("nim")["first heap"] == value_of(kept)


def test_what_another_process_has_taught_is_taken_back_here(processes, enter):
    one, other = processes
    match = one.open("nim", Setup(NAMES))
    there = other.get(match.id)
    enter(match, "overrule heap heap=0 count=5 why=x")
    assert other.kept("nim") == {"first heap": "5"}
    there.undo(expected_seq=1)
    assert one.kept("nim") == {}


def test_what_was_missed_while_the_database_was_away_is_caught_up_with(postgres, processes, enter):
    one, other = processes
    match = one.open("nim", Setup(NAMES))
    other.get(match.id)
    with other.feed.subscribe(match.id) as watcher:
        other._store._listener._over.set()
        postgres.stop()
        postgres.start()
        enter(match, "take seat=0 heap=0")
        assert other.followed(match.id).seq == 0
        other._store._listener._over.clear()
        other.follow_others()
        assert watcher.next(after=0, timeout=SOON_S) == 1
        assert other.followed(match.id).now == match.now
