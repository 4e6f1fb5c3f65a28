"""Normalises the paths of SVG icons to absolute moves, lines and cubic curves, as PDF has them.

`make icons` runs it on the sprites of all games; running it twice changes nothing.
"""

import re
import sys
from pathlib import Path

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path


class _Pen(BasePen):  # type: ignore[misc] # fontTools has no types
    """Collects the steps of a path; quadratic curves arrive as cubic ones."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[str] = []
        self._start = ""

    def write(self, kind: str, *points: tuple[float, float]) -> None:
        """Add a step; two decimals suffice on a grid of 24."""
        numbers = (round(number, 2) + 0.0 for point in points for number in point)
        self.steps.append(kind + " ".join(f"{number:g}" for number in numbers))

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - fontTools' names
        self.write("M", point)
        self._start = self.steps[-1]

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.write("L", point)

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.write("C", *points)

    def _closePath(self) -> None:  # noqa: N802
        if self.steps[-1] == self._start.replace("M", "L"):
            self.steps.pop()  # Z draws this line too
        self.steps.append("Z")


def normalised(path: str) -> str:
    """Return the `d` of a path as `M x y`, `L x y`, `C x1 y1 x2 y2 x y` and `Z` only.

    Raises `ValueError` for an invalid path.
    """
    pen = _Pen()
    try:
        parse_path(path, pen)
    except Exception as why:  # fontTools fails in many ways
        raise ValueError(path) from why
    return "".join(pen.steps)


def main() -> None:
    """Rewrite the files given as arguments."""
    for name in sys.argv[1:]:
        file = Path(name)
        sprite = file.read_text("utf-8")
        written = re.sub(r'(?<= d=")[^"]*', lambda found: normalised(found[0]), sprite)
        file.write_text(written, "utf-8")


if __name__ == "__main__":
    main()
