"""The server: what it says at its start."""

import io
import re
import subprocess
from ipaddress import ip_address
from pathlib import Path

import pytest

from printables import qr
from referee.host.addresses import addresses, is_local, local_name
from referee.serve import run
from referee.table.paper import join_symbol
from referee.web import Settings


def test_the_start_says_every_address_and_draws_the_first(monkeypatch):
    monkeypatch.setattr(run, "addresses", lambda: ("192.0.2.7", "198.51.100.7"))
    monkeypatch.setattr(run, "local_name", lambda: "table.local")
    out = io.StringIO()
    run.announce(Settings(port=8123), out, "t0ken")
    said = out.getvalue()
    for host in ("192.0.2.7", "198.51.100.7", "table.local"):
        assert f"    http://{host}:8123/\n" in said
    first = qr.terminal("http://192.0.2.7:8123/").splitlines()[0]
    assert first in said
    assert "For a camera on another computer: referee watch --token t0ken\n" in said


@pytest.mark.package
@pytest.mark.parametrize("proxies", [0, 1])
def test_the_installer_finds_the_token_for_its_camera_in_what_the_start_says(proxies):
    out = io.StringIO()
    run.announce(Settings(port=8123, proxies=proxies), out, "t0-ken_7")
    script = (Path(__file__).parents[2] / "deploy" / "install.sh").read_text()
    (finding,) = re.findall(r"sed -n '(s/\^.*token.*)'", script)
    told = subprocess.run(
        ["sed", "-n", finding], input=out.getvalue(), capture_output=True, text=True, check=True
    )
    assert told.stdout == "t0-ken_7\n"


def test_a_server_for_this_device_alone_says_so(monkeypatch):
    monkeypatch.setattr(run, "local_name", lambda: None)
    out = io.StringIO()
    run.announce(Settings(host="127.0.0.1", port=8123), out, "t0ken")
    assert "http://localhost:8123/" in out.getvalue()
    assert "█" not in out.getvalue()


def test_streams_leave_connections_for_whoever_taps():
    assert Settings().streams <= Settings().connections - 100
    assert Settings().connections < 1024


def test_addresses_are_those_of_the_network():
    assert all(not ip_address(address).is_loopback for address in addresses())
    assert len(set(addresses())) == len(addresses())
    assert local_name() is None or str(local_name()).endswith(".local")


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost:8000", True),
        ("localhost", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("[::1]", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("0.0.0.0:8000", True),
        ("localhost.:8000", True),
        ("[2001:db8::1]", False),
        ("2001:db8::1", False),
        ("::ffff:192.0.2.7", False),
        ("192.0.2.7:8000", False),
        ("table.local", False),
    ],
)
def test_only_this_device_knows_itself_as_localhost(host, local):
    assert is_local(host) is local


def test_a_symbol_is_drawn_alike_for_paper_and_terminal():
    text = "http://192.0.2.7:8000/"
    rows = qr.matrix(text)
    assert len(rows) == len(rows[0]) == 25
    assert sum(map(sum, rows)) == sum(
        int(stroke.split("h")[1].split("v")[0])
        for stroke in join_symbol.address_as_svg(text).rpartition('d="')[2].split("M")[1:]
    )
    drawn = join_symbol.address_for_terminal(text).splitlines()
    assert {len(line) for line in drawn} == {29}
    assert len(drawn) == 15
    # Half blocks: light where no module is, two rows of modules a line, two modules of margin.
    modules = [[sign in "▀█" for sign in line[2:-2]] for line in drawn[1:14]]
    assert [[not dark for dark in row] for row in rows[::2]] == modules
