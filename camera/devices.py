"""Lists the cameras of this machine, and what each would grant, without taking a picture.

Asks Linux itself (V4L2), so that a camera that is in use can be asked as well, and no library that
reads pictures is needed.
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

Ask: TypeAlias = Callable[[int, int, bytes], bytes]

_CAPABILITIES: Final = 0x80685600
_FORMATS: Final = 0xC0405602
_SIZES: Final = 0xC02C564A
_TAKES_PICTURES: Final = 0x1
_SAYS_OF_THIS_DEVICE: Final = 0x80000000
_MOST: Final = 64
"""So many answers to one question; a driver that never ends is not asked for ever."""

_INSIDE_A_PI: Final = frozenset(
    {b"unicam", b"rp1-cfe", b"pispbe", b"bcm2835-isp", b"bcm2835-codec", b"rpivid"}
)
"""Parts of a Raspberry Pi that look like cameras and give no picture by themselves."""

_PICTURES: Final = 1
_DISCRETE: Final = 1


@dataclass(frozen=True, slots=True)
class Offer:
    """How a camera can pack its pictures, such as MJPG, and how large they can be."""

    kind: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera under `/dev/video…`; a `problem` says why it could not be asked."""

    path: str
    name: str
    offers: tuple[Offer, ...] = ()
    problem: str = ""


def cameras(folder: Path = Path("/dev"), ask: Ask = fcntl.ioctl) -> tuple[Camera, ...]:
    """List the cameras; what is under such a name and takes no pictures is passed over."""
    paths = sorted(folder.glob("video[0-9]*"), key=lambda path: (len(path.name), path.name))
    return tuple(found for path in paths if (found := _camera(path, ask)) is not None)


def _camera(path: Path, ask: Ask) -> Camera | None:
    try:
        number = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError as trouble:
        return Camera(str(path), path.name, problem=os.strerror(trouble.errno or errno.EIO))
    try:
        told = ask(number, _CAPABILITIES, bytes(104))
        driver, name, _, _, all_of_it, of_this, _ = struct.unpack("16s32s32sIII12s", told)
        if driver.split(b"\0")[0] in _INSIDE_A_PI:
            return None
        if not (of_this if all_of_it & _SAYS_OF_THIS_DEVICE else all_of_it) & _TAKES_PICTURES:
            return None
        words = name.split(b"\0")[0].decode("utf-8", "replace")
        return Camera(str(path), words, tuple(_offers(number, ask)))
    except OSError as trouble:
        if trouble.errno in {errno.ENOTTY, errno.EINVAL}:  # no camera at all
            return None
        return Camera(str(path), path.name, problem=os.strerror(trouble.errno or errno.EIO))
    finally:
        os.close(number)


def _offers(number: int, ask: Ask) -> Iterator[Offer]:
    """Return each kind with its largest size."""
    for told in _answers(partial(ask, number, _FORMATS), "II56x", _PICTURES):
        (kind,) = struct.unpack_from("I", told, 44)
        sizes = [_size(size) for size in _answers(partial(ask, number, _SIZES), "II36x", kind)]
        width, height = max(sizes, default=(0, 0))
        name = struct.pack("I", kind).decode("ascii", "replace").strip()
        yield Offer(name, width, height)


def _answers(asking: Callable[[bytes], bytes], form: str, of: int) -> Iterator[bytes]:
    """Ask for one after the other until there is no more."""
    for count in range(_MOST):
        try:
            yield asking(struct.pack(form, count, of))
        except OSError:
            return


def _size(told: bytes) -> tuple[int, int]:
    (kind,) = struct.unpack_from("I", told, 8)
    if kind == _DISCRETE:
        width, height = struct.unpack_from("II", told, 12)
    else:
        width, height = struct.unpack_from("4xI4x4xI", told, 12)
    return int(width), int(height)
