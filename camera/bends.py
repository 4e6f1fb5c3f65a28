"""Reads codes on curved surfaces: bottles, cloth, creased paper, or seen from very close.

The decoder assumes a flat square. A symbol that it detects and cannot decode is undistorted by
likely bends in turn: sides that bulge, or a fourth corner, which has no finder pattern, elsewhere.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from camera.passes import Grey, rectify
from camera.symbols import Symbol, as_quad, as_symbol, read, transform

_Plane: TypeAlias = NDArray[np.float64]

_PX_PER_MODULE: Final = 5.0
"""Pixels per module of a crop; small, because there are many."""

_MOST_MODULES: Final = 57
"""Modules above which a symbol has enough alignment patterns for the decoder to follow it."""

_MARGIN: Final = 0.25
_SQUARE: Final = ((0, 0), (1, 0), (1, 1), (0, 1))


@dataclass(frozen=True, slots=True)
class Bend:
    """A distortion: how far the middle of each side bulges and the last corner moves, in sides.

    `top` and `bottom` are positive downwards, `left` and `right` to the right.
    """

    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    left: float = 0.0
    corner: tuple[float, float] = (0.0, 0.0)

    def strength(self) -> float:
        """Return the greatest displacement, in sides."""
        return max(map(abs, (self.top, self.right, self.bottom, self.left, *self.corner)))

    def applied(self, x: _Plane, y: _Plane) -> tuple[_Plane, _Plane]:
        """Return points of a flat code, from 0 to 1, as they are in the bent one."""
        across, down = 4 * y * (1 - y), 4 * x * (1 - x)
        both = x * y
        return (
            x + across * ((1 - x) * self.left + x * self.right) + both * self.corner[0],
            y + down * ((1 - y) * self.top + y * self.bottom) + both * self.corner[1],
        )


def _bends() -> tuple[Bend, ...]:
    """Return the likely bends, each in one direction, the slightest first."""
    bends = [Bend()]
    for slight in (0.04, 0.08):
        steps = [slight * step for step in (-1, 0, 1)]
        bends += [Bend(corner=(x, y)) for x, y in product(steps, steps) if x or y]
    for bulge in (0.03, -0.03, 0.06, -0.06, 0.1, -0.1):
        bends += [Bend(top=bulge, bottom=bulge), Bend(left=bulge, right=bulge)]
        bends += [Bend(top=bulge), Bend(bottom=bulge), Bend(left=bulge), Bend(right=bulge)]
    return tuple(sorted(bends, key=Bend.strength))


BENDS: Final = _bends()


def can_be_bent(symbol: Symbol) -> bool:
    """Return whether a symbol is worth reading as bent."""
    return symbol.modules <= _MOST_MODULES


class BentSymbol:
    """A crop of a symbol that was detected but not decoded, to be undistorted."""

    def __init__(self, grey: Grey, symbol: Symbol) -> None:
        self.middle = symbol.middle
        self._side = symbol.modules * _PX_PER_MODULE
        self._edge = round(self._side * _MARGIN)
        size = round(self._side) + 2 * self._edge
        own = np.array(_SQUARE, np.float32) * self._side + self._edge
        corners = np.array(symbol.corners, np.float32)
        self._to_frame = np.asarray(cv2.getPerspectiveTransform(own, corners), np.float64)
        self._pixels = rectify(grey, self._to_frame, (size, size))
        along = (np.arange(size) + 0.5 - self._edge) / self._side
        self._flat = np.meshgrid(along, along)

    def read(self, bend: Bend, filter_: Callable[[Grey], Grey]) -> list[Symbol]:
        """Return the symbols decoded after a bend and a filter."""
        x, y = (
            (at * self._side + self._edge - 0.5).astype(np.float32)
            for at in bend.applied(*self._flat)
        )
        bent = cv2.remap(self._pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        found = read(filter_(np.asarray(bent, np.uint8)))
        return [self._in_frame(symbol, bend) for symbol in found if symbol.text is not None]

    def _in_frame(self, symbol: Symbol, bend: Bend) -> Symbol:
        flat = (np.array(symbol.corners) - self._edge) / self._side
        bent = np.column_stack(bend.applied(flat[:, 0], flat[:, 1]))
        corners = transform(self._to_frame, bent * self._side + self._edge)
        return as_symbol(as_quad(corners), symbol.text, symbol.modules)
