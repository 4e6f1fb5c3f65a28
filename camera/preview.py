"""JPEGs for people: a reduced copy of a frame, and crops of codes."""

from typing import Final

import cv2
import numpy as np

from camera.passes import Grey
from camera.scans import Quad

LONGEST: Final = 1280
"""Longer side in px: enough for a tablet, and quick to send."""

_SIDE: Final = 200
_AROUND: Final = 3.2
"""Side of a crop relative to its code: the code and most of the card around it."""

_QUALITY: Final = 72


def in_colour(picture: Grey) -> bytes:
    """Return an RGB picture as a JPEG of the same size."""
    return _jpeg(np.ascontiguousarray(picture[..., ::-1]))


def small_copy(grey: Grey, longest: int = LONGEST) -> bytes:
    """Return a frame as a JPEG whose longer side is at most `longest` px."""
    scale = min(1.0, longest / max(grey.shape))
    if scale < 1:
        size = (max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale)))
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    return _jpeg(grey)


def cut_out(grey: Grey, corners: Quad) -> bytes:
    """Return the surroundings of a code as a small JPEG, clipped to the frame."""
    points = np.array(corners)
    middle, reach = points.mean(axis=0), float(np.ptp(points, axis=0).max()) * _AROUND / 2
    left, top = np.clip(np.floor(middle - reach), 0, None).astype(int)
    right, bottom = np.clip(np.ceil(middle + reach), 1, None).astype(int)
    part = grey[top:bottom, left:right]
    if not part.size:  # corners sent by a client may be outside
        part = np.full((_SIDE, _SIDE), 128, np.uint8)
    return small_copy(np.ascontiguousarray(part), _SIDE)


def _jpeg(grey: Grey) -> bytes:
    done, stored = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not done:
        raise ValueError("a picture that cannot be stored as JPEG")
    return stored.tobytes()
