"""Reads the small part of SVG that icons are drawn in: symbols of paths, without styles.

Every path becomes absolute moves, lines and cubic curves, which a PDF knows too. An icon that uses
more than that is no icon here: `read_icons` leaves it out, and its name is printed alone.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Final
from xml.etree import ElementTree as ET

from printables.sheets import Step

_SVG: Final = "{http://www.w3.org/2000/svg}"
_TOKEN: Final = re.compile(
    r"(?P<command>[A-Za-z])|(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
)
_FLAGGED: Final = re.compile(r"\s*,?\s*([01])")
_TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@dataclass(frozen=True, slots=True)
class Icon:
    """The outline of an icon in a square of so many units."""

    units: float
    steps: tuple[Step, ...]


def read_icons(svg: str) -> Mapping[str, Icon]:
    """Return the icons of a sprite by their ids."""
    found = {}
    for symbol in ET.fromstring(svg).iter(f"{_SVG}symbol"):  # noqa: S314 - a file of ours
        box = [float(number) for number in symbol.get("viewBox", "0 0 24 24").split()]
        paths = [path.get("d", "") for path in symbol.iter(f"{_SVG}path")]
        kinds = {part.tag for part in symbol.iter()}
        plain = kinds <= {f"{_SVG}symbol", f"{_SVG}path"}
        if plain and box[:2] == [0, 0] and box[2] == box[3]:
            with suppress(ValueError):
                steps = tuple(step for path in paths for step in outline(path))
                found[symbol.get("id", "")] = Icon(box[2], steps)
    return found


def outline(path: str) -> tuple[Step, ...]:
    """Return the steps of a path's `d`; raises `ValueError` for what is no path."""
    pen = _Pen()
    for command, numbers in _commands(path):
        pen.draw(command, numbers)
    return tuple(pen.steps)


def _commands(path: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Take a path apart into one command and its numbers at a time."""
    place, command = 0, ""
    while (found := _TOKEN.search(path, place)) is not None:
        if found["command"]:
            command, place = found["command"], found.end()
        takes = _TAKES.get(command.upper(), 0)
        if not takes and (command not in "Zz" or not found["command"]):
            raise ValueError(path)
        numbers: list[float] = []
        while len(numbers) < takes:
            # The two flags of an arc may be written without a space after them.
            flag = command in "Aa" and len(numbers) in {3, 4}
            number = (_FLAGGED if flag else _TOKEN).search(path, place)
            if number is None:
                raise ValueError(path)
            numbers.append(float(number[1] if flag else number["number"]))
            place = number.end()
        yield command, tuple(numbers)
        command = {"M": "L", "m": "l"}.get(command, command)


class _Pen:
    """Follows a path and notes its steps."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._at = self._began = (0.0, 0.0)
        self._handle: tuple[str, tuple[float, float]] = ("", (0.0, 0.0))
        self._ways: Mapping[str, Callable[[bool, tuple[float, ...]], None]] = {
            "M": self._move,
            "L": self._line,
            "H": self._across,
            "V": self._down,
            "C": self._curve,
            "S": self._smooth,
            "Q": self._bow,
            "T": self._smooth_bow,
            "A": self._arc,
            "Z": self._close,
        }

    def draw(self, command: str, numbers: tuple[float, ...]) -> None:
        """Take one command."""
        kind, handle = command.upper(), self._handle
        self._ways[kind](command.islower(), numbers)
        if self._handle is handle or kind not in "CSQT":
            self._handle = ("", self._at)

    def _points(self, relative: bool, numbers: tuple[float, ...]) -> list[tuple[float, float]]:  # noqa: FBT001 - as in the path
        x, y = self._at if relative else (0.0, 0.0)
        return [
            (x + right, y + below) for right, below in zip(numbers[::2], numbers[1::2], strict=True)
        ]

    def _to(self, kind: str, *points: tuple[float, float]) -> None:
        self.steps.append((kind, tuple(round(number, 4) for point in points for number in point)))
        self._at = points[-1]

    def _move(self, relative: bool, numbers: tuple[float, ...]) -> None:  # noqa: FBT001
        self._to("M", *self._points(relative, numbers))
        self._began = self._at

    def _line(self, relative: bool, numbers: tuple[float, ...]) -> None:  # noqa: FBT001
        self._to("L", *self._points(relative, numbers))

    def _across(self, relative: bool, numbers: tuple[float, ...]) -> None:  # noqa: FBT001
        self._to("L", (numbers[0] + (self._at[0] if relative else 0), self._at[1]))

    def _down(self, relative: bool, numbers: tuple[float, ...]) -> None:  # noqa: FBT001
        self._to("L", (self._at[0], numbers[0] + (self._at[1] if relative else 0)))

    def _curve(self, relative: bool, numbers: tuple[float, ...]) -> None:  # noqa: FBT001
        first, second, end = self._points(relative, numbers)
        self._to("C", first, second, end)
        self._handle = ("C", second)

    def _smooth(self, relative: bool, numbers: tuple[float, ...]) -> None:  # noqa: FBT001
        second, end = self._points(relative, numbers)
        self._to("C", self._mirrored("C"), second, end)
        self._handle = ("C", second)

    def _bow(self, relative: bool, numbers: tuple[float, ...]) -> None:  # noqa: FBT001
        self._quadratic(*self._points(relative, numbers))

    def _smooth_bow(self, relative: bool, numbers: tuple[float, ...]) -> None:  # noqa: FBT001
        self._quadratic(self._mirrored("Q"), *self._points(relative, numbers))

    def _quadratic(self, handle: tuple[float, float], end: tuple[float, float]) -> None:
        start = self._at
        first, second = (
            (point[0] + (handle[0] - point[0]) * 2 / 3, point[1] + (handle[1] - point[1]) * 2 / 3)
            for point in (start, end)
        )
        self._to("C", first, second, end)
        self._handle = ("Q", handle)

    def _mirrored(self, kind: str) -> tuple[float, float]:
        before, (x, y) = self._handle
        return (2 * self._at[0] - x, 2 * self._at[1] - y) if before == kind else self._at

    def _arc(self, relative: bool, numbers: tuple[float, ...]) -> None:  # noqa: FBT001
        ((x, y),) = self._points(relative, numbers[5:])
        for points in _bends(self._at, numbers[:5], (x, y)):
            self._to("C", *points)

    def _close(self, _relative: bool, _numbers: tuple[float, ...]) -> None:  # noqa: FBT001
        self.steps.append(("Z", ()))
        self._at = self._began


def _bends(
    start: tuple[float, float], arc: tuple[float, ...], end: tuple[float, float]
) -> Iterator[tuple[tuple[float, float], ...]]:
    """Return an elliptic arc as cubic curves of at most a quarter turn (SVG 1.1, appendix F.6)."""
    wide, high, turn, large, sweep = arc
    wide, high = abs(wide), abs(high)
    if start == end or not wide or not high:
        return
    tilt = complex(math.cos(math.radians(turn)), math.sin(math.radians(turn)))
    half = (complex(*start) - complex(*end)) / 2 / tilt
    grow = max(1.0, math.hypot(half.real / wide, half.imag / high))
    wide, high = wide * grow, high * grow
    unit = complex(half.real / wide, half.imag / high)
    side = math.sqrt(max(0.0, 1 / abs(unit) ** 2 - 1)) * (-1 if large == sweep else 1)
    centre = complex(unit.imag, -unit.real) * side
    begins, ends = unit - centre, -unit - centre
    angle = math.atan2(begins.imag, begins.real)
    whole = math.atan2(ends.imag, ends.real) - angle
    whole += 0 if (whole > 0) == bool(sweep) else math.copysign(2 * math.pi, sweep - 0.5)
    middle = (complex(*start) + complex(*end)) / 2
    pieces = math.ceil(abs(whole) / (math.pi / 2) - 1e-9)
    reach = 4 / 3 * math.tan(whole / pieces / 4)

    def placed(point: complex) -> tuple[float, float]:
        point += centre
        found = complex(point.real * wide, point.imag * high) * tilt + middle
        return found.real, found.imag

    turns = [angle + whole * piece / pieces for piece in range(pieces + 1)]
    for one, two in pairwise(complex(math.cos(turn), math.sin(turn)) for turn in turns):
        yield placed(one + one * 1j * reach), placed(two - two * 1j * reach), placed(two)
