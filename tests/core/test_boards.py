"""The boards of a game find their cells and areas by name."""

import pytest

from referee.core.boards import BoardArea, BoardCell, Boards, CellKind, Counted
from referee.core.prose import say


def cell(name, kind, *corners):
    return BoardCell(name, kind, say("a cell"), corners, 5.0)


DIGIT = cell("sum.a", CellKind.DIGIT, (0.0, 0.0))
ROW = cell("row", CellKind.CIRCLES, (0.0, 9.0), (6.0, 9.0))
SUMS = BoardArea(say("sums"), "", (0.0, 0.0), (9.0, 9.0), (DIGIT,))
ROWS = BoardArea(say("rows"), "", (0.0, 9.0), (9.0, 9.0), (ROW,))


def ranked(*_):
    raise AssertionError


def boards(areas=(SUMS, ROWS)):
    return Boards("A", (99.0, 99.0), areas, (2,), (1, 2), lambda _: Counted(), ranked)


@pytest.mark.parametrize(
    ("field", "found", "area"),
    [
        ("sum.a", DIGIT, SUMS),
        ("row.1", ROW, ROWS),
        ("row.60", ROW, ROWS),  # another board may have more circles than this one
        ("row.61", None, None),
        ("row.0", None, None),
        ("row", None, ROWS),  # a whole row of circles is no field, but it lies in an area
        ("sum.a.1", None, None),
        ("sum", None, None),
        ("", None, None),
    ],
)
def test_a_field_leads_to_its_cell_and_its_area(field, found, area):
    assert (found, area) == (boards().cell_of(field), boards().area_of(field))


def test_cells_are_found_by_their_names_and_keep_the_order_of_the_areas():
    assert (DIGIT, ROW) == boards().cells
    assert (DIGIT, ROW) == (boards().cell("sum.a"), boards().cell("row"))
    assert boards().cell("row.1") is None


def test_areas_are_gone_through_once_for_any_number_of_questions():
    gone_through = []

    class Areas(tuple):
        __slots__ = ()

        def __iter__(self):
            gone_through.append(1)
            return super().__iter__()

    kinds = boards(Areas((SUMS, ROWS)))
    for _ in range(100):
        assert (kinds.cell_of("row.1"), kinds.area_of("sum.a"), len(kinds.cells)) == (ROW, SUMS, 2)
    assert len(gone_through) <= 2
