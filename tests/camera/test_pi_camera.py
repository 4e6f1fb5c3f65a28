"""The camera of a Raspberry Pi, through another Python with a library of its own that stands in."""

import json
import os
import time
from pathlib import Path

import pytest

from camera.frames import NoFrames
from camera.pi_camera import PiCamera

STAND_INS = Path(__file__).with_name("pi")
# Another Python, which sees nothing of ours, and the stand-ins where a Pi has its libraries.
RUN = """#!/bin/sh
[ "$1" = -I ] || exit 9
PI_CALLS='{calls}' PI_DOES='{does}' exec /usr/bin/python3 -I -c '
import runpy, sys
sys.path.append("{libraries}")
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")' "$@"
"""
SIZE = (96, 64)

pytestmark = pytest.mark.skipif(
    not os.access("/usr/bin/python3", os.X_OK), reason="the system has no Python of its own"
)


@pytest.fixture
def pi(tmp_path):
    """Return a function that opens a camera which does so, and the notes of what it was told."""
    opened = []

    def open_one(lens=None, number=0, *, libraries=STAND_INS, **does):
        python = tmp_path / "python3"
        told = {"calls": tmp_path / "calls", "does": json.dumps(does), "libraries": libraries}
        python.write_text(RUN.format(**told))
        python.chmod(0o755)
        opened.append(PiCamera(number, lens, SIZE, python=str(python)))
        return opened[-1]

    yield open_one
    for camera in opened:
        camera.close()


@pytest.fixture
def told(tmp_path):
    def of(what):
        lines = map(json.loads, (tmp_path / "calls").read_text().splitlines())
        return [line[1] for line in lines if line[0] == what]

    return of


def test_its_frames_are_the_grey_picture_without_what_the_driver_adds(pi):
    frames = iter(pi())
    for number in range(3):
        frame = next(frames)
        assert (64, 96) == frame.grey.shape
        assert str(number) == frame.name
        assert frame.grey.flags["C_CONTIGUOUS"]
        assert list(range(64)) == frame.grey[:, 0].tolist() == frame.grey[:, 95].tolist()


def test_without_a_word_the_camera_finds_its_focus_until_it_is_held(pi, told):
    camera = pi()
    assert (96, 64, False, False) == seen(camera)
    assert {"FrameRate": 10, "AfMode": 2} == told("set")[0]
    camera.lock()
    held = {"ExposureTime": 9000, "AnalogueGain": 1.5, "AfMode": 0, "LensPosition": 3.1}
    assert {"AeEnable": False, **held} == told("set")[1]
    assert (96, 64, True, True) == seen(camera)
    assert (64, 96) == next(iter(camera)).grey.shape, "it goes on"


def seen(camera):
    got = camera.granted
    return got.width, got.height, got.focus_locked, got.exposure_locked


def test_a_lens_that_was_set_by_hand_stays_where_it_is(pi, told):
    camera = pi(lens=2.5)
    assert {"FrameRate": 10, "AfMode": 0, "LensPosition": 2.5} == told("set")[0]
    assert (96, 64, True, False) == seen(camera)
    camera.lock()
    assert "LensPosition" not in told("set")[1]


def test_a_lens_that_cannot_move_is_not_asked_to(pi, told):
    camera = pi(lens=2.5, focuses=False)
    assert {"FrameRate": 10} == told("set")[0]
    camera.lock()
    assert (96, 64, True, True) == seen(camera)


def test_no_old_frame_waits_in_a_queue(pi, told):
    pi()
    assert {"size": [96, 64], "format": "YUV420"} == told("configure")[0]
    assert '"YUV420"}, false]' in json.dumps(["configure", told("configure")[0], False])


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ({"libraries": "/nowhere"}, "apt install --no-install-recommends python3-picamera2"),
        ({"cameras": []}, "No Pi camera was found"),
        ({"number": 1}, "No Pi camera was found"),
        ({"busy": True}, "another program"),
    ],
)
def test_what_is_wrong_is_one_sentence_that_says_what_to_do(pi, does, says):
    with pytest.raises(NoFrames) as refused:
        pi(**does)
    assert says in refused.value.why


def test_a_system_without_python_has_no_pi_camera():
    with pytest.raises(NoFrames, match="apt install"):
        PiCamera(python="/nowhere/python3")


def test_a_camera_that_ends_in_the_middle_is_gone_and_can_be_opened_again(pi):
    frames = iter(pi(frames=2))
    next(frames), next(frames)
    with pytest.raises(NoFrames, match="stopped sending pictures"):
        next(frames)
    assert next(iter(pi(frames=2))).name == "0"


def test_it_ends_with_us(pi):
    camera = pi()
    process = camera._process
    began = time.monotonic()
    camera.close()
    assert process.poll() is not None
    assert time.monotonic() - began < 3
