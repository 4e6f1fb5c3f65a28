"""Change detection between two frames, at a hundredth of the cost of decoding one.

Thumbnails are compared. Changes of light that affect the whole picture and sensor noise are
ignored; a card that was added, removed or exchanged is detected, however small its code.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from camera.passes import Grey

_CELL: Final = 4
"""Side of a cell in px: less than three modules of the smallest code."""

_DIFFERENT: Final = 8.0
"""Threshold of the mean absolute difference of 3 by 3 cells, in levels of 8 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnail:
    """A reduced frame: mean brightness per cell, and the size of the frame in px."""

    cells: Grey
    size: tuple[int, int]


def thumbnail(grey: Grey) -> Thumbnail:
    """Return the thumbnail of a frame."""
    height, width = grey.shape[:2]
    shape = (max(1, width // _CELL), max(1, height // _CELL))
    cells = cv2.resize(grey, shape, interpolation=cv2.INTER_AREA)
    return Thumbnail(np.asarray(cells, np.uint8), (width, height))


def is_unchanged(before: Thumbnail, after: Thumbnail) -> bool:
    """Return whether no part of the picture differs between two frames."""
    if before.size != after.size:
        return False
    difference = after.cells.astype(np.int16) - before.cells
    difference -= np.int16(np.median(difference))
    changed = cv2.blur(np.abs(difference).astype(np.float32), (3, 3))
    return float(changed.max()) < _DIFFERENT
