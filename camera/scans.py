"""What was seen in one picture, as plain values that travel as JSON.

This module exists so that whoever only passes on or weighs sightings needs neither OpenCV nor
numpy. It must not import either of them.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from msgspec import Meta, ValidationError, convert, to_builtins

MOST_SEEN: Final = 500
"""Codes, markers or unread places of one scan that is sent: a table has a hundred cards."""

LONGEST_TEXT: Final = 8_000
"""Signs of a code that is sent: the largest symbol holds 7,089."""

LARGEST_NUMBER: Final = 1_000_000
"""Pixels, millimetres or any other number that is sent, either side of nought."""

Measure: TypeAlias = Annotated[float, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Length: TypeAlias = Annotated[float, Meta(gt=0, le=LARGEST_NUMBER)]
Pixels: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
Point: TypeAlias = tuple[Measure, Measure]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
"""Four corners, clockwise from the symbol's own top left."""

_Shape = TypeVar("_Shape")


class BadScan(ValueError):
    """This JSON tells of no scan; the message says which part is amiss."""


@dataclass(frozen=True, slots=True)
class CodeSighting:
    """A code that was read: its text, and where it lies.

    `corners` are pixels of the picture as people see it; `place` is the same in millimetres on the
    table, where the four corner markers were seen.
    """

    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    corners: Quad
    px_per_module: Measure
    place: Quad | None = None


@dataclass(frozen=True, slots=True)
class MarkerSighting:
    """A marker of the mat, of a seat or of a place, by its number."""

    number: Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
    corners: Quad
    place: Quad | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """Something is here, but it could not be read as text."""

    corners: Quad
    place: Quad | None = None


@dataclass(frozen=True, slots=True)
class Scan:
    """All that was seen in one picture.

    `table_mm` is the distance between the centres of the corner markers, across and down;
    `sharpness` tells how well edges of one and two pixels stand out (see `camera.advice`);
    `glare` is the share of the picture that is blown out.
    """

    width: Pixels
    height: Pixels
    codes: Annotated[tuple[CodeSighting, ...], Meta(max_length=MOST_SEEN)]
    markers: Annotated[tuple[MarkerSighting, ...], Meta(max_length=MOST_SEEN)]
    unread: Annotated[tuple[Unread, ...], Meta(max_length=MOST_SEEN)]
    sharpness: Measure
    glare: Measure
    table_mm: tuple[Length, Length] | None = None


@dataclass(frozen=True, slots=True)
class Granted:
    """What a camera gave of what was asked for; focus and exposure stay where they are locked.

    `kind` tells how it packs its pictures, such as MJPG or YUYV.
    """

    width: Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
    height: Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
    kind: str
    focus_locked: bool
    exposure_locked: bool


def centre(quad: Quad) -> Point:
    """Return the middle of four corners."""
    return (sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4)


def as_json(scan: Scan) -> dict[str, Any]:
    """Write a scan as what JSON knows."""
    written: dict[str, Any] = to_builtins(scan)
    return written


def scan_of(told: Any) -> Scan:  # noqa: ANN401 - whatever came as JSON
    """Read a scan from what `as_json` wrote; raises `BadScan` for anything else."""
    return _read(told, Scan)


def granted_of(told: Any) -> Granted:  # noqa: ANN401 - whatever came as JSON
    """Read what a camera was granted from its fields; raises `BadScan` for anything else."""
    granted = _read(told, Granted)
    return replace(granted, kind=granted.kind[:8])


def _read(told: Any, shape: type[_Shape]) -> _Shape:  # noqa: ANN401 - whatever came as JSON
    if not isinstance(told, dict):
        raise BadScan(f"{shape.__name__.lower()} is not an object.")
    try:
        return convert(told, shape)
    except ValidationError as amiss:
        raise BadScan(str(amiss)) from None
