"""HTTPS beside plain HTTP: whoever trusts the authority gets in, and nobody stands in the way."""

import re
import socket
import ssl
import time
from contextlib import suppress
from http.client import HTTPSConnection
from urllib.request import urlopen

import pytest
from running_server import Server, free_port, with_https

from referee.games import load_all
from referee.host import https as securing
from referee.host.https import HttpsListener
from referee.match import SqliteStore
from referee.web import Settings, create_app


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = with_https(tmp_path_factory.mktemp("https"))
    begin(server)
    yield server
    server.stop()


def begin(server):
    """Start it; once it answers, both of its ports do."""
    server.start()
    with urlopen(f"{server.url}/healthz", timeout=20) as answer:  # noqa: S310 - our own
        assert answer.read() == b"ok\n"


def trusting(server):
    return ssl.create_default_context(cafile=server.authority)


def ask(server, path, context, headers=None):
    here = HTTPSConnection(server.secured.removeprefix("https://"), context=context, timeout=60)
    try:
        here.request("GET", path, headers=headers or {})
        answer = here.getresponse()
        return answer, answer.read().decode()
    finally:
        here.close()


def port_of(server):
    return int(server.secured.rpartition(":")[2])


def test_who_trusts_the_authority_gets_every_page(server):
    answer, page = ask(server, "/", trusting(server))
    assert (answer.status, "Waves" in page) == (200, True)
    assert "TLSv1.3" == handshake(server, trusting(server))


def handshake(server, context):
    with (
        socket.create_connection(("127.0.0.1", port_of(server)), 10) as line,
        context.wrap_socket(line, server_hostname="127.0.0.1") as agreed,
    ):
        return agreed.version()


def test_who_does_not_trust_it_refuses_by_itself_and_the_referee_goes_on(server):
    with pytest.raises(ssl.SSLCertVerificationError, match="unable to get local issuer"):
        handshake(server, ssl.create_default_context())
    assert ask(server, "/healthz", trusting(server))[1] == "ok\n"


def test_it_speaks_for_no_other_name(server):
    with (
        socket.create_connection(("127.0.0.1", port_of(server)), 10) as line,
        pytest.raises(ssl.SSLCertVerificationError, match="bank"),
    ):
        trusting(server).wrap_socket(line, server_hostname="bank.example")


def test_old_kinds_of_https_are_not_spoken(server):
    old = trusting(server)
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    old.set_ciphers("DEFAULT:@SECLEVEL=0")
    assert "TLSv1.2" == handshake(server, old)
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    with pytest.raises(ssl.SSLError):
        handshake(server, old)


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"Type https:// in front of this address."),
        (b"\x16\x03\x01\x02\x00\x01\x00garbage" + b"\0" * 600, b""),
        (b"", b""),
    ],
)
def test_who_speaks_something_else_is_told_and_disturbs_nobody(server, said, answered):
    with socket.create_connection(("127.0.0.1", port_of(server)), 10) as line:
        line.sendall(said)
        if not said:
            line.shutdown(socket.SHUT_WR)
        heard = b""
        with suppress(OSError):
            while more := line.recv(4096):
                heard += more
    assert answered in heard
    assert ask(server, "/healthz", trusting(server))[1] == "ok\n"
    assert "Traceback" not in server.output


def test_who_says_nothing_at_all_keeps_nobody_waiting(server):
    with socket.create_connection(("127.0.0.1", port_of(server)), 10):
        began = time.monotonic()
        assert ask(server, "/healthz", trusting(server))[1] == "ok\n"
        assert time.monotonic() - began < 5


def test_news_come_by_https_too(server):
    match = server.load("game waves\noption council=house\nseats Ann, Bo, Cy\n")
    path = f"/matches/{match.rpartition('/')[2]}/stream"
    here = HTTPSConnection("127.0.0.1", port_of(server), context=trusting(server), timeout=60)
    here.request("GET", path)
    answer = here.getresponse()
    assert "text/event-stream" in answer.headers["Content-Type"]
    assert answer.readline()
    here.close()


def test_a_taken_port_is_said_and_plain_http_goes_on(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        server = Server(tmp_path, environment={"REFEREE_HTTPS_PORT": port}, options=("--https",))
        begin(server)
        try:
            assert f"HTTPS is not available; everything else works: Port {port}" in server.output
        finally:
            server.stop()


def test_from_then_on_it_speaks_https_without_being_asked_and_stops_at_once(server):
    port = free_port()
    again = Server(server.folder, environment={"REFEREE_HTTPS_PORT": str(port)})
    server.stop()
    begin(again)
    try:
        with (
            socket.create_connection(("127.0.0.1", port), 10) as line,
            trusting(again).wrap_socket(line, server_hostname="localhost"),
        ):
            began = time.monotonic()
            again.stop()
            assert time.monotonic() - began < 10
    finally:
        again.stop()
        begin(server)


# ---------------------------------------------------------------- without a server


def test_a_new_address_is_shown_from_the_next_handshake_on(tmp_path, monkeypatch):
    settings = Settings(database=tmp_path / "referee.sqlite3", https_port=8443)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secured = HttpsListener(nothing(), context, settings)
    monkeypatch.setattr(securing, "addresses", lambda: ("192.168.1.20",))
    secured.renew()
    client = ssl.create_default_context(cafile=tmp_path / "certificate" / "authority.pem")
    agree(context, client, "192.168.1.20")
    with pytest.raises(ssl.SSLCertVerificationError):
        agree(context, client, "192.168.1.77")
    monkeypatch.setattr(securing, "addresses", lambda: ("192.168.1.77",))
    secured.renew()
    agree(context, client, "192.168.1.77")


def nothing():
    """Return a socket for where nobody listens."""
    with socket.socket() as closed:
        return closed


def agree(server, client, name):
    """Let two that speak TLS agree without a line between them."""
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = server.wrap_bio(there, back, server_side=True)
    theirs = client.wrap_bio(back, there, server_hostname=name)
    for one in (theirs, ours, theirs, ours):
        with suppress(ssl.SSLWantReadError):
            one.do_handshake()
    assert theirs.version()


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    """Return an application behind a port that speaks HTTPS."""
    folder = tmp_path_factory.mktemp("behind")
    settings = Settings(database=folder / "referee.sqlite3", https_port=8443)
    HttpsListener(nothing(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), settings).renew()
    return create_app(SqliteStore(":memory:"), load_all(), settings)


@pytest.fixture
def at(behind):
    return behind.test_client()


HTTPS = {"base_url": "https://192.168.1.20:8443"}
PLAIN = {"base_url": "http://192.168.1.20:8000"}


def test_a_device_that_changes_to_https_stays_who_it_is_and_one_that_goes_back_is_let_in(at):
    moved = at.post("/transcripts", data={"text": "game waves\nseats Ann, Bo, Cy\n"}, **PLAIN)
    seats = f"{moved.headers['Location']}/seats"
    fresh, known = at.application.test_client(), at.application.test_client()
    plain = known.get(seats, **PLAIN).headers["Set-Cookie"].partition("=")[0]
    assert "Set-Cookie" not in known.get(seats, **HTTPS).headers, "it is known already"
    given = fresh.get(seats, **HTTPS).headers["Set-Cookie"]
    assert given.partition("=")[0] == plain.replace("-new", "-secured-new")
    # Browsers keep the secured one from plain HTTP, and let nothing there replace it.
    assert f"{plain}=" in fresh.get(seats, **PLAIN).headers["Set-Cookie"]


def test_new_screens_are_led_to_the_address_that_needs_no_trust(at):
    for page in ("/join", "/trust"):
        told = at.get(page, **HTTPS).text
        assert "http://192.168.1.20:8000/" in told
    assert "<svg" in at.get("/trust/symbol.svg", **HTTPS).text


def test_the_page_of_trust_gives_the_authority_and_leads_on_to_the_trial(at):
    page = at.get("/trust?back=/matches/x/live", **PLAIN).text
    assert 'href="https://192.168.1.20:8443/trust/trial?back=%2Fmatches%2Fx%2Flive"' in page
    given = at.get("/trust/referee.crt")
    assert "application/x-x509-ca-cert" == given.mimetype
    assert "Content-Disposition" not in given.headers
    pem = at.get("/trust/referee.pem").data
    assert ssl.PEM_cert_to_DER_cert(pem.decode()) == given.data
    assert b"PRIVATE" not in pem


@pytest.mark.parametrize(
    ("agent", "open_"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "ios"),
        ("Mozilla/5.0 (Linux; Android 14; SM-X200) Chrome/140.0", "android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0", "windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "firefox"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1", "mac"),
        ("Mozilla/5.0 (X11; CrOS x86_64) Chrome/140.0", "linux"),
    ],
)
def test_the_steps_of_the_device_that_asks_are_open(at, agent, open_):
    page = at.get("/trust", headers={"User-Agent": agent}).text
    assert [open_] == re.findall(r'data-kind="(\w+)" open', page)


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example"])
def test_it_leads_to_no_other_website(at, back):
    assert "evil" not in at.get("/trust", query_string={"back": back}).text
    assert "evil" not in at.get("/trust/trial", query_string={"back": back}, **HTTPS).text


def test_without_https_everything_works_and_the_page_says_who_turns_it_on(client, three):
    page = client.get("/trust").text
    assert "other devices cannot show a live camera" in page
    assert "referee certificate" in page
    assert 404 == client.get("/trust/referee.crt").status_code
    assert "/trust" not in client.get(f"{three.address}/live").text


def test_the_first_page_leads_there_until_it_is_seen_by_https(at):
    assert 'data-tool="trust"' in at.get("/", **PLAIN).text
    assert 'data-tool="trust"' not in at.get("/", **HTTPS).text


def test_a_camera_page_leads_to_where_it_is_turned_on(at):
    moved = at.post("/transcripts", data={"text": "game waves\nseats Ann, Bo, Cy\n"}, **PLAIN)
    page = at.get(f"{moved.headers['Location']}/live", **PLAIN).text
    assert re.search(r'data-tool="trust" href="/trust\?back=/matches/[\w-]+/live"', page)
