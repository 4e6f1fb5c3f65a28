"""The protocol of frame sources, and helpers that they share."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self

import cv2
import numpy as np

from camera.passes import Grey
from camera.scans import Granted

RATE: Final = 10
"""Frames per second that are requested: a still table needs no more, and it saves heat."""

EARLY_S: Final = 0.02
"""How early a frame may come and still be used: cameras are not exactly regular."""

AGAIN_S: Final = 2.0
"""Seconds until a source without frames is opened again."""


class NoFrames(Exception):
    """A source gives no frames; `why` is one sentence for people.

    Try again after `again_s` seconds.
    """

    def __init__(self, why: str, again_s: float = AGAIN_S) -> None:
        super().__init__(why)
        self.why = why
        self.again_s = again_s


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A greyscale picture, and the name of its file or the number of the frame."""

    grey: Grey
    name: str


class FrameSource(Protocol):
    """An open source of frames; a context manager that closes it."""

    @property
    def granted(self) -> Granted | None:
        """The size, format and locks that a camera granted; None for other sources."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def __iter__(self) -> Iterator[Frame]:
        """Yield frames; raises `NoFrames` when there are no more."""

    def lock(self) -> Granted | None:
        """Lock focus and exposure at their present values, and return what is locked.

        None if the source has nothing to lock.
        """


def grey_of(pixels: Any) -> Grey:  # noqa: ANN401 - what OpenCV hands over
    """Return the greyscale picture of a BGR or greyscale frame."""
    if pixels.ndim == 2:  # noqa: PLR2004 - a camera without colours
        return np.asarray(pixels, np.uint8)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def granted_by(
    capture: cv2.VideoCapture, *, focus: bool = False, exposure: bool = False
) -> Granted:
    """Return the size, format and locks of an open capture."""
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    kind = "".join(chr(code >> shift & 0xFF) for shift in (0, 8, 16, 24))
    return Granted(
        int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
        int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        kind if kind.isprintable() else "",
        focus_locked=focus,
        exposure_locked=exposure,
    )
