"""What a reading of a board means: what is written, what is asked, and when there is a total."""

import cv2
import numpy as np
import pytest
from score_maps import filled_map

from camera.boards import BoardReading, CellReading, State
from camera.pictures import read_picture
from referee.core.codes import BoardCode, format_board_code
from referee.games import load_all
from referee.table.boards.photos import (
    as_record,
    photo_of,
    problem_text,
    questions,
    read_board_photo,
)
from referee.table.boards.two_photos import joined
from referee.table.paper.board_sheets import layout_of_plan

ROLLING = load_all()["rolling"]
LAYOUT = layout_of_plan(ROLLING)
PX_PER_MM = 4.0
FLAT = np.full((512, 800), 230, np.uint8)


def reading(values=(), asked=(), hidden=(), *, sheet="", infamy=5):
    """Return the reading of a blank board with these values in it; `infamy` circles are filled."""
    values = dict(values) | {f"infamy.{number}": True for number in range(1, infamy + 1)}
    cells = []
    for field in LAYOUT.fields:
        value = values.get(field.name, None if field.kind == "digit" else False)
        state: State = "empty" if value is None else "read"
        state = "ask" if field.name in {*asked, *hidden} else state
        sure = 0.5 if field.name in hidden else 0.98765
        a, b, c, d = ((x * 2, y * 2) for x, y in field.quad)
        cells.append(CellReading(field.name, value, state, sure, (a, b, c, d), FLAT[:40, :40]))
    return BoardReading(sheet or None, FLAT, PX_PER_MM, tuple(cells))


def record(**given):
    return as_record(ROLLING, photo_of(ROLLING, reading(**given), LAYOUT))


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


@pytest.mark.parametrize("field", ["hull.1", "buried.2", "infamy.6"])
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
    found = as_record(ROLLING, read_board_photo(data, ROLLING, budget_s=60))
    assert "hull.2" in found["ask"] or "hull.3" in found["ask"]
    assert found["score"] is None
    assert "hull.2" not in found["board"]


def test_people_are_asked_in_sentences() -> None:
    photo = photo_of(
        ROLLING, reading({"crew.2": 4}, asked=["hull.1", "buried.2", "infamy.6"]), LAYOUT
    )
    assert [str(text) for text in questions(ROLLING, photo)] == [
        "Chest 2 is buried: is it crossed?",
        "Hull, square 1: what does it say?",
        "Infamy, circle 6: is it filled?",
        "Crew, square 1 is blank, but a later square is not.",
    ]


def test_the_symbol_says_whose_board_it_is_and_of_which_game() -> None:
    assert record(sheet=format_board_code(BoardCode("RW", "1", 3)))["player"] == 3
    other = record(sheet=format_board_code(BoardCode("ZZ", "1", 2)))
    assert other["problems"] == ["another-game"]
    assert record(sheet="something else")["player"] is None


def test_without_a_board_everything_is_asked_and_what_helps_is_said() -> None:
    photo = photo_of(ROLLING, BoardReading(None, FLAT, 1.0, (), ("missing-marker-47",)), LAYOUT)
    found = as_record(ROLLING, photo)
    assert (found["board"], found["score"], len(found["ask"])) == ({}, None, len(LAYOUT.fields))
    assert "corners" in str(problem_text(found["problems"][0]))


def test_each_field_is_drawn_over_the_picture_where_it_lies() -> None:
    photo = photo_of(ROLLING, reading({"hull.1": 3}, asked=["hull.2"]), LAYOUT)
    marks = {mark.name: mark for mark in photo.marks}
    assert marks["hull.1"].said == "3"
    assert (marks["hull.2"].said, marks["hull.2"].is_asked) == ("?", True)
    hull = next(field for field in LAYOUT.fields if field.name == "hull.1")
    assert marks["hull.1"].corners[0] == tuple(PX_PER_MM * at for at in hull.quad[0])
    assert photo.size == (800, 512)
    assert set(photo.crops) == set(marks)


@pytest.mark.parametrize(
    ("filled", "asked"),
    [
        # Of a row without a gap the two at the end are too many, or twelve before them too few.
        ((1, 2, 3, 4, 5, 18, 19), [18, 19]),
        ((1, 2, 4, 5, 6), [3]),
        # The fourth is too many, or the third too few.
        ((1, 2, 4), [3, 4]),
        ((2, 3, 4, 5), [1]),
    ],
)
def test_circles_of_infamy_with_a_gap_are_asked_and_not_counted(filled, asked) -> None:
    found = record(values={f"infamy.{number}": True for number in filled}, infamy=0)
    assert found["ask"] == [f"infamy.{number}" for number in asked]
    assert found["score"] is None
    assert found["board"]["infamy"] == len(set(filled) - set(asked))


def test_a_circle_that_is_asked_anyway_makes_no_gap() -> None:
    values = {f"infamy.{number}": True for number in (1, 2, 4)}
    found = record(values=values, asked=["infamy.3"], infamy=0)
    assert found["ask"] == ["infamy.3"]


@pytest.mark.parametrize(
    ("filled", "doubtful"),
    [
        # Were it filled, there would be a gap before it; were it blank, it would be a gap.
        ((1, 2, 3, 4, 5), 9),
        ((1, 2, 3, 4, 5), 3),
    ],
)
def test_a_doubtful_circle_that_fits_its_row_is_not_asked_where_the_other_answer_would_not(
    filled, doubtful
) -> None:
    values = {f"infamy.{number}": True for number in filled}
    found = record(values=values, asked=[f"infamy.{doubtful}"], infamy=0)
    assert (found["ask"], found["board"]["infamy"]) == ([], 5)
    assert found["score"]["total"] == 1


@pytest.mark.parametrize(
    ("filled", "more"),
    [
        # Either answer fits the row: five filled circles, or six.
        ((1, 2, 3, 4, 5), {"asked": ["infamy.6"]}),
        # What is seen of it does not fit the row.
        ((1, 2, 3, 4, 5, 9), {"asked": ["infamy.9"]}),
        # Something lies over it, so that nothing is seen of it.
        ((1, 2, 3, 4, 5), {"hidden": ["infamy.9"]}),
    ],
)
def test_a_doubtful_circle_that_its_row_leaves_open_is_asked(filled, more) -> None:
    values = {f"infamy.{number}": True for number in filled}
    found = record(values=values, infamy=0, **more)
    assert found["ask"] == [name for names in more.values() for name in names]


def test_a_row_with_a_gap_settles_no_circle() -> None:
    values = {f"infamy.{number}": True for number in (1, 2, 3, 18)}
    found = record(values=values, asked=["infamy.9"], infamy=0)
    assert found["ask"] == ["infamy.9", "infamy.18"]


@pytest.mark.parametrize(
    ("side", "said"),
    [
        ("right", "The right side of the board is not in the picture."),
        ("left", "The left side of the board is not in the picture."),
        ("top", "The top of the board is not in the picture."),
        ("bottom", "The bottom of the board is not in the picture."),
    ],
)
def test_of_a_board_cut_off_by_the_picture_what_is_whole_is_read_and_the_rest_named(
    side, said
) -> None:
    marks = {f"{track}.1": "3" for track in ("hull", "crew", "chest-2", "large")}
    marks |= {f"infamy.{number}": "x" for number in (1, 2)}
    grey = read_picture(filled_map(ROLLING, marks)).grey
    height, width = grey.shape
    shown = {
        "right": grey[:, : width * 6 // 10],
        "left": grey[:, width * 4 // 10 :],
        "top": grey[height * 4 // 10 :],
        "bottom": grey[: height * 6 // 10],
    }[side]
    whole = set(as_record(ROLLING, read_board_photo(photo_file(grey), ROLLING, budget_s=60))["ask"])
    photo = read_board_photo(photo_file(shown), ROLLING, budget_s=60)
    found = as_record(ROLLING, photo)
    seen = [cell for cell in photo.cells if inside(cell.box, shown)]
    assert 15 < len(seen) < len(photo.cells)
    assert {cell.name for cell in seen if cell.state == "ask"} <= whole
    for cell in seen:
        if cell.state != "ask":
            assert bool(cell.value) is (cell.name in marks), cell.name
    assert {cell.name for cell in photo.cells if cell not in seen} <= set(found["ask"])
    assert found["score"] is None
    (remark,) = photo.remarks(found["ask"])
    assert str(remark).startswith(said)
    assert photo.remarks([]) == ()


def inside(box, grey) -> bool:
    return all(0 <= x <= grey.shape[1] and 0 <= y <= grey.shape[0] for x, y in box)


def photo_file(grey) -> bytes:
    return cv2.imencode(".png", np.ascontiguousarray(grey))[1].tobytes()


def test_two_halves_of_a_board_make_a_whole_one() -> None:
    marks = {"hull.1": "3", "crew.1": "5", "infamy.1": "x"}
    grey = read_picture(filled_map(ROLLING, marks)).grey
    width = grey.shape[1]
    left, right = (
        read_board_photo(photo_file(part), ROLLING, budget_s=60)
        for part in (grey[:, : width * 6 // 10], grey[:, width * 4 // 10 :])
    )
    both = joined(ROLLING, left, right)
    assert both is not None
    assert both.doubts == ()
    assert both.written == {"hull.1": 3, "crew.1": 5, "infamy": 1}


@pytest.mark.parametrize("first", [1, 2])
def test_of_two_boards_in_a_picture_one_is_read_and_the_other_is_asked_for(first) -> None:
    boards = [
        read_picture(filled_map(ROLLING, {f"{track}.1": "2"}, player=player)).grey
        for player, track in ((first, "hull"), (3 - first, "crew"))
    ]
    small = cv2.resize(boards[1], None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
    beside = cv2.copyMakeBorder(
        small, 0, boards[0].shape[0] - len(small), 0, 0, cv2.BORDER_REPLICATE
    )
    photo = read_board_photo(photo_file(np.hstack([boards[0], beside])), ROLLING, budget_s=60)
    assert photo.player == first
    assert photo.written.get("hull.1", 2) == 2
    assert "crew.1" not in {*photo.written, *photo.doubts}
    (remark,) = photo.remarks(photo.doubts)
    assert str(remark) == (
        f"There are two boards in the picture, and I read score map {first}. Photograph the other"
        " by itself."
    )
