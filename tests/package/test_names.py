"""Three import names, one distribution, and nobody else under those names."""

import json
import os
import re
import subprocess
import sysconfig
from importlib.metadata import distribution, packages_distributions
from importlib.util import find_spec
from pathlib import Path

import pytest

import referee

DISTRIBUTION = "tabletop-referee"
PACKAGES = ("referee", "printables", "camera")
OURS = distribution(DISTRIBUTION)
FROM_CHECKOUT = (
    json.loads(OURS.read_text("direct_url.json") or "{}").get("dir_info", {}).get("editable", False)
)
FROM_WHEEL = "REFEREE_TESTS_WHEEL" in os.environ


def folder_of(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None, package
    assert spec.origin is not None, f"{package} is a namespace package: its __init__.py is gone"
    return Path(spec.origin).parent


@pytest.mark.parametrize("package", PACKAGES)
def test_no_other_distribution_brings_a_package_of_this_name(package: str) -> None:
    # pip lets two distributions write into one folder without a word; an editable install lists no
    # packages, so there nobody at all may claim the name.
    expected = [] if FROM_CHECKOUT else [DISTRIBUTION]
    assert expected == packages_distributions().get(package, [])


@pytest.mark.parametrize("package", PACKAGES)
def test_the_package_says_that_it_is_typed(package: str) -> None:
    assert (folder_of(package) / "py.typed").is_file()


@pytest.mark.skipif(not FROM_WHEEL, reason="only the run against the wheel can tell")
@pytest.mark.parametrize("package", PACKAGES)
def test_the_wheel_is_what_gets_tested(package: str) -> None:
    assert not FROM_CHECKOUT
    assert Path(sysconfig.get_path("purelib")) / package == folder_of(package)


def test_no_two_distributions_bring_the_same_opencv() -> None:
    assert len(packages_distributions().get("cv2", [])) <= 1


def test_the_version_is_the_same_inside_and_outside() -> None:
    assert OURS.version == referee.__version__


def test_no_index_would_take_the_distribution() -> None:
    assert "Private :: Do Not Upload" in OURS.metadata.get_all("Classifier", [])


def test_the_installed_command_lists_every_folder_of_a_game() -> None:
    games = folder_of("referee.games")
    folders = {path.parent.name.replace("_", "-") for path in games.glob("*/__init__.py")}
    command = Path(sysconfig.get_path("scripts")) / "referee"
    listed = subprocess.run([command, "games"], capture_output=True, text=True, check=True).stdout
    assert folders <= set(re.findall(r"[\w-]+", listed))
