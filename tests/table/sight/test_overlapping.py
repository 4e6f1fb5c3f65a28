"""Cards lie over each other only where they do wherever their codes were glued."""

from math import cos, pi, sin

import pytest

from referee.table.sight.observations import overlap

CARD = (63.0, 88.0)


def code(x, y, turn=0.0, side=15.0):
    """Lay a code of this size, turned clockwise by so many degrees."""
    angle = turn * pi / 180
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    a, b, c, d = (
        (
            x + (across * cos(angle) - down * sin(angle)) * side / 2,
            y + (across * sin(angle) + down * cos(angle)) * side / 2,
        )
        for across, down in corners
    )
    return (a, b, c, d)


@pytest.mark.parametrize(
    ("other", "over"),
    [
        (code(57, 0), True),  # six of 63 millimetres in common, less than five to spare
        (code(59, 0), False),
        (code(0, 59), False),  # the code may have been glued sideways
        (code(40, 40), True),
        (code(0, 20, 180), False),  # both codes may be at the far edges of their cards
        (code(0, 5, 30), True),
        (code(0, 0, 90), True),
    ],
)
def test_two_cards_overlap_where_nothing_else_can_be(other, over):
    assert over == overlap(code(0, 0), other, CARD)
    assert over == overlap(other, code(0, 0), CARD)


@pytest.mark.parametrize("turn", [0, 37, 90, 200])
def test_how_the_whole_table_is_turned_changes_nothing(turn):
    def turned(x, y):
        angle = turn * pi / 180
        return code(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle), turn)

    assert overlap(turned(0, 0), turned(45, 30), CARD)
    assert not overlap(turned(0, 0), turned(60, 30), CARD)
