"""A camera above the table, frame after frame: where frames come from, and what holds still.

For a process of its own that only looks and reports; whoever holds the match judges.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from camera import codes, pi_camera, preview, sources
from camera.passes import Grey
from camera.pictures import BadPicture
from camera.scans import Granted
from referee.core import RefereeError, Text, literal, say
from referee.table.sight.pictures import BUDGET_S, CapturedPicture, Held
from referee.table.sight.scans import as_bad_photo, is_ours, why_not

__all__ = ["LiveCamera", "Granted", "Grey", "NoCamera", "Source"]

_DEVICES: Final = "/dev/"
_OF_A_PI: Final = re.compile(rf"{pi_camera.NAME}(:[0-9])?")


def _nobody(_text: Text) -> None:
    """Notify nobody."""


class NoCamera(RefereeError):
    """Frames cannot be had from this source, or not any more."""


def _is_folder(path: Path) -> bool:
    return path.is_dir() or not (path.suffix or path.exists())


class Source:
    """A camera, a folder that pictures are put into, or a video file, by its name."""

    def __init__(
        self,
        name: str,
        passed_over: Callable[[Text], None] = _nobody,
        *,
        lens: float | None = None,
        open_device: Callable[[str, int], Any] | None = None,
    ) -> None:
        """Take a path, or the number of a camera; which pictures cannot be read is told.

        A camera of a Raspberry Pi is called `picamera2`, a second one `picamera2:1`; only there a
        `lens` can be set. `open_device` opens a camera by its path, where it is not OpenCV that
        does.
        """
        self._lens = lens
        self._open_device = open_device
        self._passed_over = passed_over
        self.name = f"{_DEVICES}video{name}" if name.isdecimal() else name
        self.is_pi = _OF_A_PI.fullmatch(name) is not None
        """Whether it is a camera of a Raspberry Pi."""
        self._is_device = self.is_pi or self.name.startswith(_DEVICES)
        self.is_folder = not self._is_device and _is_folder(Path(self.name))
        """Whether it is a folder, which may still have to be made."""
        self._device: sources.Device | pi_camera.PiCamera | None = None
        self._is_locked = False

    @property
    def ends(self) -> bool:
        """Return whether it is over at its end: a file is, a camera that stops was unplugged."""
        return not (self._is_device or self.is_folder)

    def frames(self, wait: Callable[[float], bool] | None) -> Iterator[Grey]:
        """Return frames; raises `NoCamera`. `wait` says whether to go on looking into a folder."""
        try:
            yield from self._frames(wait)
        except sources.NoFrames as none:
            raise NoCamera(literal(none.why)) from none
        except Exception as trouble:  # a library may fail in any way
            why = say("{source} cannot be read any more.", source=self.name)
            raise NoCamera(why) from trouble

    @property
    def granted(self) -> Granted | None:
        """Return what a camera gives of what was asked for; None for other sources."""
        return None if self._device is None else self._device.granted

    def lock(self) -> Granted | None:
        """Hold focus and exposure where they are now, once; return what is held on a camera."""
        if self._device is None or self._is_locked:
            return None
        self._is_locked = True
        return self._device.lock()

    def _frames(self, wait: Callable[[float], bool] | None) -> Iterator[Grey]:
        if self._is_device:
            with self._opened() as device:
                self._device, self._is_locked = device, False
                yield from (frame.grey for frame in device)
        elif self.is_folder:
            pictures = sources.folder(Path(self.name), wait=wait, passed_over=self._pass_over)
            yield from (frame.grey for frame in pictures)
        else:
            yield from (frame.grey for frame in sources.video(Path(self.name)))

    def _opened(self) -> sources.Device | pi_camera.PiCamera:
        if self.is_pi:
            number = self.name.partition(":")[2] or "0"
            return pi_camera.PiCamera(int(number), self._lens)
        if self._open_device is None:
            return sources.Device(self.name)
        return sources.Device(self.name, open_device=self._open_device)

    def _pass_over(self, name: str, why: Exception) -> None:
        if isinstance(why, BadPicture):
            self._passed_over(say("{name}: {why}", name=name, why=why_not(why)))
        else:
            self._passed_over(say("{name} cannot be read.", name=name))


class LiveCamera:
    """Reads the frames of one camera, and says what holds still whenever that is news."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._held = Held()
        self._any = False
        self.seen = 0
        """How many codes were read in the last frame."""

    @property
    def is_unsure(self) -> bool:
        """Return whether codes were read of which none held still."""
        return self._any and not self._held.steady.codes

    def photo(self, grey: Grey) -> CapturedPicture:
        """Read a picture that is the only one, so that nothing can hold still.

        Raises `BadPhoto`.
        """
        with as_bad_photo():
            scan = codes.scan(grey, codes.Wanted(accept=is_ours, budget_s=BUDGET_S))
            return CapturedPicture(scan, preview.small_copy(grey))

    def see(self, grey: Grey, moment: int) -> CapturedPicture | None:
        """Take in a frame; after each entry (another `moment`) the same table is news again.

        Raises `BadPhoto`.
        """
        with as_bad_photo():
            taken = self._held.read(grey)
            self.seen = len(taken.scan.codes)
            self._any = self._any or bool(taken.scan.codes)
            news = self._held.add(taken, moment)
            return news and CapturedPicture(news.scan, preview.small_copy(grey))
