"""What a reading of a board means: what is written, what is asked, and when there is a total."""

import numpy as np
import pytest
from score_maps import filled_map

from camera.boards import BoardReading, CellReading, State
from referee.core.codes import BoardCode, format_board_code
from referee.games import load_all
from referee.table.boards.photos import photo_of, problem_said, questions, read_board_photo, told
from referee.table.paper.board_sheets import layout_of_plan

ROLLING = load_all()["rolling"]
LAYOUT = layout_of_plan(ROLLING)
PX_PER_MM = 4.0
FLAT = np.full((512, 800), 230, np.uint8)


def reading(values=(), asked=(), sheet="", infamy=5):
    """Give the reading of a blank board with these values in it; `infamy` circles are filled."""
    values = dict(values) | {f"infamy.{number}": True for number in range(1, infamy + 1)}
    cells = []
    for field in LAYOUT.fields:
        value = values.get(field.name, None if field.kind == "digit" else False)
        state: State = "empty" if value is None else "read"
        state = "ask" if field.name in asked else state
        a, b, c, d = ((x * 2, y * 2) for x, y in field.quad)
        cells.append(CellReading(field.name, value, state, 0.98765, (a, b, c, d), FLAT[:40, :40]))
    return BoardReading(sheet or None, FLAT, PX_PER_MM, tuple(cells))


def record(**given):
    return told(ROLLING, photo_of(ROLLING, reading(**given), LAYOUT))


def test_a_board_without_doubt_has_a_score() -> None:
    # 6 + 5 in a chest that is buried: 11 + 2, and 7 Infamy give 2.
    found = record(values={"chest-1.1": 6, "chest-1.2": 5, "buried.1": True}, infamy=7)
    cells = {"chest-1.1": 6, "chest-1.2": 5, "buried.1": True, "infamy": 7}
    assert (found["board"], found["ask"]) == (cells, [])
    assert found["score"]["total"] == 15
    first = found["cells"][0]
    # The bottom right square of the first chest, 15.2 mm from the left and 36.9 from above.
    assert first.pop("box")[0] == [30.4, 73.8]
    assert first == {"name": "chest-1.1", "value": 6, "state": "read", "confidence": 0.9877}


def test_a_blank_board_has_nothing_on_it_and_one_point_of_five_infamy() -> None:
    found = record()
    assert (found["board"], found["score"]["total"]) == ({"infamy": 5}, 1)


@pytest.mark.parametrize("field", ["hull.1", "buried.2", "infamy.9"])
def test_while_a_field_is_in_doubt_there_is_no_score(field) -> None:
    value = 3 if field == "hull.1" else True
    found = record(values={field: value}, asked=[field])
    assert (found["ask"], found["score"]) == ([field], None)
    assert [cell["value"] for cell in found["cells"] if cell["name"] == field] == [None]
    assert found["board"] == {"infamy": 5}


def test_what_contradicts_is_asked_too_and_never_mended() -> None:
    found = record(values={"hull.1": 3, "hull.3": 4, "buried.3": True})
    assert found["ask"] == ["hull.2", "buried.3"]
    assert found["score"] is None
    assert found["board"]["hull.3"] == 4


def test_a_gap_in_a_track_on_a_photo_is_asked_and_never_filled() -> None:
    data = filled_map(ROLLING, {"hull.1": "3", "hull.3": "5"})
    found = told(ROLLING, read_board_photo(data, ROLLING, budget_s=60))
    assert "hull.2" in found["ask"] or "hull.3" in found["ask"]
    assert found["score"] is None
    assert "hull.2" not in found["board"]


def test_people_are_asked_in_sentences() -> None:
    photo = photo_of(
        ROLLING, reading({"crew.2": 4}, asked=["hull.1", "buried.2", "infamy.9"]), LAYOUT
    )
    assert [str(text) for text in questions(ROLLING, photo)] == [
        "Chest 2 is buried: is it crossed?",
        "Hull, square 1: what stands there?",
        "Infamy, circle 9: is it filled?",
        "Crew, square 1 is blank, but a later square is not.",
    ]


def test_the_symbol_says_whose_board_it_is_and_of_which_game() -> None:
    assert record(sheet=format_board_code(BoardCode("RW", "1", 3)))["player"] == 3
    other = record(sheet=format_board_code(BoardCode("ZZ", "1", 2)))
    assert other["problems"] == ["another-game"]
    assert record(sheet="something else")["player"] is None


def test_without_a_board_everything_is_asked_and_what_helps_is_said() -> None:
    photo = photo_of(ROLLING, BoardReading(None, FLAT, 1.0, (), ("missing-marker-47",)), LAYOUT)
    found = told(ROLLING, photo)
    assert (found["board"], found["score"], len(found["ask"])) == ({}, None, len(LAYOUT.fields))
    assert "corners" in str(problem_said(found["problems"][0]))


def test_each_field_is_drawn_over_the_picture_where_it_lies() -> None:
    photo = photo_of(ROLLING, reading({"hull.1": 3}, asked=["hull.2"]), LAYOUT)
    marks = {mark.name: mark for mark in photo.marks}
    assert marks["hull.1"].said == "3"
    assert (marks["hull.2"].said, marks["hull.2"].is_asked) == ("?", True)
    hull = next(field for field in LAYOUT.fields if field.name == "hull.1")
    assert marks["hull.1"].corners[0] == tuple(PX_PER_MM * at for at in hull.quad[0])
    assert photo.size == (800, 512)
    assert set(photo.crops) == set(marks)
