"""Reads public pictures of codes with this reader and with bare zxing-cpp, condition by condition.

The pictures are not part of the repository; give a folder of folders, one for each source:

    python tests/bench/public_pictures.py FOLDER

Known are the pictures and truths of BoofCV (github.com/paulmillr/qr-code-vectors,
`boofcv-v3/detection`), zxing-cpp (`test/samples/qrcode-1` to `-6`, `multi-1/multi-qr.png`), zxing
(`core/src/test/resources/blackbox/qrcode-1` to `-6`, `multi-qrcode-1`), jsQR (cozmo/jsQR,
`tests/end-to-end`) and rqrr (WanzenBug/rqrr, `tests/data/full`); see `public_truths.py`. A code
counts as read if a text was read within its corners, or is the text. Listed are texts that differ
from what is told, between both readers at one place, or that we alone read where nothing is told.
"""

import argparse
from collections import defaultdict
from dataclasses import dataclass, fields, replace
from pathlib import Path
from time import thread_time
from typing import Final

import cv2
import numpy as np

from camera.codes import Wanted, scan
from camera.passes import Grey
from camera.scans import Quad, centre
from tests.bench.public_truths import Reading, Truth, agreed, bare, pixels, plain, truths

_BUDGET_S: Final = 4.0
"""What the product gives to a photo."""


@dataclass
class _Sum:
    """What both readers made of the pictures of one folder."""

    codes: int = 0
    ours: int = 0
    bare: int = 0
    lost: int = 0
    """Codes that zxing-cpp alone read and we did not."""
    pictures: int = 0
    seconds: float = 0.0


def main() -> None:
    """Read all pictures below a folder and print what was read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--budget", type=float, default=_BUDGET_S, help="seconds for a picture")
    asked = parser.parse_args()
    sums: dict[str, _Sum] = defaultdict(_Sum)
    remarks: list[str] = []
    for truth in truths(asked.folder):
        remarks += _take(truth, sums[truth.group], asked.budget)
    for name, one in [*sorted(sums.items()), *_totals(sums)]:
        _print(name, one)
    print(f"to be looked at: {len(remarks)}", *remarks, sep="\n  ")


def _take(truth: Truth, one: _Sum, budget_s: float) -> list[str]:
    grey = pixels(truth.path)
    theirs = bare(grey)
    began = thread_time()
    mine = _ours(grey, budget_s)
    one.seconds += thread_time() - began
    one.pictures += 1
    if truth.quads:
        return _by_place(truth, one, (mine, theirs))
    if not truth.told:
        truth = replace(truth, texts=agreed(grey))
    return _by_text(truth, one, (mine, theirs))


def _ours(grey: Grey, budget_s: float) -> list[Reading]:
    return [
        (code.text, centre(code.corners)) for code in scan(grey, Wanted(budget_s=budget_s)).codes
    ]


def _by_place(truth: Truth, one: _Sum, read: tuple[list[Reading], list[Reading]]) -> list[str]:
    remarks = []
    for quad in truth.quads:
        mine, theirs = (_within(quad, readings) for readings in read)
        _count(one, ours=bool(mine), theirs=bool(theirs))
        if len(mine) > 1 or (mine and theirs and mine != theirs):
            remarks.append(f"{truth.path.name}: {mine} beside {theirs}")
    return remarks


def _by_text(truth: Truth, one: _Sum, read: tuple[list[Reading], list[Reading]]) -> list[str]:
    mine, theirs = ({plain(text) for text, _ in readings} for readings in read)
    told = {plain(text) for text in truth.texts}
    for text in (plain(text) for text in truth.texts):
        _count(one, ours=text in mine, theirs=text in theirs)
    where = "/".join(truth.path.parts[-2:])
    also = {True: "zxing-cpp alone reads it too", False: "ours alone"}
    return [f"{where}: {text!r} is not told ({also[text in theirs]})" for text in mine - told]


def _count(one: _Sum, *, ours: bool, theirs: bool) -> None:
    one.codes += 1
    one.ours += ours
    one.bare += theirs
    one.lost += theirs and not ours


def _within(quad: Quad, readings: list[Reading]) -> set[str]:
    outline = np.array(quad, np.float32)
    return {
        text for text, at in readings if cv2.pointPolygonTest(outline, at, measureDist=False) >= 0
    }


def _totals(sums: dict[str, _Sum]) -> list[tuple[str, _Sum]]:
    totals: dict[str, _Sum] = defaultdict(_Sum)
    for name, one in sorted(sums.items()):
        for whole in (totals[name.split("/")[0]], totals["all"]):
            for field in fields(_Sum):
                both = getattr(whole, field.name) + getattr(one, field.name)
                setattr(whole, field.name, both)
    return sorted(totals.items(), key=lambda total: total[0] == "all")


def _print(name: str, one: _Sum) -> None:
    if one.codes:
        ours, theirs = 100 * one.ours / one.codes, 100 * one.bare / one.codes
        ms = 1000 * one.seconds / one.pictures
        print(
            f"{name:24} {one.codes:5} codes  ours {ours:5.1f} %  bare {theirs:5.1f} %"
            f"  lost {one.lost:2}  {ms:5.0f} ms"
        )


if __name__ == "__main__":
    main()
