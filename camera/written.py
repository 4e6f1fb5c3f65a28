"""Reads what people wrote on a board: a photo and a layout in, a value and its doubt per field.

Nothing is guessed silently. What is not beyond doubt is in the state `ask`, and a field that glare
or a finger may hide is never called blank.
"""

import time
from math import sqrt
from typing import Final

import cv2
import numpy as np

from camera.boards import BoardLayout, BoardReading, CellReading
from camera.digits import DigitReader, Shares, digit_reader
from camera.doubts import NOT_SEEN, SURE, Sure, verdict
from camera.ink import evened
from camera.marks import Patch, blown_out, is_bright_around, patch_of, white
from camera.passes import Grey
from camera.planes import Plane, find_plane, flattened
from camera.scans import Quad
from camera.symbols import as_quad

_FADED: Final = 0.35
_AS_DARK: Final = 0.8
"""Glare that whitens paper takes more than the rest from the printed edge beside it."""

_PRINTED: Final = 0.08
"""How dark the printed edges of a board are at least, if it has any at all."""

_SMALLEST: Final = 14.0
"""Pixels of the photo that a field's side must have; below, nothing can be told."""

_BATCH: Final = 16

_SIDES: Final = ("cut-off-top", "cut-off-right", "cut-off-bottom", "cut-off-left")
_CORNERS: Final = (
    "cut-off-top-left",
    "cut-off-top-right",
    "cut-off-bottom-right",
    "cut-off-bottom-left",
)


def read_board(
    picture: Grey,
    layout: BoardLayout,
    *,
    reader: DigitReader | None = None,
    sure: Sure = SURE,
    budget_s: float | None = None,
) -> BoardReading:
    """Find the board in a photo and read its fields; what time leaves over is asked."""
    until = None if budget_s is None else time.monotonic() + budget_s
    plane, problems = find_plane(picture, layout)
    if plane is None:
        return BoardReading(None, picture, 1.0, (), problems)
    flat, px_per_mm = flattened(picture, plane, layout)
    patches = [patch_of(flat, field, px_per_mm) for field in layout.fields]
    shares = _shares(patches, digit_reader() if reader is None else reader, until)
    if len(shares) < len(patches):
        problems = (*problems, "out-of-time")
    boxes = [plane.in_picture(as_quad(np.array(patch.place) / px_per_mm)) for patch in patches]
    small = [_side(box) < _SMALLEST for box in boxes]
    if any(small):
        problems = (*problems, "too-small")
    inside = [_inside(box, picture) for box in boxes]
    if not all(inside):
        problems = (*problems, *_lost(plane, layout, picture))
    hidden, bleached = _hidden(patches, inside)
    cells = []
    for number, (patch, box) in enumerate(zip(patches, boxes, strict=True)):
        share = shares[number] if number < len(shares) else None
        found = NOT_SEEN
        if inside[number]:
            found = verdict(patch, share, hidden=small[number] or hidden[number], sure=sure)
            if bleached[number] and not found.value:
                found = found._replace(state="ask")
        cells.append(CellReading(patch.field.name, *found, box, patch.pixels))
    return BoardReading(plane.sheet, flat, px_per_mm, tuple(cells), problems)


def _shares(patches: list[Patch], reader: DigitReader, until: float | None) -> list[Shares]:
    shares: list[Shares] = []
    for start in range(0, len(patches), _BATCH):
        if until is not None and time.monotonic() > until:
            break
        shares += list(reader.shares([evened(one.dark) for one in patches[start : start + _BATCH]]))
    return shares


def _hidden(patches: list[Patch], inside: list[bool]) -> tuple[list[bool], list[bool]]:
    """Return whether a field is covered or in glare: then its printed edge is not visible.

    Then tell which are only overexposed: their edge is as dark as others', so that ink would be.
    """
    seen = [patch for patch, is_inside in zip(patches, inside, strict=True) if is_inside]
    if not seen:
        return [True] * len(patches), [False] * len(patches)
    edge = float(np.median([patch.edge for patch in seen]))
    paper = float(np.median([white(patch) for patch in seen]))
    blown = [blown_out(patch, paper) for patch in patches]
    bleached = [
        is_blown and patch.edge > max(_PRINTED, _AS_DARK * edge) and is_bright_around(patch)
        for patch, is_blown in zip(patches, blown, strict=True)
    ]
    hidden = [
        (is_blown and not is_bleached) or (edge > _PRINTED and patch.edge < _FADED * edge)
        for patch, is_blown, is_bleached in zip(patches, blown, bleached, strict=True)
    ]
    return hidden, bleached


def _lost(plane: Plane, layout: BoardLayout, picture: Grey) -> tuple[str, ...]:
    """Return which sides of the board the picture cuts off, or else which corners."""
    width, height = layout.width_mm, layout.height_mm
    corners = plane.in_picture(((0, 0), (width, 0), (width, height), (0, height)))
    lost = [not _inside((corner,) * 4, picture) for corner in corners]
    sides = [name for n, name in enumerate(_SIDES) if lost[n] and lost[(n + 1) % 4]]
    return tuple(sides or [name for name, is_lost in zip(_CORNERS, lost, strict=True) if is_lost])


def _inside(box: Quad, picture: Grey) -> bool:
    height, width = picture.shape
    return all(0 <= x <= width and 0 <= y <= height for x, y in box)


def _side(box: Quad) -> float:
    return sqrt(cv2.contourArea(np.array(box, np.float32)))
