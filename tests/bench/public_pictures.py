"""Reads public pictures of codes with this reader and with bare zxing-cpp, condition by condition.

The pictures are not part of the repository; give a folder of folders, one for each source:

    python tests/bench/public_pictures.py FOLDER

Known are the pictures and truths of BoofCV (github.com/paulmillr/qr-code-vectors,
`boofcv-v3/detection`), zxing-cpp (`test/samples/qrcode-1` to `-6`, `multi-1/multi-qr.png`), zxing
(`core/src/test/resources/blackbox/qrcode-1` to `-6`, `multi-qrcode-1`), jsQR (cozmo/jsQR,
`tests/end-to-end`) and rqrr (WanzenBug/rqrr, `tests/data/full`); see `public_truths.py`. A code
counts as read if a text was read within its corners, or is the text. A text is wrong if it differs
from what zxing-cpp reads at the same place, or if nothing speaks for it: it is told nowhere, and
no picture gives it to zxing-cpp alone, and nobody has judged it (`JUDGED`).
"""

import argparse
from collections import defaultdict
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from time import thread_time
from typing import Final

import cv2
import numpy as np

from camera.codes import Wanted, scan
from camera.passes import Grey
from camera.scans import Quad, centre
from tests.bench.public_truths import JUDGED, Reading, Truth, agreed, bare, pixels, plain, truths

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
    texts = _Texts(set(JUDGED))
    for truth in truths(asked.folder):
        _take(truth, sums[truth.group], asked.budget, texts)
    for name, one in [*sorted(sums.items()), *_totals(sums)]:
        _print(name, one)
    wrong = texts.wrong()
    print(f"wrong: {len(wrong)}", *wrong, sep="\n  ")


@dataclass
class _Texts:
    """What speaks for the texts that we read: what was told, judged, or read by zxing-cpp alone."""

    known: set[str]
    ours: list[tuple[str, str]] = field(default_factory=list)
    """Which picture, and which text."""
    differing: list[str] = field(default_factory=list)

    def wrong(self) -> list[str]:
        """Return each reading for which nothing speaks."""
        alone = [
            f"{where}: {text!r} is known from nowhere"
            for where, text in self.ours
            if text not in self.known
        ]
        return [*self.differing, *alone]


def _take(truth: Truth, one: _Sum, budget_s: float, texts: _Texts) -> None:
    grey = pixels(truth.path)
    theirs = bare(grey)
    began = thread_time()
    mine = _ours(grey, budget_s)
    one.seconds += thread_time() - began
    one.pictures += 1
    if not truth.quads and not truth.told:
        truth = replace(truth, texts=agreed(grey))
    texts.known |= {plain(text) for text, _ in theirs} | {plain(text) for text in truth.texts}
    where = "/".join(truth.path.parts[-2:])
    texts.ours += [(where, plain(text)) for text, _ in mine]
    if truth.quads:
        texts.differing += _by_place(truth, one, (mine, theirs))
    else:
        _by_text(truth, one, (mine, theirs))


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


def _by_text(truth: Truth, one: _Sum, read: tuple[list[Reading], list[Reading]]) -> None:
    mine, theirs = ({plain(text) for text, _ in readings} for readings in read)
    for text in (plain(text) for text in truth.texts):
        _count(one, ours=text in mine, theirs=text in theirs)


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
            for part in fields(_Sum):
                both = getattr(whole, part.name) + getattr(one, part.name)
                setattr(whole, part.name, both)
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
