"""Reader of SVG icons: symbols that consist of paths without styles.

Paths consist of `M x y`, `L x y`, `C x1 y1 x2 y2 x y` and `Z`, which PDF has too; `make icons`
writes them. `read_icons` leaves out any other icon; only its name is printed.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree as ET

from printables.sheets import Step

_SVG: Final = "{http://www.w3.org/2000/svg}"
_STEP: Final = re.compile(r"([MLCZ])([^A-Za-z]*)")
_TAKES: Final = {"M": 2, "L": 2, "C": 6, "Z": 0}


@dataclass(frozen=True, slots=True)
class Icon:
    """The outline of an icon in a square of `units` side length."""

    units: float
    steps: tuple[Step, ...]


def read_icons(svg: str) -> Mapping[str, Icon]:
    """Return the icons of an SVG sprite by id."""
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
    """Return the steps of a path's `d` attribute; raises `ValueError` for any other path."""
    found = _STEP.findall(path)
    steps = tuple((kind, tuple(map(float, numbers.split()))) for kind, numbers in found)
    is_whole = "".join(kind + numbers for kind, numbers in found) == path
    if not is_whole or any(len(numbers) != _TAKES[kind] for kind, numbers in steps):
        raise ValueError(path)
    return steps
