"""Screens that take nothing for a while hold nobody up, and show the latest when they go on."""

import re
import socket
import ssl
from contextlib import ExitStack, closing
from urllib.parse import urlsplit

import pytest
from running_server import with_https
from talking import TABLE, Program, numbered

ENTRIES = 60
"""Whole screens: more than lies between a server and somebody who does not read."""


@pytest.fixture
def server(tmp_path):
    server = with_https(tmp_path)
    server.start()
    yield server
    server.stop()


def follow(server, address, *, secured, version="1.1", room=None):
    line = socket.socket()
    if room:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    line.settimeout(10)
    port = urlsplit(server.secured).port if secured else server.port
    line.connect(("127.0.0.1", port))
    if secured:
        context = ssl.create_default_context(cafile=server.authority)
        line = context.wrap_socket(line, server_hostname="127.0.0.1")
    ask = f"GET {address}/stream?role=show HTTP/{version}\r\nHost: localhost\r\n\r\n"
    line.sendall(ask.encode())
    return line


def read_until(line, seq, heard=b""):
    """Read until the whole screen of a seq is there; gives all that came."""
    whole = re.compile(rb"\nid: %d\n(?:data: [^\n]*\n)+\n" % seq)
    while not whole.search(heard):
        more = line.recv(65536)
        assert more, heard[-200:]
        heard += more
    return heard


def test_a_screen_that_takes_nothing_holds_up_no_other_and_shows_the_latest_later(server):
    address = urlsplit(server.load(TABLE)).path
    with ExitStack() as lines:
        program = lines.enter_context(closing(Program(server.port, address)))
        slow = [follow(server, address, secured=secured, room=4096) for secured in (False, True)]
        quick = [follow(server, address, secured=secured) for secured in (False, True)]
        old = follow(server, address, secured=False, version="1.0")
        for line in (*slow, *quick, old):
            lines.enter_context(line)
            read_until(line, 0)
        for seq in range(ENTRIES):
            assert program.enter(numbered(seq), seq)[0] == 200
            for line in quick:
                read_until(line, seq + 1)
        for line in slow:
            heard = read_until(line, ENTRIES)
            assert heard.count(b"event: screen") < ENTRIES, "it needs only the latest"
            begun = [int(one) for one in re.findall(rb"\nid: (\d+)\n", heard)]
            assert begun == sorted(begun), "and nothing comes twice, or goes back"
        assert b"\r\n" not in read_until(old, ENTRIES), "who speaks HTTP/1.0 knows no pieces"
