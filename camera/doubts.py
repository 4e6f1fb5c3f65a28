"""What a field says, and whether that is beyond doubt: a value, a state and a confidence.

A field that is asked costs a tap, a wrong one that is not asked a game. Hence the shares that a
reading must reach.
"""

from math import exp
from typing import Final, NamedTuple

import numpy as np

from camera.boards import HIDDEN, State
from camera.digits import EMPTY, OTHER, Shares
from camera.ink import has_loop, strength, traces
from camera.marks import Patch, filling


class Sure(NamedTuple):
    """How likely a reading must be to be taken without a question."""

    digit: float = 0.985
    blank: float = 0.97
    mark: float = 0.97


SURE: Final = Sure()
"""What is demanded; `tests/bench/board_doubts.py` says on which boards these were chosen."""

_SEVEN: Final = 7
_FAINT: Final = 0.1
"""Ink fainter than this may be what a wiped marker left."""

_SPOTLESS: Final = 0.015
"""A field with nothing darker is blank beyond doubt: not even grain is there, as on a scan."""

_STRONG: Final = 0.22
"""Ink darker than this is no ghost: such a square is not blank, whatever the net says."""

_HALF: Final = 0.18
"""The darkness at which a circle is as likely filled as not."""

_STEEP: Final = 60.0

_PALE: Final = 0.05
_PALE_STEEP: Final = 100.0
"""Half of a circle darker than this is as likely pale ink as none."""

_SPREAD: Final = 0.4
_SPREAD_STEEP: Final = 20.0
"""So much of a circle covered with ink is as likely filled as not."""

_UNLIKELY: Final = 0.49
"""Specks of ink: most likely not filled, and always asked."""


class Verdict(NamedTuple):
    """What is most likely, whether that is beyond doubt, and how often such a reading is right."""

    value: int | bool | None
    state: State
    confidence: float


NOT_SEEN: Final = Verdict(None, "ask", 0.0)
"""What is said of a field that is not in the picture: not even what seems likeliest."""


def verdict(patch: Patch, shares: Shares | None, *, hidden: bool, sure: Sure = SURE) -> Verdict:
    """Judge a field; without shares there was no time, and what is hidden cannot be told."""
    if patch.field.kind == "digit":
        return _digit(patch, shares, hidden=hidden, sure=sure)
    mark = _filled(patch) if patch.field.kind == "circle" else _crossed(patch, shares)
    marked = mark >= 1 / 2
    confidence = HIDDEN if hidden else max(mark, 1 - mark)
    if hidden or shares is None or confidence < sure.mark:
        return Verdict(marked, "ask", confidence)
    return Verdict(marked, "read" if marked else "empty", confidence)


def _digit(patch: Patch, shares: Shares | None, *, hidden: bool, sure: Sure) -> Verdict:
    if shares is None:
        return NOT_SEEN
    best = int(np.argmax(shares))
    confidence = float(shares[best])
    ink = strength(patch.dark)
    if best == OTHER:
        return Verdict(None, "ask", confidence)
    value = None if best == EMPTY else best
    if hidden:
        return Verdict(value, "ask", confidence)
    if value is None:
        if _spotless(patch):
            return Verdict(None, "empty", 1.0)
        is_blank = confidence >= sure.blank and ink < _STRONG
        return Verdict(None, "empty" if is_blank else "ask", confidence)
    is_digit = confidence >= sure.digit and ink > _FAINT
    if value == _SEVEN and has_loop(patch.dark):
        # Some write a 2 with a loop and a long tail, some a 7 so that bar and stem make a loop.
        is_digit = False
    return Verdict(value, "read" if is_digit else "ask", confidence)


def _spotless(patch: Patch) -> bool:
    return traces(patch.dark) < _SPOTLESS


def _filled(patch: Patch) -> float:
    """Return how likely a circle is filled: dark, and not in specks alone."""
    found = filling(patch)
    dark = _share(_STEEP * (found.dark - _HALF))
    if dark < 1 / 2:
        # Pale ink all over is no blank circle either, but it may be a shadow.
        return max(dark, min(1 / 2, _share(_PALE_STEEP * (found.common - _PALE))))
    return min(dark, max(_share(_SPREAD_STEEP * (found.covered - _SPREAD)), _UNLIKELY))


def _share(logit: float) -> float:
    return 1 / (1 + exp(-logit))


def _crossed(patch: Patch, shares: Shares | None) -> float:
    """Join two witnesses that see differently: the net knows strokes, darkness knows how much."""
    dark = _share(_STEEP * (filling(patch).dark - _HALF))
    if shares is None or _spotless(patch):
        return dark
    inked = 1 - float(shares[EMPTY])
    if min(dark, inked) >= 1 / 2:
        return min(dark, inked)
    return min(1 / 2, max(dark, inked))
