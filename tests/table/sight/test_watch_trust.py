"""`referee watch` by HTTPS: what it trusts, and what it says where it does not."""

import os
import signal
import subprocess
import time
from ssl import SSLCertVerificationError
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from running_server import command_line, with_https

from referee.cli import main
from referee.cli.latest_match import LatestMatch
from referee.cli.reporters import Rejected, Reporter
from referee.cli.trust import tls_context, why_distrusted

GAME = "game waves\noption council=house\nseats Ann, Bo, Cy\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A referee that speaks HTTPS, with one match."""
    running = with_https(tmp_path_factory.mktemp("secured"))
    running.start()
    while "/trust\n" not in running.output:
        time.sleep(0.02)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def match(server):
    return server.load(GAME).rpartition("/")[2]


def latest(server, trust):
    found = LatestMatch(server.secured, "", lambda _: True, trust)
    found.wait()
    return found.match


def test_the_referee_of_this_computer_is_trusted_by_its_own_authority(server, match, tmp_path):
    environment = {**os.environ, "REFEREE_DATA": str(server.folder / "data")}
    words = ["watch", "--source", str(tmp_path), "--server", server.secured]
    with subprocess.Popen(
        [command_line(), *words], stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
    assert said == f"Watching {tmp_path} for the match {match}.\n"


def test_that_of_another_computer_is_trusted_once_its_authority_is_named(server, match, tmp_path):
    fetched = tmp_path / "referee.pem"
    with urlopen(f"{server.url}/trust/referee.pem") as answer:  # noqa: S310 - our own
        fetched.write_bytes(answer.read())
    trust = tls_context(server.secured, fetched)
    assert latest(server, trust) == match
    said: list[str] = []
    Reporter(server.secured, match, "", said.append, trust=trust).seq()
    assert said == [], "this is the door by which pictures go, and it answers"


def test_one_that_is_not_trusted_is_never_told_anything_and_that_is_said(
    server, match, tmp_path, monkeypatch
):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    trust = tls_context(server.secured, None)
    with pytest.raises(Rejected, match=r"does not trust\. Download that .* --trust"):
        latest(server, trust)
    with pytest.raises(Rejected, match="does not trust"):
        Reporter(server.secured, match, "", print, trust=trust).seq()


def test_another_name_than_those_of_the_certificate_is_not_trusted_either(server):
    trust = tls_context(server.secured, server.authority)
    called_so = server.secured.replace("127.0.0.1", "127.1")
    with pytest.raises(Rejected, match="does not trust"):
        LatestMatch(called_so, "", lambda _: True, trust).wait()


@pytest.mark.parametrize("content", [None, "no certificate", ""])
def test_a_file_that_is_no_authority_is_said_in_one_sentence(tmp_path, content):
    path = tmp_path / "referee.pem"
    if content is not None:
        path.write_text(content)
    words = ["watch", "--source", "x", "--server", "https://table.local:8443", "--trust", str(path)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert done.output.startswith(f"{path} is not a referee’s authority.")
    assert done.output.count("\n") == 1


def test_a_clock_that_is_not_set_yet_is_waited_for():
    tomorrow = SSLCertVerificationError()
    tomorrow.verify_code = 9
    assert why_distrusted("https://table.local", URLError(tomorrow)) == ""
    tomorrow.verify_code = 19
    assert why_distrusted("https://table.local", URLError(tomorrow)) != ""
