"""Leads from two markers of a board across it, where the picture cuts off the other two.

Two markers on one side have eight corners, which tell little of what is far from them. But the
printed edges of the fields stand all over the board: each tells where the next one is.
"""

from typing import Final

import cv2
import numpy as np

from camera.boards import BoardLayout, Field
from camera.marks import patch_at
from camera.passes import Grey, Matrix
from camera.scans import Quad
from camera.symbols import transform

_CLEAR: Final = 0.12
"""How dark the printed edge of a field must be to lead on."""

_FEWEST: Final = 6
_OFF: Final = 0.12
"""How far a field may lie beside where all others tell, as a share of its side."""

_MOST_OFF: Final = 0.25
"""The share of the fields that may; with more the sheet is bent, or it is another."""


def followed(
    grey: Grey, to_picture: Matrix, layout: BoardLayout, found: dict[int, Quad]
) -> Matrix | None:
    """Return the way from mm to pixels as all printed edges in the picture tell it.

    `to_picture` is the way that the markers `found` tell alone. None where the edges of too few
    fields are seen, or do not fit together.
    """
    own = [np.array(layout.markers[number], np.float64) for number in found]
    seen = [np.array(quad, np.float64) for quad in found.values()]
    way = to_picture
    for field in _outwards(layout, own):
        quad = np.array(field.quad, np.float64)
        there = transform(way, quad)
        if not _is_inside(there, grey):
            continue
        patch = patch_at(grey, field, there)
        if patch.edge < _CLEAR:
            continue
        own.append(quad)
        seen.append(np.array(patch.place))
        better = _fitted(own, seen)
        if better is None:
            return None
        way = better
    return way if _fits(way, own[len(found) :], seen[len(found) :]) else None


def _outwards(layout: BoardLayout, own: list[Matrix]) -> list[Field]:
    """Sort the fields by how far they are from the line through the markers."""
    first, last = own[0].mean(axis=0), own[-1].mean(axis=0)
    along = (last - first) / max(float(np.hypot(*(last - first))), 1e-6)

    def far(field: Field) -> float:
        x, y = np.array(field.quad).mean(axis=0) - first
        return abs(float(x * along[1] - y * along[0]))

    return sorted(layout.fields, key=far)


def _is_inside(quad: Matrix, grey: Grey) -> bool:
    height, width = grey.shape
    inside = ((quad >= 0) & (quad <= (width, height))).all()
    return bool(inside) and cv2.isContourConvex(quad.astype(np.float32))


def _fitted(own: list[Matrix], seen: list[Matrix]) -> Matrix | None:
    there = np.vstack(seen)
    reach = float(np.ptp(seen[-1], axis=0).min()) * _OFF
    matrix, _ = cv2.findHomography(np.vstack(own), there, cv2.RANSAC, max(1.0, reach))
    return np.asarray(matrix, np.float64) if np.shape(matrix) == (3, 3) else None


def _fits(way: Matrix, own: list[Matrix], seen: list[Matrix]) -> bool:
    if len(own) < _FEWEST:
        return False
    off = [
        np.hypot(*(transform(way, quad) - there).T).max() / np.ptp(there, axis=0).min()
        for quad, there in zip(own, seen, strict=True)
    ]
    return float(np.mean(np.array(off) > _OFF)) <= _MOST_OFF
