"""A camera process beside the server, at five frames a second of 1080p: its memory and its core.

The frames come from a stand-in. What a Pi's own Python, picamera2 and the driver take is left out,
for both are the system's and none is at hand; so is the unpacking of a USB camera's pictures, which
come as JPEG.
"""

import json
import os
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from PIL import Image

from tests.bench.folders import scratch
from tests.bench.processes import NotStartedError, free_port, memory_mb, running, waited_for
from tests.bench.results import Figures, Result

_GOAL_MB, _GOAL_CORES = 180, 1
_RATE: Final = 5
_SECONDS, _QUICK_SECONDS = 20.0, 3.0
_SETTLED_S: Final = 4.0
_STAND_INS: Final = Path(__file__).parents[1] / "camera" / "pi"
_TABLE: Final = Path(__file__).parents[1] / "table" / "pictures" / "council.jpg"
_SIZE: Final = (1920, 1080)
_DIFFERENT: Final = 5
_NO_PEER: Final = "no peer"
_GAME: Final = "game waves\noption council=house\nseats Ann, Bo, Cy\n"
_WATCH: Final = """
import sys
from camera.pi_camera import PiCamera
PiCamera.__init__.__kwdefaults__["python"] = sys.argv.pop(1)
from referee.cli import main
main()
"""


def measure(*, quick: bool) -> list[Result]:
    """Let a stand-in for a Pi camera give frames, and weigh what is ours: server and `watch`."""
    seconds = _QUICK_SECONDS if quick else _SECONDS
    try:
        with scratch() as folder, _server(folder) as (server, port):
            match = _opened(port)
            command = [sys.executable, "-c", _WATCH, str(_python(folder)), "watch"]
            command += ["--source", "picamera2", "--lens", "2.5", "--match", match]
            command += ["--server", f"http://127.0.0.1:{port}"]
            with (folder / "watch").open("w+b") as output, running(command, output) as camera:
                time.sleep(_SETTLED_S)
                before = _processor_s(camera.pid)
                time.sleep(seconds)
                cores = (_processor_s(camera.pid) - before) / seconds
                parts = (memory_mb(server), memory_mb(camera.pid))
    except (NotStartedError, OSError) as error:
        return _results(None, None, (), f"it could not be measured: {error}")
    return _results(Figures((sum(parts),)), Figures((cores,)), parts)


def _results(
    memory: Figures | None, cores: Figures | None, parts: tuple[float, ...], note: str = ""
) -> list[Result]:
    detail = {
        "frames_a_second": _RATE,
        "size": "1920x1080",
        "table": "moves",
        "without": "the system’s own Python with picamera2; unpacking the JPEG of a USB camera",
    }
    shown = {**detail, "server_and_camera_mb": [round(part, 1) for part in parts]}
    return [
        Result("camera-pss", "MB", memory, None, _NO_PEER, _GOAL_MB, "ours", note, shown),
        Result("camera-cores", "cores", cores, None, _NO_PEER, _GOAL_CORES, "ours", note, detail),
    ]


@contextmanager
def _server(folder: Path) -> Iterator[tuple[int, int]]:
    port = free_port()
    program = Path(sys.executable).with_name("referee")
    command = (str(program), "serve", "--port", str(port), "--data", str(folder / "data"))
    with (folder / "output").open("w+b") as output, _started(command, port, output) as process:
        yield process, port


@contextmanager
def _started(command: tuple[str, ...], port: int, output: IO[bytes]) -> Iterator[int]:
    with running(command, output) as server:
        waited_for(server, port, output)
        yield server.pid


def _opened(port: int) -> str:
    sent = urllib.parse.urlencode({"text": _GAME}).encode()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/transcripts", sent) as answer:
        return str(answer.url).rpartition("/")[2]


def _python(folder: Path) -> Path:
    """Return another Python, which has the stand-in where a Pi has its library."""
    python = folder / "python3"
    does = json.dumps({"every_s": 1 / _RATE, "pictures": list(_pictures(folder))})
    python.write_text(
        f"#!/bin/sh\nPI_DOES='{does}' exec /usr/bin/python3 -I -c '\n"
        f'import runpy, sys\nsys.path.append("{_STAND_INS}")\nsys.argv = sys.argv[2:]\n'
        'runpy.run_path(sys.argv[0], run_name="__main__")\' "$@"\n'
    )
    python.chmod(0o755)
    return python


def _pictures(folder: Path) -> Iterator[str]:
    """Return pictures of a table that each differ from the one before, so that all are read."""
    with Image.open(_TABLE) as table:
        grey = table.convert("L")
    for number in range(_DIFFERENT):
        shift = 40 * number
        box = (shift, shift, grey.width - 200 + shift, grey.height - 200 + shift)
        path = folder / f"{number}.grey"
        path.write_bytes(grey.crop(box).resize(_SIZE).tobytes())
        yield str(path)


def _processor_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
