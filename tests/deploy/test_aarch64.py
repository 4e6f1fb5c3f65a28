"""A Raspberry Pi gets everything as a wheel: nothing is compiled there."""

import json
import re
from pathlib import Path

import pytest
from aarch64_wheels import NEWEST_LIBC, PYTHONS, WRITTEN, locked
from packaging.utils import canonicalize_name, parse_wheel_filename

pytestmark = pytest.mark.package

ANEW = "the lock has changed: python tests/deploy/fresh/aarch64_wheels.py"


@pytest.fixture(scope="module")
def told() -> dict[str, dict[str, dict[str, str] | None]]:
    """Say for each Python which file the package index has for what the lock names."""
    written: dict[str, dict[str, dict[str, str] | None]] = json.loads(WRITTEN.read_text("utf-8"))
    return written


def test_the_index_was_asked_for_what_the_lock_names_now(told) -> None:
    for python in PYTHONS:
        named = sorted(line.split(" ")[0] for line in locked(python))
        assert named == sorted(told[python]), ANEW


def test_every_dependency_has_a_wheel_for_a_raspberry_pi(told) -> None:
    missing = [
        f"{name} for Python {python}"
        for python, files in told.items()
        for name, file in files.items()
        if file is None
    ]
    assert [] == missing


def test_each_wheel_is_one_of_the_lock_and_runs_on_debian_12(told) -> None:
    # Judged from the names of the files by the reference of such names, not by who chose them.
    for python in PYTHONS:
        sums = {line.split(" ")[0]: line for line in locked(python)}
        for wanted, file in told[python].items():
            name, version, _, tags = parse_wheel_filename(file["file"])
            assert wanted == f"{canonicalize_name(name)}=={version}"
            assert f"sha256:{file['sha256']}" in sums[wanted], wanted
            assert any(fits(tag, python) for tag in tags), file["file"]


def fits(tag, python: str) -> bool:
    number = int(python.replace(".", ""))
    version = re.fullmatch(r"(?:cp|py)(\d)(\d*)", tag.interpreter)
    here = tag.abi in {"none", f"cp{number}"} and tag.interpreter in {"py3", f"cp{number}"}
    stable = tag.abi == "abi3" and version and int(f"{version[1]}{version[2]}") <= number
    libc = re.fullmatch(r"manylinux_2_(\d+)_aarch64", tag.platform)
    there = tag.platform in {"any", "manylinux2014_aarch64"} or (
        libc is not None and int(libc[1]) <= NEWEST_LIBC
    )
    return bool(here or stable) and there


def test_pythons_are_those_of_the_systems_that_the_installer_takes() -> None:
    # Debian 12 has 3.11, Debian 13 has 3.13, and so has the container.
    steps = Path(__file__).parents[2] / "deploy/container/Containerfile"
    found = re.search(r"^FROM python:(3\.\d+)", steps.read_text("utf-8"), re.MULTILINE)
    assert found
    assert {"3.11", "3.13", found[1]} <= set(PYTHONS)
