"""A Raspberry Pi camera: its frames come from a process of the system's own Python."""

import json
import select
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

import numpy as np

from camera.frames import RATE, Frame, NoFrames
from camera.passes import Grey
from camera.scans import Granted

NAME: Final = "picamera2"
SYSTEM_PYTHON: Final = "/usr/bin/python3"

_BRIDGE: Final = Path(__file__).with_name("pi_frames.py")
_PATIENCE_S: Final = 10.0
_START_S: Final = 30.0
_LAST_S: Final = 3.0
_KIND: Final = "YUV420"

_WHY: Final = {
    "library": "The library for Pi cameras is not there. Install it:"
    " sudo apt install --no-install-recommends python3-picamera2",
    "none": "No Pi camera is found: is its cable in at both ends? Switch the Pi off before you put"
    " it in.",
    "busy": "The Pi camera cannot be opened: is another program using it?",
}
_GONE: Final = "The Pi camera gives no pictures any more."


class PiCamera:
    """A Raspberry Pi camera; as a context it gives the camera back at the end."""

    def __init__(
        self,
        number: int = 0,
        lens: float | None = None,
        size: tuple[int, int] = (1920, 1080),
        *,
        python: str = SYSTEM_PYTHON,
    ) -> None:
        """Open the camera; raises `NoFrames`.

        The `lens` is set by hand for a camera that hangs still: 1 divided by the metres to the
        table. Without it the camera looks for its focus itself.
        """
        asked = {"number": number, "lens": lens, "rate": RATE}
        words = json.dumps({**asked, "width": size[0], "height": size[1]})
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own file
                # Alone: of our folders and of our libraries it must see nothing.
                [python, "-I", str(_BRIDGE), words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl+C is for us; it ends when nobody asks any more
            )
        except OSError:
            raise NoFrames(_WHY["library"]) from None
        try:
            self.granted = self._granted(self._hear(_START_S))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """Return frame after frame; raises `NoFrames` when the camera gives none any more."""
        number = 0
        while True:
            yield Frame(self._frame(), str(number))
            number += 1

    def lock(self) -> Granted:
        """Hold focus and exposure where they are now; do so when the picture is sharp."""
        self._say("hold")
        self.granted = self._granted(self._hear())
        return self.granted

    def close(self) -> None:
        """Release the camera."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.terminate()
        try:
            self._process.wait(_LAST_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _frame(self) -> Grey:
        self._say("frame")
        told = self._hear()
        pixels = bytearray(told["bytes"])
        self._fill(memoryview(pixels))
        # A row may be longer than the picture is wide.
        rows = np.frombuffer(pixels, np.uint8).reshape(told["rows"], -1)
        return np.ascontiguousarray(rows[:, : self.granted.width])

    def _say(self, word: str) -> None:
        assert self._process.stdin is not None  # noqa: S101 - it was made with one
        try:
            self._process.stdin.write(f"{word}\n".encode())
            self._process.stdin.flush()
        except OSError:
            raise NoFrames(_GONE) from None

    def _hear(self, patience_s: float = _PATIENCE_S) -> dict[str, Any]:
        assert self._process.stdout is not None  # noqa: S101 - it was made with one
        ready, _, _ = select.select([self._process.stdout], [], [], patience_s)
        line = self._process.stdout.readline() if ready else b""
        try:
            told: dict[str, Any] = json.loads(line)
        except ValueError:
            raise NoFrames(_GONE) from None
        if "why" in told:
            raise NoFrames(_WHY.get(told["why"], _GONE))
        return told

    def _fill(self, pixels: memoryview) -> None:
        assert self._process.stdout is not None  # noqa: S101 - it was made with one
        filled = 0
        while filled < len(pixels):
            more = self._process.stdout.readinto(pixels[filled:])  # type: ignore[attr-defined]
            if not more:
                raise NoFrames(_GONE)
            filled += more

    def _granted(self, told: dict[str, Any]) -> Granted:
        return Granted(
            told["width"],
            told["height"],
            _KIND,
            focus_locked=told["focus"],
            exposure_locked=told["exposure"],
        )
