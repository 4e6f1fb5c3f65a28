"""The services of systemd: whole, shut in, and none takes the other down.

systemd itself does not run here. It judges the files (`systemd-analyze`), and what it would deny to
the server is denied to it here by the kernel.
"""

import configparser
import ctypes
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from running_server import command_line
from score_maps import filled_map

from referee.games import load_all

pytestmark = pytest.mark.package

ROOT = Path(__file__).parents[2]
SERVICES = ROOT / "deploy" / "systemd"
NAMES = ("referee.service", "referee-camera.service")
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}
MISSING = "no systemd-analyze on this machine (Debian: apt-get install systemd)"
INSTALLED = "/opt/referee/current/bin/referee"
NO_NEW_CODE = 65
"""PR_SET_MDWE: the kernel's own form of MemoryDenyWriteExecute."""


class Lines(dict):
    """Keeps every line of a name that stands several times in a file."""

    def __setitem__(self, name, value):
        if isinstance(value, list) and name in self:
            self[name].extend(value)
        else:
            super().__setitem__(name, value)


def service(name):
    """Return what each section says, a list of texts for each name."""
    found = configparser.RawConfigParser(dict_type=Lines, strict=False)
    found.optionxform = str  # type: ignore[assignment, method-assign]
    found.read(SERVICES / name)
    return {part: {key: text.split("\n") for key, text in found[part].items()} for part in found}


@pytest.fixture(params=NAMES)
def judged(request, tmp_path):
    """A service as it is installed, but with a command that this machine has."""
    if shutil.which("systemd-analyze") is None:
        if IN_CI:
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)
    text = (SERVICES / request.param).read_text("utf-8")
    assert INSTALLED in text
    path = tmp_path / request.param
    path.write_text(text.replace(INSTALLED, command_line()), "utf-8")
    return path


def analyze(*words):
    command = ["systemd-analyze", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_systemd_finds_nothing_wrong_with_a_service(judged):
    found = analyze("verify", "--man=no", str(judged))
    assert (0, "") == (found.returncode, found.stderr)


def test_systemd_calls_a_service_hardly_exposed(judged):
    found = analyze("security", "--offline=true", "--threshold=20", str(judged))
    assert found.returncode == 0, found.stdout


def test_nothing_runs_as_root_and_everything_is_started_again():
    assert service(NAMES[0])["Service"]["User"] == ["referee"]
    assert service(NAMES[1])["Service"]["DynamicUser"] == ["yes"]
    for name in NAMES:
        told = service(name)["Service"]
        assert told["Restart"] == ["always"]
        assert told["Type"] == ["notify"]
        assert int(told["WatchdogSec"][0]) >= 60, "a slow disk is no reason to start anew"
        assert service(name)["Unit"]["StartLimitIntervalSec"] == ["0"], "it never gives up"
        assert "network-online.target" in service(name)["Unit"]["After"][0]


def test_a_camera_takes_no_table_down_and_cannot_read_the_matches():
    bound = {"Requires", "Requisite", "BindsTo", "PartOf", "Upholds", "Conflicts", "OnFailure"}
    for name in NAMES:
        assert not bound & set(service(name)["Unit"])
    assert "referee" not in service(NAMES[1])["Unit"]["Wants"][0]
    assert service(NAMES[1])["Service"]["InaccessiblePaths"] == ["-/var/lib/referee"]


@pytest.mark.parametrize("name", NAMES)
def test_a_service_may_use_all_that_a_pi_camera_is_found_by(name):
    # libcamera finds it by its media device, and takes it only where there is memory for pictures.
    devices = {"char-video4linux rw", "char-media rw", "char-dma_heap rw"}
    assert devices < set(service(name)["Service"]["DeviceAllow"])
    assert service(name)["Service"]["SupplementaryGroups"] == ["video"]


def test_a_camera_is_started_with_options_that_there_are():
    (line,) = service(NAMES[1])["Service"]["ExecStart"]
    help_ = subprocess.run(
        [command_line(), "watch", "--help"], capture_output=True, text=True, check=True
    ).stdout
    named = re.findall(r"--[a-z]+", line)
    assert named
    assert [] == [option for option in named if option not in help_]


def denied(*words):
    """Run the referee where no memory can be both written and run, as its service does."""

    def deny():
        assert ctypes.CDLL(None).prctl(NO_NEW_CODE, 1, 0, 0, 0) == 0

    try:
        return subprocess.run(
            [command_line(), *words],
            cwd=ROOT,
            capture_output=True,
            text=True,
            preexec_fn=deny,
            check=False,
        )
    except subprocess.SubprocessError:
        pytest.skip("the kernel cannot deny this; it is older than 6.3")


def test_reading_cards_needs_no_memory_that_is_written_and_run():
    found = denied("scan", "tests/table/pictures/council.jpg")
    assert (found.returncode, found.stderr) == (0, "")


def test_reading_digits_needs_none_either(tmp_path):
    picture = tmp_path / "map.jpg"
    picture.write_bytes(filled_map(load_all()["rolling"], {"chest-1.1": "6"}, player=4))
    found = denied("score", "--photo", str(picture))
    assert "Chest 1" in found.stdout, found.stderr
