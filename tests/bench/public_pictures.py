"""Reads public pictures of codes with this reader and with bare zxing-cpp, condition by condition.

The pictures are not part of the repository; give a folder of them:

    python tests/bench/public_pictures.py FOLDER

Two kinds of truth beside a picture are known. `NAME.txt` with numbers, as in the detection set of
BoofCV (github.com/paulmillr/qr-code-vectors, `boofcv-v3/detection`): the corners of each code in
the picture as it is stored. `NAME.txt` with anything else, as in the samples of zxing-cpp
(github.com/zxing-cpp/zxing-cpp, `test/samples/qrcode-*`): the text. A code counts as read if a text
was read within its corners, or is the text; a text that differs from what is told, or between both
readers at one place, is listed.
"""

import argparse
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from time import thread_time
from typing import Final, TypeAlias

import cv2
import numpy as np
import zxingcpp

from camera.codes import Wanted, scan
from camera.passes import Grey
from camera.scans import Quad, centre
from camera.symbols import as_quad

_Sighting: TypeAlias = tuple[str, tuple[float, float]]
_ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png"})
_CORNERS: Final = 4


@dataclass
class _Sum:
    """What both readers made of the pictures of one folder."""

    codes: int = 0
    ours: int = 0
    bare: int = 0
    pictures: int = 0
    seconds: float = 0.0


def main() -> None:
    """Read all pictures below a folder and print what was read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    sums: dict[str, _Sum] = defaultdict(_Sum)
    wrong: list[str] = []
    for path in sorted(parser.parse_args().folder.rglob("*")):
        truth = path.with_suffix(".txt")
        if path.suffix.lower() in _ENDINGS and truth.is_file():
            wrong += _take(path, truth.read_text("utf-8", "replace"), sums)
    total = _Sum()
    for name, one in [*sorted(sums.items()), ("all", total)]:
        _print(name, one)
        for part in vars(one):
            setattr(total, part, getattr(total, part) + getattr(one, part))
    print(f"wrong: {len(wrong)}", *wrong, sep="\n  ")


def _take(path: Path, told: str, sums: dict[str, _Sum]) -> list[str]:
    pixels = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE | cv2.IMREAD_IGNORE_ORIENTATION)
    if pixels is None:
        return []
    grey: Grey = np.asarray(pixels, np.uint8)
    one = sums[path.parent.name]
    bare = _bare(grey)
    began = thread_time()
    ours = [(code.text, centre(code.corners)) for code in scan(grey, Wanted(budget_s=5)).codes]
    one.seconds += thread_time() - began
    one.pictures += 1
    corners = _corners(told)
    if corners is None:
        return _by_text(path, told, one, (ours, bare))
    wrong = []
    for quad in corners:
        mine, theirs = _within(quad, ours), _within(quad, bare)
        one.codes += 1
        one.ours += bool(mine)
        one.bare += bool(theirs)
        if len(mine) > 1 or (mine and theirs and mine != theirs):
            wrong.append(f"{path.name}: {mine} beside {theirs}")
    return wrong


def _by_text(
    path: Path, told: str, one: _Sum, read: tuple[list[_Sighting], list[_Sighting]]
) -> list[str]:
    ours, bare = ({_plain(text) for text, _ in sightings} for sightings in read)
    text = _plain(told)
    one.codes += 1
    one.ours += text in ours
    one.bare += text in bare
    strange = ours - {text} - bare
    return [f"{path.name}: {strange} is not {text!r}"] if strange else []


def _corners(told: str) -> list[Quad] | None:
    """Read the corners of each code; None where the file tells something else."""
    lines = [line for line in told.splitlines() if line and not line.startswith(("#", "SETS"))]
    try:
        numbers = [float(number) for line in lines for number in line.split()]
    except ValueError:
        return None
    if not numbers or len(numbers) % (2 * _CORNERS):
        return None
    quads = np.array(numbers).reshape(-1, _CORNERS, 2)
    return [as_quad(quad) for quad in quads]


def _within(quad: Quad, sightings: list[_Sighting]) -> set[str]:
    outline = np.array(quad, np.float32)
    return {
        text for text, at in sightings if cv2.pointPolygonTest(outline, at, measureDist=False) >= 0
    }


def _bare(grey: Grey) -> list[_Sighting]:
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    sightings = []
    for code in zxingcpp.read_barcodes(grey, formats=formats):
        place = code.position
        corners = [place.top_left, place.top_right, place.bottom_right, place.bottom_left]
        x, y = (float(np.mean([getattr(corner, axis) for corner in corners])) for axis in "xy")
        sightings.append((code.text, (x, y)))
    return sightings


def _plain(text: str) -> str:
    return " ".join(text.split())


def _print(name: str, one: _Sum) -> None:
    if one.codes:
        ours, bare = 100 * one.ours / one.codes, 100 * one.bare / one.codes
        ms = 1000 * one.seconds / one.pictures
        print(
            f"{name:16} {one.codes:5} codes  ours {ours:5.1f} %  bare {bare:5.1f} %  {ms:5.0f} ms"
        )


if __name__ == "__main__":
    main()
