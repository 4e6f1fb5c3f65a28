"""Whatever lies where the certificate should be: it is said, or made anew, and nothing ends."""

import socket
import ssl
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product

import gevent
import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

from referee.cli import main
from referee.games import load_all
from referee.host import https
from referee.host.authority import CertificateFiles, certificate_status, renew
from referee.host.checks import CheckedSetup, State
from referee.host.checkup_network import CHECKS
from referee.host.https import HttpsListener, names_of, set_up_https
from referee.match import SqliteStore
from referee.web import Settings, create_app

NAMES = ("192.168.1.20", "localhost")
ASKED = ("/trust", "/trust/referee.crt", "/trust/referee.pem")


def strange(key):
    """Make a certificate as other programs make them: for nobody in particular."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "x")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=200))
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return signed.public_bytes(serialization.Encoding.PEM), secret


@pytest.fixture(scope="module")
def of_others():
    curve = ec.generate_private_key(ec.SECP256R1())
    return {
        "curve": strange(curve),
        "old": strange(rsa.generate_private_key(public_exponent=65537, key_size=2048)),
    }


@pytest.fixture
def settings(tmp_path):
    found = Settings(database=tmp_path / "referee.sqlite3", https_port=8443)
    renew(CertificateFiles(tmp_path / "certificate"), NAMES)
    return found


@pytest.fixture
def papers(settings):
    return CertificateFiles(settings.database.parent / "certificate")


def harmed(path, harm):
    path.unlink()
    if harm == "folder":
        path.mkdir()
    elif harm == "full folder":
        path.mkdir()
        (path / "x").write_text("")
    else:
        path.write_bytes(b"\xff\xfe\x00")


def answers(settings):
    client = create_app(SqliteStore(":memory:"), load_all(), settings).test_client()
    return [client.get(path).status_code for path in ASKED]


def look_of(settings, **more):
    look = next(look for name, _, look in CHECKS if name == "certificate")
    return look(CheckedSetup(settings, {}, **more))


@pytest.mark.parametrize(
    ("name", "harm"),
    [*product(("authority", "own_key"), ("folder", "full folder", "noise")), ("own", "folder")],
)
def test_a_damaged_file_is_said_and_made_anew_where_that_can_be(settings, papers, name, harm):
    harmed(getattr(papers, name), harm)
    if name == "authority":
        assert answers(settings) == [200, 404, 404]
    said = "is a folder" if "folder" in harm else "missing or damaged"
    assert said in str(look_of(settings).says)
    if harm == "full folder":
        with pytest.raises(OSError, match=r"\S"):
            renew(papers, NAMES)
    else:
        renew(papers, NAMES)
        assert certificate_status(papers, NAMES).is_valid


@pytest.mark.parametrize(
    ("which", "kind"), [("own", "curve"), ("authority", "curve"), ("authority", "old")]
)
def test_a_certificate_of_others_is_never_shown_and_stops_nothing(papers, of_others, which, kind):
    settings = Settings(database=papers.folder.parent / "referee.sqlite3", https_port=8443)
    certificate, key = of_others[kind]
    getattr(papers, which).write_bytes(certificate)
    getattr(papers, f"{which}_key").write_bytes(key)
    assert which == "own" or set(answers(settings)) == {200}
    assert look_of(settings).state is State.WARNING
    renew(papers, NAMES)
    assert certificate_status(papers, NAMES).is_valid


def test_a_file_where_the_folder_should_be_is_no_wish_for_https(settings, papers):
    for path in papers.all:
        path.unlink()
    papers.folder.rmdir()
    papers.folder.write_text("")
    assert answers(settings) == [200, 404, 404]
    without, none = set_up_https(settings, lambda _: pytest.fail("it does not listen"))
    assert (without.https_port, none) == (0, None)


class Closed(Exception):
    """Ends a test that would else wait for ever."""


def test_what_cannot_be_made_anew_leaves_plain_http(settings, papers, capsys):
    harmed(papers.authority, "full folder")
    line = socket.socket()
    without, none = set_up_https(settings, lambda _: line)
    assert (without.https_port, none, line.fileno()) == (0, None, -1)
    assert "HTTPS is not available" in capsys.readouterr().err


def test_turned_off_while_the_server_runs_it_stays_off(settings, papers, monkeypatch, capsys):
    monkeypatch.setattr(https, "_CHECK_S", 0.0)
    shown = HttpsListener(socket.socket(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), settings)
    shown.listener.close()
    shown.renew()
    data = str(settings.database.parent)
    said = CliRunner().invoke(main, ["certificate", "--off", "--data", data])
    assert (said.exit_code, "HTTPS is off" in said.output) == (0, True)
    with gevent.Timeout(5, Closed):
        shown.keep_renewed()
    assert not papers.folder.exists()
    assert "HTTPS was turned off" in capsys.readouterr().err
    assert "HTTPS was turned off" in str(look_of(settings, serving=True).says)
    page = (
        create_app(SqliteStore(":memory:"), load_all(), settings).test_client().get("/trust").text
    )
    assert "HTTPS was turned off" in page
    assert "HTTPS is off" in str(look_of(replace(settings, https_port=0), serving=True).says)
    assert names_of(settings)


def test_where_nothing_can_be_written_https_stays_off_and_it_is_said_why(tmp_path):
    command = [sys.executable, "-m", "referee", "certificate", "--data", str(tmp_path / "new")]
    found = subprocess.run(
        ["prlimit", "--fsize=0", *command], capture_output=True, text=True, check=False
    )
    assert found.returncode == 1
    assert "the disk is full. Free some space" in found.stderr
    assert not (tmp_path / "new" / "certificate").exists()
