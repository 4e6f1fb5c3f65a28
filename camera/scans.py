"""Scans: what was detected in one picture, as plain values with a JSON form.

Importable without OpenCV and numpy, for servers that only receive scans.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from msgspec import Meta, ValidationError, convert, to_builtins

MOST_SEEN: Final = 500
"""Most codes, markers or unread symbols of a scan that is sent; a table has a hundred cards."""

LONGEST_TEXT: Final = 8_000
"""Most characters of a code that is sent; the largest symbol has 7,089."""

LARGEST_NUMBER: Final = 1_000_000
"""Greatest absolute value of a number that is sent, in px or mm."""

Measure: TypeAlias = Annotated[float, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Length: TypeAlias = Annotated[float, Meta(gt=0, le=LARGEST_NUMBER)]
Pixels: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
Point: TypeAlias = tuple[Measure, Measure]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
"""Four corners, clockwise from the top left of the symbol itself."""

_Shape = TypeVar("_Shape")


class BadScan(ValueError):
    """This JSON is no scan; the message says which part is wrong."""


@dataclass(frozen=True, slots=True)
class CodeSighting:
    """A decoded code.

    `corners` are in px of the upright picture, `place` in mm on the mat, if its corners were seen.
    """

    text: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    corners: Quad
    px_per_module: Measure
    place: Quad | None = None


@dataclass(frozen=True, slots=True)
class MarkerSighting:
    """A marker of the mat, a seat or a place, by its number."""

    number: Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
    corners: Quad
    place: Quad | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """A symbol that was detected but not decoded."""

    corners: Quad
    place: Quad | None = None


@dataclass(frozen=True, slots=True)
class Scan:
    """Everything detected in one picture of `width` by `height` px.

    `table_mm` is the distance between the centres of the corner markers, across and down.
    `sharpness` (see `camera.exposure`) and `glare`, the overexposed share of the picture, are from
    0 to 1.
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
    """The size and pixel format (such as MJPG) that a camera granted, and what is locked."""

    width: Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
    height: Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
    kind: str
    focus_locked: bool
    exposure_locked: bool


def centre(quad: Quad) -> Point:
    """Return the mean of four corners."""
    return (sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4)


def as_json(scan: Scan) -> dict[str, Any]:
    """Return a scan as JSON types."""
    written: dict[str, Any] = to_builtins(scan)
    return written


def scan_of(value: Any) -> Scan:  # noqa: ANN401 - any JSON
    """Return the scan that `as_json` wrote; raises `BadScan`."""
    return _read(value, Scan)


def granted_of(value: Any) -> Granted:  # noqa: ANN401 - any JSON
    """Return what a camera was granted, from its JSON object; raises `BadScan`."""
    granted = _read(value, Granted)
    return replace(granted, kind=granted.kind[:8])


def _read(value: Any, shape: type[_Shape]) -> _Shape:  # noqa: ANN401 - any JSON
    if not isinstance(value, dict):
        raise BadScan(f"{shape.__name__.lower()} is not an object.")
    try:
        return convert(value, shape)
    except ValidationError as error:
        raise BadScan(str(error)) from None
