"""Sends the frames of a Raspberry Pi camera; a script for the system's Python, never imported.

picamera2 and the numpy that it needs belong to the system; our environment has another numpy, and
two in one process conflict. So this is a separate process: each line of input is a command, and the
reply is a line of JSON, followed by the grey pixels of a frame.
"""

import json
import os
import sys
from typing import Any, BinaryIO


def main() -> None:
    """Reply to commands until the input is closed."""
    # What libraries print must not get between the frames.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    options = json.loads(sys.argv[1])
    try:
        camera = _Camera(options)
    except ModuleNotFoundError:
        _reply(out, {"why": "library"})
        return
    except IndexError:
        _reply(out, {"why": "none"})
        return
    except RuntimeError as error:
        _reply(out, {"why": "busy", "said": str(error)})
        return
    _reply(out, camera.granted())
    for line in sys.stdin:
        if line.strip() == "lock":
            _reply(out, camera.lock())
        else:
            camera.send_frame(out)


class _Camera:
    """The camera, in greyscale, at the requested size."""

    def __init__(self, options: dict[str, Any]) -> None:
        from libcamera import controls  # noqa: PLC0415 - a missing one is reported
        from picamera2 import Picamera2  # noqa: PLC0415

        if not Picamera2.global_camera_info():
            raise IndexError
        self._modes = controls.AfModeEnum
        self._camera = Picamera2(options["number"])
        # YUV420 starts with the grey picture, so nothing is converted. Without a queue every frame
        # is current.
        shape = {"size": (options["width"], options["height"]), "format": "YUV420"}
        found = self._camera.create_video_configuration(main=shape, buffer_count=3, queue=False)
        self._camera.configure(found)
        self._camera.set_controls({"FrameRate": options["rate"], **self._focus(options["lens"])})
        self._camera.start()
        self._width, self._height = self._camera.camera_configuration()["main"]["size"]
        self._locked = {
            "focus": options["lens"] is not None or not self._has_autofocus,
            "exposure": False,
        }

    @property
    def _has_autofocus(self) -> bool:
        return "AfMode" in self._camera.camera_controls

    def _focus(self, lens: Any) -> dict[str, Any]:  # noqa: ANN401 - or None
        if not self._has_autofocus:
            return {}
        if lens is None:
            return {"AfMode": self._modes.Continuous}
        return {"AfMode": self._modes.Manual, "LensPosition": lens}

    def granted(self) -> dict[str, Any]:
        return {"width": self._width, "height": self._height, **self._locked}

    def lock(self) -> dict[str, Any]:
        now = self._camera.capture_metadata()
        controls: dict[str, Any] = {"AeEnable": False}
        controls.update(
            {name: now[name] for name in ("ExposureTime", "AnalogueGain") if name in now}
        )
        if not self._locked["focus"] and "LensPosition" in now:
            controls.update(self._focus(now["LensPosition"]))
        self._camera.set_controls(controls)
        self._locked = {
            "focus": self._locked["focus"] or "LensPosition" in controls,
            "exposure": True,
        }
        return self.granted()

    def send_frame(self, out: BinaryIO) -> None:
        rows = self._camera.capture_array("main")[: self._height]
        pixels = rows.tobytes()
        _reply(out, {"rows": self._height, "bytes": len(pixels)}, pixels)


def _reply(out: BinaryIO, reply: dict[str, Any], pixels: bytes = b"") -> None:
    out.write(json.dumps(reply).encode() + b"\n")
    out.write(pixels)
    out.flush()


if __name__ == "__main__":
    main()
