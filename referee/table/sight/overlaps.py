"""Which cards lie over each other, told from their codes: a card that does belongs to the other.

Where on a card its code was glued, and which way up, is not known; only that it is alike on all of
them. So a card is taken for a square as wide as its shorter side, and two overlap only where they
do wherever the code may be on it.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import dist
from typing import Final

from camera.scans import Point, Quad, centre

_EDGE_MM: Final = 5.0
"""Cards that have less than this in common may just as well touch."""

_PLACES: Final = tuple(product((-0.5, 0.0, 0.5), repeat=2))
"""Where a code may be on its card, in shares of what the card is larger."""


def overlap(one: Quad, other: Quad, card_mm: tuple[float, float]) -> bool:
    """Return whether the cards of two codes surely lie over each other; all in millimetres."""
    side = min(card_mm) - _EDGE_MM
    room = max(0.0, side - _side(one))
    return all(
        _meet(_card(one, (x * room, y * room), side), _card(other, (x * room, y * room), side))
        for x, y in _PLACES
    )


def _card(code: Quad, shift: Point, side: float) -> Quad:
    """Return the corners of a card whose middle lies this far from its code's, on the card."""
    right, down = _towards(code[0], code[1]), _towards(code[0], code[3])
    x, y = centre(code)
    corners = []
    for across, along in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        a, b = shift[0] + across * side / 2, shift[1] + along * side / 2
        corners.append((x + a * right[0] + b * down[0], y + a * right[1] + b * down[1]))
    first, second, third, fourth = corners
    return (first, second, third, fourth)


def _meet(one: Quad, other: Quad) -> bool:
    """Return whether two squares have something in common: no side of theirs parts them."""
    return not any(_parts(axis, one, other) for axis in (*_axes(one), *_axes(other)))


def _axes(square: Quad) -> Iterator[Point]:
    yield _towards(square[0], square[1])
    yield _towards(square[0], square[3])


def _parts(axis: Point, one: Quad, other: Quad) -> bool:
    first, second = _along(axis, one), _along(axis, other)
    return max(first) <= min(second) or max(second) <= min(first)


def _along(axis: Point, corners: Quad) -> Sequence[float]:
    return [x * axis[0] + y * axis[1] for x, y in corners]


def _towards(start: Point, end: Point) -> Point:
    far = dist(start, end) or 1.0
    return ((end[0] - start[0]) / far, (end[1] - start[1]) / far)


def _side(code: Quad) -> float:
    return dist(code[0], code[2]) / 2**0.5
