"""Written boards read from a photo, beside the same net without asking and beside Tesseract.

Hands are those of MNIST's test part, whose writers trained nothing. `REFEREE_HANDS` names a folder
with other sources, as `tools.digits.others` writes them; each is then measured as well. Figures
are counted over whole boards, since one wrong square is a wrong total. `--curves` as a module of
its own writes the table of `camera/MEASUREMENTS.md`.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import thread_time
from typing import Any, Final

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "scenes"))

from board_tallies import Cell, Tally, cells, error_at
from handwriting import Hands, kept_hands
from written_boards import CONDITIONS, Board, board, layout

from camera.pictures import read_picture
from camera.written import read_board
from tests.bench.folders import scratch
from tests.bench.results import Figures, Result
from tests.bench.tesseract import told_by_tesseract

_BOARDS: Final = 500
_QUICK: Final = 1
_NEVER_ASKING: Final = "the same net, never asking"
_TESSERACT: Final = "Tesseract, digits 1 to 7"
_CELLS: Final = 150
_COVERAGES: Final = (1.0, 0.99, 0.98, 0.95, 0.9, 0.8)
_PHOTO: Final = (4000, 3000)
_README: Final = Path(__file__).parents[2] / "camera" / "MEASUREMENTS.md"


@dataclass
class _Read:
    """What reading the boards of one source under one condition gave."""

    boards: list[tuple[Cell, ...]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    crops: list[tuple[int, Any]] = field(default_factory=list)

    @property
    def tally(self) -> Tally:
        return Tally(tuple(self.boards))


def measure(*, quick: bool = False) -> list[Result]:
    """Measure boards under all conditions, and one photo of twelve megapixels."""
    count = _QUICK if quick else _BOARDS
    results: list[Result] = []
    for source, hands in sources().items():
        for condition in CONDITIONS:
            read = _read(hands, condition, count if source == "mnist" else max(1, count // 5))
            results += _results(source, condition, read)
            if source == "mnist" and condition == "usual":
                results.append(_beside_tesseract(read))
    return [*results, _photo(5 if quick else 20), _memory()]


@cache
def sources() -> Mapping[str, Hands]:
    """Return each source of handwriting that is here, MNIST's first."""
    found = {"mnist": kept_hands()}
    folder = os.environ.get("REFEREE_HANDS")
    if folder is not None:
        for path in sorted(Path(folder).glob("*.npz")):
            with np.load(path) as kept:
                found[path.stem] = Hands(kept["pictures"], kept["labels"])
    return found


def _boards(hands: Hands, condition: str, count: int) -> Iterator[Board]:
    for seed in range(count):
        # One board in ten also bears something that is no digit from 1 to 7.
        yield board(condition, 10_000 + seed, hands=hands, strange=seed % 10 == 0)


def _read(hands: Hands, condition: str, count: int) -> _Read:
    read = _Read()
    for photo in _boards(hands, condition, count):
        began = thread_time()
        reading = read_board(photo.frame, photo.layout)
        read.seconds.append(thread_time() - began)
        read.boards.append(tuple(cells(photo, reading)))
        if len(read.crops) < _CELLS:
            crops = ((photo.truth[cell.name], cell.crop) for cell in reading.cells)
            read.crops += [(truth, crop) for truth, crop in crops if type(truth) is int]
    return read


def _results(source: str, condition: str, read: _Read) -> list[Result]:
    tally, count = read.tally, len(read.boards)
    usual = source == "mnist" and condition == "usual"
    name = f"boards, {source}, {condition}"
    wrong, blank = tally.blank()
    missed, strange = tally.strange()
    detail = {
        "boards": count,
        "wrong and nothing asked at all": tally.wrong_without_any_question,
        "blank fields": blank,
        "no digit": strange,
        "no digit and not asked": missed,
        "error at coverage": {
            f"{coverage:.0%}": error_at(tally.digits(), coverage) for coverage in _COVERAGES
        },
    }
    silent = 100 * tally.silently_wrong_boards / count
    never = Figures((100 * tally.wrong_if_never_asked / count,))
    return [
        Result(
            name=f"{name}: wrong in silence",
            unit="% of boards",
            ours=Figures((silent,)),
            peer=never,
            peer_is=_NEVER_ASKING,
            goal=1.0 if usual else None,
            goal_for="ours",
            detail=detail,
        ),
        Result(
            name=f"{name}: asked",
            unit="fields a board",
            ours=Figures((tally.asked_per_board,)),
            peer=None,
            peer_is="",
            goal=3.0 if usual else None,
            goal_for="ours",
        ),
        Result(
            name=f"{name}: blank read as written",
            unit="of 10,000",
            ours=Figures((1e4 * wrong / max(blank, 1),)),
            peer=None,
            peer_is="",
            goal=0.0 if usual else None,
            goal_for="ours",
        ),
        Result(
            name=f"{name}: time",
            unit="ms",
            ours=Figures(tuple(1000 * second for second in read.seconds)),
            peer=None,
            peer_is="",
        ),
    ]


def _beside_tesseract(read: _Read) -> Result:
    """Let Tesseract read the same squares, cut out in the same way."""
    paired = [cell for one in read.boards for cell in one if type(cell.truth) is int]
    wrong = 100 * float(np.mean([not cell.right for cell in paired]))
    peer, note = None, "Tesseract is not installed: apt-get install tesseract-ocr"
    if shutil.which("tesseract"):
        told = told_by_tesseract([crop for _, crop in read.crops])
        misses = [str(truth) != text for (truth, _), text in zip(read.crops, told, strict=True)]
        peer = Figures((100 * float(np.mean(misses)),))
        note = f"Tesseract finds nothing in {100 * told.count('') / len(told):.0f} % of the squares"
    return Result(
        name="squares, mnist, usual: wrong without asking",
        unit="%",
        ours=Figures((wrong,)),
        peer=peer,
        peer_is=_TESSERACT,
        goal=0.25,
        note=note,
    )


def _large() -> Board:
    return board("usual", 4, size=_PHOTO)


def _photo(times: int) -> Result:
    """Read a stored photo of twelve megapixels, from its bytes on."""
    photo = _large()
    stored = photo.file()
    seconds = []
    for _ in range(times):
        began = thread_time()
        read_board(read_picture(stored).grey, photo.layout)
        seconds.append(1000 * (thread_time() - began))
    return Result(
        name="a board on 12 megapixels: time",
        unit="ms",
        ours=Figures(tuple(seconds)),
        peer=None,
        peer_is="",
        goal=500,
        goal_for="ours",
    )


def _memory() -> Result:
    """Return how much memory a process needs besides for reading one such photo."""
    photo = _large()
    with scratch() as folder:
        (folder / "photo.jpg").write_bytes(photo.file())
        command = [
            sys.executable,
            "-m",
            "tests.bench.boards",
            "--memory",
            str(folder / "photo.jpg"),
        ]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
        )
    return Result(
        name="a board on 12 megapixels: memory",
        unit="MB",
        ours=Figures((float(done.stdout),)),
        peer=None,
        peer_is="",
        goal=200,
        goal_for="ours",
    )


def _needed(path: Path) -> float:
    known = layout()
    before = _most_mb()
    read_board(read_picture(path.read_bytes()).grey, known)
    return _most_mb() - before


def _most_mb() -> float:
    # What getrusage tells includes the parent's, from before this program was started.
    status = Path("/proc/self/status").read_text("ascii")
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1000


def curves(count: int) -> str:
    """Write for every source and condition what is asked and what is wrong, as a table."""
    shares = " | ".join(f"{coverage:.0%}" for coverage in _COVERAGES)
    head = "hands | condition | boards | asked a board | wrong in silence | never asking"
    lines = [
        f"| {head} | blank read as written | {shares} |",
        "|---" * (7 + len(_COVERAGES)) + "|",
    ]
    for source, hands in sources().items():
        for condition in CONDITIONS:
            tally = _read(hands, condition, count).tally
            wrong, blank = tally.blank()
            errors = [100 * error_at(tally.digits(), coverage) for coverage in _COVERAGES]
            figures = (
                *(source, condition, str(count), f"{tally.asked_per_board:.1f}"),
                *(str(tally.silently_wrong_boards), str(tally.wrong_if_never_asked)),
                *(f"{wrong} of {blank}", *(f"{error:.2f}" for error in errors)),
            )
            lines.append(f"| {' | '.join(figures)} |")
            print(lines[-1], flush=True)
    return "\n".join(lines)


def main() -> None:
    """Write the curves into the README of the camera, or measure the memory of one photo."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memory", type=Path)
    parser.add_argument("--curves", type=int, metavar="BOARDS")
    parser.add_argument("--readme", type=Path, default=_README, help="where the table is put")
    asked = parser.parse_args()
    if asked.memory is not None:
        print(_needed(asked.memory))
    elif asked.curves is not None:
        table = curves(asked.curves)
        text = asked.readme.read_text("utf-8")
        marks = r"(<!-- curves -->\n).*(<!-- end of curves -->)"
        text = re.sub(marks, rf"\g<1>{table}\n\g<2>", text, flags=re.DOTALL)
        asked.readme.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
