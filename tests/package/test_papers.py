"""The papers that travel with the code: changelog, licence, lock."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.package


@pytest.fixture(scope="module")
def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_changelog_begins_with_the_version_of_the_package(project: dict) -> None:
    versions = re.findall(
        r"^## \[([^]]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert project["version"] == versions[0]


def test_the_licence_is_the_one_that_the_metadata_names(project: dict) -> None:
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert text.startswith(f"{project['license']} License")


def locked() -> dict[str, str]:
    """Return what requirements.lock says for each distribution, in one line each."""
    text = (ROOT / "requirements.lock").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    return {line.split("==")[0]: line for line in lines}


def test_the_lock_has_a_hash_for_everything_and_names_no_place_to_fetch_from() -> None:
    for name, line in locked().items():
        assert re.fullmatch(r"[a-z0-9-]+", name), line
        assert "--hash=sha256:" in line


def test_the_lock_holds_every_dependency(project: dict) -> None:
    names = {re.split(r"[^\w-]", requirement)[0] for requirement in project["dependencies"]}
    assert names <= set(locked())


def tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return listed.stdout.splitlines()


GUIDES = ("README.md", "CONTRIBUTING.md", "MEASUREMENTS.md")


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only a checkout lists its files")
def test_every_source_file_that_a_guide_names_is_there() -> None:
    files = tracked()
    guides = [name for name in files if name.endswith(GUIDES)]
    unknown = [
        (guide, name)
        for guide in guides
        for name in re.findall(
            r"`([\w./-]+\.(?:py|js|html|css|svg|sh|sql))`", (ROOT / guide).read_text("utf-8")
        )
        if "spoof" not in name  # the game that the guide to games builds
        and not any(one == name or one.endswith(f"/{name}") for one in files)
    ]
    assert [] == unknown
