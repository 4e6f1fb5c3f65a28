"""Detects ArUco markers, and finds the homography from pixels to millimetres of the mat.

The size of the mat is not configured: it follows from the four corner markers, whose own side is
known.
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
"""The default side of a corner marker, in mm."""

CORNERS: Final = (0, 1, 2, 3)
"""Numbers of the markers far left, far right, near right and near left, seen from seat 1."""

_SEARCH_PIXELS: Final = 1.4e6
"""Pixels to which a frame is reduced for detection; corners are refined in the full frame."""

_TOLERANCE: Final = 0.25
"""Greatest error of the sides of the corner markers, as a share."""


@dataclass(frozen=True, slots=True)
class Mat:
    """The plane of the table: its size in mm between the corner markers, and a homography to it."""

    size_mm: Point
    to_mm: Matrix

    def place(self, quad: Quad) -> Quad:
        """Return a quad of the picture, in mm on the mat."""
        return as_quad(transform(self.to_mm, np.array(quad)))

    def in_picture(self, place: Quad) -> Quad:
        """Return a quad on the mat, in px of the picture."""
        to_pixels = np.asarray(np.linalg.inv(self.to_mm), np.float64)
        return as_quad(transform(to_pixels, np.array(place)))


def find_markers(grey: Grey) -> list[tuple[int, Quad]]:
    """Return the number and the corners (px) of all markers."""
    scale = min(1.0, sqrt(_SEARCH_PIXELS / grey.size))
    small = grey
    if scale < 1:
        small = np.asarray(
            cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    # Noise breaks the outlines of some markers, blurring those of tiny ones: both are tried.
    found = _detected(small) | _detected(np.asarray(cv2.GaussianBlur(small, (5, 5), 1.0), np.uint8))
    ratio = np.array([grey.shape[1] / small.shape[1], grey.shape[0] / small.shape[0]])
    return [
        (number, as_quad(_refined_corners(grey, (quad + 0.5) * ratio)))
        for number, quads in sorted(found.items())
        for quad in quads
    ]


def find_mat(markers: list[tuple[int, Quad]], side_mm: float = MARKER_MM) -> Mat | None:
    """Return the mat; None unless all four corner markers are seen, in a convex quad."""
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
    """Return a marker with its position on the mat."""
    return MarkerSighting(number, corners, None if mat is None else mat.place(corners))


def _detected(grey: Grey) -> dict[int, list[Matrix]]:
    found: dict[int, list[Matrix]] = {}
    corners, numbers, _ = _detector().detectMarkers(grey)
    if numbers is not None:
        for number, quad in zip(np.ravel(numbers), corners, strict=True):
            found.setdefault(int(number), []).append(np.asarray(quad, np.float64).reshape(4, 2))
    return found


def _size(to_unit: Matrix, quads: list[Quad], side_mm: float) -> Point | None:
    """Return the width and height that give the sides of the corner markers their known length."""
    edges = []
    for quad in quads:
        corners = transform(to_unit, np.array(quad))
        edges += list(np.roll(corners, -1, axis=0) - corners)
    squares = np.array(edges) ** 2
    wanted = np.full(len(squares), side_mm**2)
    (width, height), *_ = np.linalg.lstsq(squares, wanted, rcond=None)
    if min(width, height) <= 0:
        return None
    error = np.sqrt(squares @ np.array([width, height])) / side_mm - 1
    if np.abs(error).max() > _TOLERANCE:
        return None
    return sqrt(width), sqrt(height)


def _largest(markers: list[tuple[int, Quad]], number: int) -> Quad | None:
    quads = [quad for known, quad in markers if known == number]
    return max(quads, key=lambda quad: cv2.contourArea(np.array(quad, np.float32)), default=None)


def _centre(quad: Quad) -> NDArray[Any]:
    """Return the intersection of the diagonals, which is the centre in perspective too."""
    first, second, third, fourth = (np.array([*corner, 1.0]) for corner in quad)
    crossing = np.cross(np.cross(first, third), np.cross(second, fourth))
    return np.asarray(crossing[:2] / crossing[2])


def _refined_corners(grey: Grey, quad: Matrix) -> Matrix:
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
