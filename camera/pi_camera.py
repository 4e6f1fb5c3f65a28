"""Raspberry Pi cameras: frames from a subprocess of the system's Python (`pi_frames.py`)."""

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

_SCRIPT: Final = Path(__file__).with_name("pi_frames.py")
_REPLY_TIMEOUT_S: Final = 10.0
_START_TIMEOUT_S: Final = 30.0
_EXIT_TIMEOUT_S: Final = 3.0
_KIND: Final = "YUV420"

_REASONS: Final = {
    "library": "The library for Pi cameras is missing. Install it:"
    " sudo apt install --no-install-recommends python3-picamera2",
    "none": "No Pi camera was found. Is its cable plugged in at both ends? Switch the Pi off before"
    " you plug it in.",
    "busy": "The Pi camera cannot be opened. Is another program using it?",
}
_LOST: Final = "The Pi camera has stopped sending pictures."


class PiCamera:
    """A Raspberry Pi camera; a context manager that releases it."""

    def __init__(
        self,
        number: int = 0,
        lens: float | None = None,
        size: tuple[int, int] = (1920, 1080),
        *,
        python: str = SYSTEM_PYTHON,
    ) -> None:
        """Open the camera; raises `NoFrames`.

        `lens` is the focus in dioptres, 1 divided by the metres to the table, for a fixed camera;
        None is continuous autofocus.
        """
        options = {"number": number, "lens": lens, "rate": RATE}
        arguments = json.dumps({**options, "width": size[0], "height": size[1]})
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own file
                # -I: it must not import from our folders or environment.
                [python, "-I", str(_SCRIPT), arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl+C is for us; it ends when its input is closed
            )
        except OSError:
            raise NoFrames(_REASONS["library"]) from None
        try:
            self.granted = self._granted(self._receive(_START_TIMEOUT_S))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Frame]:
        """Yield frames; raises `NoFrames` when the camera gives no more."""
        number = 0
        while True:
            yield Frame(self._frame(), str(number))
            number += 1

    def lock(self) -> Granted:
        """Lock focus and exposure at their present values; call it when the picture is sharp."""
        self._send("lock")
        self.granted = self._granted(self._receive())
        return self.granted

    def close(self) -> None:
        """Release the camera and end its process."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.terminate()
        try:
            self._process.wait(_EXIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _frame(self) -> Grey:
        self._send("frame")
        reply = self._receive()
        pixels = bytearray(reply["bytes"])
        self._fill(memoryview(pixels))
        # Rows may be padded.
        rows = np.frombuffer(pixels, np.uint8).reshape(reply["rows"], -1)
        return np.ascontiguousarray(rows[:, : self.granted.width])

    def _send(self, word: str) -> None:
        assert self._process.stdin is not None  # noqa: S101 - a pipe
        try:
            self._process.stdin.write(f"{word}\n".encode())
            self._process.stdin.flush()
        except OSError:
            raise NoFrames(_LOST) from None

    def _receive(self, timeout_s: float = _REPLY_TIMEOUT_S) -> dict[str, Any]:
        assert self._process.stdout is not None  # noqa: S101 - a pipe
        ready, _, _ = select.select([self._process.stdout], [], [], timeout_s)
        line = self._process.stdout.readline() if ready else b""
        try:
            reply: dict[str, Any] = json.loads(line)
        except ValueError:
            raise NoFrames(_LOST) from None
        if "why" in reply:
            raise NoFrames(_REASONS.get(reply["why"], _LOST))
        return reply

    def _fill(self, pixels: memoryview) -> None:
        assert self._process.stdout is not None  # noqa: S101 - a pipe
        filled = 0
        while filled < len(pixels):
            more = self._process.stdout.readinto(pixels[filled:])  # type: ignore[attr-defined]
            if not more:
                raise NoFrames(_LOST)
            filled += more

    def _granted(self, reply: dict[str, Any]) -> Granted:
        return Granted(
            reply["width"],
            reply["height"],
            _KIND,
            focus_locked=reply["focus"],
            exposure_locked=reply["exposure"],
        )
