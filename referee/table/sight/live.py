"""Live cameras: opens a source, reads its frames, and reports debounced changes.

For a separate process (`referee watch`); the server judges what is reported.
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
from referee.table.sight.pictures import BUDGET_S, CapturedPicture, FrameReader
from referee.table.sight.scans import as_bad_photo, is_ours, why_not

__all__ = ["Granted", "Grey", "LiveCamera", "NoCamera", "Source"]


def _ignore(_text: Text) -> None:
    """Do nothing."""


class NoCamera(RefereeError):
    """A source gives no frames now; worth another try in `again_s` seconds."""

    again_s: float = AGAIN_S


class Source:
    """A frame source by its name (see `camera.sources.SCHEMES`), opened on use."""

    def __init__(
        self,
        name: str,
        passed_over: Callable[[Text], None] = _ignore,
        *,
        lens: float | None = None,
        open_device: Callable[..., Any] | None = None,
    ) -> None:
        """Parse a name; `passed_over` is called for unreadable pictures of a folder.

        `open_device` opens a camera by its path instead of OpenCV.
        """
        self._name = name
        self._scheme = sources.scheme_of(name)
        self._options = sources.SourceOptions(passed_over=self._report_unreadable, lens=lens)
        if open_device is not None:
            self._options = replace(self._options, open_device=open_device)
        self._passed_over = passed_over
        self.name = self._scheme.shown(name)
        """The name for screens and logs, without a password."""
        self.is_pi = self._scheme is sources.PI
        """Whether it is a Raspberry Pi camera."""
        self.is_folder = self._scheme is sources.FOLDER
        """Whether it is a folder, which may not exist yet."""
        self.ends = self._scheme.ends
        """Whether watching ends with its frames, as for a file; a camera was unplugged."""
        self._open: FrameSource | None = None
        self._is_locked = False

    def frames(self, wait: Callable[[float], bool] | None) -> Iterator[Grey]:
        """Yield frames; raises `NoCamera`. `wait` returns whether to poll a folder again."""
        try:
            with self._scheme.open(self._name, replace(self._options, wait=wait)) as source:
                self._open, self._is_locked = source, False
                yield from (frame.grey for frame in source)
        except NoFrames as none:
            gone = NoCamera(literal(none.why))
            gone.again_s = none.again_s
            raise gone from None
        except Exception as trouble:  # a library may fail in any way
            why = say("{source} can no longer be read.", source=self.name)
            raise NoCamera(why) from trouble

    @property
    def granted(self) -> Granted | None:
        """Return what a camera granted; None for other sources."""
        return None if self._open is None else self._open.granted

    def lock(self) -> Granted | None:
        """Lock focus and exposure at their present values, once; return what is locked."""
        if self._open is None or self._is_locked:
            return None
        self._is_locked = True
        return self._open.lock()

    def _report_unreadable(self, name: str, why: Exception) -> None:
        if isinstance(why, BadPicture):
            self._passed_over(say("{name}: {why}", name=name, why=why_not(why)))
        else:
            self._passed_over(say("{name} cannot be read.", name=name))


class LiveCamera:
    """Reads the frames of one camera, and returns changes that are stable."""

    def __init__(self) -> None:
        """Start without readings."""
        self._reader = FrameReader()
        self._any = False
        self.seen = 0
        """The number of codes in the last frame."""

    @property
    def is_unsure(self) -> bool:
        """Return whether codes were read, but none is confirmed."""
        return self._any and not self._reader.steady.codes

    def photo(self, grey: Grey) -> CapturedPicture:
        """Return a single picture, which is not debounced; raises `BadPhoto`."""
        with as_bad_photo():
            scan = codes.scan(grey, codes.Wanted(accept=is_ours, budget_s=BUDGET_S))
            return CapturedPicture(scan, preview.small_copy(grey))

    def see(self, grey: Grey, moment: int) -> CapturedPicture | None:
        """Return the confirmed codes if they changed with a frame, or with a new `moment` (entry).

        Raises `BadPhoto`.
        """
        with as_bad_photo():
            taken = self._reader.read(grey)
            self.seen = len(taken.scan.codes)
            self._any = self._any or bool(taken.scan.codes)
            news = self._reader.add(taken, moment)
            return news and CapturedPicture(news.scan, preview.small_copy(grey))
