"""Asks the package index which wheels a Raspberry Pi gets for what requirements.lock names.

`python tests/deploy/fresh/aarch64_wheels.py` writes the file of its name beside it; `make lock`
does so too. pip itself chooses, for Linux on aarch64 with the C library of Debian 12 and each
Python that a Debian or the container has, and checks each sum against the lock. Nothing is
installed.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[3]
WRITTEN: Final = Path(__file__).with_suffix(".json")
PYTHONS: Final = ("3.11", "3.12", "3.13")
NEWEST_LIBC: Final = 36
"""Debian 12 has version 2.36 of the C library."""


def platforms() -> tuple[str, ...]:
    """List the kinds of wheels that run there, the newest first."""
    named = [f"manylinux_2_{minor}_aarch64" for minor in range(NEWEST_LIBC, 16, -1)]
    return (*named, "manylinux2014_aarch64", "linux_aarch64")


def locked(python: str) -> Iterator[str]:
    """Return the lines of the lock that count on a Raspberry Pi with this Python."""
    there = {
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": "aarch64",
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "python_full_version": f"{python}.2",
        "python_version": python,
        "sys_platform": "linux",
    }
    text = (ROOT / "requirements.lock").read_text("utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if not line or line.lstrip().startswith("#"):
            continue
        asked, *sums = line.split(" --hash=")
        requirement = Requirement(asked)
        if requirement.marker is None or requirement.marker.evaluate(there):
            hashes = "".join(f" --hash={one.strip()}" for one in sums)
            yield f"{requirement.name}{requirement.specifier}{hashes}"


def chosen(python: str, lines: list[str]) -> list[dict[str, Any]]:
    """Ask pip which files it would take, without taking them."""
    with tempfile.TemporaryDirectory() as folder:
        wanted, report = Path(folder) / "wanted.txt", Path(folder) / "report.json"
        wanted.write_text("\n".join(lines), "utf-8")
        kinds = [word for name in platforms() for word in ("--platform", name)]
        abis = [
            word
            for name in (f"cp{python.replace('.', '')}", "abi3", "none")
            for word in ("--abi", name)
        ]
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-deps"]
        command += ["--only-binary", ":all:", "--target", folder, "--ignore-installed"]
        command += ["--implementation", "cp", "--python-version", python, *kinds, *abis]
        command += ["--require-hashes", "--report", str(report), "--requirement", str(wanted)]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        if found.returncode:
            return []
        taken: list[dict[str, Any]] = json.loads(report.read_text("utf-8"))["install"]
        return taken


def main() -> None:
    """Write which file each version is on a Raspberry Pi; null where there is none."""
    told: dict[str, dict[str, Any]] = {}
    for python in PYTHONS:
        lines = sorted(locked(python))
        files: dict[str, Any] = {line.split(" ")[0]: None for line in lines}
        taken = chosen(python, lines) or [
            one for line in lines for one in chosen(python, [line])
        ]  # one that is missing hides all others
        for one in taken:
            name = f"{canonicalize_name(one['metadata']['name'])}=={one['metadata']['version']}"
            where = one["download_info"]
            files[name] = {
                "file": where["url"].rpartition("/")[2],
                "sha256": where["archive_info"]["hashes"]["sha256"],
            }
        told[python] = files
        print(python, len(taken), "of", len(lines))
    WRITTEN.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
