"""The screen that shows nothing but the referee, with stand-ins that note how they were called."""

import os
import shutil
import subprocess
import time
import xml.etree.ElementTree as ET
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from referee.config import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
KIOSK = DEPLOY / "kiosk"
pytestmark = [
    pytest.mark.package,
    pytest.mark.skipif(not shutil.which("curl"), reason="the kiosk asks with curl"),
]
STAYS = 'trap "exit 0" TERM; while :; do sleep 0.05; done'
PATIENCE_S = 20


class Referee:
    """Says one word to the kiosk, as long as it is there."""

    def __init__(self):
        self.word = "rest"
        told = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200 if told.word else 503)
                self.end_headers()
                self.wfile.write(f"{told.word}\n".encode())

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"
        Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()


@pytest.fixture
def referee():
    referee = Referee()
    yield referee
    referee.server.shutdown()
    referee.server.server_close()


@pytest.fixture
def kiosk(tmp_path, referee):
    """Start the kiosk; each program that it calls is a stand-in that does as told."""
    started = []

    def start(*, wayland=False, chromium=STAYS, missing=()):
        programs = tmp_path / "bin"
        programs.mkdir()
        for name in ("chromium", "xset", "wlopm", "swayidle"):
            body = {"chromium": chromium, "swayidle": STAYS}.get(name, "")
            if name not in missing:
                lines = ["#!/bin/bash", f'echo "{name} $*" >>"{tmp_path}/calls"', body, ""]
                (programs / name).write_text("\n".join(lines))
                (programs / name).chmod(0o755)
        for name in ("bash", "curl", "dirname", "readlink", "mkdir", "sleep"):
            (programs / name).symlink_to(shutil.which(name) or name)
        environment = {
            "PATH": str(programs),
            "HOME": str(tmp_path),
            "REFEREE_KIOSK_ADDRESS": referee.address,
            "REFEREE_KIOSK_EVERY_S": "0.05",
            **({"WAYLAND_DISPLAY": "wayland-0"} if wayland else {"DISPLAY": ":0"}),
        }
        with (tmp_path / "said").open("wb") as said:
            started.append(
                subprocess.Popen([KIOSK / "referee-kiosk"], env=environment, stderr=said)
            )
        return started[-1]

    yield start
    for one in started:
        one.terminate()
        one.wait(PATIENCE_S)


@pytest.fixture
def calls(tmp_path):
    """Wait until the calls so far hold these in this order, and return them all."""

    def wait_for(*wanted):
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            path = tmp_path / "calls"
            lines = path.read_text().splitlines() if path.exists() else []
            left = iter(lines)
            if all(any(line.startswith(one) for line in left) for one in wanted):
                return lines
            time.sleep(0.02)
        pytest.fail(f"{wanted} did not come: {lines}")

    return wait_for


def test_the_browser_is_full_screen_and_begins_with_the_page_that_waits(kiosk, calls, referee):
    kiosk()
    (line,) = [one for one in calls("chromium") if one.startswith("chromium")]
    assert " --kiosk " in line
    assert line.endswith(f" file://{KIOSK}/waiting.html#{referee.address}")
    assert "wayland" not in line


def test_on_x11_the_screen_stays_on_while_somebody_plays_and_else_goes_dark(kiosk, calls, referee):
    kiosk()
    calls("xset s 600 +dpms dpms 600 600 600")
    referee.word = "awake"
    calls("xset s 600", "xset s off -dpms", "xset dpms force on")
    referee.word = "rest"
    lines = calls("xset s 600", "xset s off", "xset s 600")
    assert 4 == len([one for one in lines if one.startswith("xset")]), "only what changes is said"


def test_on_wayland_a_touch_wakes_the_screen_and_while_somebody_plays_it_stays_on(
    kiosk, calls, referee
):
    kiosk(wayland=True)
    lines = calls("swayidle -w timeout 600 wlopm --off '*' resume wlopm --on '*'")
    assert any("--ozone-platform=wayland" in one for one in lines)
    referee.word = "awake"
    calls("swayidle", "wlopm --on *")
    referee.word = "rest"
    calls("swayidle", "wlopm --on *", "swayidle")


def test_five_taps_end_it_and_the_browser_with_it(kiosk, calls, referee):
    process = kiosk()
    calls("chromium")
    referee.word = "leave"
    assert 0 == process.wait(PATIENCE_S)


@pytest.mark.parametrize("status", [0, 1])
def test_a_closed_window_ends_it_and_a_browser_that_broke_begins_again(kiosk, calls, status):
    process = kiosk(chromium=f"exit {status}")
    if status:
        calls("chromium", "chromium")
        assert process.poll() is None
    else:
        assert 0 == process.wait(PATIENCE_S)


def test_when_the_referee_is_gone_for_long_the_page_that_waits_comes_back(kiosk, calls, referee):
    kiosk()
    calls("chromium", "xset")
    time.sleep(0.3)  # some answers come
    referee.word = ""
    calls("chromium", "chromium")
    time.sleep(1)
    assert 2 == len([one for one in calls() if one.startswith("chromium")]), "once, not for ever"


def test_what_is_missing_is_said_and_does_not_stop_it(kiosk, calls, tmp_path):
    process = kiosk(wayland=True, missing=("swayidle", "wlopm"))
    calls("chromium")
    time.sleep(0.2)
    assert process.poll() is None
    said = (tmp_path / "said").read_text()
    assert "swayidle is not installed" in said
    assert "command not found" not in said


def test_it_is_put_in_its_place_twice_and_taken_away_again(tmp_path):
    def install(*words):
        command = [KIOSK / "install-kiosk.sh", *words]
        told = {**os.environ, "DESTDIR": str(tmp_path)}
        return subprocess.run(command, env=told, capture_output=True, text=True, check=True).stdout

    install()
    assert "five times quickly" in install()
    files = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert {"referee-kiosk", "waiting.html", "referee-kiosk.desktop"} == files
    entry = (tmp_path / "etc/xdg/autostart/referee-kiosk.desktop").read_text()
    start = next(line[5:].split() for line in entry.splitlines() if line.startswith("Exec="))
    assert ["env", "REFEREE_KIOSK_ADDRESS=http://127.0.0.1:8000/"] == start[:2]
    assert os.access(f"{tmp_path}{start[-1]}", os.X_OK)
    (tmp_path / "etc/referee").mkdir()
    (tmp_path / "etc/referee/referee.env").write_text("REFEREE_PORT=8123\n")
    install()
    for path in tmp_path.rglob("referee-kiosk.desktop"):
        assert path.read_text().count("http://127.0.0.1:8123/ ") == 1
    (tmp_path / "etc/referee/referee.env").unlink()
    install("--remove")
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
@pytest.mark.parametrize("script", ["referee-kiosk", "install-kiosk.sh"])
def test_the_scripts_are_sound(script):
    found = subprocess.run(
        ["shellcheck", KIOSK / script], capture_output=True, text=True, check=False
    )
    assert "" == found.stdout


def test_the_network_is_told_of_the_port_that_the_referee_has():
    service = ET.parse(DEPLOY / "avahi" / "referee.service").getroot().find("service")  # noqa: S314 - our own
    assert service is not None
    assert ("_http._tcp", str(Settings().port), "path=/") == tuple(
        service.findtext(tag) for tag in ("type", "port", "txt-record")
    )
