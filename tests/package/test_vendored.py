"""What was taken from elsewhere is unchanged, listed and licensed."""

import re
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
ROW = re.compile(
    r"^\| `(?P<file>[^`]+)` \| `[^`]+` \| `(?P<package>[^`]+)` \| (?P<version>\d[\w.]*) "
    r"\| (?P<licence>[^|]+) \| `(?P<sha256>[0-9a-f]{64})` \|$",
    re.MULTILINE,
)


def of_the_screens() -> Path:
    spec = find_spec("referee")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "web" / "static" / "vendor"


def of_the_paper() -> Path:
    spec = find_spec("printables")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "fonts"


FOLDERS = {
    "screens": of_the_screens(),
    "paper": of_the_paper(),
    "tests": TESTS / "browser" / "vendor",
}


@pytest.fixture(params=FOLDERS)
def folder(request: pytest.FixtureRequest) -> Path:
    return FOLDERS[request.param]


def listed(folder: Path) -> list[re.Match[str]]:
    return list(ROW.finditer((folder / "VENDORED.md").read_text("utf-8")))


def test_every_vendored_file_is_listed_with_its_sum(folder: Path) -> None:
    there = {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    del there["VENDORED.md"]
    assert there == {row["file"]: row["sha256"] for row in listed(folder)}


def test_every_vendored_package_comes_with_its_licence(folder: Path) -> None:
    packages = {row["package"] for row in listed(folder)}
    licensed = {row["package"] for row in listed(folder) if ".LICENSE" in row["file"]}
    assert packages == licensed
