"""Renders a written field as a camera sees it: paper, square, ink, light, lens, compression.

`severity` is from 0, a scan, to 1, a bad phone picture of a glossy board.
"""

import math
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from camera.ink import FIELD, PATCH
from tools.digits.shapes import Chance, Glyph

Floats: TypeAlias = NDArray[np.float32]

_EDGE: Final = (PATCH - FIELD) / 2


class Cells:
    """Renders fields; neighbours and wiped ghosts are taken from `glyphs`."""

    def __init__(self, chance: Chance, glyphs: Sequence[Glyph]) -> None:
        self._chance = chance
        self._glyphs = glyphs

    def patch(self, glyph: Glyph | None, severity: float) -> Glyph:
        """Return the patch of a field with a glyph, or of a blank one."""
        chance = self._chance
        cut = self._cut(severity)
        ink = np.zeros((PATCH, PATCH), np.float32)
        printed = self._printed(cut)
        if chance.random() < 0.35 * severity:
            ghost = self._laid(self._any(), cut) * chance.uniform(0.01, 0.09)
            ink = np.maximum(ink, _dragged(chance, ghost))
        if chance.random() < 0.25:
            ink = np.maximum(ink, self._neighbour(cut))
        if glyph is not None:
            ink = np.maximum(ink, self._written(self._laid(glyph, cut), severity))
        paper = self._paper(severity)
        shades = paper * (1 - np.maximum(printed, ink))
        return self._taken(shades, severity)

    def _any(self) -> Glyph:
        return self._glyphs[int(self._chance.integers(len(self._glyphs)))]

    def _cut(self, severity: float) -> Floats:
        """Return the affine matrix from the unit square of a field to the patch."""
        chance = self._chance
        off = 4.0 if chance.random() < 0.15 else 1.0 + 1.5 * severity
        turn = math.radians(chance.normal(0, 0.6 + 1.2 * severity))
        sides = FIELD * (1 + chance.normal(0, 0.015 + 0.02 * severity, 2))
        middle = PATCH / 2 + chance.normal(0, off, 2)
        cos, sin = math.cos(turn), math.sin(turn)
        way = np.array([[cos * sides[0], -sin * sides[1], 0], [sin * sides[0], cos * sides[1], 0]])
        way[:, 2] = middle - way[:, :2] @ (0.5, 0.5)
        return way.astype(np.float32)

    def _printed(self, cut: Floats) -> Floats:
        """Return the printed square and what is near it: its neighbours, or nothing."""
        chance = self._chance
        canvas = np.zeros((PATCH, PATCH), np.uint8)
        line = int(chance.integers(1, 5))
        gap = 0.0 if chance.random() < 0.5 else chance.uniform(0.08, 0.3)
        places = [(0.0, 0.0)]
        places += [
            (dx * (1 + gap), dy * (1 + gap))
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if chance.random() < 0.4
        ]
        shape = chance.random()
        for x, y in places:
            if shape < 0.08:
                _ring(canvas, cut, (x + 0.5, y + 0.5), line)
            elif shape < 0.96:
                corners = np.array([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]])
                pixels = np.round((corners @ cut[:, :2].T + cut[:, 2]) * 8).astype(np.int32)
                outline = [pixels.reshape(-1, 1, 2)]
                cv2.polylines(
                    canvas,
                    outline,
                    isClosed=True,
                    color=255,
                    thickness=line,
                    lineType=cv2.LINE_AA,
                    shift=3,
                )
        return np.float32(chance.uniform(0.15, 0.95) / 255) * canvas.astype(np.float32)

    def _laid(self, glyph: Glyph, cut: Floats, at: tuple[float, float] | None = None) -> Floats:
        """Return a glyph in the field: slanted, large or small, rarely centred."""
        chance = self._chance
        rows, columns = np.nonzero(glyph > 96)
        if not len(rows):
            return np.zeros((PATCH, PATCH), np.float32)
        low, high = np.array([columns.min(), rows.min()]), np.array([columns.max(), rows.max()])
        tall = float(high[1] - low[1] + 1)
        wide = float(high[0] - low[0] + 1)
        size = chance.uniform(0.42, 0.95)
        aspect = math.exp(chance.normal(0, 0.13))
        # A dash, wider than tall, must fit too.
        unit = min(size / tall, 1.0 / (wide * aspect))
        turn, lean = math.radians(chance.normal(0, 6)), chance.normal(0, 0.1)
        cos, sin = math.cos(turn), math.sin(turn)
        shape = np.array([[cos, -sin], [sin, cos]]) @ np.array([[aspect, -lean], [0, 1]]) * unit
        reach = max(0.0, (1.04 - size) / 2)
        side = max(0.0, (1.04 - wide * unit * aspect) / 2)
        if at is None:
            drift = np.clip(chance.normal(0, 0.45, 2), -1, 1)
            at = (0.5 + drift[0] * side, 0.5 + drift[1] * reach)
            if chance.random() < 0.3:
                # Over the edge: the bar of a 7 on the printed line leaves a 1.
                across, down = 0.5 + np.clip(chance.normal(0, 0.13, 2), -0.3, 0.3)
                at = (float(across), float(down))
        way = np.zeros((2, 3))
        way[:, :2] = cut[:, :2] @ shape
        way[:, 2] = cut[:, :2] @ at + cut[:, 2] - way[:, :2] @ ((low + high) / 2)
        laid = cv2.warpAffine(glyph, way, (PATCH, PATCH), flags=cv2.INTER_CUBIC)
        return self._penned(np.asarray(laid / np.float32(255), np.float32))

    def _penned(self, mask: Floats) -> Floats:
        """Return strokes with another width, and with the sharp edges lost in enlarging."""
        chance = self._chance
        soft = np.float32(1) * cv2.GaussianBlur(mask, (0, 0), chance.uniform(1.0, 2.2))
        if chance.random() < 0.6:
            return _traced(soft, chance.uniform(0.9, 5), chance.uniform(0.3, 0.8))
        level = chance.uniform(0.2, 0.62)
        return np.asarray(np.clip((soft - level) * chance.uniform(3, 8) + 0.5, 0, 1), np.float32)

    def _neighbour(self, cut: Floats) -> Floats:
        """Return a stroke that reaches over from the next square."""
        chance = self._chance
        side = chance.choice([-1, 1]) * chance.uniform(0.85, 1.2)
        along = 0.5 + chance.normal(0, 0.2)
        at = (0.5 + side, along) if chance.random() < 0.5 else (along, 0.5 + side)
        return self._laid(self._any(), cut, at) * np.float32(chance.uniform(0.3, 0.9))

    def _written(self, mask: Floats, severity: float) -> Floats:
        """Return strokes with the look of a pen, or of a patchy dry-erase marker."""
        chance = self._chance
        dark = np.float32(chance.uniform(0.22, 0.97))
        ink = mask * dark
        if chance.random() < 0.5 * severity + 0.1:
            patchy = _clouds(chance, int(chance.integers(6, 24)))
            ink = ink * (1 - np.float32(chance.uniform(0.1, 0.6)) * patchy)
        if chance.random() < 0.2 * severity:
            smear = _dragged(chance, ink) * np.float32(chance.uniform(0.05, 0.3))
            ink = np.maximum(ink, smear)
        return np.asarray(ink, np.float32)

    def _paper(self, severity: float) -> Floats:
        chance = self._chance
        slope = chance.normal(0, 0.05 + 0.15 * severity, 2)
        across = np.linspace(-0.5, 0.5, PATCH, dtype=np.float32)
        shades = 1 + slope[0] * across[None, :] + slope[1] * across[:, None]
        if chance.random() < 0.3:
            shades = shades - np.float32(chance.uniform(0, 0.05)) * _clouds(chance, 8)
        if chance.random() < 0.08 + 0.15 * severity:
            # The edge of a shadow, for example of a finger.
            turn = chance.uniform(0, 2 * math.pi)
            far = across[None, :] * math.cos(turn) + across[:, None] * math.sin(turn)
            edge = 1 / (1 + np.exp(-(far - chance.uniform(-0.4, 0.4)) * chance.uniform(5, 60)))
            shades = shades * (1 - chance.uniform(0.1, 0.45) * edge)
        return np.asarray(shades * chance.uniform(0.45, 0.98), np.float32)

    def _taken(self, shades: Floats, severity: float) -> Glyph:
        """Return the picture of the camera: blur, glare, resolution, noise and JPEG."""
        chance = self._chance
        if chance.random() < 0.4 * severity:
            shades = np.asarray(shades + self._glare(), np.float32)
        if chance.random() < 0.5 * severity:
            shades = _moved(chance, shades)
        blur = 0.4 + chance.exponential(0.5 + 1.2 * severity)
        soft = cv2.GaussianBlur(shades, (0, 0), blur)
        least = 60 - 42 * severity
        side = int(chance.uniform(least, PATCH))
        small = cv2.resize(soft, (side, side), interpolation=cv2.INTER_AREA)
        # Scans, and pictures smoothed by a phone, have no noise.
        grain = chance.exponential(0.008 + 0.014 * severity) * (chance.random() > 0.08)
        flicker = chance.standard_normal(small.shape, np.float32) * np.float32(grain)
        gamma = math.exp(chance.normal(0, 0.2))
        if chance.random() < 0.12:
            # Overexposed: the paper is saturated, and strokes get thinner.
            small = small * np.float32(chance.uniform(1.0, 2.0) / max(float(small.max()), 0.1))
        bright = np.asarray(np.clip(small + flicker, 0, 1), np.float32) ** np.float32(gamma)
        exposed = np.round(bright * 255).astype(np.uint8)
        if chance.random() < 0.7:
            quality = int(chance.uniform(92 - 55 * severity, 96))
            _, stored = cv2.imencode(".jpg", exposed, [cv2.IMWRITE_JPEG_QUALITY, quality])
            exposed = np.asarray(cv2.imdecode(stored, cv2.IMREAD_GRAYSCALE), np.uint8)
        how = cv2.INTER_CUBIC
        return np.asarray(cv2.resize(exposed, (PATCH, PATCH), interpolation=how), np.uint8)

    def _glare(self) -> Floats:
        chance = self._chance
        x, y = chance.uniform(0, PATCH, 2)
        radius = chance.uniform(6, 60)
        at = np.arange(PATCH, dtype=np.float32)
        down, across = (at - y) ** 2, (at - x) ** 2
        blob = np.exp(-(down[:, None] + across[None, :]) / np.float32(2 * radius**2))
        return np.asarray(blob * chance.uniform(0.05, 0.7), np.float32)


def _traced(soft: Floats, half: float, most: float) -> Floats:
    """Return strokes with half this width, changed at most by `most` of their own."""
    inked = (soft > np.float32(max(0.15, 0.45 * float(soft.max())))).astype(np.uint8)
    if not inked.any():
        return soft
    inside = cv2.distanceTransform(inked, cv2.DIST_L2, 3)
    outside = cv2.distanceTransform(1 - inked, cv2.DIST_L2, 3)
    own = float(inside.mean(where=inked > 0)) * 2
    # Thinner strokes would break, broader ones fill all loops.
    change = min(max(half - own, -most * own), 0.6 * own)
    return np.asarray(np.clip(inside - outside + np.float32(change + 0.5), 0, 1), np.float32)


def _ring(canvas: Glyph, cut: Floats, at: tuple[float, float], line: int) -> None:
    x, y = cut[:, :2] @ np.array(at) + cut[:, 2]
    radius = float(np.hypot(cut[0, 0], cut[1, 0])) / 2
    cv2.circle(canvas, (round(x), round(y)), round(radius), 255, line, cv2.LINE_AA)


def _clouds(chance: Chance, side: int) -> Floats:
    rough = chance.random((side, side), np.float32)
    return np.asarray(cv2.resize(rough, (PATCH, PATCH), interpolation=cv2.INTER_CUBIC), np.float32)


def _stroke(chance: Chance, length: float) -> NDArray[Any]:
    side = 2 * math.ceil(length / 2) + 1
    kernel = np.zeros((side, side), np.float32)
    turn = chance.uniform(0, math.pi)
    reach = np.array([math.cos(turn), math.sin(turn)]) * length / 2
    middle = np.array([side // 2, side // 2])
    start, end = (np.round((middle + way) * 16).astype(int) for way in (-reach, reach))
    cv2.line(kernel, tuple(map(int, start)), tuple(map(int, end)), 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / max(float(kernel.sum()), 1e-6))


def _moved(chance: Chance, shades: Floats) -> Floats:
    return np.asarray(cv2.filter2D(shades, -1, _stroke(chance, chance.uniform(1, 7))), np.float32)


def _dragged(chance: Chance, ink: Floats) -> Floats:
    """Return smeared ink."""
    return np.asarray(cv2.filter2D(ink, -1, _stroke(chance, chance.uniform(3, 25))), np.float32)
