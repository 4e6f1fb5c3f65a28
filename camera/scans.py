"""What was seen in one picture, as plain values that travel as JSON.

This module exists so that whoever only passes on or weighs sightings needs neither OpenCV nor
numpy. It must not import either of them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
"""Four corners, clockwise from the symbol's own top left."""

_Part = TypeVar("_Part")

MOST_SEEN: Final = 500
"""Codes, markers or unread places of one scan that is sent: a table has a hundred cards."""

LONGEST_TEXT: Final = 8_000
"""Signs of a code that is sent: the largest symbol holds 7,089."""

LARGEST_NUMBER: Final = 1e6
"""Pixels, millimetres or any other number that is sent, either side of nought."""


class BadScan(ValueError):
    """This JSON tells of no scan; the message says which part is amiss."""


@dataclass(frozen=True, slots=True)
class CodeSighting:
    """A code that was read: its text, and where it lies.

    `corners` are pixels of the picture as people see it; `place` is the same in millimetres on the
    table, where the four corner markers were seen.
    """

    text: str
    corners: Quad
    place: Quad | None
    px_per_module: float


@dataclass(frozen=True, slots=True)
class MarkerSighting:
    """A marker of the mat, of a seat or of a place, by its number."""

    number: int
    corners: Quad
    place: Quad | None


@dataclass(frozen=True, slots=True)
class Unread:
    """Something is here, but it could not be read as text."""

    corners: Quad
    place: Quad | None


@dataclass(frozen=True, slots=True)
class Scan:
    """All that was seen in one picture.

    `table_mm` is the distance between the centres of the corner markers, across and down;
    `sharpness` tells how well edges of one and two pixels stand out (see `camera.advice`);
    `glare` is the share of the picture that is blown out.
    """

    width: int
    height: int
    codes: tuple[CodeSighting, ...]
    markers: tuple[MarkerSighting, ...]
    unread: tuple[Unread, ...]
    table_mm: Point | None
    sharpness: float
    glare: float


@dataclass(frozen=True, slots=True)
class Granted:
    """What a camera gave of what was asked for; focus and exposure stay where they are locked.

    `kind` tells how it packs its pictures, such as MJPG or YUYV.
    """

    width: int
    height: int
    kind: str
    focus_locked: bool
    exposure_locked: bool


def granted_of(told: Any) -> Granted:  # noqa: ANN401 - whatever came as JSON
    """Read what a camera was granted from its fields; raises `BadScan` for anything else."""
    part = _mapping(told, "granted")
    kind, locks = part.get("kind"), [part.get("focus_locked"), part.get("exposure_locked")]
    if not isinstance(kind, str) or not all(isinstance(lock, bool) for lock in locks):
        raise BadScan("granted is not what a camera grants.")
    size = (_whole(part, "width"), _whole(part, "height"))
    return Granted(*size, kind[:8], focus_locked=locks[0] is True, exposure_locked=locks[1] is True)


def centre(quad: Quad) -> Point:
    """Return the middle of four corners."""
    return (sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4)


def as_json(scan: Scan) -> dict[str, Any]:
    """Write a scan as what JSON knows."""
    return {
        "width": scan.width,
        "height": scan.height,
        "codes": [
            {"text": code.text, **_where(code), "px_per_module": code.px_per_module}
            for code in scan.codes
        ],
        "markers": [{"number": marker.number, **_where(marker)} for marker in scan.markers],
        "unread": [_where(unread) for unread in scan.unread],
        "table_mm": scan.table_mm and list(scan.table_mm),
        "sharpness": scan.sharpness,
        "glare": scan.glare,
    }


def scan_of(told: Any) -> Scan:  # noqa: ANN401 - whatever came as JSON
    """Read a scan from what `as_json` wrote; raises `BadScan` for anything else."""
    scan = _mapping(told, "scan")
    table = scan.get("table_mm")
    return Scan(
        width=_whole(scan, "width", least=1),
        height=_whole(scan, "height", least=1),
        codes=_parts(scan, "codes", _code),
        markers=_parts(scan, "markers", _marker),
        unread=_parts(scan, "unread", lambda part: Unread(_quad(part, "corners"), _place(part))),
        table_mm=None if table is None else _size(table, "table_mm"),
        sharpness=_number(scan.get("sharpness"), "sharpness"),
        glare=_number(scan.get("glare"), "glare"),
    )


def _where(seen: CodeSighting | MarkerSighting | Unread) -> dict[str, Any]:
    place = None if seen.place is None else [list(point) for point in seen.place]
    return {"corners": [list(point) for point in seen.corners], "place": place}


def _code(part: Mapping[str, Any]) -> CodeSighting:
    text = part.get("text")
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise BadScan("text is not the text of a code.")
    size = _number(part.get("px_per_module"), "px_per_module")
    return CodeSighting(text, _quad(part, "corners"), _place(part), size)


def _marker(part: Mapping[str, Any]) -> MarkerSighting:
    return MarkerSighting(_whole(part, "number"), _quad(part, "corners"), _place(part))


def _parts(
    scan: Mapping[str, Any], name: str, read: Callable[[Mapping[str, Any]], _Part]
) -> tuple[_Part, ...]:
    parts = _list(scan.get(name), name)
    if len(parts) > MOST_SEEN:
        raise BadScan(f"{name} has more than {MOST_SEEN} parts.")
    return tuple(read(_mapping(part, name)) for part in parts)


def _place(part: Mapping[str, Any]) -> Quad | None:
    return None if part.get("place") is None else _quad(part, "place")


def _quad(part: Mapping[str, Any], name: str) -> Quad:
    corners = tuple(_point(corner, name) for corner in _list(part.get(name), name))
    if len(corners) != 4:  # noqa: PLR2004 - a quad has four corners
        raise BadScan(f"{name} has not four corners.")
    return corners


def _point(told: object, name: str) -> Point:
    numbers = [_number(number, name) for number in _list(told, name)]
    if len(numbers) != 2:  # noqa: PLR2004 - across and down
        raise BadScan(f"{name} holds a point that is not two numbers.")
    return (numbers[0], numbers[1])


def _size(told: object, name: str) -> Point:
    size = _point(told, name)
    if min(size) <= 0:
        raise BadScan(f"{name} is not the size of anything.")
    return size


def _whole(part: Mapping[str, Any], name: str, *, least: int = 0) -> int:
    number = part.get(name)
    if (
        not isinstance(number, int)
        or isinstance(number, bool)
        or not least <= number <= LARGEST_NUMBER
    ):
        raise BadScan(f"{name} is not a whole number, or out of all proportion.")
    return number


def _number(told: object, name: str) -> float:
    # What is not a number at all (NaN) is not smaller than any.
    if (
        isinstance(told, bool)
        or not isinstance(told, int | float)
        or not abs(told) <= LARGEST_NUMBER
    ):
        raise BadScan(f"{name} is not a number, or out of all proportion.")
    return float(told)


def _mapping(told: object, name: str) -> Mapping[str, Any]:
    if not isinstance(told, dict):
        raise BadScan(f"{name} is not an object.")
    return told


def _list(told: object, name: str) -> Sequence[object]:
    if not isinstance(told, list | tuple):
        raise BadScan(f"{name} is not a list.")
    return told
