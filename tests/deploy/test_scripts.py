"""The scripts of the shell: whole, and none of the mistakes that shellcheck knows."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.package

ROOT = Path(__file__).parents[2]
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}
MISSING = "no shellcheck on this machine (Debian: apt-get install shellcheck)"
SHELLS = (b"#!/bin/sh", b"#!/bin/bash")
"""How a script begins that is started; one that is a part of others ends in `.sh`."""


def scripts() -> list[Path]:
    folders = (ROOT / "deploy", ROOT / "tests" / "deploy", ROOT / ".ci")
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return sorted(path for path in files if path.suffix == ".sh" or is_started(path))


def is_started(path: Path) -> bool:
    return path.read_bytes().startswith(SHELLS)


def test_no_script_has_a_mistake_that_shellcheck_knows() -> None:
    if shutil.which("shellcheck") is None:
        if IN_CI:
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)
    here = [str(path) for path in scripts()]
    assert {str(ROOT / "deploy" / name) for name in ("install.sh", "versions.sh")} < set(here)
    found = subprocess.run(["shellcheck", *here], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_each_script_of_the_project_can_be_started() -> None:
    ours = [path for path in scripts() if path.is_relative_to(ROOT / "deploy") and is_started(path)]
    assert [] == [str(path) for path in ours if not os.access(path, os.X_OK)]
