"""Streams at rest are sent their news together; who cannot take it at once is left to itself."""

import threading
import time
from contextlib import contextmanager

import pytest

from referee.web import Settings
from referee.web.screens import broadcast
from referee.web.screens.broadcast import CONNECTION


class Way:
    """A connection that takes so many bytes of each part at once, and the rest when waited for."""

    def __init__(self, most=10**9):
        self.most = most
        self.at_once, self.later, self._left = [], [], b""
        self.news = threading.Semaphore(0)

    def send(self, data):
        self.at_once.append(data[: self.most])
        self._left = data[self.most :]
        self.news.release()
        return not self._left

    def finish(self):
        if self._left:
            self.later.append(self._left)
            self._left = b""
            self.news.release()

    def wait(self):
        assert self.news.acquire(timeout=30)  # sooner than the next sign of life


@pytest.fixture
def settings():
    return Settings(heartbeat_s=60, streams=20)


@contextmanager
def listening(client, address, way, role="table", **asked):
    """Follow a match on a thread of its own until it is at rest; gives what it sent by itself."""
    query = {"role": role, **asked}
    answer = client.get(
        f"{address}/stream", query_string=query, environ_overrides={CONNECTION: way}, buffered=False
    )
    parts = []
    thread = threading.Thread(target=lambda: parts.extend(iter(answer.response)))
    thread.start()
    try:
        yield parts
    finally:
        client.application.extensions["referee"].matches.feed.close()
        thread.join(timeout=60)
        assert not thread.is_alive()
        answer.close()


def wait_for(condition):
    until = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.002)


def at_rest(here, count):
    broadcast = next(iter(here.broadcasts._all.values()))
    wait_for(lambda: sum(not client._sending.locked() for client in broadcast._clients) == count)


def test_a_stream_at_rest_is_sent_its_screen_without_being_woken(table, here):
    ways = [Way(), Way()]
    with (
        listening(table.client, table.address, ways[0]),
        listening(table.client, table.address, ways[1], role="show") as shown,
    ):
        at_rest(here, 2)
        before = list(shown)
        table.enter("follow slot=0")
        for way, role in zip(ways, ("table", "show"), strict=True):
            way.wait()
            (event,) = way.at_once
            assert event.startswith(b"event: screen\nid: %d\n" % table.match.seq)
            assert b'data-role="%s"' % role.encode() in event
        assert shown == before


def test_all_of_a_role_are_sent_the_same_piece(table, here):
    """Whoever writes it to their connections need not write it anew for each."""
    ways = [Way() for _ in range(3)]
    with (
        listening(table.client, table.address, ways[0], role="show"),
        listening(table.client, table.address, ways[1], role="show"),
        listening(table.client, table.address, ways[2], role="show"),
    ):
        at_rest(here, 3)
        renderings = here.fragments.renderings
        table.enter("follow slot=0")
        for way in ways:
            way.wait()
        assert len({id(way.at_once[0]) for way in ways}) == 1
        assert here.fragments.renderings <= renderings + 2, "and for whoever entered it"


def test_what_a_slow_connection_does_not_take_follows_and_then_the_latest_screen(table, here):
    slow, quick = Way(most=100), Way()
    with (
        listening(table.client, table.address, slow) as parts,
        listening(table.client, table.address, quick),
    ):
        at_rest(here, 2)
        table.enter("follow slot=0")
        quick.wait()
        slow.wait()
        slow.wait()
        assert slow.at_once[0] + slow.later[0] == quick.at_once[0]
        at_rest(here, 2)
        slow.most = 10**9
        table.client.post(f"{table.address}/undo", data={"expected": table.match.seq})
        slow.wait()
        quick.wait()
        assert slow.at_once[-1] == quick.at_once[-1] != quick.at_once[0]
        assert sum(b"event: screen" in part for part in parts) == 1, "the one it began with"


def test_who_has_told_itself_more_meanwhile_is_not_sent_what_was_found_out_before(table, here):
    with listening(table.client, table.address, Way()):
        at_rest(here, 1)
        (client,) = next(iter(here.broadcasts._all.values()))._clients
        with client._sending:  # so that only this test asks
            state, before = client._state, dict[object, object]()
            assert state.parts(before) == []
            table.enter("follow slot=0")
            assert b"event: screen" in state.parts({})[0]
            assert state.parts(before) == []


def test_other_news_sends_nothing_to_whom_it_is_none(table, here):
    way = Way()
    with listening(table.client, table.address, way):
        at_rest(here, 1)
        here.matches.feed.nudge(table.match.id)
        table.enter("follow slot=0")
        way.wait()
        assert len(way.at_once) == 1


def test_a_seat_that_is_let_go_of_hears_so_and_is_sent_no_more(parlour):
    phone, other = parlour.device(seat=0), parlour.device(seat=1)
    here, own, others = parlour.app.extensions["referee"], Way(), Way()
    with (
        listening(phone, parlour.address, own, role="seat", seat=0) as parts,
        listening(other, parlour.address, others, role="seat", seat=1),
    ):
        at_rest(here, 2)
        here.lobbies.store.release(parlour.match.id, 0)
        here.lobbies.announce(parlour.match.id)
        wait_for(lambda: parts and parts[-1].startswith(b"event: gone"))
        assert own.at_once == others.at_once == []


def test_a_match_that_is_deleted_ends_its_streams_at_once(table, here):
    way = Way()
    with listening(table.client, table.address, way):
        at_rest(here, 1)
        threads = threading.active_count()
        table.client.post(f"{table.address}/delete")
        wait_for(lambda: threading.active_count() < threads)
        assert way.at_once == []


def test_nothing_is_left_when_the_last_stream_is_gone(table, here):
    threads = threading.active_count()
    with listening(table.client, table.address, Way()):
        at_rest(here, 1)
        assert len(here.broadcasts) == 1
    assert len(here.broadcasts) == 0
    wait_for(lambda: threading.active_count() == threads)
    assert here.matches.feed.watchers(table.match.id) == 0


def test_where_news_cannot_be_made_for_one_each_of_the_others_asks_for_itself(table, here):
    """A database that does not answer is waited for by all at once, not by one after the other."""
    first, second = Way(), Way()
    with (
        listening(table.client, table.address, first, role="show"),
        listening(table.client, table.address, second) as parts,
    ):
        at_rest(here, 2)
        broadcast = next(iter(here.broadcasts._all.values()))
        next(iter(broadcast._clients))._state = None
        table.enter("follow slot=0")
        wait_for(lambda: parts[-1].startswith(b"event: screen\nid: %d\n" % table.match.seq))
        assert first.at_once == second.at_once == []


@pytest.mark.parametrize("moment_s", [60.0, 0.0])
def test_all_is_found_out_before_it_is_sent_except_where_that_takes_long(
    table, here, monkeypatch, moment_s
):
    monkeypatch.setattr(broadcast, "_MOMENT_S", moment_s)
    first, second, heard_before = Way(), Way(), []
    with (
        listening(table.client, table.address, first, role="show"),
        listening(table.client, table.address, second, role="show"),
    ):
        at_rest(here, 2)
        last = list(next(iter(here.broadcasts._all.values()))._clients)[-1]
        parts = last._state.parts

        def found_out(known):
            heard_before.append(len(first.at_once))
            return parts(known)

        monkeypatch.setattr(last._state, "parts", found_out)
        table.enter("follow slot=0")
        first.wait()
        second.wait()
    assert heard_before[0] == (0 if moment_s else 1)


def test_what_most_wait_for_is_on_its_way_before_the_next_is_drawn(table, here, monkeypatch):
    tablet, televisions = Way(), (Way(), Way())
    drawn_before: list[int] = []
    with (
        listening(table.client, table.address, tablet),
        listening(table.client, table.address, televisions[0], role="show"),
        listening(table.client, table.address, televisions[1], role="show"),
    ):
        at_rest(here, 3)
        first = next(iter(next(iter(here.broadcasts._all.values()))._clients))
        parts = first._state.parts

        def found_out(known):
            drawn_before.extend(len(way.at_once) for way in televisions)
            return parts(known)

        monkeypatch.setattr(first._state, "parts", found_out)
        table.enter("follow slot=0")
        for way in (tablet, *televisions):
            way.wait()
    assert drawn_before[:2] == [1, 1], "although the tablet came first"
    assert b'data-role="table"' in tablet.at_once[0]


def test_a_connection_that_breaks_holds_up_no_other(table, here, monkeypatch):
    broken, whole = Way(), Way()
    with (
        listening(table.client, table.address, broken, role="show"),
        listening(table.client, table.address, whole, role="show"),
    ):
        at_rest(here, 2)
        monkeypatch.setattr(broken, "send", lambda _data: 1 / 0)
        for slot in range(2):
            table.enter(f"follow slot={slot}")
            whole.wait()
        assert len(whole.at_once) == 2
