"""The markers on the table, and the way from pixels to millimetres that four of them give.

The size of the mat is nowhere told: it follows from the four corner markers, whose own side is
known. Nothing here reads a code.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from camera.passes import Grey, Matrix
from camera.scans import MarkerSighting, Point, Quad
from camera.symbols import as_quad, transform

MARKER_MM: Final = 15.0
"""The side of a corner marker, unless somebody says otherwise."""

CORNERS: Final = (0, 1, 2, 3)
"""Far left, far right, near right, near left, seen from the first seat."""

_ENOUGH: Final = 1.4e6
"""Pixels in which a marker is looked for; its corners are then refined in the whole frame."""

_TOLERANCE: Final = 0.25
"""How far the sides of the corner markers may be off, as a share, before we do not believe them."""


@dataclass(frozen=True, slots=True)
class Mat:
    """The table plane: its size between the centres of the corner markers, and the way to it."""

    size_mm: Point
    to_mm: Matrix

    def place(self, quad: Quad) -> Quad:
        """Return where on the table a quad of the picture lies."""
        return as_quad(transform(self.to_mm, np.array(quad)))

    def in_picture(self, place: Quad) -> Quad:
        """Return where in the picture a quad of the table lies."""
        to_pixels = np.asarray(np.linalg.inv(self.to_mm), np.float64)
        return as_quad(transform(to_pixels, np.array(place)))


def find_markers(grey: Grey) -> list[tuple[int, Quad]]:
    """Find all markers: number and corners, in pixels."""
    scale = min(1.0, sqrt(_ENOUGH / grey.size))
    small = grey
    if scale < 1:
        small = np.asarray(
            cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    # Grain breaks the outline of a marker, blur that of a tiny one: each way finds its own.
    found = _detected(small) | _detected(np.asarray(cv2.GaussianBlur(small, (5, 5), 1.0), np.uint8))
    ratio = np.array([grey.shape[1] / small.shape[1], grey.shape[0] / small.shape[0]])
    return [
        (number, as_quad(_refined(grey, (quad + 0.5) * ratio)))
        for number, quads in sorted(found.items())
        for quad in quads
    ]


def find_mat(markers: list[tuple[int, Quad]], side_mm: float = MARKER_MM) -> Mat | None:
    """Find the table plane; None unless all four corners are seen, and lie as corners do."""
    quads = [_largest(markers, number) for number in CORNERS]
    known = [quad for quad in quads if quad is not None]
    if len(known) < len(CORNERS):
        return None
    centres = np.array([_centre(quad) for quad in known], np.float32)
    if not cv2.isContourConvex(centres) or cv2.contourArea(centres, oriented=True) <= 0:
        return None
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_unit = np.asarray(cv2.getPerspectiveTransform(centres, unit), np.float64)
    size = _size(to_unit, known, side_mm)
    if size is None:
        return None
    return Mat(size, np.diag([*size, 1.0]) @ to_unit)


def sighting(number: int, corners: Quad, mat: Mat | None) -> MarkerSighting:
    """Return the text for a marker, and where on the table it is."""
    return MarkerSighting(number, corners, None if mat is None else mat.place(corners))


def _detected(grey: Grey) -> dict[int, list[Matrix]]:
    found: dict[int, list[Matrix]] = {}
    corners, numbers, _ = _detector().detectMarkers(grey)
    if numbers is not None:
        for number, quad in zip(np.ravel(numbers), corners, strict=True):
            found.setdefault(int(number), []).append(np.asarray(quad, np.float64).reshape(4, 2))
    return found


def _size(to_unit: Matrix, quads: list[Quad], side_mm: float) -> Point | None:
    """Find the width and height that give all sides of the corner markers their length."""
    edges = []
    for quad in quads:
        corners = transform(to_unit, np.array(quad))
        edges += list(np.roll(corners, -1, axis=0) - corners)
    squares = np.array(edges) ** 2
    wanted = np.full(len(squares), side_mm**2)
    (width, height), *_ = np.linalg.lstsq(squares, wanted, rcond=None)
    if min(width, height) <= 0:
        return None
    off = np.sqrt(squares @ np.array([width, height])) / side_mm - 1
    if np.abs(off).max() > _TOLERANCE:
        return None
    return sqrt(width), sqrt(height)


def _largest(markers: list[tuple[int, Quad]], number: int) -> Quad | None:
    quads = [quad for known, quad in markers if known == number]
    return max(quads, key=lambda quad: cv2.contourArea(np.array(quad, np.float32)), default=None)


def _centre(quad: Quad) -> NDArray[Any]:
    """Return where the diagonals cross: unlike the mean it is the middle also in perspective."""
    first, second, third, fourth = (np.array([*corner, 1.0]) for corner in quad)
    crossing = np.cross(np.cross(first, third), np.cross(second, fourth))
    return np.asarray(crossing[:2] / crossing[2])


def _refined(grey: Grey, quad: Matrix) -> Matrix:
    module = sqrt(cv2.contourArea(quad.astype(np.float32))) / 6
    reach = max(1, min(10, round(module * 0.6)))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    start = (quad - 0.5).astype(np.float32).reshape(-1, 1, 2)
    refined = cv2.cornerSubPix(grey, start.copy(), (reach, reach), (-1, -1), stop)
    moved = np.abs(refined - start).max()
    better = refined if moved <= reach else start
    return np.asarray(better.reshape(4, 2), np.float64) + 0.5


def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    # Busy cards are full of squares; a marker with a wrong bit is not worth the risk.
    settings.errorCorrectionRate = 0.3
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.ArucoDetector(dictionary, settings)
