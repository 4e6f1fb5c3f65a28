"""Hands over the frames of a Raspberry Pi camera; run by the system's own Python, never imported.

The library for these cameras (picamera2) belongs to the system, and so does the numpy that it
needs. An environment of our own has another numpy, and two of them in one process break each other.
So this runs as a process of its own: it is asked a word a line, and answers with a line of JSON,
after which the grey pixels of a frame follow.
"""

import json
import os
import sys
from typing import Any, BinaryIO


def main() -> None:
    """Answer until nobody asks any more."""
    # Whatever a library prints must not come between the frames.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    asked = json.loads(sys.argv[1])
    try:
        camera = _Camera(asked)
    except ModuleNotFoundError:
        _answer(out, {"why": "library"})
        return
    except IndexError:
        _answer(out, {"why": "none"})
        return
    except RuntimeError as trouble:
        _answer(out, {"why": "busy", "said": str(trouble)})
        return
    _answer(out, camera.granted())
    for line in sys.stdin:
        if line.strip() == "hold":
            _answer(out, camera.hold())
        else:
            camera.hand_over(out)


class _Camera:
    """The camera, in grey, at the size that was asked for."""

    def __init__(self, asked: dict[str, Any]) -> None:
        from libcamera import controls  # noqa: PLC0415 - what is missing is told
        from picamera2 import Picamera2  # noqa: PLC0415

        if not Picamera2.global_camera_info():
            raise IndexError
        self._modes = controls.AfModeEnum
        self._camera = Picamera2(asked["number"])
        # In this form the grey picture comes first, and nothing has to be computed. Without a queue
        # each frame shows the table as it is now.
        shape = {"size": (asked["width"], asked["height"]), "format": "YUV420"}
        found = self._camera.create_video_configuration(main=shape, buffer_count=3, queue=False)
        self._camera.configure(found)
        self._camera.set_controls({"FrameRate": asked["rate"], **self._focus(asked["lens"])})
        self._camera.start()
        self._width, self._height = self._camera.camera_configuration()["main"]["size"]
        self._held = {"focus": asked["lens"] is not None or not self._moves, "exposure": False}

    @property
    def _moves(self) -> bool:
        return "AfMode" in self._camera.camera_controls

    def _focus(self, lens: Any) -> dict[str, Any]:  # noqa: ANN401 - or None
        if not self._moves:
            return {}
        if lens is None:
            return {"AfMode": self._modes.Continuous}
        return {"AfMode": self._modes.Manual, "LensPosition": lens}

    def granted(self) -> dict[str, Any]:
        return {"width": self._width, "height": self._height, **self._held}

    def hold(self) -> dict[str, Any]:
        now = self._camera.capture_metadata()
        held: dict[str, Any] = {"AeEnable": False}
        held.update({name: now[name] for name in ("ExposureTime", "AnalogueGain") if name in now})
        if not self._held["focus"] and "LensPosition" in now:
            held.update(self._focus(now["LensPosition"]))
        self._camera.set_controls(held)
        self._held = {"focus": self._held["focus"] or "LensPosition" in held, "exposure": True}
        return self.granted()

    def hand_over(self, out: BinaryIO) -> None:
        rows = self._camera.capture_array("main")[: self._height]
        pixels = rows.tobytes()
        _answer(out, {"rows": self._height, "bytes": len(pixels)}, pixels)


def _answer(out: BinaryIO, told: dict[str, Any], more: bytes = b"") -> None:
    out.write(json.dumps(told).encode() + b"\n")
    out.write(more)
    out.flush()


if __name__ == "__main__":
    main()
