"""What the installer does to a machine, tried in a folder with stand-ins for what it calls.

`test_installer.py` runs it in a whole Debian; here are the ways that take a machine of their own.
"""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from stand_in_machine import Machine

pytestmark = pytest.mark.package

CAMERA = "referee-camera.service"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def bring_newer(machine: Machine, *, answers: bool) -> None:
    """Bring a version of which everything that lies outside its folder is another one, too."""
    machine.is_version("0.2.0", answers=answers)
    deploy = machine.project / "deploy"
    for name in ("systemd/referee.service", "referee", "avahi/referee.service"):
        with (deploy / name).open("a") as file:
            file.write("\n# newer\n" if name != "avahi/referee.service" else "\n<!-- newer -->\n")
    (deploy / "systemd/referee-more.service").write_text("[Service]\n", "utf-8")


def test_a_version_that_does_not_answer_leaves_everything_as_it_was(machine: Machine) -> None:
    machine.installed("--camera", "/dev/video0")
    before = machine.kept()
    bring_newer(machine, answers=False)
    found = machine.install("--port", "8123", REFEREE_INSTALL_PATIENCE_S="3")
    assert found.returncode == 1
    assert "The referee is back at version 0.1.0-" in found.stdout
    assert before == machine.kept()
    assert machine.file("opt/referee/current").readlink().name.startswith("0.1.0-")
    assert machine.file("active/referee.service").exists()
    verbs = [line.split()[0] for line in machine.calls("systemctl")]
    assert "daemon-reload" in verbs[len(verbs) - verbs[::-1].index("stop") :]


def test_a_newer_version_that_answers_brings_all_that_belongs_to_it(machine: Machine) -> None:
    machine.installed()
    bring_newer(machine, answers=True)
    machine.installed("--port", "8123")
    kept = machine.kept()
    for name in ("systemd/system/referee.service", "avahi/services/referee.service"):
        assert "newer" in kept[f"etc/{name}"]
    assert "newer" in kept["usr/local/bin/referee"]
    assert "REFEREE_PORT=8123\n" in kept["etc/referee/referee.env"]
    assert not [path for path in kept if path.endswith(".new")]


def test_where_no_backup_can_be_made_nothing_is_changed(machine: Machine) -> None:
    machine.installed()
    before = machine.kept()
    machine.file("var/lib/referee/referee.sqlite3").touch()
    machine.file("no-backup").touch()
    bring_newer(machine, answers=True)
    found = machine.install("--port", "8123")
    assert (found.returncode, before) == (1, machine.kept())
    assert "The backup failed, so the version was not changed. The disk is full." in found.stdout
    assert machine.file("opt/referee/current").readlink().name.startswith("0.1.0-")
    assert machine.file("active/referee.service").exists()


@pytest.mark.parametrize("how", ["fails", "INT", "HUP", "TERM"])
def test_an_upgrade_that_stops_midway_goes_back(machine: Machine, how: str) -> None:
    machine.installed()
    before = machine.kept()
    bring_newer(machine, answers=True)
    machine.file("stops-midway").write_text(how)
    found = machine.install("--port", "8123")
    assert (found.returncode, before) == (1, machine.kept())
    assert "back at version 0.1.0-" in found.stdout
    assert machine.file("active/referee.service").exists()


def kiosk_starts(machine: Machine) -> str:
    return machine.file("etc/xdg/autostart/referee-kiosk.desktop").read_text("utf-8")


def test_the_full_screen_is_put_there_when_asked_and_follows_the_port(machine: Machine) -> None:
    machine.installed()
    assert not machine.file("usr/local/lib/referee-kiosk").exists()
    machine.offers("wlopm")
    machine.installed("--kiosk")
    assert ":8000/ " in kiosk_starts(machine)
    asked = machine.calls("apt-get")
    assert asked == ["install --yes --no-upgrade --no-install-recommends wlopm"]
    machine.offers("swayidle")
    said = machine.installed("--port", "8123")
    assert ":8123/ " in kiosk_starts(machine)
    assert "from the next login on" in said
    assert asked == machine.calls("apt-get"), "only --kiosk asks for more"
    machine.installed("--uninstall")
    assert not [path for path in machine.kept() if "kiosk" in path]


def test_where_the_full_screen_lacks_something_it_says_that_the_referee_is_there(
    machine: Machine,
) -> None:
    machine.offers("wlopm")
    machine.put("bin/apt-get", "exit 100")
    found = machine.install("--kiosk")
    assert found.returncode == 1
    assert "wlopm could not be installed" in found.stdout
    assert "The referee is installed, but its full screen is not." in found.stdout
    assert machine.file("active/referee.service").exists()


ON, OFF = "0\n", "1\n"
"""How raspi-config calls it."""


@pytest.mark.parametrize("before", [ON, OFF])
def test_on_wayland_blanking_goes_off_and_comes_back_only_if_it_was_on(
    machine: Machine, before: str
) -> None:
    machine.has_desktop(wayland=True, blanking=before == ON)
    blanking = machine.file("blanking")
    machine.installed("--kiosk")
    machine.installed("--kiosk")
    assert blanking.read_text() == OFF
    machine.installed("--uninstall")
    assert blanking.read_text() == before


def test_on_x11_where_the_kiosk_sets_it_itself_blanking_is_left_alone(machine: Machine) -> None:
    machine.has_desktop(wayland=False, blanking=True)
    machine.installed("--kiosk")
    assert machine.file("blanking").read_text() == ON


def test_a_pi_camera_gets_its_library(machine: Machine) -> None:
    machine.offers("python3-picamera2")
    machine.installed("--camera", "picamera2")
    machine.installed("--camera", "picamera2:1")
    (asked,) = machine.calls("apt-get")
    assert asked.endswith(" --no-upgrade --no-install-recommends python3-picamera2")
    assert "CAMERA_SOURCE=picamera2:1\n" in machine.kept()["etc/referee/camera.env"]


def test_the_address_of_a_network_camera_is_kept_as_it_is_and_for_root_only(
    machine: Machine,
) -> None:
    address = "rtsp://me:se%40cret@192.168.1.30/live?channel=1&stream=2#main"
    machine.installed("--camera", address)
    machine.installed("--camera", address)
    assert f"CAMERA_SOURCE={address}\n" in machine.kept()["etc/referee/camera.env"]
    assert machine.file("etc/referee/camera.env").stat().st_mode & 0o077 == 0


def test_where_there_is_no_library_for_pi_cameras_nothing_is_installed(machine: Machine) -> None:
    found = machine.install("--camera", "picamera2")
    assert found.returncode == 1
    assert "python3-picamera2 could not be installed" in found.stdout
    assert not machine.file("opt/referee").exists()


def test_a_camera_that_was_switched_off_stays_off_until_it_is_named_again(machine: Machine) -> None:
    machine.installed("--camera", "/dev/video0")
    enabled, active = machine.file(f"enabled/{CAMERA}"), machine.file(f"active/{CAMERA}")
    enabled.unlink()
    active.unlink()
    said = machine.installed("--port", "8123")
    assert "The camera stays off" in said
    assert (enabled.exists(), active.exists()) == (False, False)
    assert ":8123\n" in machine.kept()["etc/referee/camera.env"], "for when it is switched on"
    assert "stays off" not in machine.installed("--camera", "/dev/video0")
    assert (enabled.exists(), active.exists()) == (True, True)


def test_a_camera_comes_back_with_a_referee_that_was_away(machine: Machine) -> None:
    machine.installed("--camera", "/dev/video0")
    machine.installed("--uninstall")
    machine.installed()
    assert machine.file(f"enabled/{CAMERA}").exists()


@pytest.mark.parametrize(
    ("number", "of", "says"),
    [
        ("11", "debian", "The System 11 is too old."),
        ("14", "debian", "The referee has not been tested on The System 14 yet."),
        ("", "debian", "is a test version without a number"),
        ("13", "slackware", "and The System 13 is neither."),
    ],
)
def test_other_systems_are_refused_with_the_reason(
    machine: Machine, number: str, of: str, says: str
) -> None:
    machine.is_release(number, of=of)
    found = machine.install()
    assert found.returncode == 1
    assert says in found.stdout
    assert "Debian 12 or 13" in found.stdout
    assert not machine.file("opt/referee").exists()


@pytest.mark.parametrize("number", ["12", "13"])
def test_both_systems_are_taken_and_it_leaves_any_that_they_have_become(
    machine: Machine, number: str
) -> None:
    machine.is_release(number)
    machine.installed()
    machine.is_release("14")
    machine.installed("--uninstall")
    assert not machine.file("opt/referee").exists()


def test_nothing_of_the_system_is_upgraded(machine: Machine) -> None:
    needed = ("python3-venv", "avahi-daemon", "curl", "chromium")
    machine.lacks(*needed)
    machine.offers(*needed, "python3-picamera2", "wlopm", "swayidle")
    machine.installed("--camera", "picamera2", "--kiosk")
    asked = [line.split() for line in machine.calls("apt-get")]
    got = {word for words in asked for word in words if word in machine.file("offered").read_text()}
    assert set(needed) < got
    for words in asked:
        (verb,) = {"install", "update", "upgrade", "dist-upgrade", "full-upgrade"} & set(words)
        assert verb == "install"
        assert {"--no-upgrade", "--no-install-recommends"} < set(words)


def announced_port(machine: Machine) -> str | None:
    told = machine.kept()["etc/avahi/services/referee.service"]
    return ET.fromstring(told).findtext("service/port")  # noqa: S314 - our own


def test_the_network_is_told_of_the_port_and_of_a_new_one(machine: Machine) -> None:
    machine.installed()
    assert announced_port(machine) == "8000"
    machine.installed("--port", "8123")
    assert announced_port(machine) == "8123"


def test_where_names_are_not_told_it_says_so_and_goes_on(machine: Machine) -> None:
    machine.lacks("avahi-daemon")
    for words in ((), ("--port", "8123")):
        assert "sudo apt install avahi-daemon" in machine.installed(*words)
    assert announced_port(machine) == "8123", "for when it is there"
    tried = machine.calls("apt-get")
    assert [line for line in tried if "avahi-daemon" in line]
    machine.offers("avahi-daemon")
    machine.installed()
    assert tried == machine.calls("apt-get"), "who does without has reasons"


def as_the_command_is_told(machine: Machine, settings: bytes) -> list[str]:
    """Return the settings with which the installed command starts, where these are written down."""
    machine.file("etc/referee/referee.env").write_bytes(settings)
    machine.put("opt/referee/current/bin/referee", "env | grep ^REFEREE_ | sort")
    return machine.run(machine.file("usr/local/bin/referee"), "doctor").stdout.splitlines()


@pytest.mark.parametrize(
    "written",
    [
        b"REFEREE_DATA=/media/stick\r\nREFEREE_PORT=8123\r\n",
        b"REFEREE_PORT=8123\nREFEREE_DATA=/media/stick",
        b"REFEREE_PORT = \"8123\" \n  REFEREE_DATA='/media/stick'\n",
    ],
    ids=["line ends of Windows", "no last line end", "spaces and quotes"],
)
def test_settings_are_read_as_systemd_reads_them(machine: Machine, written: bytes) -> None:
    machine.installed()
    told = as_the_command_is_told(machine, written)
    assert told == ["REFEREE_DATA=/media/stick", "REFEREE_PORT=8123"]
    machine.installed()
    assert announced_port(machine) == "8123"
    machine.installed("--port", "8124")
    kept = machine.kept()["etc/referee/referee.env"]
    assert kept.count("REFEREE_PORT=8124\n") == kept.count("REFEREE_PORT") == 1


@pytest.mark.parametrize("written", [b"", b"\0\1rubbish\nREFEREE_PORT=abc\n", b"REFEREE_DATA="])
def test_settings_that_say_nothing_lose_no_matches(machine: Machine, written: bytes) -> None:
    machine.installed()
    here = machine.file("var/lib/referee")
    assert f"REFEREE_DATA={here}" in as_the_command_is_told(machine, written)
    machine.installed("--port", "8124")
    assert announced_port(machine) == "8124"
    machine.file("etc/referee/referee.env").unlink()
    machine.file("opt/referee/.before").mkdir()  # as an upgrade leaves it when the plug is pulled
    machine.installed()
    assert announced_port(machine) == "8000"
    assert not machine.file("opt/referee/.before").exists()


def test_whoever_forgets_sudo_is_told_and_not_shown_matches_of_their_own(machine: Machine) -> None:
    machine.installed()
    machine.put("opt/referee/current/bin/referee", 'echo "asked: $*"')
    command = machine.file("usr/local/bin/referee")
    found = machine.run(command, "backup", "--to", "/home/pi", AS_IF_EUID="1000")
    assert found.returncode == 1
    assert found.stdout.endswith("Type: sudo referee backup --to /home/pi\n")
    for words in (["games"], ["matches", "--data", "here"], ["doctor", "--help"]):
        asked = machine.run(command, *words, AS_IF_EUID="1000").stdout
        assert asked == f"asked: {' '.join(words)}\n"
