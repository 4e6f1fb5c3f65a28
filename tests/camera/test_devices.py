"""The cameras of this machine are listed with what they would grant, as Linux tells it."""

import errno
import struct

from camera.devices import Camera, Offer, cameras

# As linux/videodev2.h lays them out: VIDIOC_QUERYCAP, VIDIOC_ENUM_FMT, VIDIOC_ENUM_FRAMESIZES.
QUERYCAP, ENUM_FMT, ENUM_FRAMESIZES = 0x80685600, 0xC0405602, 0xC02C564A
CAPTURE, METADATA, DEVICE_CAPS = 0x1, 0x00800000, 0x80000000
SIZES = {b"MJPG": [(640, 480), (1920, 1080), (1280, 720)], b"YUYV": [(640, 480)]}


def driver(this_device, called=b"uvcvideo"):
    """Answer as the driver of a webcam does that has one node for pictures and one for notes."""

    def ask(_number, question, sent):
        if question == QUERYCAP:
            all_of_it = CAPTURE | METADATA | DEVICE_CAPS
            head = called.ljust(16, b"\0"), b"C920 \xc3\xa9".ljust(32, b"\0"), bytes(32)
            return struct.pack("16s32s32sIII12s", *head, 0x60000, all_of_it, this_device, bytes(12))
        index, of = struct.unpack_from("II", sent)
        if question == ENUM_FMT and of == 1 and index < len(SIZES):
            return struct.pack("III32s4s16x", index, of, 0, b"any", list(SIZES)[index])
        kind = struct.pack("I", of)
        if question == ENUM_FRAMESIZES and index < len(SIZES.get(kind, ())):
            return struct.pack("IIIII24x", index, of, 1, *SIZES[kind][index])
        raise OSError(errno.EINVAL, "no more")

    return ask


def test_a_camera_is_listed_with_the_largest_picture_of_each_kind(tmp_path):
    (tmp_path / "video0").touch()
    offers = (Offer("MJPG", 1920, 1080), Offer("YUYV", 640, 480))
    found = cameras(tmp_path, driver(CAPTURE))
    assert found == (Camera(f"{tmp_path}/video0", "C920 é", offers),)


def test_what_takes_no_pictures_is_no_camera(tmp_path):
    (tmp_path / "video1").touch()
    assert cameras(tmp_path, driver(METADATA)) == ()
    assert cameras(tmp_path) == (), "a file answers nothing"
    assert cameras(tmp_path, driver(CAPTURE, b"unicam")) == (), "half of a Pi camera"


def test_a_camera_that_cannot_be_opened_is_named_with_the_reason(tmp_path):
    (tmp_path / "video0").symlink_to(tmp_path / "nowhere")
    assert cameras(tmp_path) == (
        Camera(f"{tmp_path}/video0", "video0", problem="No such file or directory"),
    )
