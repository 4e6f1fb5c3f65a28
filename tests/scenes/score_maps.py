"""Photos of our own score maps as somebody has filled them in, and of boards in a frame."""

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from camera.boards import BoardLayout
from printables import pixels
from printables.papers import A4, Paper
from printables.sheets import Sheet
from referee.core import AnyGame
from referee.table.paper.board_sheets import board_sheet, layout_of_plan
from referee.table.paper.frames import FRAME_MM, frame_sheet

PX_PER_MM = 6.0
TABLE = 30
"""Millimetres of the table around what lies on it."""


def filled_map(
    game: AnyGame, marks: Mapping[str, str], *, player: int = 1, hide: str = ""
) -> bytes:
    """Photograph a score map with digits and letters on it, and `x` for a cross or a full circle.

    A finger may hide one field.
    """
    drawn = _drawn_map(game, player, PX_PER_MM)
    _write(drawn, layout_of_plan(game), marks, hide)
    return photo(drawn)


def scanned_map(game: AnyGame, dpi: int) -> Any:
    """Scan a blank score map without any grain, as the software of scanners makes it."""
    px_per_mm = dpi / 25.4
    drawn = _drawn_map(game, 1, px_per_mm)
    return np.pad(drawn, round(10 * px_per_mm), constant_values=255)


def _drawn_map(game: AnyGame, player: int, px_per_mm: float) -> Any:
    layout = layout_of_plan(game)
    paper = Paper("board", "", layout.width_mm, layout.height_mm, 0.0)
    sheet = Sheet(paper, board_sheet(game, player, paper, top=0.0, speak=str))
    return pixels.draw(sheet, px_per_mm).copy()


def framed_board(game: AnyGame, template: BoardLayout, marks: Mapping[str, str]) -> bytes:
    """Photograph another board, of bare squares, in the frame that is printed for it."""
    top = 9.0
    page = pixels.draw(frame_sheet(game, A4, top, str), PX_PER_MM).copy()
    left = (A4.height - FRAME_MM[0]) / 2
    part = page[round(top * PX_PER_MM) :, round(left * PX_PER_MM) :]
    for field in template.fields:
        corners = np.array(field.quad) * PX_PER_MM
        cv2.polylines(part, [corners.round().astype(np.int32)], True, 90, 2)  # noqa: FBT003
    _write(part, template, marks)
    return photo(page)


def photo(flat: Any, tilt: float = 0.04) -> bytes:
    """Photograph what lies flat on a dark table, a little from the side."""
    border = round(TABLE * PX_PER_MM)
    seen = np.pad((flat * 0.82 + 20).astype(np.uint8), border, constant_values=70)
    height, width = seen.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = corners + np.array(
        [[tilt * width, tilt * height], [-tilt * width, 0], [0, 0], [0, -tilt * height]], np.float32
    )
    way = cv2.getPerspectiveTransform(corners, moved)
    there = cv2.warpPerspective(seen, way, (width, height), borderValue=70)
    grain = np.random.default_rng(height).normal(0, 3, there.shape)
    soft = np.clip(cv2.GaussianBlur(there, (3, 3), 0.6) + grain, 0, 255).astype(np.uint8)
    _, stored = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, 85])
    return bytes(stored)


def _write(flat: Any, layout: BoardLayout, marks: Mapping[str, str], hide: str = "") -> None:
    for field in layout.fields:
        (left, top), (right, bottom) = np.array(field.quad)[[0, 2]] * PX_PER_MM
        side, middle = right - left, (round((left + right) / 2), round((top + bottom) / 2))
        mark = marks.get(field.name, "")
        if mark and field.kind == "circle":
            cv2.circle(flat, middle, round(side * 0.36), 40, -1)
        elif mark and field.kind == "box":
            reach = round(side * 0.3)
            x, y = middle
            cv2.line(flat, (x - reach, y - reach), (x + reach, y + reach), 50, 5)
            cv2.line(flat, (x - reach, y + reach), (x + reach, y - reach), 50, 5)
        elif mark:
            font = cv2.FONT_HERSHEY_SIMPLEX
            scale = side * 0.62 / cv2.getTextSize(mark, font, 1.0, 4)[0][1]
            (wide, high), _ = cv2.getTextSize(mark, font, scale, 4)
            at = (middle[0] - wide // 2, middle[1] + high // 2)
            cv2.putText(flat, mark, at, font, scale, 50, 4, cv2.LINE_AA)
        if field.name == hide:
            cv2.circle(flat, middle, round(side * 0.9), 120, -1)
