"""Sharpness and glare of a picture."""

from typing import Final

import cv2
import numpy as np

from camera.passes import Grey
from camera.scans import Quad

_BLOWN_OUT: Final = 250
_EDGES: Final = 99.5
"""The percentile of brightness steps that counts: most of a table is smooth."""


def sharpness(grey: Grey, quads: list[Quad]) -> float:
    """Return the steepest brightness step between neighbours relative to contrast, 0 to 1.

    Measured on codes and markers, which have the sharpest edges, or else on the whole picture.
    """
    parts = [part for part in (_cut(grey, quad) for quad in quads) if part.size > 64]  # noqa: PLR2004
    if not parts:
        return _steepness(grey)
    return float(np.median([_steepness(part) for part in parts]))


def glare(grey: Grey) -> float:
    """Return the overexposed share of the picture."""
    return float(np.count_nonzero(grey >= _BLOWN_OUT)) / max(1, grey.size)


def _steepness(grey: Grey) -> float:
    low, high = np.percentile(grey[::2, ::2], (1, 99))
    if high - low < 8:  # noqa: PLR2004 - a uniform grey has only noise
        return 0.0
    across = cv2.absdiff(grey[:, 1:], grey[:, :-1])
    return min(1.0, float(np.percentile(across[::2, ::2], _EDGES)) / float(high - low))


def _cut(grey: Grey, quad: Quad) -> Grey:
    corners = np.array(quad)
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    right, bottom = np.maximum(np.ceil(corners.max(axis=0)).astype(int), 0)
    return grey[top:bottom, left:right]
