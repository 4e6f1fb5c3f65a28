"""Lists the V4L2 cameras of this machine and their formats, without taking a picture.

Queries go to the kernel directly, so a camera in use can be listed too, and OpenCV is not needed.
"""

import errno
import fcntl
import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

Ioctl: TypeAlias = Callable[[int, int, bytes], bytes]

_QUERYCAP: Final = 0x80685600
_ENUM_FMT: Final = 0xC0405602
_ENUM_FRAMESIZES: Final = 0xC02C564A
_CAP_VIDEO_CAPTURE: Final = 0x1
_CAP_DEVICE_CAPS: Final = 0x80000000
_MOST_ANSWERS: Final = 64
"""Most answers to one enumeration, against a driver that never ends it."""

_PI_DRIVERS: Final = frozenset(
    {b"unicam", b"rp1-cfe", b"pispbe", b"bcm2835-isp", b"bcm2835-codec", b"rpivid"}
)
"""Drivers of a Raspberry Pi that look like cameras but give no picture by themselves."""

_VIDEO_CAPTURE: Final = 1
_DISCRETE: Final = 1


@dataclass(frozen=True, slots=True)
class Offer:
    """A pixel format, such as MJPG, and its largest size in px."""

    kind: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera under `/dev/video…`; `problem` says why it could not be queried."""

    path: str
    name: str
    offers: tuple[Offer, ...] = ()
    problem: str = ""


def cameras(folder: Path = Path("/dev"), ioctl: Ioctl = fcntl.ioctl) -> tuple[Camera, ...]:
    """Return the cameras; devices that capture no pictures are left out."""
    paths = sorted(folder.glob("video[0-9]*"), key=lambda path: (len(path.name), path.name))
    return tuple(found for path in paths if (found := _camera(path, ioctl)) is not None)


def _camera(path: Path, ioctl: Ioctl) -> Camera | None:
    try:
        number = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        return Camera(str(path), path.name, problem=os.strerror(error.errno or errno.EIO))
    try:
        answer = ioctl(number, _QUERYCAP, bytes(104))
        driver, name, _, _, capabilities, device_caps, _ = struct.unpack("16s32s32sIII12s", answer)
        if driver.split(b"\0")[0] in _PI_DRIVERS:
            return None
        if (
            not (device_caps if capabilities & _CAP_DEVICE_CAPS else capabilities)
            & _CAP_VIDEO_CAPTURE
        ):
            return None
        text = name.split(b"\0")[0].decode("utf-8", "replace")
        return Camera(str(path), text, tuple(_offers(number, ioctl)))
    except OSError as error:
        if error.errno in {errno.ENOTTY, errno.EINVAL}:  # not a camera
            return None
        return Camera(str(path), path.name, problem=os.strerror(error.errno or errno.EIO))
    finally:
        os.close(number)


def _offers(number: int, ioctl: Ioctl) -> Iterator[Offer]:
    """Yield each format with its largest size."""
    for answer in _answers(partial(ioctl, number, _ENUM_FMT), "II56x", _VIDEO_CAPTURE):
        (kind,) = struct.unpack_from("I", answer, 44)
        sizes = [
            _size(size)
            for size in _answers(partial(ioctl, number, _ENUM_FRAMESIZES), "II36x", kind)
        ]
        width, height = max(sizes, default=(0, 0))
        name = struct.pack("I", kind).decode("ascii", "replace").strip()
        yield Offer(name, width, height)


def _answers(asking: Callable[[bytes], bytes], form: str, of: int) -> Iterator[bytes]:
    """Yield the answers of an enumeration until the driver ends it."""
    for count in range(_MOST_ANSWERS):
        try:
            yield asking(struct.pack(form, count, of))
        except OSError:
            return


def _size(answer: bytes) -> tuple[int, int]:
    (kind,) = struct.unpack_from("I", answer, 8)
    if kind == _DISCRETE:
        width, height = struct.unpack_from("II", answer, 12)
    else:
        width, height = struct.unpack_from("4xI4x4xI", answer, 12)
    return int(width), int(height)
