"""Frame sources by name: cameras, folders of pictures, video files.

`SCHEMES` maps names to sources. Failures are `NoFrames`, with one sentence for people.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Final, NoReturn, Self

import cv2
import numpy as np

from camera import network_camera, pi_camera
from camera.frames import EARLY_S, RATE, Frame, FrameSource, NoFrames, granted_by, grey_of
from camera.passes import Grey
from camera.pictures import is_strip, read_picture
from camera.scans import Granted

_ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif"})
_LOST: Final = 30
"""Failed frames in a row after which a camera is considered unplugged."""

_DEVICES: Final = "/dev/"
_MANUAL_EXPOSURE: Final = 1
_MJPG: Final = cv2.VideoWriter.fourcc(*"MJPG")


class Device:
    """A V4L2 camera under `/dev/video…`; a context manager that releases it."""

    def __init__(
        self,
        path: str = "/dev/video0",
        size: tuple[int, int] = (1920, 1080),
        *,
        open_device: Callable[[str, int], cv2.VideoCapture] = cv2.VideoCapture,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Open the camera; raises `NoFrames`."""
        self._path = path
        self._clock = clock
        self._capture = open_device(path, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise NoFrames(
                f"The camera {path} cannot be opened. Check that it is plugged in, that no other"
                " program is using it, and that this user belongs to the group video."
            )
        self.granted = _set_up(self._capture, size)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """Yield frames; raises `NoFrames` when the camera gives no more.

        Many cameras give 30 frames per second whatever is requested. Surplus frames are grabbed, so
        that the next one is fresh, but not decoded.
        """
        number = lost = 0
        due = self._clock()
        while True:
            worked, pixels = self._capture.grab(), None
            now = self._clock()
            if worked and now < due - EARLY_S:
                continue
            if worked:
                worked, pixels = self._capture.retrieve()
            lost = 0 if worked else lost + 1
            if lost == _LOST:
                raise NoFrames(f"The camera {self._path} has stopped sending pictures.")
            if worked:
                due = max(due, now - EARLY_S) + 1 / RATE
                yield Frame(grey_of(pixels), str(number))
                number += 1

    def lock(self) -> Granted:
        """Lock focus and exposure at their present values; call it when the picture is sharp."""
        focus, exposure = _locked(self._capture)
        self.granted = granted_by(self._capture, focus=focus, exposure=exposure)
        return self.granted

    def close(self) -> None:
        """Release the camera."""
        self._capture.release()


def folder(
    path: Path,
    *,
    every_s: float = 0.5,
    wait: Callable[[float], bool] | None = None,
    passed_over: Callable[[str, Exception], None] | None = None,
) -> Iterator[Frame]:
    """Yield the pictures of a folder, then each new one while `wait` returns True.

    Without `wait` it ends after the pictures that are there. An unreadable file is tried again when
    it changes, because it may still be being written. `passed_over` is called with the name and the
    error of a file that is still unreadable at the next look or at the end. Raises `NoFrames`.
    """
    known: dict[Path, int] = {}
    bad: dict[Path, Exception] = {}
    while True:
        if not path.is_dir():
            raise NoFrames(f"There is no folder {path}.")
        still = {file: why for file, why in bad.items() if _stamp(file) == known[file]}
        bad = {}
        _report(still, passed_over)
        yield from _new_pictures(path, known, bad)
        if wait is None or not wait(every_s):
            break
    _report(bad, passed_over)


def video(path: Path) -> Iterator[Frame]:
    """Yield the frames of a video file; raises `NoFrames`."""
    if not path.is_file():
        raise NoFrames(f"There is no file {path}.")
    capture = cv2.VideoCapture(str(path), cv2.CAP_ANY)
    if not capture.isOpened():
        raise NoFrames(f"{path} is not a video that can be played.")
    number = 0
    try:
        while True:
            worked, pixels = capture.read()
            if not worked:
                break
            if is_strip(*pixels.shape[:2]):
                raise NoFrames(f"{path} cannot show a table: its pictures are long, narrow strips.")
            yield Frame(grey_of(pixels), str(number))
            number += 1
    finally:
        capture.release()
    if not number:
        raise NoFrames(f"{path} contains no pictures.")


def pause(seconds: float) -> bool:
    """Sleep and return True: polls a folder forever."""
    sleep(seconds)
    return True


def motion(before: Grey, after: Grey) -> float:
    """Return the share of the picture that changed visibly between two frames."""
    if before.shape != after.shape:
        return 1.0
    small = (160, 90)
    first, second = (
        cv2.blur(cv2.resize(grey, small, interpolation=cv2.INTER_AREA), (3, 3)).astype(np.int16)
        for grey in (before, after)
    )
    # A flickering lamp or automatic exposure changes the whole picture.
    difference = second - first
    difference -= np.int16(np.median(difference))
    return float((np.abs(difference) > 12).mean())  # noqa: PLR2004 - levels of 8 bits


def _report(
    bad: Mapping[Path, Exception],
    passed_over: Callable[[str, Exception], None] | None,
) -> None:
    if passed_over is not None:
        for file, why in bad.items():
            passed_over(file.name, why)


def _stamp(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:  # it was just removed
        return -1


def _new_pictures(
    path: Path, known: dict[Path, int], bad: dict[Path, Exception]
) -> Iterator[Frame]:
    files = [file for file in path.iterdir() if file.suffix.lower() in _ENDINGS]
    stamped = sorted((file.stat().st_mtime_ns, file.name, file) for file in files if file.is_file())
    for stamp, name, file in stamped:
        if known.get(file) == stamp:
            continue
        known[file] = stamp
        try:
            picture = read_picture(file.read_bytes())
        except Exception as why:  # noqa: BLE001 - one bad file must not end watching
            bad[file] = why
            continue
        yield Frame(picture.grey, name)


def _set_up(capture: cv2.VideoCapture, size: tuple[int, int]) -> Granted:
    # The format first: many cameras support large sizes only in MJPG.
    capture.set(cv2.CAP_PROP_FOURCC, _MJPG)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_FPS, RATE)
    # Queued frames would be outdated.
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return granted_by(capture)


def _locked(capture: cv2.VideoCapture) -> tuple[bool, bool]:
    focus, exposure = capture.get(cv2.CAP_PROP_FOCUS), capture.get(cv2.CAP_PROP_EXPOSURE)
    focus_locked = capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
    if focus_locked and focus >= 0:
        capture.set(cv2.CAP_PROP_FOCUS, focus)
    exposure_locked = capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE)
    if exposure_locked and exposure > 0:
        capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
    return bool(focus_locked), bool(exposure_locked)


# ---------------------------------------------------------------- the kinds of sources


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """What a source is opened with besides its name; each kind uses what applies to it.

    `wait` sleeps between two polls of a folder and returns whether to continue; `passed_over` is
    called for each unreadable file there. `lens` is the focus of a Pi camera in dioptres.
    """

    wait: Callable[[float], bool] | None = None
    passed_over: Callable[[str, Exception], None] | None = None
    lens: float | None = None
    open_device: Callable[..., cv2.VideoCapture] = cv2.VideoCapture


@dataclass(frozen=True, slots=True)
class Scheme:
    """A kind of source: `has` recognises its names, `open` opens one.

    `ends` says whether watching ends with the frames: a file ends, but a camera without frames was
    unplugged and is opened again. `shown` returns the name without a password.
    """

    has: Callable[[str], object]
    open: Callable[[str, SourceOptions], FrameSource]
    ends: bool = False
    shown: Callable[[str], str] = str


class _Pictures:
    """A source without a camera: a generator of frames, nothing granted, nothing to lock."""

    granted = None

    def __init__(self, frames: Iterator[Frame]) -> None:
        self._frames = frames

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def __iter__(self) -> Iterator[Frame]:
        return self._frames

    def lock(self) -> None:
        return


def _device_path(name: str) -> str:
    return f"{_DEVICES}video{name}" if name.isdecimal() else name


def _is_folder(name: str) -> bool:
    path = Path(name)
    return path.is_dir() or not (path.suffix or path.exists())


def _unknown(name: str, _options: SourceOptions) -> NoReturn:
    kinds = ", ".join(f"{scheme}://" for scheme in network_camera.SCHEMES)
    raise NoFrames(
        f"{network_camera.shown(name)} is not the address of a camera. It starts with one of"
        f" {kinds}."
    )


PI: Final = Scheme(
    re.compile(rf"{pi_camera.NAME}(:[0-9])?").fullmatch,
    lambda name, options: pi_camera.PiCamera(int(name.partition(":")[2] or 0), options.lens),
)
FOLDER: Final = Scheme(
    _is_folder,
    lambda name, options: _Pictures(
        folder(Path(name), wait=options.wait, passed_over=options.passed_over)
    ),
)
SCHEMES: Final = (
    PI,
    Scheme(
        re.compile(rf"(?i)({'|'.join(network_camera.SCHEMES)})://.*").fullmatch,
        lambda name, options: network_camera.NetworkCamera(name, open_stream=options.open_device),
        shown=network_camera.shown,
    ),
    Scheme(
        re.compile(r"(?i)[a-z][a-z0-9+.-]*://.*").fullmatch,
        _unknown,
        ends=True,
        shown=network_camera.shown,
    ),
    Scheme(
        re.compile(rf"[0-9]+|{_DEVICES}.*").fullmatch,
        lambda name, options: Device(_device_path(name), open_device=options.open_device),
        shown=_device_path,
    ),
    FOLDER,
    Scheme(lambda _name: True, lambda name, _options: _Pictures(video(Path(name))), ends=True),
)
"""All kinds of sources; the first that recognises a name opens it."""


def scheme_of(name: str) -> Scheme:
    """Return the kind of source of a name."""
    return next(scheme for scheme in SCHEMES if scheme.has(name))
