"""Several stores side by side in a PostgreSQL database."""

import random
import threading
import time

import pytest
from heard_stores import DEADLINE_S, ROWS, Heard, played

from referee.core import Seat
from referee.match import SeqTaken
from referee.match.storage.news import Happened, News
from referee.match.storage.postgres import PostgresStore


def test_what_one_store_has_taken_the_other_gives(stores):
    one, other = stores
    one.create("a", ROWS)
    other.append("a", [played(1)])
    with pytest.raises(SeqTaken):
        one.append("a", [played(1)])
    assert one.rows("a") == other.rows("a") == (*ROWS, played(1))


def test_what_a_store_does_in_threads_of_its_own_draws_nothing_from_the_chance_of_tests(database):
    before = random.getstate()
    store = PostgresStore(database, connections=2)
    with store._database.connection(), store._database.connection():  # the pool grows in between
        store.follow(lambda _: None)
    store.close()
    assert random.getstate() == before


def test_a_slip_of_one_store_is_taken_once_by_the_other(stores):
    one, other = stores
    one.put_token("slip", "place")
    assert other.take_token("slip") == "place"
    assert one.take_token("slip") is None


def test_others_hear_of_what_is_entered_nudged_and_deleted_and_nobody_hears_himself(stores):
    one, other = stores
    here, there = Heard(one), Heard(other)
    one.create("a b", ROWS)
    begun = time.monotonic()
    one.append("a b", [played(1), played(2)])
    there.wait_for(News(Happened.ENTERED, "a b", 2))
    assert time.monotonic() - begun < 1
    other.nudge("a b")
    here.wait_for(News(Happened.NUDGED, "a b"))
    one.delete("a b")
    there.wait_for(News(Happened.DELETED, "a b"))
    assert [news.happened for news in here.news] == [Happened.MISSED, Happened.NUDGED]


def test_news_that_this_version_does_not_know_make_it_look_at_everything(postgres, stores):
    there = Heard(stores[0])
    for payload in ("x sung 1 a", "x", "", "x entered many a"):
        postgres.do(f"SELECT pg_notify('referee', '{payload}')")
    stores[1].nudge("a")
    there.wait_for(News(Happened.NUDGED, "a"))
    assert [news.happened for news in there.news] == [*[Happened.MISSED] * 5, Happened.NUDGED]


def test_whoever_cannot_take_in_news_hears_the_next_ones(stores):
    one, other = stores
    heard = []

    def hear(news):
        heard.append(news.match)
        if news.match == "bad":
            raise ZeroDivisionError

    other.follow(hear)
    one.nudge("bad")
    until = time.monotonic() + DEADLINE_S
    while heard.count("") < 2:  # it begins anew
        assert time.monotonic() < until
        time.sleep(0.01)
    one.nudge("good")
    while "good" not in heard:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_of_an_append_that_fails_nobody_hears(stores):
    one, other = stores
    there = Heard(other)
    one.create("a", ROWS)
    with pytest.raises(SeqTaken):
        one.append("a", [played(1), played(0)])
    one.append("a", [played(1)])
    there.wait_for(News(Happened.ENTERED, "a", 1))
    assert [news.seq for news in there.news if news.match] == [1]


def test_stores_that_begin_together_make_one_schema(database):
    made, threads = [], []

    def make():
        made.append(PostgresStore(database, connections=2))

    for _ in range(4):
        threads.append(threading.Thread(target=make))
        threads[-1].start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    made[0].create("a", ROWS)
    assert made[3].rows("a") == ROWS
    for store in made:
        store.close()


def test_seats_and_names_are_decided_once_for_all_stores(stores):
    one, other = stores
    assert one.change("key", "1", was=None)
    assert not other.change("key", "2", was=None)
    assert other.kept("key") == "1"
    one.create("a", ROWS)
    one.set_informed("a", Seat(0), 3)
    assert other.informed_up_to("a", Seat(0)) == 3
