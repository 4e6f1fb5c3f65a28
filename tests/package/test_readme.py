"""The README is true: every command in it runs, every link and picture is there."""

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.core import Setup
from referee.games import load_all
from referee.match import Matches, SqliteStore

ROOT = Path(__file__).parents[2]
# Away from the checkout there is none, and none of these tests is run.
README = (ROOT / "README.md").read_text("utf-8") if (ROOT / "README.md").exists() else ""
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.splitlines() if line.strip()]
MAKE = [line for line in COMMANDS if line.startswith("make ")]
REFEREE = [line for line in COMMANDS if line.startswith(".venv/bin/referee ")]
SERVE = [line for line in REFEREE if " serve" in line]
WATCH = [line for line in REFEREE if " watch" in line]
# tests/deploy/test_installer.py types these in a Debian of its own.
INSTALL = [line for line in COMMANDS if line.startswith("sudo ")]
DEADLINE_S = 240

pytestmark = pytest.mark.package


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def our_command(line: str) -> list[str]:
    """Return a command of the README with the environment that these tests run in."""
    words = shlex.split(line)
    return [str(Path(sys.executable).with_name("referee")), *words[1:]]


def wait_for_page(port: int, process: subprocess.Popen[str]) -> str:
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                return str(answer.read().decode())
        except OSError:  # also where the first page takes long on a machine that is busy
            time.sleep(0.2)
    process.kill()
    pytest.fail(f"no page came: {process.communicate()[0]}")


def stop(process: subprocess.Popen[str]) -> str:
    os.killpg(process.pid, 2)
    try:
        return process.communicate(timeout=20)[0]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        raise


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "REFEREE_DATA": str(tmp_path / "data"), "HOME": str(tmp_path)}


def test_the_readme_gives_the_two_commands_first() -> None:
    assert COMMANDS[:2] == ["make serve", "make test"]


def test_every_command_is_one_that_these_tests_run() -> None:
    assert sorted(COMMANDS) == sorted(MAKE + REFEREE + INSTALL)


@pytest.mark.parametrize("line", MAKE)
def test_what_is_made_can_be_made(line: str) -> None:
    found = subprocess.run(
        [*shlex.split(line), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("line", [line for line in REFEREE if line not in SERVE + WATCH])
def test_a_command_of_the_referee_runs(line: str, environment: dict[str, str]) -> None:
    found = subprocess.run(
        our_command(line), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("line", SERVE)
def test_the_server_starts_as_told(line: str, environment: dict[str, str], tmp_path: Path) -> None:
    port = free_port()
    command = our_command(re.sub(r"--port \d+", f"--port {port}", line))
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert "Waves" in wait_for_page(port, process)
    assert f":{port}/" in stop(process)


@pytest.mark.parametrize("line", WATCH)
def test_a_camera_is_watched_as_told(
    line: str, environment: dict[str, str], tmp_path: Path
) -> None:
    port, pictures = free_port(), tmp_path / "pictures"
    match = open_match(Path(environment["REFEREE_DATA"]))
    pictures.mkdir()
    for name in ("1.jpg", "2.jpg"):
        shutil.copy(ROOT / "tests/table/pictures/council.jpg", pictures / name)
    referee = our_command(".venv/bin/referee")[0]
    server = subprocess.Popen(
        [referee, "serve", "--host", "127.0.0.1", "--port", str(port)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    wait_for_page(port, server)
    # There is no camera here: pictures take its place.
    line = re.sub(r"--source \S+", f"--source {pictures}", line)
    line = re.sub(r"--match \S+", f"--match {match} --once", line)
    found = subprocess.run(
        our_command(line.replace(":8000", f":{port}")),
        env={**environment, "REFEREE_PORT": str(port)},
        capture_output=True,
        text=True,
        check=False,
    )
    stop(server)
    assert (found.returncode, found.stderr) == (0, "")
    assert "Bo: the Elder is a Noble." in found.stdout.splitlines()


def open_match(data: Path) -> str:
    """Keep a match of four in the folder that a server will find."""
    with closing(SqliteStore(data / "referee.sqlite3")) as store:
        setup = Setup(("Ann", "Bo", "Cy", "Di"), (("council", "house"), ("mode", "all-vs-all")))
        return Matches(store, load_all()).open("waves", setup).id


def links() -> Iterator[str]:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        if "://" not in target:
            yield target


@pytest.mark.parametrize("target", sorted(set(links())))
def test_what_the_readme_points_to_is_there(target: str) -> None:
    assert (ROOT / target).exists()


@pytest.mark.timeout(DEADLINE_S + 60)
def test_make_serve_on_a_fresh_clone_installs_everything_and_shows_the_first_page(
    environment: dict[str, str], tmp_path: Path
) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    port = free_port()
    process = subprocess.Popen(
        ["make", "serve", f"PORT={port}"],
        cwd=clone,
        env={**environment, "PIP_COMPILE": "0"},  # it runs once, and to compile all takes longest
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert "Waves" in wait_for_page(port, process)
    said = stop(process)
    assert f":{port}/" in said
    assert "█" in said, "the QR code to join"
