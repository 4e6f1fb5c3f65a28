"""Advice on camera placement from a scan, as topics with numbers; the caller has the sentences."""

from dataclasses import dataclass
from enum import Enum
from math import sqrt
from statistics import median
from typing import Final

from camera.scans import Scan

AIM_PX: Final = 3.0
"""Pixels per module at which every code is read."""

ENOUGH_PX: Final = 2.0
_BLUR_AT_ONE: Final = 0.4
"""Blur in px at a sharpness of 1; it is inversely proportional."""

_BLURRED: Final = 0.45
"""Blur in modules above which codes are lost."""

_BLURRED_PX: Final = 2.0
"""The same in pixels, where no code and no marker gives the size of a module."""

_MOST_GLARE: Final = 0.02
_MODULES: Final = 21.0


class Topic(Enum):
    """What to advise."""

    GOOD = "good"
    NOTHING_SEEN = "nothing-seen"
    CLOSER = "closer"
    HOLD_STILL = "hold-still"
    TILT_LAMP = "tilt-lamp"
    CORNERS = "corners"


@dataclass(frozen=True, slots=True)
class Advice:
    """One piece of advice; `urgent` if codes are lost without it.

    `number` is for `CLOSER` the right share of the present distance, for `HOLD_STILL` the blur in
    modules (in px if their size is unknown), for `TILT_LAMP` the overexposed share of the picture,
    for `CORNERS` the number of corner markers seen, for `GOOD` the pixels per module.
    """

    topic: Topic
    number: float = 0.0
    urgent: bool = False


def advise(scan: Scan, code_mm: float = 15.0, marker_mm: float = 15.0) -> list[Advice]:
    """Return advice, urgent first; `GOOD` alone if nothing would help."""
    fine = px_per_module(scan, code_mm, marker_mm)
    advice = _light(scan, fine)
    if fine is None:
        return [*advice, Advice(Topic.NOTHING_SEEN, urgent=True)]
    if fine < AIM_PX:
        advice.append(Advice(Topic.CLOSER, fine / AIM_PX, urgent=fine < ENOUGH_PX))
    corners = len({marker.number for marker in scan.markers} & {0, 1, 2, 3})
    if 0 < corners < 4:  # noqa: PLR2004 - a mat has four corners, or the table has none
        advice.append(Advice(Topic.CORNERS, corners))
    advice.sort(key=lambda one: not one.urgent)
    return advice or [Advice(Topic.GOOD, fine)]


def px_per_module(scan: Scan, code_mm: float = 15.0, marker_mm: float = 15.0) -> float | None:
    """Return the pixels per module of a code, from the codes or else from the markers."""
    if scan.codes:
        return float(median(code.px_per_module for code in scan.codes))
    sides = [_side(marker.corners) for marker in scan.markers]
    return float(median(sides)) / marker_mm * code_mm / _MODULES if sides else None


def _light(scan: Scan, fine: float | None) -> list[Advice]:
    advice = []
    blur = _BLUR_AT_ONE / max(scan.sharpness, 0.01)
    if fine is None and blur > _BLURRED_PX:
        advice.append(Advice(Topic.HOLD_STILL, blur, urgent=True))
    if fine is not None and blur > _BLURRED * fine:
        advice.append(Advice(Topic.HOLD_STILL, blur / fine, urgent=True))
    if scan.glare > _MOST_GLARE:
        advice.append(Advice(Topic.TILT_LAMP, scan.glare, urgent=bool(scan.unread)))
    return advice


def _side(quad: tuple[tuple[float, float], ...]) -> float:
    twice = sum(
        start[0] * end[1] - end[0] * start[1]
        for start, end in zip(quad, quad[1:] + quad[:1], strict=True)
    )
    return sqrt(abs(twice) / 2)
