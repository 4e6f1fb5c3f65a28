"""A camera above the table, frame after frame: where frames come from, and what holds still.

For a process of its own that only looks and reports; whoever holds the match judges.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from camera import codes, preview, sources
from camera.frames import AGAIN_S, FrameSource, NoFrames
from camera.passes import Grey
from camera.pictures import BadPicture
from camera.scans import Granted
from referee.core import RefereeError, Text, literal, say
from referee.table.sight.pictures import BUDGET_S, CapturedPicture, Held
from referee.table.sight.scans import as_bad_photo, is_ours, why_not

__all__ = ["Granted", "Grey", "LiveCamera", "NoCamera", "Source"]


def _nobody(_text: Text) -> None:
    """Notify nobody."""


class NoCamera(RefereeError):
    """Frames cannot be had from this source now; it is worth another try in `again_s` seconds."""

    again_s: float = AGAIN_S


class Source:
    """A source of frames by its name (see `camera.sources.SCHEMES`), opened when it is used."""

    def __init__(
        self,
        name: str,
        passed_over: Callable[[Text], None] = _nobody,
        *,
        lens: float | None = None,
        open_device: Callable[..., Any] | None = None,
    ) -> None:
        """Take a name; which pictures of a folder cannot be read is told.

        `open_device` opens a camera by its path, where it is not OpenCV that does.
        """
        self._called = name
        self._scheme = sources.scheme_of(name)
        self._wishes = sources.Wishes(passed_over=self._pass_over, lens=lens)
        if open_device is not None:
            self._wishes = replace(self._wishes, open_device=open_device)
        self._passed_over = passed_over
        self.name = self._scheme.shown(name)
        """The name for screens and logs, without a password."""
        self.is_pi = self._scheme is sources.PI
        """Whether it is a camera of a Raspberry Pi."""
        self.is_folder = self._scheme is sources.FOLDER
        """Whether it is a folder, which may still have to be made."""
        self.ends = self._scheme.ends
        """Whether it is over at its end: a file is, a camera that stops was unplugged."""
        self._open: FrameSource | None = None
        self._is_locked = False

    def frames(self, wait: Callable[[float], bool] | None) -> Iterator[Grey]:
        """Yield frames; raises `NoCamera`. `wait` says whether to go on looking into a folder."""
        try:
            with self._scheme.open(self._called, replace(self._wishes, wait=wait)) as source:
                self._open, self._is_locked = source, False
                yield from (frame.grey for frame in source)
        except NoFrames as none:
            gone = NoCamera(literal(none.why))
            gone.again_s = none.again_s
            raise gone from None
        except Exception as trouble:  # a library may fail in any way
            why = say("{source} cannot be read any more.", source=self.name)
            raise NoCamera(why) from trouble

    @property
    def granted(self) -> Granted | None:
        """Return what a camera granted of what was asked for; None for other sources."""
        return None if self._open is None else self._open.granted

    def lock(self) -> Granted | None:
        """Lock focus and exposure as they are now, once; return what is locked on a camera."""
        if self._open is None or self._is_locked:
            return None
        self._is_locked = True
        return self._open.lock()

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
