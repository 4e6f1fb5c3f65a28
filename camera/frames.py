"""What every source of frames has: the protocol, one frame, and why there may be none."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self

import cv2
import numpy as np

from camera.passes import Grey
from camera.scans import Granted

RATE: Final = 10
"""Frames a second that are asked for: a still table needs no more, and everything stays cool."""

EARLY_S: Final = 0.02
"""A frame that comes so much before its time is not passed over: no camera is quite regular."""

AGAIN_S: Final = 2.0
"""Seconds until a source that gives no frames is tried again."""


class NoFrames(Exception):
    """A source gives no frames; `why` says it in one sentence.

    It is worth another try after `again_s` seconds.
    """

    def __init__(self, why: str, again_s: float = AGAIN_S) -> None:
        super().__init__(why)
        self.why = why
        self.again_s = again_s


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture, and where it came from: a file's name, or the number of the frame."""

    grey: Grey
    name: str


class FrameSource(Protocol):
    """An open source of frames; as a context manager it is closed at the end."""

    @property
    def granted(self) -> Granted | None:
        """What a camera granted of what was asked for; None for other sources."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def __iter__(self) -> Iterator[Frame]:
        """Yield frame after frame; raises `NoFrames` when there are none any more."""

    def lock(self) -> Granted | None:
        """Lock focus and exposure as they are now, and return what is locked.

        None if the source has nothing to lock.
        """


def grey_of(pixels: Any) -> Grey:  # noqa: ANN401 - what OpenCV hands over
    """Return the grey picture of a frame in BGR, or of one without colours."""
    if pixels.ndim == 2:  # noqa: PLR2004 - a camera without colours
        return np.asarray(pixels, np.uint8)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def granted_by(
    capture: cv2.VideoCapture, *, focus: bool = False, exposure: bool = False
) -> Granted:
    """Return the size and the format of an open capture, and what of it is locked."""
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    kind = "".join(chr(code >> shift & 0xFF) for shift in (0, 8, 16, 24))
    return Granted(
        int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
        int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        kind if kind.isprintable() else "",
        focus_locked=focus,
        exposure_locked=exposure,
    )
