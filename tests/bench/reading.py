"""Codes read in pictures beside bare zxing-cpp, OpenCV's multi reader and pyzbar.

All read the same scenes, one after the other; figures of recall are the share of whole codes that
was missed (in "touched": of codes that a finger covers by a tenth at most), so that less is better
as everywhere in the bench. OpenCV reads one large picture of each condition. A text that is not in
the scene is a misread. Times are processor time of one thread. The ratio is that to bare zxing-cpp;
what the others missed and took stands in the detail.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import thread_time
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
import zxingcpp

sys.path.insert(0, str(Path(__file__).parent.parent / "scenes"))

import conditions
from flats import Grey
from scenes import Light, Scene, Truth

from camera.codes import Wanted, scan
from camera.debounce import Debounced, debounce
from referee.table.sight.live import LiveCamera
from tests.bench.results import Figures, Result, rounded

_Reader: TypeAlias = Callable[[Grey], set[str]]

_SCENES: Final = 6
_PEER: Final = "bare zxing-cpp"
_OURS: Final = "ours"
_TOUCHED: Final = "touched"
_FRAMES: Final = 20
_WATCHED: Final = 21
"""So many frames of a still table have one among them that is read."""

_SLOW: Final = 3_000_000
"""Pixels above which OpenCV's reader takes many seconds."""

_LEAST_VISIBLE: Final = 0.9

_GOALS: Final[Mapping[str, float]] = {
    "1.5 px": 10,
    **dict.fromkeys(["2 px", "2.5 px", "3 px", "4 px", "6 px"], 0.5),
    **dict.fromkeys(["tilt 0", "tilt 20", "tilt 30", "tilt 40", "2 px, tilt 40"], 0.5),
    "tilt 55, mat": 5,
    "blur 0.5": 20,
    "hard": 16,
}
"""The most that may be missed, in percent."""

_CAMERAS: Final = {
    name: conditions.sharp(width * 15 / 21 / 600, size=(width, height), tilt=15)
    for name, (width, height) in conditions.CAMERAS.items()
}

_CONDITIONS: Final[Mapping[str, conditions.Maker]] = {
    **conditions.PER_MODULE,
    **conditions.BLURRED,
    **conditions.TILTED,
    "2 px, tilt 40": conditions.sharp(2, tilt=40),
    **conditions.ON_A_MAT,
    **conditions.DAZZLED,
    "finger": conditions.fingers,
    _TOUCHED: conditions.touched,
    **{f"{name}, 600 mm": maker for name, maker in _CAMERAS.items()},
    "hard": conditions.hard,
    "nothing": conditions.nothing,
}


@dataclass
class _Tally:
    """What one reader made of the scenes of one condition."""

    codes: int = 0
    read: int = 0
    misread: int = 0
    seconds: list[float] = field(default_factory=list)

    def take(self, reader: _Reader, scene: Scene, wanted: Sequence[str]) -> None:
        began = thread_time()
        texts = reader(scene.frame)
        self.seconds.append(thread_time() - began)
        self.codes += len(wanted)
        self.read += sum(text in texts for text in wanted)
        self.misread += len(texts - {truth.text for truth in scene.truth})


def measure(*, quick: bool, scenes: int | None = None) -> list[Result]:
    """Read every condition with every reader; `scenes` is how many of each."""
    count = scenes or (1 if quick else _SCENES)
    readers, why_not = _readers()
    results: list[Result] = []
    total: Counter[str] = Counter()
    for name, maker in _CONDITIONS.items():
        # The hard ones differ most from each other.
        seeds = range(count * 4 if name == "hard" and not quick else count)
        counted = _partly if name == _TOUCHED else _wholly
        tallies = _read(readers, (maker(seed) for seed in seeds), counted)
        result = _result(name, tallies)
        total["scenes"] += len(seeds)
        total["codes"] += tallies[_OURS].codes
        total["misread"] += tallies[_OURS].misread
        total["misread by bare zxing-cpp"] += tallies[_PEER].misread
        total["behind"] += tallies[_OURS].read < tallies[_PEER].read
        results.append(result)
    results += [_misreads(total), _behind(total), _large(1 if quick else 4), _steady(), _watched()]
    if why_not:
        results[0] = _noted(results[0], why_not)
    return results


def _wholly(truth: Truth) -> bool:
    return truth.whole


def _partly(truth: Truth) -> bool:
    return not truth.whole and truth.visible >= _LEAST_VISIBLE


def _read(
    readers: Mapping[str, _Reader],
    made: Iterable[Scene],
    counted: Callable[[Truth], bool] = _wholly,
) -> dict[str, _Tally]:
    tallies = {name: _Tally() for name in readers}
    for scene in made:
        wanted = [truth.text for truth in scene.truth if counted(truth)]
        for name, reader in readers.items():
            if name == "OpenCV" and scene.frame.size > _SLOW and tallies[name].seconds:
                continue
            tallies[name].take(reader, scene, wanted)
    return tallies


def _result(name: str, tallies: Mapping[str, _Tally]) -> Result:
    detail: dict[str, Any] = {"codes": tallies[_OURS].codes}
    for reader, tally in tallies.items():
        detail[reader] = {
            "missed_percent": rounded(_missed(tally)),
            "misread": tally.misread,
            "ms": rounded(1000 * sum(tally.seconds) / len(tally.seconds)),
        }
    ours, peer = (_missed(tallies[one]) for one in (_OURS, _PEER))
    goal = _GOALS.get(name)
    return Result(
        f"read {name}", "% missed", Figures((ours,)), Figures((peer,)), _PEER, goal, "ours",
        detail=detail,
    )  # fmt: skip


def _missed(tally: _Tally) -> float:
    return 100 * (tally.codes - tally.read) / tally.codes if tally.codes else 0.0


def _misreads(total: Counter[str]) -> Result:
    ours, peer = total["misread"], total["misread by bare zxing-cpp"]
    detail = {"scenes": total["scenes"], "codes": total["codes"]}
    return Result(
        "misread", "texts", Figures((ours,)), Figures((peer,)), _PEER, 0, "ours", detail=detail
    )


def _behind(total: Counter[str]) -> Result:
    return Result("behind", "conditions", Figures((total["behind"],)), None, "", 0, "ours")


def _large(scenes: int) -> Result:
    """Time photos of 12 megapixels with 30 cards; nothing is expected, so nothing is left out."""
    readers = {_OURS: _ours, _PEER: _bare}
    tallies = _read(readers, (conditions.large(seed) for seed in range(scenes)))
    ours, peer = (Figures(tuple(1000 * s for s in tallies[one].seconds)) for one in readers)
    missed = {one: rounded(_missed(tallies[one])) for one in readers}
    detail = {"codes": tallies[_OURS].codes, "missed_percent": missed}
    return Result("12 MP, 30 cards", "ms", ours, peer, _PEER, 250, "ours", detail=detail)


def _steady() -> Result:
    """Time frames of a still table at 1080p: all cards are known and still there."""
    width, height = conditions.CAMERAS["1080p"]
    maker = conditions.sharp(2.5, size=(width, height), cards=15, light=Light(noise=4))
    scene = maker(1)
    expected = frozenset(truth.text for truth in scene.truth if truth.whole)
    wanted = Wanted(expected=expected, budget_s=0.1)
    steady = Debounced()
    ours, peer = [], []
    for _ in range(_FRAMES):
        began = thread_time()
        steady = debounce(steady, scan(scene.frame, wanted))
        ours.append(1000 * (thread_time() - began))
        began = thread_time()
        _bare(scene.frame)
        peer.append(1000 * (thread_time() - began))
    detail = {"cards": len(expected), "held": len(steady.codes)}
    return Result(
        "1080p, steady", "ms", Figures(tuple(ours)), Figures(tuple(peer)), _PEER, 100, "ours",
        detail=detail,
    )  # fmt: skip


def _watched() -> Result:
    """Time what `referee debounce` does with frames of a still table, each with other grain.

    A figure is the mean of as many frames as one is read among; the worst stands in the detail.
    """
    width, height = conditions.CAMERAS["1080p"]
    maker = conditions.sharp(2.0, size=(width, height), cards=30, light=Light(noise=4))
    scene, chance = maker(1), np.random.default_rng(1)
    grain = [chance.normal(0, 2, scene.frame.shape) for _ in range(3)]
    frames = [np.clip(scene.frame + one, 0, 255).astype(np.uint8) for one in grain]
    eye, spent, peer = LiveCamera(), list[float](), list[float]()
    for number in range(_WATCHED * 4):
        frame = frames[number % len(frames)]
        began = thread_time()
        eye.see(frame, 0)
        spent.append(1000 * (thread_time() - began))
    steady = [spent[start : start + _WATCHED] for start in range(_WATCHED, len(spent), _WATCHED)]
    ours = [sum(part) / len(part) for part in steady]
    for frame in frames:
        began = thread_time()
        _bare(frame)
        peer.append(1000 * (thread_time() - began))
    detail = {
        "cards": sum(truth.whole for truth in scene.truth),
        "seen": eye.seen,
        "worst_ms": rounded(max(max(part) for part in steady)),
        "settling_ms": rounded(sum(spent[:_WATCHED]) / _WATCHED),
    }
    return Result(
        "1080p, watched", "ms", Figures(tuple(ours)), Figures(tuple(peer)), _PEER, 100, "ours",
        detail=detail,
    )  # fmt: skip


def _noted(result: Result, note: str) -> Result:
    result.detail["note"] = note
    return Result(
        result.name, result.unit, result.ours, result.peer, result.peer_is, result.goal,
        result.goal_for, note=note, detail=result.detail,
    )  # fmt: skip


def _readers() -> tuple[dict[str, _Reader], str]:
    readers: dict[str, _Reader] = {_OURS: _ours, _PEER: _bare, "OpenCV": _opencv}
    try:
        from pyzbar import pyzbar  # noqa: PLC0415 - it looks for its library while it is loaded
    except ImportError as error:
        return readers, f"pyzbar does not take part: {error}"

    def by_pyzbar(grey: Grey) -> set[str]:
        found = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
        return {code.data.decode("utf-8", "replace") for code in found}

    return {**readers, "pyzbar": by_pyzbar}, ""


def _ours(grey: Grey) -> set[str]:
    return {code.text for code in scan(grey, Wanted(budget_s=5)).codes}


def _bare(grey: Grey) -> set[str]:
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    return {code.text for code in zxingcpp.read_barcodes(grey, formats=formats)}


def _opencv(grey: Grey) -> set[str]:
    try:
        _, texts, _, _ = cv2.QRCodeDetector().detectAndDecodeMulti(grey)
    except (cv2.error, UnicodeDecodeError):  # one code that it cannot decode loses all others
        return set()
    return {text for text in texts if text}
