"""Rectangles that were drawn over a blank board become a template, and come back out of it."""

import pytest

from camera.boards import layout_json
from referee.games import load_all
from referee.match import SqliteStore
from referee.table.boards.photos import BadTemplate, template_of
from referee.table.boards.templates import (
    PlacedGroup,
    Templates,
    as_file,
    drawn_in,
    groups_of,
    template,
)
from referee.table.paper.board_sheets import layout_of_plan
from referee.table.paper.frames import FRAME_MM

GAMES = load_all()
ROLLING = GAMES["rolling"]
WIDE, HIGH = FRAME_MM


def drawn_over(boards_left=30.0, boards_top=20.0):
    """Draw each group round where our own drawing has it, as if that lay in the frame."""
    places = {field.name: field.quad for field in layout_of_plan(ROLLING).fields}
    found = []
    for group in groups_of(ROLLING):
        quads = [places[name] for name, _, _ in group.cells]
        xs = [(x + boards_left) / WIDE * 100 for quad in quads for x, _ in quad]
        ys = [(y + boards_top) / HIGH * 100 for quad in quads for _, y in quad]
        found.append(PlacedGroup(group, min(xs), min(ys), max(xs), max(ys)))
    return found


def test_there_is_a_group_for_each_row_of_squares_each_mark_and_the_circles() -> None:
    told = [(str(one.label), one.columns, one.rows) for one in groups_of(ROLLING)]
    assert ("Chest 2", 2, 2) in told
    assert ("Chest 2 is buried", 1, 1) in told
    assert ("Hull", 5, 1) in told
    assert ("Infamy", 20, 1) in told
    assert len(told) == 3 + 3 + 6 + 1


def test_squares_lie_evenly_within_their_rectangle_in_the_order_of_the_board() -> None:
    layout = template(ROLLING, drawn_over())
    own = {field.name: field.quad for field in layout_of_plan(ROLLING).fields}
    for field in layout.fields:
        x, y = own[field.name][0]
        # Our own squares are 11 mm wide with 1.4 mm between; its circles stand wider apart.
        close = 1.5 if field.kind == "circle" else 0.2
        assert field.quad[0] == pytest.approx((x + 30.0, y + 20.0), abs=close), field.name
        assert field.kind == next(
            one.kind for one in layout_of_plan(ROLLING).fields if one.name == field.name
        )


def test_a_template_is_a_small_file_that_comes_back_whole() -> None:
    layout = template(ROLLING, drawn_over())
    data = as_file(layout)
    assert len(data) < 40_000
    assert template_of(data, ROLLING) == layout
    drawn, back = drawn_over(), drawn_in(ROLLING, layout)
    assert [one.group for one in back] == [one.group for one in drawn]
    for one, other in zip(back, drawn, strict=True):
        sides = [(each.left, each.top, each.right, each.bottom) for each in (one, other)]
        assert sides[0] == pytest.approx(sides[1], abs=0.01)


def test_another_board_may_have_another_number_of_circles_in_rows() -> None:
    drawn = drawn_over()
    drawn[-1] = PlacedGroup(drawn[-1].group.sized(15, 2), 10, 80, 90, 95)
    layout = template(ROLLING, drawn)
    circles = [field.name for field in layout.fields if field.kind == "circle"]
    assert circles == [f"infamy.{number}" for number in range(1, 31)]
    assert drawn_in(ROLLING, layout)[-1].group.columns == 15
    with pytest.raises(BadTemplate, match="1 to 60 circles"):
        drawn[-1].group.sized(61, 1)


def test_what_is_no_template_of_this_game_is_refused() -> None:
    for data in (b"{}", b"[", b"x" * 300_000):
        with pytest.raises(BadTemplate):
            template_of(data, ROLLING)
    strange = layout_json(template(ROLLING, drawn_over())).replace(b"hull.1", b"mast.1")
    with pytest.raises(BadTemplate, match="is not for Rolling with the Waves"):
        template_of(strange, ROLLING)
    tiny = [PlacedGroup(one.group, 10, 10, 10.2, 10.2) for one in drawn_over()]
    with pytest.raises(BadTemplate, match="too small"):
        template(ROLLING, tiny)


def test_a_template_is_kept_for_its_game_until_it_is_forgotten() -> None:
    templates = Templates(SqliteStore(":memory:"))
    assert templates.find(ROLLING) is None
    layout = template(ROLLING, drawn_over())
    templates.keep(ROLLING, layout)
    assert templates.find(ROLLING) == layout
    templates.forget(ROLLING)
    assert templates.find(ROLLING) is None
