"""Boards and score sheets that people write on: where their fields lie, and what was read there.

A layout is data and travels as JSON, so a template made by hand is one too. Neither
this module nor anything it needs imports OpenCV; `camera.written` does the reading.
"""

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from camera.scans import Point, Quad

if TYPE_CHECKING:
    from camera.passes import Grey

Kind: TypeAlias = Literal["digit", "circle", "box"]
"""A digit is written into a square; a circle is filled or not; a box is crossed out or not."""

State: TypeAlias = Literal["read", "empty", "ask"]

HIDDEN: Final = 0.5
"""The confidence in a covered circle or box: it may be either."""

MOST_FIELDS: Final = 400
_LONGEST_MM: Final = 3000.0
_LEAST_MM2: Final = 4.0
_FEWEST_MARKERS: Final = 3


class BadLayout(ValueError):
    """This tells of no layout; the message says which part is amiss."""


@dataclass(frozen=True, slots=True)
class Field:
    """One place to write: its four corners in mm, clockwise from its own top left.

    For a circle they are those of the square around it. The corners are the printed edge itself.
    """

    name: str
    kind: Kind
    quad: Quad


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """A sheet or a frame around a board, in mm from its upper left corner.

    `markers` gives for each ArUco number the corners of its black square, clockwise from its own
    top left. `code` is the place of the QR code of the sheet, if it has one.
    """

    id: str
    width_mm: float
    height_mm: float
    markers: dict[int, Quad]
    fields: tuple[Field, ...]
    code: Quad | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CellReading:
    """What was read in one field.

    `value` is a digit from 1 to 7, or whether a circle is filled or a box crossed out; None is a
    blank square. In the state `ask` it is only what seems likeliest. `confidence` is the share
    of such readings that are right. `box` are the corners in pixels of the photo, and `crop` shows
    the field with a margin.
    """

    name: str
    value: int | bool | None
    state: State
    confidence: float
    box: Quad
    crop: "Grey"


@dataclass(frozen=True, slots=True, eq=False)
class BoardReading:
    """What was read on one photo of one board.

    `sheet` is the text of its QR code. A point of the layout in mm, times `px_per_mm`, is a pixel
    of `rectified`. `cells` is empty where the board was not found; `problems` says why, and what
    else makes the reading doubtful: `no-board`, `missing-marker-N`, `markers-disagree`,
    `two-boards` (one was read if there are cells), `too-small`, `blurred`, `out-of-time`,
    and `cut-off-SIDE` or `cut-off-CORNER`, such as `cut-off-right`, as the board has its sides.
    """

    sheet: str | None
    rectified: "Grey"
    px_per_mm: float
    cells: tuple[CellReading, ...]
    problems: tuple[str, ...] = ()


def layout_json(layout: BoardLayout) -> bytes:
    """Write a layout as JSON that a person can read too."""
    return msgspec.json.format(msgspec.json.encode(layout), indent=1) + b"\n"


def layout_of(told: bytes) -> BoardLayout:
    """Read a layout from JSON; raises `BadLayout`."""
    try:
        layout = msgspec.json.decode(told, type=BoardLayout)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLayout(str(error)) from error
    check(layout)
    return layout


def check(layout: BoardLayout) -> None:
    """Raise `BadLayout` unless every part is on the sheet and every name is unique."""
    size = (layout.width_mm, layout.height_mm)
    if not all(0 < side <= _LONGEST_MM for side in size):
        raise BadLayout("The width or the height is not that of a board.")
    if len(layout.markers) < _FEWEST_MARKERS:
        raise BadLayout("There are fewer than three markers.")
    if len(layout.fields) > MOST_FIELDS:
        raise BadLayout(f"There are more than {MOST_FIELDS} fields.")
    if len({field.name for field in layout.fields}) < len(layout.fields):
        raise BadLayout("Two fields have the same name.")
    for number, quad in layout.markers.items():
        _check_quad(f"The marker {number}", quad, size)
    for field in layout.fields:
        _check_quad(f"The field {field.name}", field.quad, size)
    if layout.code is not None:
        _check_quad("The code", layout.code, size)


def _check_quad(what: str, quad: Quad, size: Point) -> None:
    for point in quad:
        if not all(isfinite(at) and 0 <= at <= side for at, side in zip(point, size, strict=True)):
            raise BadLayout(f"{what} does not lie on the sheet.")
    turns = [_area(*(quad[(corner + step) % 4] for step in range(3))) for corner in range(4)]
    if min(turns) <= 0 or sum(turns) / 2 < _LEAST_MM2:
        raise BadLayout(f"{what} is no square whose corners are told clockwise.")


def _area(first: Point, second: Point, third: Point) -> float:
    """Return twice the area of the triangle at this corner; positive for a right turn."""
    along = (second[0] - first[0], second[1] - first[1])
    onward = (third[0] - second[0], third[1] - second[1])
    return (along[0] * onward[1] - along[1] * onward[0]) / 2
