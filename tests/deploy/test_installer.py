"""The installer, run in a fresh Debian: twice, to a newer version, to a bad one, and away.

At its end the same Debian takes the steps of the container and starts what they made.
"""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import containerfile
import pytest
from fresh_debian import ROOT, Tree, copy_sources, fresh_debian

pytestmark = [pytest.mark.package, pytest.mark.once]

INSTALL = ("/srv/referee/deploy/install.sh", "--wheels", "/root/wheels")
SETTINGS = "/etc/referee/referee.env"
HOME, PI = "/home/pi", (1000, 1000)
NO_COMPILE = {"PIP_COMPILE": "0"}
"""For what is installed to run once: to compile all of it takes longer than the rest."""
BRIEFLY = {"REFEREE_INSTALL_PATIENCE_S": "6", **NO_COMPILE}
README = (ROOT / "README.md").read_text("utf-8") if (ROOT / "README.md").exists() else ""
AS_TOLD = re.findall(r"^sudo (.+)$", README, re.MULTILINE)
"""What the README has people type on a Raspberry Pi, in this order."""
EXAMPLE = ROOT / "referee/games/waves/transcripts/example-collecting-elders.txt"


def current(tree: Tree) -> str:
    return tree.file("/opt/referee/current").readlink().name


def calls(tree: Tree) -> list[str]:
    return tree.file("/run/services/calls").read_text("utf-8").splitlines()


def asked(tree: Tree, path: str, sent: dict[str, str] | None = None) -> tuple[int, str, str]:
    words = [path] if sent is None else [path, urlencode(sent)]
    said = tree.done("python3", "/root/ask.py", *words)
    status, location, text = said.split("\n", 2)
    return int(status), location, text


def wheel_of(folder: Path, version: str, *, answers: bool) -> str:
    """Build a wheel of another version, and return its name."""
    source = copy_sources(folder / f"source-{version}")
    for file, name in (
        ("referee/__init__.py", "__version__: Final"),
        ("pyproject.toml", "version"),
    ):
        path = source / file
        text = re.sub(rf'(?m)^{name} = ".*"$', f'{name} = "{version}"', path.read_text("utf-8"))
        path.write_text(text, "utf-8")
    if not answers:
        health = source / "referee/web/pages/health.py"
        health.write_text(health.read_text("utf-8").replace("/healthz", "/elsewhere"), "utf-8")
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder)]
    subprocess.run([*build, str(source)], check=True, capture_output=True)
    (wheel,) = folder.glob(f"*-{version}-*.whl")
    return wheel.name


def refused(tree: Tree, *words: str, **told: str) -> str:
    found = tree.run(*INSTALL, *words, **told)
    assert found.returncode == 1, found.stdout
    assert not tree.file("/opt/referee").exists()
    return found.stdout.strip().splitlines()[-1]


def stub(tree: Tree, name: str, script: str) -> dict[str, str]:
    """Put a command before all others, and return the environment that finds it."""
    path = tree.file(f"/root/stubs/{name}/{name}")
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/bash\n{script}\n", "utf-8")
    path.chmod(0o755)
    return {"PATH": f"/root/stubs/{name}:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}


def refuse_what_does_not_fit(tree: Tree) -> None:
    release = tree.file("/etc/os-release")
    as_it_is = release.read_text("utf-8")
    release.unlink()
    for old, new, sentence in (
        (
            r"VERSION_ID=.*",
            'VERSION_ID="11"',
            "is too old. Install Raspberry Pi OS or Debian 12 or 13",
        ),
        (r"(?m)^ID=.*", "ID=slackware", "This is for Raspberry Pi OS and Debian 12 or 13"),
    ):
        release.write_text(re.sub(old, new, as_it_is), "utf-8")
        assert sentence in refused(tree)
    release.write_text(as_it_is, "utf-8")
    assert "64-bit" in refused(tree, **stub(tree, "dpkg", "echo armhf"))
    assert "512 MB of 900" in refused(tree, **stub(tree, "df", "echo Avail; echo 512"))
    old_python = 'case "$*" in --version) echo Python 3.9.2;; *version_info*) exit 1;; esac'
    assert "Python 3.9.2 is too old" in refused(tree, **stub(tree, "python3", old_python))
    assert "1024 to 65535" in refused(tree, "--port", "80")
    assert "Unknown option: -x" in refused(tree, "-x")
    nobody = tree.run("setpriv", "--reuid=65534", "bash", "/srv/referee/deploy/install.sh")
    assert "Only root can do this" in nobody.stdout


def as_told(tree: Tree, line: str) -> str:
    """Type a line of the README, without a network and with the name that a backup has here."""
    command, *words = line.split()
    here = INSTALL if command == "deploy/install.sh" else (command,)
    made = [path.name for path in tree.file(HOME).glob("referee-*")]
    return tree.done(*here, *(re.sub(r"(?<=/)referee-\d\S+", lambda _: made[0], w) for w in words))


def install(tree: Tree) -> None:
    first, *more, last = AS_TOLD
    assert (first, last) == ("deploy/install.sh", "deploy/install.sh --uninstall")
    said = as_told(tree, first)
    at_home(tree)
    for line in more:
        as_told(tree, line)
    until_it_answers(tree)
    backups_have_owners(tree)
    assert re.search(r"^    http://\S+:8000/$", said, re.MULTILINE)
    assert "sudo referee doctor" in said
    assert asked(tree, "/healthz")[0] == 200
    files = {
        "/opt/referee": (0o755, 0),
        SETTINGS: (0o640, 0),
        "/etc/referee/camera.env": (0o600, 0),
        "/var/lib/referee": (0o700, None),
    }
    for path, (mode, owner) in files.items():
        here = tree.file(path).stat()
        assert (here.st_mode & 0o777, here.st_uid if owner == 0 else None) == (mode, owner), path
    user = tree.done("id", "--user", "referee").strip()
    assert str(tree.file("/var/lib/referee").stat().st_uid) == user
    assert str(tree.file("/var/lib/referee/referee.sqlite3").stat().st_uid) == user
    assert [] == tree.done("find", "/opt/referee", "-user", "referee").split()
    camera = tree.file("/etc/referee/camera.env").read_text("utf-8")
    assert re.search(r"^CAMERA_TOKEN=\S{16}$", camera, re.MULTILINE), "from the server's own words"
    assert "CAMERA_SERVER=http://127.0.0.1:8000\n" in camera
    for unit in ("referee.service", "referee-camera.service"):
        assert f"enable --quiet {unit}" in calls(tree)


def at_home(tree: Tree) -> None:
    """Make the folder of whoever logs in, into which nobody else may look."""
    tree.file(HOME).mkdir(mode=0o700, parents=True)
    os.chown(tree.file(HOME), *PI)


def until_it_answers(tree: Tree) -> None:
    until = time.monotonic() + 40
    while tree.run("python3", "/root/ask.py", "/healthz").returncode:
        assert time.monotonic() < until
        time.sleep(0.2)


def backups_have_owners(tree: Tree) -> None:
    """What the README has people back up and restore belongs to whom its folder belongs."""
    (backup,) = tree.file(HOME).glob("referee-*.sqlite3")
    assert (backup.stat().st_uid, backup.stat().st_gid) == PI
    assert list(tree.file("/var/lib/referee/backups").glob("*before-restore-*"))
    assert tree.done("find", "/var/lib/referee", "!", "-user", "referee").split() == []


def install_again(tree: Tree) -> None:
    before = (current(tree), tree.file(SETTINGS).read_text(), process(tree))
    tree.done(*INSTALL)
    assert before == (current(tree), tree.file(SETTINGS).read_text(), process(tree))
    assert len(versions(tree)) == 1


def process(tree: Tree) -> str:
    return tree.file("/run/services/referee.service.pid").read_text()


def versions(tree: Tree) -> list[str]:
    return sorted(
        path.name for path in tree.file("/opt/referee").iterdir() if not path.is_symlink()
    )


def enter(tree: Tree, match: str, action: str) -> dict[str, Any]:
    """Enter something at the table of a match, and return the match as it is then."""
    before = json.loads(asked(tree, match)[2])
    sent = {"action": action, "expected": str(before["seq"])}
    assert asked(tree, f"{match}/act", sent)[0] == 200
    after: dict[str, Any] = json.loads(asked(tree, match)[2])
    assert after["seq"] == before["seq"] + 1
    return after


def upgrade(tree: Tree, wheel: str) -> None:
    status, match, _ = asked(tree, "/transcripts", {"text": EXAMPLE.read_text("utf-8")})
    assert status == 303
    with tree.file(SETTINGS).open("a") as settings:
        settings.write("REFEREE_BACKUPS=3\n")
    said = tree.done(*INSTALL, "--wheel", f"/root/{wheel}")
    assert re.search(r"backed up to /var/lib/referee/backups/referee-\S+\.sqlite3\.", said)
    assert current(tree).startswith("0.2.0-")
    assert "0.2.0" in tree.done("referee", "--version")
    assert "REFEREE_BACKUPS=3" in tree.file(SETTINGS).read_text()
    assert enter(tree, match, "shells count=2")["view"]["shells"] == 2, "the Council’s, in round 2"
    doctor = tree.run("referee", "doctor").stdout
    assert "1 match" in doctor, doctor
    assert "MEND" not in doctor


def go_back(tree: Tree, wheel: str) -> None:
    before = current(tree)
    found = tree.run(*INSTALL, "--wheel", f"/root/{wheel}", **BRIEFLY)
    assert found.returncode == 1
    assert f"back at version {before}" in found.stdout, found.stdout
    assert current(tree) == before
    assert before in versions(tree)
    assert [] == [name for name in versions(tree) if name.startswith("0.3.0")]
    assert asked(tree, "/healthz")[0] == 200


def take_away(tree: Tree) -> None:
    said = as_told(tree, AS_TOLD[-1])
    assert "The matches are still in /var/lib/referee" in said
    for path in ("/opt/referee", "/usr/local/bin/referee", "/etc/systemd/system/referee.service"):
        assert not tree.file(path).exists(), path
    assert tree.file("/var/lib/referee/referee.sqlite3").exists()
    assert tree.file(SETTINGS).exists()
    assert "disable --quiet --now referee.service" in calls(tree)
    tree.done(*INSTALL, "--uninstall", "--purge")
    assert not tree.file("/var/lib/referee").exists()
    assert not tree.file("/etc/referee").exists()
    assert tree.run("id", "referee").returncode == 1


def run_as_a_container(tree: Tree) -> None:
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/root/wheels", **NO_COMPILE}
    file = ROOT / "deploy/container/Containerfile"
    image = containerfile.build(tree, file, "/srv/referee", **offline)
    with containerfile.running(tree, image):
        assert asked(tree, "/")[0] == 200
    kept = tree.file("/data/referee.sqlite3").stat()
    assert kept.st_uid == 10001, "as nobody in particular"


@pytest.mark.timeout(1200)
def test_a_fresh_debian_gets_the_referee_keeps_it_up_to_date_and_loses_it(tmp_path: Path) -> None:
    # All in one: to make such a tree takes most of the time.
    with fresh_debian(tmp_path / "tree") as tree:
        copy_sources(tree.file("/srv/referee"))
        refuse_what_does_not_fit(tree)
        install(tree)
        install_again(tree)
        good = wheel_of(tree.file("/root"), "0.2.0", answers=True)
        upgrade(tree, good)
        go_back(tree, wheel_of(tree.file("/root"), "0.3.0", answers=False))
        take_away(tree)
        run_as_a_container(tree)
