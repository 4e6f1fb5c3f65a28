"""Nobody takes all places: neither one address all connections, nor one device all streams."""

from contextlib import ExitStack, suppress

import gevent
import pytest
from gevent import socket

from referee.games import load_all
from referee.match import SqliteStore
from referee.serve.connections import Server
from referee.web import Settings, create_app
from referee.web.request.quotas import FairQuota, StreamQuota, quota_owner

ALL = 40


def test_one_alone_gets_half_two_a_third_each_and_some_is_always_left():
    shares, left = FairQuota(few=1), 90
    for who, gets in (("a", 45), ("b", 22), ("c", 11)):
        for _ in range(90):
            if shares.has_room(who, left):
                shares.take(who)
                left -= 1
        assert shares._taken[who] in {gets, gets + 1}
    assert left > 10
    assert shares.has_room("", left), "who is not counted always finds one"
    assert not shares.has_room("", 0)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("2001:db8:1:2:3::9", "2001:db8:1:2::/64"),
        ("fe80::9%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_a_home_is_counted_as_one_and_this_machine_stands_for_many(address, counted):
    assert quota_owner(address) == counted


def test_one_device_leaves_streams_for_others():
    places = StreamQuota()
    taken = sum(places.take(ALL, "", "greedy") for _ in range(ALL))
    assert taken == ALL // 2
    assert places.take(ALL, "", "host")
    for _ in range(taken):
        places.leave("", "greedy")
    assert (places.taken, places.take(ALL, "", "greedy")) == (1, True)


class Neighbours(Server):
    """Takes the loopback addresses 127.0.1.x for those of a network, so that they are counted."""

    def handle(self, sock, address):
        super().handle(sock, (address[0].replace("127.0.1.", "192.0.2."), address[1]))


@pytest.fixture
def server():
    listener = socket.socket()  # gevent's own: nothing is patched here
    listener.bind(("127.0.0.1", 0))
    listener.listen(100)
    settings = Settings(connections=ALL, request_timeout_s=20)
    server = Neighbours(
        listener, create_app(SqliteStore(":memory:"), load_all(), settings), settings
    )
    server.start()
    yield server
    server.shut_down()


def silent(server, lines, source):
    where = ("127.0.0.1", server.server_port)
    lines.enter_context(socket.create_connection(where, 5, source_address=(source, 0)))


def healthy(server, source):
    where = ("127.0.0.1", server.server_port)
    with socket.create_connection(where, 5, source_address=(source, 0)) as line:
        line.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        answer = b""
        with suppress(ConnectionResetError):
            while part := line.recv(4096):
                answer += part
        return answer[9:12]


def test_one_address_cannot_take_all_connections(server):
    with ExitStack() as lines:
        for _ in range(ALL):
            silent(server, lines, "127.0.1.1")
        gevent.sleep(0.1)
        assert healthy(server, "127.0.1.2") == b"200"
        assert healthy(server, "127.0.1.1") in {b"503", b""}, (
            "it is told so while that costs nothing"
        )
        assert healthy(server, "127.0.0.1") == b"200"


def test_who_says_nothing_is_let_go_sooner_while_places_run_short(server, monkeypatch):
    monkeypatch.setattr("referee.serve.connections._SHORT_TIMEOUT_S", 0.2)
    with ExitStack() as lines:
        for _ in range(ALL):
            silent(server, lines, "127.0.0.1")
        with gevent.Timeout(10):  # half of the patience that there else is
            while len(server.connections) > ALL * 3 / 4 or healthy(server, "127.0.1.2") != b"200":
                healthy(server, "127.0.0.1")
                gevent.sleep(0.05)
