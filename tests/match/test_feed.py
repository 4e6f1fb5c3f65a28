"""Watchers hear of what was entered, whatever thread it came from."""

import threading
import time

from referee.match import Feed


def test_a_watcher_hears_of_what_is_announced_later():
    feed = Feed()
    with feed.subscribe("a") as watcher:
        threading.Timer(0.02, feed.announce, ("a", 5)).start()
        assert watcher.next(after=4, timeout=60) == 5


def test_a_watcher_that_is_slow_hears_only_of_the_newest():
    feed = Feed()
    with feed.subscribe("a") as watcher:
        for seq in (1, 2, 3):
            feed.announce("a", seq)
        assert watcher.next(after=0, timeout=0) == 3
        assert watcher.next(after=3, timeout=0) is None


def test_a_late_announcement_does_not_turn_back_the_time():
    feed = Feed()
    with feed.subscribe("a") as watcher:
        feed.announce("a", 3)
        feed.announce("a", 2)
        assert watcher.next(after=0, timeout=0) == 3


def test_nobody_hears_of_other_matches():
    feed = Feed()
    with feed.subscribe("a") as watcher:
        feed.announce("b", 9)
        assert watcher.next(after=0, timeout=0.01) is None


def test_waiting_in_vain_takes_as_long_as_was_asked_for():
    with Feed().subscribe("a") as watcher:
        begun = time.monotonic()
        assert watcher.next(after=0, timeout=0.05) is None
        assert time.monotonic() - begun >= 0.05


def test_the_last_watcher_leaves_nothing_behind():
    feed = Feed()
    first, second = feed.subscribe("a"), feed.subscribe("a")
    assert feed.watchers("a") == 2
    first.close()
    first.close()
    assert feed.watchers("a") == 1
    second.close()
    assert feed.watchers("a") == 0
    assert feed._channels == {}


def test_closing_the_feed_wakes_everybody_for_good():
    feed = Feed()
    with feed.subscribe("a") as watcher:
        threading.Timer(0.02, feed.close).start()
        assert watcher.next(after=0, timeout=60) is None
        assert watcher.is_over
        with feed.subscribe("b") as late:
            assert late.is_over


def test_many_watchers_all_hear_of_the_last_entry():
    feed = Feed()
    heard: list[int] = []

    def watch():
        with feed.subscribe("a") as watcher:
            ready.release()
            seq = 0
            while seq < 50:
                seq = watcher.next(after=seq, timeout=60) or 99
            heard.append(seq)

    ready = threading.Semaphore(0)
    threads = [threading.Thread(target=watch) for _ in range(20)]
    for thread in threads:
        thread.start()
    for _ in threads:
        ready.acquire()
    for seq in range(1, 51):
        feed.announce("a", seq)
    for thread in threads:
        thread.join()
    assert heard == [50] * 20


def test_a_nudge_ends_the_waiting_once_although_nothing_was_entered():
    feed = Feed()
    with feed.subscribe("m") as news:
        feed.announce("m", 3)
        feed.nudge("m")
        assert 3 == news.next(after=2, timeout=60)
        feed.nudge("m")
        begun = time.monotonic()
        assert news.next(after=3, timeout=60) is None
        assert time.monotonic() - begun < 30
        assert news.next(after=3, timeout=0.05) is None
        assert time.monotonic() - begun >= 0.05


def test_a_watcher_that_slept_in_vain_hears_of_the_next_news_at_once():
    feed = Feed()
    with feed.subscribe("m") as news, feed.subscribe("m") as other:
        for seq in range(1, 4):
            assert news.next(after=seq, timeout=0.01) is None
            feed.announce("m", seq + 1)
            threading.Timer(0.02, feed.nudge, ("m",)).start()
            begun = time.monotonic()
            assert news.next(after=seq + 1, timeout=60) is None
            assert time.monotonic() - begun < 30
        assert other.next(after=0, timeout=60) == 4
