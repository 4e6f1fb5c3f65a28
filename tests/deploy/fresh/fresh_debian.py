"""A fresh Debian in a folder, as debootstrap makes it, with processes and a network of its own.

systemd does not run in there; a stub in its place starts what the units name. The network leads
nowhere, so that whatever is installed comes from a folder.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[3]
STUBS: Final = Path(__file__).with_name("inside")
MIRROR: Final = os.environ.get("REFEREE_TESTS_MIRROR", "http://deb.debian.org/debian")
SUITES: Final = {(3, 11): "bookworm", (3, 13): "trixie"}
IN_CI: Final = os.environ.get("CI", "").lower() in {"1", "true"}
SOURCES: Final = (
    *("referee", "printables", "camera", "deploy"),
    *("pyproject.toml", "requirements.lock", "README.md", "LICENSE"),
)
DEADLINE_S: Final = 20


@dataclass(frozen=True)
class Tree:
    """A Debian of its own: `run` runs a command in there, as root."""

    folder: Path
    inside: int
    """The process that keeps its processes and its network."""

    def run(self, *words: str, **told: str) -> subprocess.CompletedProcess[str]:
        home = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        return subprocess.run(
            self.entered(*words),
            env={**home, "LANG": "C.UTF-8", **told},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def entered(self, *words: str) -> list[str]:
        """Return a command as it is started from out here."""
        enter = ("nsenter", f"--target={self.inside}", "--mount", "--pid", "--net")
        return [*enter, "/usr/sbin/chroot", str(self.folder), *words]

    def done(self, *words: str, **told: str) -> str:
        """Run a command that must succeed, and return what it says."""
        found = self.run(*words, **told)
        assert found.returncode == 0, found.stdout
        return found.stdout

    def file(self, path: str) -> Path:
        """Return a file of the tree, seen from here."""
        return self.folder / path.lstrip("/")


def missing(why: str, *, ours: bool = False) -> None:
    """Pass the tests over and say why; where it could be otherwise in CI, fail there."""
    if IN_CI and ours:
        pytest.fail(why, pytrace=False)
    pytest.skip(f"NOT PROVEN here, the installer was not run in a fresh Debian: {why}")


def suite() -> str:
    if os.geteuid():
        missing("only root can make one")
    if shutil.which("debootstrap", path=f"{os.environ['PATH']}:/usr/sbin") is None:
        missing("there is no debootstrap (Debian: apt-get install debootstrap)", ours=True)
    found = SUITES.get(sys.version_info[:2])
    if found is None:
        missing("no Debian has the Python of these tests, so their packages do not fit it")
    return str(found)


def make_tree(folder: Path) -> None:
    """Make a fresh Debian with Python."""
    words = ("--variant=minbase", "--include=python3-venv", suite(), str(folder), MIRROR)
    found = subprocess.run(
        ["debootstrap", *words],
        env={**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"},
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        last = (found.stdout + found.stderr).strip().splitlines()[-1:]
        missing(f"debootstrap ended with {found.returncode}: {last}")


def fetch_wheels(folder: Path) -> None:
    """Fetch everything that the lock names, and what builds a wheel."""
    get = (sys.executable, "-m", "pip", "download", "--quiet", "--only-binary", ":all:")
    for what in (("--require-hashes", "-r", "requirements.lock"), ("hatchling>=1.27,<2",)):
        command = [*get, "--dest", str(folder), *what]
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stderr


def copy_sources(into: Path) -> Path:
    """Copy what the installer needs of the project."""
    into.mkdir(parents=True)
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, into / name, ignore=shutil.ignore_patterns("__pycache__", "training")
            )
        else:
            shutil.copy(ROOT / name, into / name)
    return into


@contextmanager
def fresh_debian(folder: Path) -> Iterator[Tree]:
    """Return a Debian of one's own; whatever runs in there ends with it."""
    with ThreadPoolExecutor() as beside:
        wheels = beside.submit(fetch_wheels, folder.with_name("wheels"))
        make_tree(folder)
        wheels.result()
    folder.with_name("wheels").rename(folder / "root/wheels")
    for stub in ("systemctl", "journalctl"):
        shutil.copy(STUBS / stub, folder / "usr/local/bin")
    for script in ("ask.py", "lo_up.py"):
        shutil.copy(STUBS / script, folder / "root")
    (folder / "run/systemd/system").mkdir(parents=True)
    proc = f"--mount-proc={folder / 'proc'}"
    keeper = subprocess.Popen(
        ["unshare", "--mount", "--pid", "--net", "--fork", "--kill-child", proc, "sleep", "900"],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        tree = Tree(folder, _first_process(keeper))
        tree.done("python3", "/root/lo_up.py")
        yield tree
    finally:
        keeper.kill()
        keeper.communicate()
        shutil.rmtree(folder, ignore_errors=True)


def _first_process(keeper: subprocess.Popen[str]) -> int:
    children = Path(f"/proc/{keeper.pid}/task/{keeper.pid}/children")
    until = time.monotonic() + DEADLINE_S
    while time.monotonic() < until:
        if keeper.poll() is not None:
            missing(f"no processes of its own are allowed: {keeper.communicate()[1].strip()}")
        found = children.read_text().split()
        if found:
            return int(found[0])
        time.sleep(0.02)
    pytest.fail("unshare started nothing")
