"""Whether a picture shows what an earlier one did, at a hundredth of what reading it costs.

Both are made small; light that changes all of a picture alike, and the grain of a camera, are no
difference. A card that was laid, taken away or exchanged is one, however small its code.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from camera.passes import Grey

_CELL: Final = 4
"""Pixels along a side that become one: fewer than three modules of the smallest code."""

_DIFFERENT: Final = 8.0
"""Steps of brightness, on average of three by three cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Small:
    """A small copy of a frame, to be compared with others."""

    cells: Grey
    size: tuple[int, int]


def small(grey: Grey) -> Small:
    """Make the small copy of a frame."""
    height, width = grey.shape[:2]
    shape = (max(1, width // _CELL), max(1, height // _CELL))
    cells = cv2.resize(grey, shape, interpolation=cv2.INTER_AREA)
    return Small(np.asarray(cells, np.uint8), (width, height))


def is_same(before: Small, after: Small) -> bool:
    """Return whether nothing has changed anywhere between two frames."""
    if before.size != after.size:
        return False
    difference = after.cells.astype(np.int16) - before.cells
    difference -= np.int16(np.median(difference))
    changed = cv2.blur(np.abs(difference).astype(np.float32), (3, 3))
    return float(changed.max()) < _DIFFERENT
