"""Frames come from a device, a folder or a video; what goes wrong is one plain sentence."""

import os

import cv2
import numpy as np
import odd_files
import pytest

from camera.frames import Frame, NoFrames
from camera.pictures import read_picture
from camera.sources import Device, folder, motion, video

PICTURE = np.full((48, 64, 3), 200, np.uint8)
PICTURE[:, :32] = 30


class Camera:
    """A camera that remembers what it was asked for, in order, and grants what it can."""

    def __init__(self, granted=(1280, 720), frames=3, *, opened=True, grants=True, rate=10):
        self.asked = []
        self.rate, self.now, self.unpacked = rate, 0.0, 0
        self.values = {
            cv2.CAP_PROP_FRAME_WIDTH: granted[0],
            cv2.CAP_PROP_FRAME_HEIGHT: granted[1],
            cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
            cv2.CAP_PROP_FOCUS: 30.0,
            cv2.CAP_PROP_EXPOSURE: 150.0,
        }
        self.frames = frames
        self.opened = opened
        self.grants = grants
        self.released = False

    def __call__(self, path, interface):
        self.path, self.interface = path, interface
        return self

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return self.opened

    def set(self, what, value):
        self.asked.append((what, value))
        return self.grants

    def get(self, what):
        return self.values[what]

    def clock(self):
        return self.now

    def grab(self):
        self.now += 1 / self.rate * (1.1 if self.frames % 2 else 0.9)  # none is quite regular
        self.frames -= 1
        return self.frames >= 0

    def retrieve(self):
        self.unpacked += 1
        return True, PICTURE

    def release(self):
        self.released = True


def why_of(begin):
    with pytest.raises(NoFrames) as refused:
        begin()
    assert refused.value.why.endswith((".", "?"))
    assert "\n" not in refused.value.why
    return refused.value.why


def put(path, name, pixels=PICTURE, at=None):
    cv2.imwrite(str(path / name), pixels)
    if at is not None:
        os.utime(path / name, (at, at))


def test_a_camera_is_asked_for_mjpg_first_then_the_size():
    camera = Camera()
    Device("/dev/video7", (1920, 1080), open_device=camera)
    assert ("/dev/video7", cv2.CAP_V4L2) == (camera.path, camera.interface)
    assert [cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT] == [
        what for what, _ in camera.asked[:3]
    ]
    assert [1920, 1080] == [value for _, value in camera.asked[1:3]]


def test_what_the_camera_granted_is_told():
    granted = Device(size=(1920, 1080), open_device=Camera(granted=(640, 480))).granted
    assert (640, 480, "MJPG") == (granted.width, granted.height, granted.kind)
    assert not granted.focus_locked


def test_focus_and_exposure_are_held_where_they_are():
    camera = Camera()
    device = Device(open_device=camera)
    granted = device.lock()
    assert (True, True) == (granted.focus_locked, granted.exposure_locked)
    assert (cv2.CAP_PROP_FOCUS, 30.0) in camera.asked
    assert (cv2.CAP_PROP_EXPOSURE, 150.0) in camera.asked


def test_a_camera_that_cannot_be_locked_is_no_fault():
    granted = Device(open_device=Camera(grants=False)).lock()
    assert (False, False) == (granted.focus_locked, granted.exposure_locked)


def test_frames_are_grey_and_numbered_until_the_camera_is_gone():
    camera = Camera(frames=2)
    frames: list[Frame] = []
    with Device("/dev/video0", open_device=camera, clock=camera.clock) as device:
        assert "/dev/video0" in why_of(lambda: collect(device, frames))
    assert ["0", "1"] == [frame.name for frame in frames]
    assert [(48, 64)] * 2 == [frame.grey.shape for frame in frames]
    assert camera.released


@pytest.mark.parametrize(
    ("rate", "least", "most"),
    [(60, 19, 21), (30, 19, 21), (15, 14, 21), (10, 20, 20), (5, 10, 10)],
)
def test_in_two_seconds_twenty_frames_are_unpacked_however_many_a_camera_gives(rate, least, most):
    camera = Camera(frames=2 * rate, rate=rate)
    frames: list[Frame] = []
    with Device(open_device=camera, clock=camera.clock) as device:
        why_of(lambda: collect(device, frames))
    assert (cv2.CAP_PROP_FPS, 10) in camera.asked
    assert len(frames) == camera.unpacked
    assert least <= len(frames) <= most


def test_a_frame_that_cannot_be_unpacked_is_passed_over():
    class Broken(Camera):
        def retrieve(self):
            return self.frames != 1, PICTURE

    camera = Broken(frames=3)
    frames: list[Frame] = []
    with Device(open_device=camera, clock=camera.clock) as device:
        why_of(lambda: collect(device, frames))
    assert ["0", "1"] == [frame.name for frame in frames]


def collect(source, frames):
    for frame in source:
        frames.append(frame)


def test_a_camera_that_is_not_there_is_refused_in_one_sentence():
    assert "/dev/video9" in why_of(lambda: Device("/dev/video9", open_device=Camera(opened=False)))


def test_a_folder_gives_its_pictures_in_the_order_they_came(tmp_path):
    put(tmp_path, "b.jpg", at=100)
    put(tmp_path, "a.png", at=200)
    put(tmp_path, "c.webp", at=150)
    assert ["b.jpg", "c.webp", "a.png"] == [frame.name for frame in folder(tmp_path)]


def test_a_picture_is_passed_over_by_name_once_it_stays_broken(tmp_path):
    put(tmp_path, "a.png", at=100)
    whole = (tmp_path / "a.png").read_bytes()
    (tmp_path / "b.png").write_bytes(whole[:60])
    (tmp_path / "c.png").write_bytes(whole[:60])
    looks = iter(range(3))

    def wait(_seconds):
        if next(looks, None) is None:
            return False
        (tmp_path / "c.png").write_bytes(whole)  # this one was only being written
        return True

    told = []
    frames = folder(tmp_path, wait=wait, passed_over=lambda name, _why: told.append(name))
    assert ["a.png", "c.png"] == sorted({frame.name for frame in frames})
    assert ["b.png"] == told


def test_a_folder_gives_what_is_added_later_once(tmp_path):
    put(tmp_path, "a.jpg", at=100)
    later = iter(["b.jpg", None, "c.jpg"])

    def wait(_seconds):
        name = next(later, "end")
        if name not in {None, "end"}:
            put(tmp_path, name)
        return name != "end"

    assert ["a.jpg", "b.jpg", "c.jpg"] == [frame.name for frame in folder(tmp_path, wait=wait)]


def test_a_picture_that_is_still_being_written_is_read_when_it_is_whole(tmp_path):
    whole = cv2.imencode(".jpg", PICTURE)[1].tobytes()
    (tmp_path / "a.jpg").write_bytes(whole[: len(whole) // 2])
    os.utime(tmp_path / "a.jpg", (100, 100))
    rounds = iter([True, False])

    def wait(_seconds):
        (tmp_path / "a.jpg").write_bytes(whole)
        return next(rounds)

    assert ["a.jpg"] == [frame.name for frame in folder(tmp_path, wait=wait)]


def test_odd_files_in_the_folder_are_named_and_end_nothing(tmp_path, monkeypatch):
    def read(data):
        if data == b"odd":
            raise TypeError("a library fails as none is known to")
        return read_picture(data)

    monkeypatch.setattr("camera.sources.read_picture", read)
    (tmp_path / "a.png").write_bytes(odd_files.strip("PNG", 8, 60_000))
    (tmp_path / "b.png").write_bytes(b"odd")
    (tmp_path / "c.avif").write_bytes(odd_files.readable()["plain.avif"])
    put(tmp_path, "d.jpg")
    told = []
    frames = folder(tmp_path, passed_over=lambda name, _why: told.append(name))
    assert {"c.avif", "d.jpg"} == {frame.name for frame in frames}
    assert ["a.png", "b.png"] == sorted(told)


def test_other_files_in_the_folder_are_passed_over(tmp_path):
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "broken.jpg").write_text("no picture either")
    (tmp_path / "deep.jpg").mkdir()
    put(tmp_path, "a.jpg")
    assert ["a.jpg"] == [frame.name for frame in folder(tmp_path)]


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    assert "nowhere" in why_of(lambda: list(folder(tmp_path / "nowhere")))


def test_a_video_gives_its_frames(tmp_path):
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(3):
        writer.write(PICTURE)
    writer.release()
    frames = list(video(path))
    assert ["0", "1", "2"] == [frame.name for frame in frames]
    assert abs(int(frames[0].grey[5, 5]) - 30) < 10


def test_a_video_of_strips_is_refused(tmp_path):
    path = tmp_path / "strips.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 64))
    writer.write(np.zeros((64, 640, 3), np.uint8))
    writer.release()
    assert "strips" in why_of(lambda: list(video(path)))


def test_what_is_no_video_is_refused(tmp_path):
    (tmp_path / "table.mp4").write_text("no video")
    assert "table.mp4" in why_of(lambda: list(video(tmp_path / "table.mp4")))
    assert "nothing.mp4" in why_of(lambda: list(video(tmp_path / "nothing.mp4")))


def test_motion_is_the_share_that_changed():
    still = np.random.default_rng(1).normal(120, 3, (720, 1280)).clip(0, 255).astype(np.uint8)
    again = np.random.default_rng(2).normal(120, 3, (720, 1280)).clip(0, 255).astype(np.uint8)
    assert 0 == motion(still, again)
    hand = again.copy()
    hand[:, :320] = 200
    assert motion(still, hand) == pytest.approx(0.25, abs=0.02)


def test_a_lamp_that_dims_is_no_motion():
    still = np.full((720, 1280), 120, np.uint8)
    assert 0 == motion(still, np.full_like(still, 90))


def test_another_size_of_picture_is_motion():
    assert 1 == motion(np.zeros((10, 10), np.uint8), np.zeros((20, 10), np.uint8))
