"""The image: made from the lock, by nobody in particular, for a PC and a Raspberry Pi alike.

No engine is needed here. tests/deploy/test_installer.py takes the steps of the Containerfile in a
fresh Debian and starts what they made.
"""

import re
from pathlib import Path

import pytest
import yaml
from containerfile import steps

from referee.config import read_settings

pytestmark = pytest.mark.package

ROOT = Path(__file__).parents[2]
FILE = ROOT / "deploy/container/Containerfile"


def of(verb: str) -> list[str]:
    return [words for name, words in steps(FILE) if name == verb]


@pytest.fixture(scope="module")
def service() -> dict:
    composed = yaml.safe_load((FILE.parent / "compose.yaml").read_text("utf-8"))
    assert list(composed["volumes"]) == ["matches"]
    (one,) = composed["services"].values()
    return dict(one)


def test_there_is_one_containerfile_for_a_table_and_for_a_club(service) -> None:
    club = yaml.safe_load((ROOT / "deploy/club/compose.yaml").read_text("utf-8"))
    for one in (service, club["services"]["one"]):
        assert one["build"]["context"] == "../.."
        assert ROOT / one["build"]["dockerfile"] == FILE
    assert [FILE] == list(ROOT.glob("deploy/**/Containerfile*"))


def test_it_begins_with_an_image_that_is_named_exactly_and_for_no_kind_of_machine() -> None:
    assert [bool(re.fullmatch(r"python:3\.\d+\.\d+-slim-[a-z]+", one)) for one in of("FROM")] == [
        True
    ]


def test_it_holds_what_the_lock_says_and_compiles_nothing() -> None:
    first, *_ = of("RUN")
    assert "--require-hashes --requirement requirements.lock" in first
    assert "--only-binary :all:" in first


def test_it_takes_only_what_there_is_and_no_tests() -> None:
    taken = {name for words in of("COPY") for name in words.split()[:-1]}
    assert all((ROOT / name).exists() for name in taken)
    assert "." not in taken
    assert {"referee", "printables", "camera", "requirements.lock", "LICENSE"} <= taken


def test_it_runs_as_nobody_in_particular_on_a_disk_that_cannot_be_written(service) -> None:
    assert of("USER") == ["referee"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service


def test_matches_outlive_the_container(service) -> None:
    settings, warnings = read_settings(dict(pair.split("=") for pair in of("ENV")[-1].split()))
    assert warnings == ()
    assert service["volumes"] == [f"matches:{settings.data}"]
    assert f"--owner referee {settings.data}" in of("RUN")[-1]


def test_it_is_watched_over_and_its_phones_are_told_the_machines_own_address(service) -> None:
    assert "/healthz" in service["healthcheck"]["test"][-1]
    assert service["restart"] == "unless-stopped"
    assert service["network_mode"] == "host"
    _, warnings = read_settings(dict.fromkeys(service["environment"], ""))
    assert warnings == ()
