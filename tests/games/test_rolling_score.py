"""Maps of Rolling with the Waves that were typed: what contradicts, what they are worth, who wins.

All sums are worked out by hand from the rules.
"""

import pytest

from referee.core import Seat
from referee.games import load_all
from referee.games.rolling.boards import Board
from referee.games.rolling.components import Circles, Place
from referee.games.rolling.rulebook import RULEBOOK
from referee.games.rolling.scoring import score, standing
from referee.games.rolling.sheets import (
    CELLS,
    Sheet,
    board_of,
    contradictions,
    sheet_of,
    tell_contradiction,
    tell_line,
)

FULL = {
    "raise": [3],
    "chest-1": [2, 6, 5, 1],
    "chest-2": [7],
    "hull": [1, 1, 1, 1, 1],
    "ports": [6, 6],
    "crew": [3, 5, 4, 1, 3],
    "large": [3, 4],
}


def test_a_map_is_counted_line_by_line() -> None:
    board = board_of(sheet_of(FULL, buried=[2], infamy=11))
    assert board is not None
    found = score(board)
    assert [str(tell_line(line)) for line in found.lines] == [
        "Chest 1: 2 + 6 + 5 + 1 = 14",
        "Chest 2: 7 points",
        "Chest 3: empty, 0 points",
        "Buried chests: 1 × 2 = 2",
        "Hull: 5 of 5 squares, 5 points",
        "Ports: 2 of 5 squares, 0 points",
        "Crew: 5 of 5 squares, 5 points",
        "Infamy: 11 / 3 = 3, 2 left over",
    ]
    assert (found.total, found.infamy) == (36, 11)  # 14 + 7 + 2 + 5 + 5 + 3
    assert {line.rule for line in found.lines} <= set(RULEBOOK)


def test_a_blank_map_with_its_first_infamy_is_worth_a_point() -> None:
    board = board_of(sheet_of({}, infamy=5))
    assert board == Board()
    assert score(board).total == 1


def test_a_map_has_34_squares_three_marks_and_the_infamy() -> None:
    assert len(CELLS) == len(set(CELLS)) == 34 + 3 + 1
    assert {"hull.5", "chest-3.4", "raise.2", "small.2", "large.3", "buried.1"} <= set(CELLS)


WRONG = [
    ({"hull": [3, None, 5]}, (), "hull.2", "next-square", "Hull, square 2 is blank"),
    ({"chest-2": [None, 4]}, (), "chest-2.1", "chest", "Chest 2, square 1 is blank"),
    ({"crew": [8]}, (), "crew.1", "faces", "Crew, square 1: 8 cannot go there"),
    ({"ports": [0]}, (), "ports.1", "faces", "Ports, square 1: 0 cannot go there"),
    ({"chest-1": [1, 2, 3, 4, 5]}, (), "chest-1.5", "chest", "no such square for the 5"),
    ({"small": [1, 2, 3]}, (), "small.3", "next-square", "no such square for the 3"),
    ({}, (3,), "buried.3", "R8", "Chest 3 is marked as buried, but it is empty"),
]


@pytest.mark.parametrize(("values", "buried", "cell", "rule", "said"), WRONG)
def test_what_contradicts_is_listed_with_its_cell_and_rule(
    *, values, buried, cell, rule, said
) -> None:
    sheet = sheet_of(values, buried=buried, infamy=5)
    (found,) = contradictions(sheet)
    assert (found.cell, found.rule) == (cell, rule)
    assert found.rule in RULEBOOK
    assert said in str(tell_contradiction(found))
    assert board_of(sheet) is None


@pytest.mark.parametrize("infamy", [None, -1, 13])
def test_infamy_is_counted_within_the_circles_of_the_map(infamy) -> None:
    (found,) = contradictions(sheet_of({}, infamy=infamy), Circles(infamy=12))
    assert found.cell == "infamy"
    assert str(tell_contradiction(found)).startswith("Infamy: ")
    assert board_of(sheet_of({}, infamy=infamy), Circles(infamy=12)) is None


def test_all_contradictions_of_a_map_are_listed_at_once() -> None:
    sheet = sheet_of({"hull": [9, None, 0], "chest-3": [None, None, 2]}, buried=[1])
    cells = [found.cell for found in contradictions(sheet)]
    assert cells == ["chest-3.1", "chest-3.2", "hull.1", "hull.2", "hull.3", "buried.1", "infamy"]


def test_a_sheet_without_marks_asks_for_the_infamy_only() -> None:
    assert [found.cell for found in contradictions(Sheet())] == ["infamy"]


def boards(*given: tuple[int, int]) -> list[Board]:
    """Make maps with so much treasure in a chest, and so much Infamy."""
    return [
        Board(infamy=infamy).having(Place.CHEST_1, (value,) if value else ())
        for value, infamy in given
    ]


@pytest.mark.parametrize(
    ("given", "best", "winners", "rule"),
    [
        ([(6, 5), (4, 5)], [0], [0], "score"),  # 7 to 5
        ([(6, 3), (5, 6)], [0, 1], [1], "tie"),  # 7 each, 3 to 6 Infamy
        ([(6, 3), (5, 6), (5, 6)], [0, 1, 2], [1, 2], "shared"),  # 7 each, 6 Infamy twice
        ([(1, 0), (1, 2), (0, 2)], [0, 1], [1], "tie"),  # 1, 1 and 0
    ],
)
def test_most_points_win_then_most_infamy_then_all_share(*, given, best, winners, rule) -> None:
    found = standing(boards(*given))
    assert (list(found.best), list(found.winners)) == (
        [Seat(seat) for seat in best],
        [Seat(seat) for seat in winners],
    )
    assert found.rule == rule
    assert found.rule in RULEBOOK


def test_a_chest_that_is_full_and_buried_counts_once_for_the_end() -> None:
    board = Board(chests=((1, 1, 1, 1), (2,), ()), buried=(True, True, False))
    assert not board.chests_done
    assert board.having(Place.CHEST_3, (1, 2, 3, 4)).chests_done


def test_what_a_match_has_written_is_worth_what_the_match_says(said) -> None:
    rolling = load_all()["rolling"]
    assert rolling.boards
    for one in said(rolling):
        told = rolling.values(one.after, None)
        counted = [rolling.boards.count(written) for written in rolling.written(one.after)]
        assert [found.total for found in counted] == told["points"]


def test_what_a_match_has_written_stands_in_the_cells_of_its_boards(said) -> None:
    rolling = load_all()["rolling"]
    assert rolling.boards
    last = [one.after for one in said(rolling) if one.outcome][-1]
    known = {cell.name for cell in rolling.boards.cells}
    for written, board in zip(rolling.written(last), last.boards, strict=True):
        assert set(written) <= known
        assert [written[f"hull.{place}"] for place in range(1, len(board.hull) + 1)] == list(
            board.hull
        )
        assert {name for name in written if name.startswith("buried.")} == {
            f"buried.{number}" for number, sealed in enumerate(board.buried, start=1) if sealed
        }
