"""Codes read in pictures beside bare zxing-cpp, OpenCV's multi reader and pyzbar.

All read the same scenes, one after the other; figures of recall are the share of whole codes that
was missed, so that less is better as everywhere in the bench. A text that is not in the scene is a
misread. Times are processor time of one thread. The ratio is that to bare zxing-cpp; what the
others missed and took stands in the detail.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import thread_time
from typing import Any, Final, TypeAlias

import cv2
import zxingcpp

sys.path.insert(0, str(Path(__file__).parent.parent / "scenes"))

import conditions
from flats import Grey
from scenes import Light, Scene

from camera.codes import Wanted, scan
from camera.steady import Steady, watch
from tests.bench.results import Figures, Result, rounded

_Reader: TypeAlias = Callable[[Grey], set[str]]

_SCENES: Final = 6
_PEER: Final = "bare zxing-cpp"
_OURS: Final = "ours"
_FRAMES: Final = 20
_SLOW: Final = 3_000_000
"""Pixels above which OpenCV's reader takes many seconds."""

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
    if width * height < _SLOW * 3
}

_CONDITIONS: Final[Mapping[str, conditions.Maker]] = {
    **conditions.PER_MODULE,
    **conditions.BLURRED,
    **conditions.TILTED,
    "2 px, tilt 40": conditions.sharp(2, tilt=40),
    **conditions.ON_A_MAT,
    **conditions.DAZZLED,
    "finger": conditions.fingers,
    **{f"{name}, 600 mm": maker for name, maker in _CAMERAS.items()},
    "hard": conditions.hard,
    "nothing": conditions.nothing,
}


@dataclass
class _Tally:
    """What one reader made of the scenes of one condition."""

    read: int = 0
    misread: int = 0
    seconds: list[float] = field(default_factory=list)

    def take(self, reader: _Reader, scene: Scene) -> None:
        began = thread_time()
        texts = reader(scene.frame)
        self.seconds.append(thread_time() - began)
        self.read += sum(truth.text in texts for truth in scene.truth if truth.whole)
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
        codes, tallies = _read(readers, (maker(seed) for seed in seeds))
        result = _result(name, codes, tallies)
        total["scenes"] += len(seeds)
        total["codes"] += codes
        total["misread"] += tallies[_OURS].misread
        total["misread by bare zxing-cpp"] += tallies[_PEER].misread
        total["behind"] += tallies[_OURS].read < tallies[_PEER].read
        results.append(result)
    results += [_misreads(total), _behind(total), _large(1 if quick else 4), _steady()]
    if why_not:
        results[0] = _noted(results[0], why_not)
    return results


def _read(readers: Mapping[str, _Reader], made: Iterable[Scene]) -> tuple[int, dict[str, _Tally]]:
    codes, tallies = 0, {name: _Tally() for name in readers}
    for scene in made:
        codes += sum(truth.whole for truth in scene.truth)
        for name, reader in readers.items():
            if name == "OpenCV" and scene.frame.size > _SLOW:
                continue
            tallies[name].take(reader, scene)
    return codes, tallies


def _result(name: str, codes: int, tallies: Mapping[str, _Tally]) -> Result:
    detail: dict[str, Any] = {"codes": codes}
    for reader, tally in tallies.items():
        if tally.seconds:
            detail[reader] = {
                "missed_percent": rounded(_missed(tally, codes)),
                "misread": tally.misread,
                "ms": rounded(1000 * sum(tally.seconds) / len(tally.seconds)),
            }
    ours, peer = (_missed(tallies[one], codes) for one in (_OURS, _PEER))
    goal = _GOALS.get(name)
    return Result(
        f"read {name}", "% missed", Figures((ours,)), Figures((peer,)), _PEER, goal, "ours",
        detail=detail,
    )  # fmt: skip


def _missed(tally: _Tally, codes: int) -> float:
    return 100 * (codes - tally.read) / codes if codes else 0.0


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
    codes, tallies = _read(readers, (conditions.large(seed) for seed in range(scenes)))
    ours, peer = (Figures(tuple(1000 * s for s in tallies[one].seconds)) for one in readers)
    missed = {one: rounded(_missed(tallies[one], codes)) for one in readers}
    detail = {"codes": codes, "missed_percent": missed}
    return Result("12 MP, 30 cards", "ms", ours, peer, _PEER, 250, "ours", detail=detail)


def _steady() -> Result:
    """Time frames of a still table at 1080p: all cards are known and still there."""
    width, height = conditions.CAMERAS["1080p"]
    maker = conditions.sharp(2.5, size=(width, height), cards=15, light=Light(noise=4))
    scene = maker(1)
    expected = frozenset(truth.text for truth in scene.truth if truth.whole)
    wanted = Wanted(expected=expected, budget_s=0.1)
    steady = Steady()
    ours, peer = [], []
    for _ in range(_FRAMES):
        began = thread_time()
        steady = watch(steady, scan(scene.frame, wanted))
        ours.append(1000 * (thread_time() - began))
        began = thread_time()
        _bare(scene.frame)
        peer.append(1000 * (thread_time() - began))
    detail = {"cards": len(expected), "held": len(steady.codes)}
    return Result(
        "1080p, steady", "ms", Figures(tuple(ours)), Figures(tuple(peer)), _PEER, 100, "ours",
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
