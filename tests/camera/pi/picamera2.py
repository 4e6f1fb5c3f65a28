"""Stands for the library of Raspberry Pi cameras, as far as frames are asked of it.

It notes in the file CALLS what it was told, and does as the file TODO says.
"""

import json
import os
import time
from pathlib import Path

CALLS = os.environ.get("PI_CALLS", os.devnull)
DOES = json.loads(os.environ.get("PI_DOES", "{}"))
FOCUSES = DOES.get("focuses", True)


def note(*what):
    with Path(CALLS).open("a") as calls:
        calls.write(json.dumps(what) + "\n")


class Rows:
    """A picture of rows that are longer than it is wide, as the driver likes them."""

    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, some):
        return Rows(self.rows[some])

    def tobytes(self):
        return b"".join(self.rows)


class Picamera2:
    @staticmethod
    def global_camera_info():
        return [{"Model": name} for name in DOES.get("cameras", ["imx708"])]

    def __init__(self, number):
        print("something that a library prints")
        if DOES.get("busy"):
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.global_camera_info()[number]
        self.camera_controls = {"AfMode": (), "LensPosition": ()} if FOCUSES else {}
        self.left = DOES.get("frames", 1000)

    def create_video_configuration(self, main, **more):
        return {"main": main, **more}

    def configure(self, found):
        self.found = found
        note("configure", found["main"], found["queue"])

    def camera_configuration(self):
        return self.found

    def set_controls(self, told):
        note("set", {name: getattr(value, "value", value) for name, value in told.items()})

    def start(self):
        note("start")

    def capture_metadata(self):
        lens = {"LensPosition": 3.1} if FOCUSES else {}
        return {"ExposureTime": 9000, "AnalogueGain": 1.5, **lens}

    def capture_array(self, name):
        assert name == "main"
        self.left -= 1
        if self.left < 0:
            os._exit(1)
        time.sleep(DOES.get("every_s", 0))
        width, height = self.found["main"]["size"]
        if "pictures" in DOES:  # as files of grey pixels, one after the other
            names = DOES["pictures"]
            pixels = Path(names[self.left % len(names)]).read_bytes()
            return Rows([pixels[at : at + width] for at in range(0, width * height, width)])
        ground = bytes(range(200, 200 + 16))
        rows = [bytes([line % 256]) * width + ground for line in range(height)]
        return Rows(rows + [bytes(width + 16)] * (height // 2))
