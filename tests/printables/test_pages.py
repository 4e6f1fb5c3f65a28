"""Which field of which sheet holds what, and what lies behind it."""

import pytest

from printables.pages import Flip, behind, cut_marks, flow, front, packed
from printables.papers import A4, INCH, LABELS, LETTER, Grid, label_sheet
from printables.sheets import Line, Outline, Piece, Rect, Symbol, Text

PIECE = Piece(10.0, 10.0, (Rect(1.0, 2.0, 3.0, 4.0),))
GRID = Grid(5.0, 6.0, 10.0, 20.0, 3, 2, 12.0, 25.0)


def test_fields_are_counted_like_words_on_a_page():
    assert [(5.0, 6.0), (17.0, 6.0), (29.0, 6.0), (5.0, 31.0)] == [
        GRID.corner(index) for index in range(4)
    ]
    assert (GRID.count, GRID.right, GRID.bottom) == (6, 39.0, 51.0)


def test_pieces_flow_from_sheet_to_sheet():
    pages = flow([PIECE] * 14, 6)
    assert [6, 6, 2] == [len(page) for page in pages]
    assert [0, 1] == [index for index, _ in pages[2]]


def test_a_half_used_sheet_is_filled_from_its_first_free_label():
    pages = flow([PIECE] * 4, 6, first=5)
    assert [[4, 5], [0, 1]] == [[index for index, _ in page] for page in pages]


def test_no_pieces_make_no_sheet():
    assert flow([], 6) == ()


def test_a_piece_lies_in_its_field():
    assert (Rect(18.0, 8.0, 3.0, 4.0),) == front(GRID, ((1, PIECE),))


@pytest.mark.parametrize(
    ("paper", "flip", "corner"),
    [
        # Upright paper is turned like a page of a book over its long edge: left becomes right.
        (A4, Flip.LONG, (210 - 5 - 10, 6.0)),
        # Over its short edge, like a calendar: up becomes down.
        (A4, Flip.SHORT, (5.0, 297 - 6 - 20)),
    ],
)
def test_what_lies_behind_a_field_depends_on_the_edge(paper, flip, corner):
    assert (corner,) == behind(paper, GRID, ((0, PIECE),), flip)


def test_paper_that_lies_on_its_side_has_its_long_edge_above():
    lying = type(A4)("lying", "A4", A4.height, A4.width)
    assert ((5.0, 210 - 6 - 20),) == behind(lying, GRID, ((0, PIECE),), Flip.LONG)


def test_as_many_cards_as_fit_are_packed_in_the_middle():
    grid = packed(A4, (63.0, 88.0), 9.0)
    assert grid is not None
    assert (grid.columns, grid.rows) == (3, 3)
    assert (grid.left, grid.top) == (10.5, 9.0)
    grid = packed(LETTER, (63.0, 88.0), 9.0)
    assert grid is not None
    assert (grid.columns, grid.rows) == (3, 3)


def test_what_is_larger_than_the_paper_cannot_be_packed():
    assert packed(A4, (201.0, 20.0), 9.0) is None
    assert packed(A4, (20.0, 284.0), 9.0) is None


def test_cut_marks_stand_at_the_corners_and_within_reach_of_the_printer():
    grid = packed(A4, (63.0, 88.0), 9.0)
    assert grid is not None
    marks = [mark for mark in cut_marks(A4, grid, 8) if isinstance(mark, Line)]
    assert len(marks) == 2 * 4 * 4
    assert {10.5, 73.5, 136.5, 199.5} == {mark.x for mark in marks if mark.x == mark.to_x}
    assert min(mark.y for mark in marks) == 9.0
    assert max(mark.to_x for mark in marks) <= 205.0


def test_unused_rows_are_not_marked():
    assert len(list(cut_marks(A4, GRID, 0))) == 2 * 4 * 2


@pytest.mark.parametrize(
    "shape",
    [
        Symbol(1, 2, 3, ((True,),)),
        Text(1, 2, 3, "a"),
        Line(1, 2, 4, 6),
        Rect(1, 2, 3, 4),
        Outline(1, 2, 3, 24, ()),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_a_shape_moves_as_a_whole(shape):
    moved = shape.moved(10, 20)
    assert (moved.x, moved.y) == (11, 22)
    assert moved.moved(-10, -20) == shape


# ---------------------------------------------------------------- label sheets


@pytest.mark.parametrize("sheet", LABELS.values(), ids=LABELS)
def test_labels_fit_their_paper_and_do_not_overlap(sheet):
    grid, paper = sheet.grid, sheet.paper
    assert min(grid.left, grid.top) >= 0
    assert grid.right <= paper.width + 0.01
    assert grid.bottom <= paper.height + 0.01
    assert grid.across >= grid.width - 0.01
    assert grid.down >= grid.height - 0.01


@pytest.mark.parametrize("sheet", LABELS.values(), ids=LABELS)
def test_labels_lie_in_the_middle_of_their_paper(sheet):
    # No maker cuts sheets with more than a few millimetres to one side: a slip of a digit would.
    grid, paper = sheet.grid, sheet.paper
    assert abs(grid.left - (paper.width - grid.right)) <= 2.0
    assert abs(grid.top - (paper.height - grid.bottom)) <= 5.0


@pytest.mark.parametrize("sheet", LABELS.values(), ids=LABELS)
def test_beside_the_labels_there_is_room_for_the_line_that_is_measured(sheet):
    grid, paper = sheet.grid, sheet.paper
    assert max(grid.top, paper.height - grid.bottom) >= paper.margin + 3.4


def test_there_are_squares_and_rectangles_of_both_makers():
    shapes = {(sheet.maker, sheet.grid.width == sheet.grid.height) for sheet in LABELS.values()}
    assert shapes == {("Avery", True), ("Avery", False), ("Herma", True), ("Herma", False)}
    assert len(LABELS) >= 10


def test_no_product_number_means_two_sheets():
    numbers = [(sheet.maker, number) for sheet in LABELS.values() for number in sheet.numbers]
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("name", ["herma-4221", "Herma 4221", "4221", "HERMA-4346"])
def test_a_sheet_is_found_by_any_number_on_a_box(name):
    sheet = label_sheet(name)
    assert sheet is not None
    assert (sheet.grid.width, sheet.grid.height, sheet.grid.count) == (45.72, 21.2, 48)


def test_a_number_that_is_on_no_box_finds_nothing():
    assert label_sheet("avery-0000") is None


def test_an_inch_sheet_is_as_large_as_its_maker_says():
    sheet = label_sheet("avery-8160")
    assert sheet is not None
    assert (sheet.grid.width, sheet.grid.height) == pytest.approx((2.625 * INCH, INCH))
    # Three labels, two gaps of 1/8 inch and two sides of 3/16 inch are 8 1/2 inches.
    assert sheet.grid.right + 3 / 16 * INCH == pytest.approx(8.5 * INCH)
