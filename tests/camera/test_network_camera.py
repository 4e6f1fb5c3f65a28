"""A network camera by its address: frames, or one sentence on what to do, without the password."""

import threading

import cv2
import numpy as np
import pytest
from network_cameras import answering, http_camera

from camera.frames import Frame, NoFrames
from camera.network_camera import NetworkCamera, shown
from camera.sources import SourceOptions, scheme_of

PICTURE = np.full((48, 64, 3), 200, np.uint8)
PICTURE[:, :32] = 30


def refused(address, timeout_s=2.0):
    with pytest.raises(NoFrames) as none, NetworkCamera(address, timeout_s=timeout_s) as camera:
        list(camera)
    assert none.value.why.endswith((".", "?"))
    assert "\n" not in none.value.why
    assert "pass" not in none.value.why.replace("password", "").replace("PASSWORD", "")
    return none.value


def test_an_http_stream_gives_grey_frames_and_its_size_until_it_is_lost():
    frames: list[Frame] = []
    with http_camera(PICTURE, only_for="me:p@ss", frames=5) as (host, _):
        camera = NetworkCamera(f"http://me:p%40ss@{host}/video", timeout_s=2)
        with camera, pytest.raises(NoFrames, match="has stopped sending pictures") as lost:
            frames.extend(camera)
    assert f"http://{host} " in str(lost.value)
    assert (64, 48) == (camera.granted.width, camera.granted.height)
    assert 1 <= len(frames) <= 5
    assert abs(int(frames[0].grey[5, 5]) - 30) < 10


def test_a_stream_that_hangs_is_lost_after_a_while():
    with http_camera(PICTURE, frames=4, then_hangs=True) as (host, _):
        assert "stopped sending pictures" in refused(f"http://{host}/video", timeout_s=0.3).why


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://me:wrongpass@{host}/video", "does not accept this name and password"),
        ("http://{host}/video", "http://NAME:PASSWORD@"),
        ("http://me:p%40ss@{host}/nowhere", "has no stream there"),
    ],
)
def test_what_keeps_a_camera_from_opening_is_said_in_one_sentence(address, said):
    with http_camera(PICTURE, only_for="me:p@ss") as (host, _):
        why = refused(address.format(host=host))
    assert said in why.why
    assert host in why.why


def test_after_a_wrong_password_a_camera_is_left_alone_for_a_minute():
    with http_camera(PICTURE, only_for="me:p@ss") as (host, _):
        assert refused(f"http://me:wrongpass@{host}/video").again_s == 60
    assert refused("http://127.0.0.1:1/video").again_s == 2


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"RTSP/1.0 401 Unauthorized\r\nCSeq: 1\r\n\r\n", "name and password"),
        (b"RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n", "has no stream there"),
        (b"SSH-2.0-OpenSSH_10.0\r\n", "not send a video that can be played"),
        (b"", "does not answer"),
    ],
)
def test_an_rtsp_camera_that_does_not_open_is_asked_why(answer, said):
    with answering(answer) as host:
        assert said in refused(f"rtsp://me:wrongpass@{host}/stream", timeout_s=0.3).why


@pytest.mark.parametrize(
    "address",
    [
        "rtsp://",
        "http://:80/",
        "rtsp://me:pass/word@host/x",
        "rtsp://me:12/pass@host/x",
        "rtsp://host:99999/x",
        "http://[::1/x",
    ],
)
def test_what_is_no_address_is_refused_before_anything_is_opened(address):
    why = refused(address).why
    assert "is not the address of a camera" in why
    assert "%40" in why


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("rtsp://me:secret@192.168.1.30:554/live?user=me&pwd=secret", "rtsp://192.168.1.30:554"),
        ("HTTP://camera.local/video", "http://camera.local"),
        ("rtsp://[fe80::1]:554/live", "rtsp://[fe80::1]:554"),
        ("rtsp://me:12/secret@camera/live", "rtsp://…"),
        ("rtsp://me:12?secret@camera/live", "rtsp://…"),
        ("rtsp://me:12#secret@camera/live", "rtsp://…"),
        ("rtsp://me:se@cret@camera/live", "rtsp://camera"),
        ("rtsp://me:secret@camera:x/live", "rtsp://…"),
    ],
)
def test_only_scheme_and_host_of_an_address_are_shown(address, name):
    assert name == shown(address)
    assert name == scheme_of(address).shown(address)


def test_an_address_of_another_kind_is_refused_and_not_taken_for_a_file():
    scheme = scheme_of("ftp://me:secret@camera/video.mp4")
    with pytest.raises(NoFrames, match="rtsp://, rtsps://") as refusal:
        scheme.open("ftp://me:secret@camera/video.mp4", SourceOptions())
    assert "secret" not in refusal.value.why
    assert scheme.ends


class Stream:
    """An open stream whose frame number n is as bright as n; it waits before frame `stops_at`."""

    def __init__(self, shape=(48, 64, 3), stops_at=6):
        self.shape, self.stops_at = shape, stops_at
        self.number = -1
        self.is_behind, self.goes_on = threading.Event(), threading.Event()
        self.released_by = None

    def __call__(self, address, interface, limits):
        self.opened = (address, interface, limits)
        return self

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return True

    def get(self, _what):
        return 0.0

    def clock(self):
        return 0.1 * self.number

    def grab(self):
        self.number += 1
        if self.number == self.stops_at:
            self.is_behind.set()
            assert self.goes_on.wait(60)
            return False
        return True

    def retrieve(self):
        return True, np.full(self.shape, self.number, np.uint8)

    def release(self):
        self.released_by = threading.current_thread()


def test_a_reader_that_is_slow_gets_the_newest_frame_and_none_of_the_older_ones():
    stream = Stream(stops_at=6)
    with NetworkCamera("rtsp://camera/live", open_stream=stream, clock=stream.clock) as camera:
        assert stream.is_behind.wait(60)
        frames = iter(camera)
        assert 5 == next(frames).grey[0, 0]
        stream.goes_on.set()
        with pytest.raises(NoFrames):
            next(frames)
    assert ("rtsp://camera/live", cv2.CAP_FFMPEG) == stream.opened[:2]
    assert {cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC} <= {*stream.opened[2]}
    assert threading.main_thread() is not stream.released_by is not None


def test_a_stream_of_strips_is_refused():
    stream = Stream(shape=(64, 640, 3))
    with (
        pytest.raises(NoFrames, match="strips"),
        NetworkCamera("rtsp://camera/live", open_stream=stream, clock=stream.clock) as camera,
    ):
        list(camera)
