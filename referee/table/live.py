"""A camera above the table, frame after frame: where frames come from, and what holds still.

For a process of its own that only looks and reports; whoever holds the match judges.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from camera import codes, showing, sources
from camera.passes import Grey
from camera.pictures import BadPicture
from referee.core import RefereeError, Text, literal, say
from referee.table.looking import BUDGET_S, FRAME_S, Held, Taken
from referee.table.scanning import is_ours, why_not

__all__ = ["Eye", "Grey", "NoCamera", "Source"]

_WHOLE: Final = 5
"""Every so many frames all is tried; in between reading stops once what lay there was read."""

_DEVICES: Final = "/dev/"


def _nobody(_text: Text) -> None:
    """Tell nobody."""


class NoCamera(RefereeError):
    """Frames cannot be had from this source, or not any more."""


def _is_folder(path: Path) -> bool:
    return path.is_dir() or not (path.suffix or path.exists())


class Source:
    """A camera, a folder that pictures are put into, or a video file, by its name."""

    def __init__(self, name: str, passed_over: Callable[[Text], None] = _nobody) -> None:
        """Take a path, or the number of a camera; which pictures cannot be read is told."""
        self._passed_over = passed_over
        self.name = f"{_DEVICES}video{name}" if name.isdecimal() else name
        self._is_device = self.name.startswith(_DEVICES)
        self.is_folder = not self._is_device and _is_folder(Path(self.name))
        """Whether it is a folder, which may still have to be made."""
        self._device: sources.Device | None = None
        self._is_locked = False

    @property
    def ends(self) -> bool:
        """Tell whether it is over at its end: a file is, a camera that stops was unplugged."""
        return not (self._is_device or self.is_folder)

    def frames(self, wait: Callable[[float], bool] | None) -> Iterator[Grey]:
        """Give frames; raises `NoCamera`. `wait` says whether to go on looking into a folder."""
        try:
            yield from self._frames(wait)
        except sources.NoFrames as none:
            raise NoCamera(literal(none.why)) from none
        except OSError as trouble:
            why = say("{source} cannot be read any more.", source=self.name)
            raise NoCamera(why) from trouble

    def granted(self) -> Text | None:
        """Say what a camera gives of what was asked for; None for other sources."""
        if self._device is None:
            return None
        got = self._device.granted
        return say(
            "The camera gives {width} × {height} pixels as {kind}.",
            width=got.width,
            height=got.height,
            kind=got.kind or "?",
        )

    def lock(self) -> None:
        """Hold focus and exposure where they are, on a camera that can."""
        if self._device is not None and not self._is_locked:
            self._is_locked = True
            self._device.lock()

    def _frames(self, wait: Callable[[float], bool] | None) -> Iterator[Grey]:
        if self._is_device:
            with sources.Device(self.name) as device:
                self._device, self._is_locked = device, False
                yield from (frame.grey for frame in device)
        elif self.is_folder:
            pictures = sources.folder(Path(self.name), wait=wait, passed_over=self._pass_over)
            yield from (frame.grey for frame in pictures)
        else:
            yield from (frame.grey for frame in sources.video(Path(self.name)))

    def _pass_over(self, name: str, why: Exception) -> None:
        if isinstance(why, BadPicture):
            self._passed_over(say("{name}: {why}", name=name, why=why_not(why)))
        else:
            self._passed_over(say("{name} cannot be read.", name=name))


class Eye:
    """Reads the frames of one camera, and says what holds still whenever that is news."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._held = Held()
        self._count = 0
        self._any = False
        self.seen = 0
        """How many codes were read in the last frame."""

    @property
    def is_unsure(self) -> bool:
        """Tell whether codes were read of which none held still."""
        return self._any and not self._held.steady.codes

    def photo(self, grey: Grey) -> Taken:
        """Read a picture that is the only one, so that nothing can hold still."""
        scan = codes.scan(grey, codes.Wanted(accept=is_ours, budget_s=BUDGET_S))
        return Taken(scan, showing.small_copy(grey))

    def see(self, grey: Grey, moment: int) -> Taken | None:
        """Take in a frame; after each entry (another `moment`) the same table is news again."""
        steady = self._held.steady
        wanted = codes.Wanted(
            accept=is_ours,
            expected=frozenset(code.text for code in steady.codes)
            if self._count % _WHOLE
            else frozenset(),
            regions=tuple(code.corners for code in steady.codes),
            budget_s=FRAME_S,
        )
        self._count += 1
        scan = codes.scan(grey, wanted)
        self.seen = len(scan.codes)
        self._any = self._any or bool(scan.codes)
        news = self._held.add(Taken(scan, cut_outs=(b"",) * len(scan.codes)), moment)
        return news and Taken(news.scan, showing.small_copy(grey))
