"""What took long to make is made once, however many ask for it, and only so much is kept."""

import gevent
import pytest

from referee.web.request.caches import Cache


def test_whoever_asks_for_what_is_being_made_waits_for_it():
    cache: Cache[int] = Cache(4)
    made: list[str] = []

    def make():
        made.append("begun")
        gevent.sleep(0)
        return len(made)

    asking = [gevent.spawn(cache.get, "same", make) for _ in range(20)]
    assert [one.get(timeout=60) for one in asking] == [1] * 20
    assert made == ["begun"]


def test_what_could_not_be_made_is_tried_again_by_the_next():
    cache: Cache[int] = Cache(4)

    def fail():
        raise KeyError("no")

    with pytest.raises(KeyError):
        cache.get("key", fail)
    assert cache.get("key", lambda: 1) == 1


def test_what_was_asked_for_last_is_kept_and_no_more():
    cache: Cache[str] = Cache(2)
    made: list[str] = []

    def make():
        made.append(key)
        return key

    for key in "abacb":
        assert cache.get(key, make) == key
    assert made == ["a", "b", "c", "b"]
