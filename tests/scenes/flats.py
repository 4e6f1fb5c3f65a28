"""Flat things as a printer makes them: cards with busy artwork and a code, markers, table tops."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

import cv2
import numpy as np
from qrcode.constants import ERROR_CORRECT_H
from qrcode.main import QRCode

Grey: TypeAlias = np.ndarray[Any, Any]
"""Brightness from 0 to 255, row by row."""

CARD_MM = (63.0, 88.0)
CODE_MM = 15.0
MARKER_MM = 15.0


@dataclass(frozen=True)
class FlatCode:
    """A code on a raster: its text, its corners in mm from the raster's top left, its modules."""

    text: str
    corners: Sequence[tuple[float, float]]
    modules: int = 21


@dataclass(frozen=True)
class Flat:
    """A card or a marker as it was printed: grey pixels, and the codes on it."""

    pixels: Grey
    px_per_mm: float
    codes: Sequence[FlatCode] = ()

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height in mm."""
        height, width = self.pixels.shape[:2]
        return width / self.px_per_mm, height / self.px_per_mm


def texts(seed: int, count: int) -> list[str]:
    """Make different texts of ten capital letters and digits."""
    chance = np.random.default_rng(seed)
    signs = np.array(list("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    made: dict[str, None] = {}
    while len(made) < count:
        made["".join(chance.choice(signs, 10))] = None
    return list(made)


@lru_cache(maxsize=4096)
def symbol(text: str, level: int = ERROR_CORRECT_H, version: int | None = 1) -> Grey:
    """Draw a code, a pixel a module, without the empty space around it."""
    code: QRCode[Any] = QRCode(version=version, error_correction=level, border=0)
    code.add_data(text, optimize=0)
    code.make(fit=version is None)
    return np.where(np.array(code.get_matrix(), bool), 0, 255).astype(np.uint8)


def symbol_of_bytes(content: bytes) -> Grey:
    """Draw a code that holds these very bytes, whatever they may mean."""
    code: QRCode[Any] = QRCode(error_correction=ERROR_CORRECT_H, border=0)
    code.add_data(content, optimize=0)
    code.make(fit=True)
    return np.where(np.array(code.get_matrix(), bool), 0, 255).astype(np.uint8)


def card(  # noqa: PLR0913 - each says one thing about the card
    text: str,
    *,
    seed: int = 0,
    size: tuple[float, float] = CARD_MM,
    code_mm: float = CODE_MM,
    quiet: float = 2.0,
    px_per_mm: float = 10.0,
    modules: Grey | None = None,
    busy: bool = True,
) -> Flat:
    """Draw a card with busy artwork and its code in the top left corner."""
    chance = np.random.default_rng([seed, 7])
    width, height = (round(side * px_per_mm) for side in size)
    pixels = artwork(chance, width, height) if busy else np.full((height, width), 255, np.uint8)
    drawn = symbol(text) if modules is None else modules
    side = round(code_mm * px_per_mm)
    zone = round(quiet * side / len(drawn))
    left = top = round(2 * px_per_mm)
    pixels[top : top + side + 2 * zone, left : left + side + 2 * zone] = 245
    inner = cv2.resize(drawn, (side, side), interpolation=cv2.INTER_NEAREST)
    pixels[top + zone : top + zone + side, left + zone : left + zone + side] = np.where(
        inner == 0, 20, 245
    )
    corner, far = (left + zone) / px_per_mm, (left + zone + side) / px_per_mm
    corners = ((corner, corner), (far, corner), (far, far), (corner, far))
    return Flat(pixels, px_per_mm, (FlatCode(text, corners, len(drawn)),))


def marker(number: int, side_mm: float = MARKER_MM, px_per_mm: float = 10.0) -> Flat:
    """Draw a marker with its empty space: one module all round."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    module = round(side_mm * px_per_mm / 6)
    drawn = cv2.aruco.generateImageMarker(dictionary, number, 6 * module, borderBits=1)
    framed = cv2.copyMakeBorder(drawn, *(module,) * 4, cv2.BORDER_CONSTANT, value=255)
    return Flat(np.clip(framed, 20, 245).astype(np.uint8), 6 * module / side_mm)


def with_code_only(flat: Flat, margin_mm: float = 2.5) -> Flat:
    """Cut a card down to a sticker: its code and a little around it."""
    (code,) = flat.codes
    side = code.corners[2][0] - code.corners[0][0] + 2 * margin_mm
    left, top = code.corners[0][0] - margin_mm, code.corners[0][1] - margin_mm
    cut = [round(edge * flat.px_per_mm) for edge in (top, top + side, left, left + side)]
    corners = tuple((x - left, y - top) for x, y in code.corners)
    pixels = flat.pixels[cut[0] : cut[1], cut[2] : cut[3]].copy()
    return replace(flat, pixels=pixels, codes=(replace(code, corners=corners),))


def artwork(chance: np.random.Generator, width: int, height: int) -> Grey:
    """Draw what a card shows: patches, lines and rows of small print."""
    pixels = _clouds(chance, width, height, 6, (40, 220))
    for _ in range(25):
        middle = (int(chance.integers(width)), int(chance.integers(height)))
        axes = (int(chance.integers(5, width // 3)), int(chance.integers(5, height // 4)))
        shade, angle = int(chance.integers(256)), float(chance.uniform(0, 180))
        thick = int(chance.choice([-1, 3, 8]))
        cv2.ellipse(pixels, middle, axes, angle, 0, 360, shade, thick, cv2.LINE_AA)
    for _ in range(12):
        ends = chance.integers(0, (width, height), (2, 2))
        shade = int(chance.integers(256))
        start, end = (int(ends[0, 0]), int(ends[0, 1])), (int(ends[1, 0]), int(ends[1, 1]))
        cv2.line(pixels, start, end, shade, int(chance.integers(1, 9)), cv2.LINE_AA)
    top = int(height * 0.7)
    cv2.rectangle(pixels, (width // 12, top), (width * 11 // 12, height - height // 14), 225, -1)
    for line in range(5):
        y = top + (line + 1) * height // 24
        words = "".join(chance.choice(list("aeinrstlmd  "), 22))
        cv2.putText(pixels, words, (width // 9, y), cv2.FONT_HERSHEY_SIMPLEX, width / 700, 30, 2)
    return pixels


def table_top(chance: np.random.Generator, side: int, style: str) -> Grey:
    """Draw a square of table: wood, felt, cloth, a printed playmat, or plain."""
    if style == "wood":
        grain = _clouds(chance, side, 12, 5, (70, 150))
        return np.asarray(cv2.resize(grain, (side, side), interpolation=cv2.INTER_CUBIC).T.copy())
    if style == "felt":
        noise = chance.normal(75, 14, (side, side))
        return np.asarray(np.clip(noise, 0, 255), np.uint8)
    if style == "cloth":
        steps = np.arange(side)
        weave = 140 + 25 * np.sin(steps / 2.1)[:, None] + 25 * np.sin(steps / 1.7)[None, :]
        return np.asarray(np.clip(weave + chance.normal(0, 6, (side, side)), 0, 255), np.uint8)
    if style == "playmat":
        return artwork(chance, side, side)
    return np.full((side, side), 120, np.uint8)


STYLES = ("wood", "felt", "cloth", "playmat")


def _clouds(  # noqa: PLR0917 - a size and how rough
    chance: np.random.Generator, width: int, height: int, octaves: int, span: tuple[int, int]
) -> Grey:
    total = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        cells = 2 ** (octave + 1)
        noise = chance.random((min(cells, height), min(cells, width))).astype(np.float32)
        total += cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC) / (octave + 1)
    low, high = float(total.min()), float(total.max())
    scaled = (total - low) / (high - low) * (span[1] - span[0]) + span[0]
    return np.asarray(np.clip(scaled, 0, 255), np.uint8)
