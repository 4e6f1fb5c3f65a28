"""The referee's own authority: what it vouches for, how long, and what is made anew when."""

import stat
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner
from cryptography import x509

from referee.cli import main
from referee.host.authority import (
    CertificateFiles,
    certificate_status,
    local_names,
    names_in,
    read_certificate,
    renew,
)

NAMES = ("192.168.1.20", "tablet.local", "localhost", "127.0.0.1")
NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)


def read(path):
    found = read_certificate(path)
    assert found is not None
    return found


@pytest.fixture
def papers(tmp_path):
    papers = CertificateFiles(tmp_path / "certificate")
    renew(papers, NAMES, NOW)
    return papers


def test_nobody_else_can_read_the_keys(papers):
    assert [0o600] * 4 == [stat.S_IMODE(path.stat().st_mode) for path in papers.all]
    assert 0o700 == stat.S_IMODE(papers.folder.stat().st_mode)


def test_it_speaks_for_each_address_and_stays_as_it_is_while_that_is_so(papers):
    assert set(NAMES) == set(names_in(read(papers.own)))
    before = [path.read_bytes() for path in papers.all]
    assert not renew(papers, NAMES[1:], NOW + timedelta(days=300))
    assert before == [path.read_bytes() for path in papers.all]


@pytest.mark.parametrize(
    ("names", "later"),
    [
        (("192.168.1.99", *NAMES), timedelta()),  # the router has given another address
        (NAMES, timedelta(days=336)),  # it would be over within a month
        (NAMES, timedelta(days=-200)),  # the clock went ahead when it was made
    ],
)
def test_a_new_address_and_the_time_renew_it_and_devices_go_on_trusting(papers, names, later):
    authority, own = papers.authority.read_bytes(), papers.own.read_bytes()
    assert not renew(papers, names, NOW + later)
    assert authority == papers.authority.read_bytes()
    assert own != papers.own.read_bytes()
    assert certificate_status(papers, names, NOW + later).is_valid


@pytest.mark.parametrize("name", ["authority", "authority_key", "own", "own_key"])
@pytest.mark.parametrize("harm", ["missing", "empty", "cut", "another"])
def test_a_file_that_is_missing_empty_damaged_or_anothers_is_made_anew(
    papers, tmp_path, name, harm
):
    path, pem = getattr(papers, name), getattr(papers, name).read_bytes()
    other = CertificateFiles(tmp_path / "other")
    renew(other, NAMES, NOW)
    changed = {"empty": b"", "cut": pem[:90], "another": getattr(other, name).read_bytes()}
    if harm == "missing":
        path.unlink()
    else:
        path.write_bytes(changed[harm])
    assert certificate_status(papers, NAMES, NOW).until is None
    is_new = renew(papers, NAMES, NOW)
    assert is_new == name.startswith("authority")
    assert certificate_status(papers, NAMES, NOW).is_valid


def test_it_is_never_good_for_longer_than_phones_take_nor_than_its_authority(papers):
    own, authority = read(papers.own), read(papers.authority)
    assert own.not_valid_after_utc - own.not_valid_before_utc < timedelta(days=825)
    assert own.not_valid_after_utc <= authority.not_valid_after_utc
    much_later = NOW + timedelta(days=3640)
    assert renew(papers, NAMES, much_later), "an authority that is over is followed by another"
    assert certificate_status(papers, NAMES, much_later).is_valid


def test_a_clock_that_nobody_has_set_makes_what_is_good_later(tmp_path):
    papers = CertificateFiles(tmp_path / "certificate")
    renew(papers, NAMES, datetime(1970, 1, 1, tzinfo=UTC))
    assert certificate_status(papers, NAMES, datetime(2026, 3, 1, tzinfo=UTC)).is_valid


def test_the_authority_vouches_for_this_network_and_this_machine_alone(papers):
    extensions = read(papers.authority).extensions
    limits = extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    found = certificate_status(
        papers, (*NAMES, "bank.example", "8.8.8.8", "10.1.2.3", "evillocal"), NOW
    )
    assert ("bank.example", "8.8.8.8", "evillocal") == found.not_permitted


def test_an_address_outside_is_taken_in_when_the_authority_is_made(tmp_path):
    papers = CertificateFiles(tmp_path / "certificate")
    names = local_names(("192.0.2.7", "2001:db8::7"), ("Tablet.Home.Example", "not a name"))
    renew(papers, names, NOW)
    assert {"192.0.2.7", "2001:db8::7", "tablet.home.example"} <= set(names)
    assert not any(" " in name for name in names)
    assert () == certificate_status(papers, names, NOW).not_permitted


def test_the_command_makes_it_again_anew_and_throws_it_away(tmp_path):
    def say(*words):
        said = CliRunner().invoke(main, ["certificate", *words, "--data", str(tmp_path)])
        assert 0 == said.exit_code, said.output
        return said.output

    first = say()
    assert "localhost" in first
    assert first == say()
    assert first.splitlines()[-1] != say("--anew").splitlines()[-1]
    say("--off")
    assert not (tmp_path / "certificate").exists()
