"""`referee watch` with a camera and with a film: what a camera grants is told."""

import json
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import odd_files
import pytest
from click.testing import CliRunner
from network_cameras import http_camera

from referee.cli import main
from referee.cli.reporters import Reporter
from referee.cli.watch import _Watch
from referee.core import literal
from referee.games import load_all
from referee.table.sight.live import NoCamera, Source
from referee.table.sight.pictures import FrameReader
from referee.table.sight.virtual import Laid, View, VirtualTable

COUNCIL = ("seer", "noble", "scholar", "seer")


@pytest.fixture(scope="module")
def seen():
    """What a camera sees: a table for four on which the Elders lie."""
    table = VirtualTable(load_all()["waves"], 4)
    cards = [Laid(card, *table.at(slot, 120), copy=slot + 1) for slot, card in enumerate(COUNCIL)]
    return cv2.cvtColor(table.frame(cards, View(width=1280, height=960)), cv2.COLOR_GRAY2BGR)


@contextmanager
def listening():
    """Open a server that takes everything, and return its address and what it was told."""
    told = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"seq": 0, "entered": []}')

        def do_POST(self):
            told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.do_GET()

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}", told
        server.shutdown()


class Camera:
    """A camera as OpenCV has it: `set` says whether it can, `get` gives 0 for what it has not."""

    def __init__(self, pixels, *fixed):
        self.pixels = pixels
        self.fixed = fixed
        self.asked = []
        self.values = {
            cv2.CAP_PROP_FRAME_WIDTH: 640.0,
            cv2.CAP_PROP_FRAME_HEIGHT: 480.0,
            cv2.CAP_PROP_FOURCC: float(cv2.VideoWriter.fourcc(*"YUYV")),
            cv2.CAP_PROP_FOCUS: 30.0,
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_EXPOSURE: 150.0,
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
        }

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return True

    def get(self, what):
        return self.values.get(what, 0.0)

    def set(self, what, value):
        self.asked.append(what)
        if what in self.fixed or what not in self.values:
            return False
        self.values[what] = float(value)
        return True

    def grab(self):
        return True

    def retrieve(self):
        return True, self.pixels

    def release(self):
        pass


@pytest.mark.parametrize(
    ("fixed", "said"),
    [
        ((), "Focus and brightness are fixed."),
        (
            (cv2.CAP_PROP_AUTOFOCUS,),
            "Brightness is fixed; the camera keeps adjusting the focus.",
        ),
    ],
)
def test_what_a_camera_grants_and_holds_is_said_and_told(seen, capsys, fixed, said):
    camera = Camera(seen, *fixed)
    with listening() as (address, told):
        source = Source("0", open_device=lambda *_: camera)
        reporter = Reporter(address, "m1", "", print)
        _Watch(source, reporter, lambda _: False, once=True).run()
    first, last = capsys.readouterr().err.splitlines()
    assert first == (
        "The camera gives 1920 × 1080 pixels as MJPG."
        " The camera keeps adjusting focus and brightness."
    )
    assert last == f"The camera gives 1920 × 1080 pixels as MJPG. {said}"
    granted = told[-1]["granted"]
    assert (1920, 1080, "MJPG") == (granted["width"], granted["height"], granted["kind"])
    assert (not fixed, True) == (granted["focus_locked"], granted["exposure_locked"])
    assert 4 == len(told[-1]["codes"]), "it was held once it saw the cards"
    assert [cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_FRAME_WIDTH] == camera.asked[:2]


def test_a_film_is_watched_by_a_process_of_its_own(seen, tmp_path):
    path = tmp_path / "table.avi"
    shape = (seen.shape[1], seen.shape[0])
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, shape)
    for _ in range(4):
        film.write(seen)
    film.release()
    referee = str(Path(sys.executable).with_name("referee"))
    with listening() as (address, told):
        words = [referee, "watch", "--source", str(path), "--match", "m1", "--server", address]
        ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (0, "") == (ended.returncode, ended.stderr)
    assert 4 == len(told[-1]["codes"])


def test_a_pi_camera_is_known_by_its_name_and_only_there_a_lens_is_set():
    assert all(Source(name).is_pi for name in ("picamera2", "picamera2:1"))
    assert not any(Source(name).is_pi for name in ("0", "/dev/video0", "./picamera2", "a.mp4"))
    words = ["watch", "--source", "0", "--lens", "2.5", "--match", "x"]
    said = CliRunner().invoke(main, words)
    assert said.exit_code == 2
    assert "--source picamera2 --lens 2.5" in said.output


def test_a_picture_that_nobody_can_read_is_passed_over_and_said_once(seen, capsys, monkeypatch):
    read, fails = FrameReader.read, iter((True, True))

    def failing(held, grey, **how):
        if next(fails, False):
            raise ValueError("Maximum image width/height is 65535")
        return read(held, grey, **how)

    monkeypatch.setattr(FrameReader, "read", failing)
    with listening() as (address, told):
        source = Source("0", open_device=lambda *_: Camera(seen))
        _Watch(source, Reporter(address, "m1", "", print), lambda _: False, once=True).run()
    assert 4 == len(told[-1]["codes"])
    said = capsys.readouterr().err.splitlines()
    assert 1 == said.count("I cannot read this picture. Please take another one.")


def test_a_single_picture_that_nobody_can_read_ends_looking_once(tmp_path, monkeypatch):
    def fail(*_given):
        raise ValueError("Maximum image width/height is 65535")

    (tmp_path / "table.png").write_bytes(odd_files.strip("PNG", 40, 40))
    monkeypatch.setattr("camera.codes.scan", fail)
    with listening() as (address, _):
        words = ["watch", "--source", str(tmp_path), "--match", "m1", "--server", address, "--once"]
        said = CliRunner().invoke(main, words)
    assert (2, "", "I cannot read this picture. Please take another one.\n") == (
        said.exit_code,
        said.stdout,
        said.stderr,
    )


def test_a_network_camera_is_waited_for_and_its_password_is_never_said(seen, capsys):
    with http_camera(seen, only_for="me:secret", frames=50) as (host, camera):
        source = Source(f"http://me:secret1@{host}/video")
        waited = []

        def pause(seconds):
            waited.append(seconds)
            if seconds == 60:  # somebody sets up the camera
                camera.key = None
            return bool(told and told[-1]["codes"])

        with listening() as (address, told):
            _Watch(source, Reporter(address, "m1", "", print), pause, once=False).run()
    assert 4 == len(told[-1]["codes"])
    assert 60 in waited
    said = "".join(capsys.readouterr())
    assert f"The camera http://{host} does not accept this name and password." in said
    assert "The camera gives 1280 × 960 pixels" in said
    assert "secret" not in said + source.name


def test_why_a_camera_gives_no_pictures_is_said_again_once_it_is_another_reason(capsys):
    source: Any = Source("0")
    reasons = ["The camera is away.", "The camera is away.", "The password is wrong."]

    def frames(_wait):
        raise NoCamera(literal(reasons.pop(0)))
        yield

    source.frames = frames
    reporter = Reporter("http://127.0.0.1:1", "m1", "", print)
    _Watch(source, reporter, lambda _: not reasons, once=False).run()
    assert [
        "The camera is away. Waiting for it.",
        "The password is wrong. Waiting for it.",
    ] == capsys.readouterr().err.splitlines()


def test_the_name_of_a_source_can_come_from_the_environment_where_nobody_reads_it(monkeypatch):
    monkeypatch.setenv("CAMERA_SOURCE", "ftp://me:secret@camera/video")
    with listening() as (address, _):
        said = CliRunner().invoke(main, ["watch", "--match", "m1", "--server", address])
    assert 2 == said.exit_code
    assert "ftp://camera is not the address of a camera." in said.output
    assert "secret" not in said.output
