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
from camera.doubts import SURE, Sure, verdict
from camera.ink import evened
from camera.marks import Patch, blown_out, patch_of, white
from camera.passes import Grey
from camera.planes import find_plane, flattened
from camera.scans import Quad
from camera.symbols import as_quad

_FADED: Final = 0.35
_PRINTED: Final = 0.08
"""How dark the printed edges of a board are at least, if it has any at all."""

_SMALLEST: Final = 14.0
"""Pixels of the photo that a field's side must have; below, nothing can be told."""

_BATCH: Final = 16


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
    hidden = _hidden(patches)
    cells = []
    for number, (patch, box) in enumerate(zip(patches, boxes, strict=True)):
        share = shares[number] if number < len(shares) else None
        unseen = small[number] or not _inside(box, picture) or hidden[number]
        found = verdict(patch, share, hidden=unseen, sure=sure)
        cells.append(CellReading(patch.field.name, *found, box, patch.pixels))
    return BoardReading(plane.sheet, flat, px_per_mm, tuple(cells), problems)


def _shares(patches: list[Patch], reader: DigitReader, until: float | None) -> list[Shares]:
    shares: list[Shares] = []
    for start in range(0, len(patches), _BATCH):
        if until is not None and time.monotonic() > until:
            break
        shares += list(reader.shares([evened(one.dark) for one in patches[start : start + _BATCH]]))
    return shares


def _hidden(patches: list[Patch]) -> list[bool]:
    """Tell whether something lies over a field, or glare on it: then its printed edge is gone."""
    if not patches:
        return []
    edge = float(np.median([patch.edge for patch in patches]))
    paper = float(np.median([white(patch) for patch in patches]))
    return [
        blown_out(patch, paper) or (edge > _PRINTED and patch.edge < _FADED * edge)
        for patch in patches
    ]


def _inside(box: Quad, picture: Grey) -> bool:
    height, width = picture.shape
    return all(0 <= x <= width and 0 <= y <= height for x, y in box)


def _side(box: Quad) -> float:
    return sqrt(cv2.contourArea(np.array(box, np.float32)))
