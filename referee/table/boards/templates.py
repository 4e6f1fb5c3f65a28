"""Templates for the game's own board: the positions of its squares in the printed frame.

A rectangle is drawn around each group of squares on a photo of the blank board, once. The result is
a layout like that of our own boards, small enough to share as a file.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from camera.boards import BadLayout, BoardLayout, Field, Kind, check, layout_json
from camera.scans import Quad
from referee.core import AnyGame, BoardCell, CellKind, RefereeError, Text, boards_of, say
from referee.core.boards import MOST_CIRCLES
from referee.table.boards.photos import BadTemplate, template_of
from referee.table.paper.frames import FRAME_MM, frame_layout
from referee.table.paper.printers import KeyValueStore

_KEPT: Final = "template/"

_GAP: Final = 0.11
"""The gap between two squares, as a share of the distance from one to the next."""


@dataclass(frozen=True, slots=True)
class Group:
    """Squares in a grid: a label, and the field at each column and row.

    `is_counted` if the number of columns and rows depends on the board.
    """

    label: Text
    kind: Kind
    cells: tuple[tuple[str, int, int], ...]
    is_counted: bool = False

    @property
    def columns(self) -> int:
        """Return the number of columns."""
        return 1 + max(column for _, column, _ in self.cells)

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return 1 + max(row for _, _, row in self.cells)

    def sized(self, columns: int, rows: int) -> "Group":
        """Return the group with this many columns and rows, numbered in reading order."""
        stem = self.cells[0][0].rpartition(".")[0]
        count = columns * rows
        if not (self.is_counted and columns > 0 and rows > 0 and count <= MOST_CIRCLES):
            raise BadTemplate(say("There can be 1 to {most} circles.", most=MOST_CIRCLES))
        cells = ((f"{stem}.{n + 1}", n % columns, n // columns) for n in range(count))
        return Group(self.label, self.kind, tuple(cells), is_counted=True)


@dataclass(frozen=True, slots=True)
class PlacedGroup:
    """A group and the rectangle around it, in per cent of the frame."""

    group: Group
    left: float
    top: float
    right: float
    bottom: float


class Templates:
    """The stored templates, at most one per game."""

    def __init__(self, store: KeyValueStore) -> None:
        self._store = store

    def find(self, game: AnyGame) -> BoardLayout | None:
        """Return the template of a game; None if there is none."""
        text = self._store.kept(f"{_KEPT}{game.info.slug}") or ""
        try:
            return template_of(text.encode(), game) if text else None
        except RefereeError:
            return None

    def replaces(self, game: AnyGame, layout: BoardLayout) -> bool:
        """Return whether storing this one would overwrite another."""
        before = self.find(game)
        return before is not None and before != layout

    def keep(self, game: AnyGame, layout: BoardLayout) -> None:
        """Store a template in place of the previous one."""
        self._store.keep(f"{_KEPT}{game.info.slug}", layout_json(layout).decode())

    def forget(self, game: AnyGame) -> None:
        """Delete the template of a game."""
        if self.find(game):
            self._store.forget(f"{_KEPT}{game.info.slug}")


def groups_of(game: AnyGame) -> tuple[Group, ...]:
    """Return the groups of squares of a game."""
    return tuple(_groups(game))


def template(game: AnyGame, drawn: Sequence[PlacedGroup]) -> BoardLayout:
    """Return the template for drawn rectangles; raises `BadTemplate`."""
    fields = tuple(field for one in drawn for field in _fields(one))
    layout = frame_layout(fields)
    try:
        check(layout)
    except BadLayout:
        raise BadTemplate(say("A rectangle is too small, or reaches beyond the frame.")) from None
    return template_of(layout_json(layout), game)


def as_file(layout: BoardLayout) -> bytes:
    """Return a template as a JSON file."""
    return layout_json(layout)


def drawn_in(game: AnyGame, layout: BoardLayout) -> tuple[PlacedGroup, ...]:
    """Return the rectangles of a template."""
    places = {field.name: field.quad for field in layout.fields}
    return tuple(one for group in groups_of(game) for one in _drawn(group, places))


# ---------------------------------------------------------------- inside


def _groups(game: AnyGame) -> Iterator[Group]:
    for area in boards_of(game).areas:
        digits = [cell for cell in area.cells if cell.kind is CellKind.DIGIT]
        if digits:
            yield Group(area.label, "digit", _placed(digits))
        for cell in area.cells:
            if cell.kind is CellKind.BOX:
                yield Group(cell.label, "box", ((cell.name, 0, 0),))
            elif cell.kind is CellKind.CIRCLES:
                circles = tuple((name, place, 0) for place, name in enumerate(cell.fields))
                yield Group(cell.label, "circle", circles, is_counted=True)


def _placed(cells: Sequence[BoardCell]) -> tuple[tuple[str, int, int], ...]:
    across = sorted({cell.corners[0][0] for cell in cells})
    down = sorted({cell.corners[0][1] for cell in cells})
    return tuple(
        (cell.name, across.index(cell.corners[0][0]), down.index(cell.corners[0][1]))
        for cell in cells
    )


def _fields(drawn: PlacedGroup) -> Iterator[Field]:
    (wide, high), group = FRAME_MM, drawn.group
    left, top = drawn.left / 100 * wide, drawn.top / 100 * high
    width = (drawn.right - drawn.left) / 100 * wide / (group.columns - _GAP)
    height = (drawn.bottom - drawn.top) / 100 * high / (group.rows - _GAP)
    for name, column, row in group.cells:
        x, y = left + column * width, top + row * height
        right, bottom = x + width * (1 - _GAP), y + height * (1 - _GAP)
        yield Field(name, group.kind, ((x, y), (right, y), (right, bottom), (x, bottom)))


def _drawn(group: Group, places: Mapping[str, Quad]) -> Iterator[PlacedGroup]:
    if group.is_counted:
        stem = group.cells[0][0].rpartition(".")[0]
        found = [quad for name, quad in places.items() if name.rpartition(".")[0] == stem]
        rows = len({round(quad[0][1], 2) for quad in found}) or 1
        group = group.sized(len(found) // rows, rows) if found else group
    known = [places[name] for name, _, _ in group.cells if name in places]
    if len(known) == len(group.cells):
        xs = [x / FRAME_MM[0] * 100 for quad in known for x, _ in quad]
        ys = [y / FRAME_MM[1] * 100 for quad in known for _, y in quad]
        yield PlacedGroup(group, min(xs), min(ys), max(xs), max(ys))
