"""`referee score`, as people and programs use it."""

import json

import numpy as np
import odd_files
import pytest
from click.testing import CliRunner
from councils import picture as photographed
from score_maps import filled_map, framed_board, photo

from camera.pictures import read_picture
from referee.cli import main
from referee.games import load_all
from referee.table.boards.templates import PlacedGroup, as_file, groups_of, template

ROLLING = load_all()["rolling"]

# 5+6 and 4 buried (+2) are 17, and 7 Infamy are 2 more; 3 + 1 = 4 for a single chest and Infamy 3.
CELLS = {"chest-1.1": 5, "chest-1.2": 6, "chest-2.1": 4, "buried.2": True, "infamy": 7}
ANN = {"name": "Ann", "cells": CELLS}
BO = {"name": "Bo", "cells": {"chest-1.1": 3, "infamy": 3, "hull.1": None}}


@pytest.fixture
def run():
    """Run the command on a file that is piped in."""

    def run(boards: object, *words: str):
        return CliRunner().invoke(main, ["score", "-", *words], input=json.dumps(boards))

    return run


def test_the_sums_are_said_line_by_line(run) -> None:
    found = run({"game": "rolling", "boards": [ANN, BO]})
    assert (found.exit_code, found.stderr) == (0, "")
    lines = found.stdout.splitlines()
    assert lines[:2] == ["Ann", "  Chest 1: 5 + 6 = 11"]
    assert "  Buried chests: 1 × 2 = 2" in lines
    assert lines[-1] == "Ann wins with 19 points, against 4."


def test_a_program_gets_one_line_of_json(run) -> None:
    found = run({"game": "rolling", "boards": [ANN, BO]}, "--json")
    told = json.loads(found.stdout)
    assert [board["score"]["total"] for board in told["boards"]] == [19, 4]
    assert told["boards"][0]["cells"] == CELLS
    assert told["result"]["winners"] == [0]
    assert {line["rule"] for line in told["boards"][0]["score"]["lines"]} == {"score", "R36"}


def test_the_board_of_a_photo_is_a_file_of_one_board(run) -> None:
    found = run({"board": CELLS}, "--json")
    assert json.loads(found.stdout)["boards"][0]["score"]["total"] == 19


def test_the_board_of_a_photo_with_open_questions_has_no_total_until_they_are_answered(run) -> None:
    photo = {"board": CELLS, "ask": ["hull.1", "infamy.8", "buried.3"], "score": None}
    found = run(photo)
    assert found.exit_code == 1
    lines = found.stdout.splitlines()
    assert lines[1:4] == [
        "  ? Hull, square 1: what does it say?",
        "  ? Infamy, circle 8: is it filled?",
        "  ? Chest 3 is buried: is it crossed?",
    ]
    assert [line for line in lines if "not known yet" in line] == [
        "  Buried chests: not known yet",
        "  Hull: not known yet",
        "  Infamy: not known yet",
    ]
    assert lines[-1] == "The result comes once every question is answered."
    (told,) = json.loads(run(photo, "--json").stdout)["boards"]
    assert (told["ask"], told["score"], told["contradictions"]) == (photo["ask"], None, [])
    answered = {"board": CELLS | {"hull.1": 3, "buried.3": False}, "ask": ["hull.1", "buried.3"]}
    assert json.loads(run(answered, "--json").stdout)["boards"][0]["score"]["total"] == 19
    assert run({"board": {}, "ask": ["hull.1"]}).exit_code == 1


def test_what_contradicts_is_asked_and_the_status_says_no(run) -> None:
    found = run({"boards": [{"cells": {"hull.2": 4, "chest-1.1": 9}}]})
    assert found.exit_code == 1
    assert found.stdout.splitlines() == [
        "Player 1",
        "  ? Chest 1, square 1: 9 cannot go there, only 1 to 7.",
        "  ? Hull, square 1 is blank, but a later square is not.",
        "  ? Infamy: how many circles are filled?",
        "The result comes once every question is answered.",
    ]


@pytest.mark.parametrize(
    ("boards", "said"),
    [
        ({"boards": [{"cells": {"flag": 3}}]}, "“flag” in line 1 is not a cell of this board."),
        ({"boards": [{"cells": {"hull.1": True}}]}, "Hull, square 1: “True” cannot be read."),
        ({"board": {}, "ask": ["flag"]}, "This board has no cell flag."),
        (
            {"board": {}, "ask": ["infami.3"]},
            "This board has no cell infami.3. Did you mean “infamy.3”?",
        ),
        ({"boards": []}, "There can be 1 to 5 boards."),
        ({"game": "waves", "boards": [ANN]}, "“waves” is not a game with boards: rolling."),
        ([1, 2], "This file does not contain boards that were saved here."),
    ],
)
def test_what_is_no_board_is_refused_in_a_sentence(run, boards, said) -> None:
    found = run(boards)
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", f"{said}\n")


MISSPELT = [
    ({"bords": [ANN]}, "“bords”", "is not known here. Did you mean “boards”?"),
    ({"Board": CELLS}, "“Board”", "is not known here. Did you mean “board”?"),
    ({"gmae": "rolling", "boards": [ANN]}, "“gmae”", "is not known here. Did you mean “game”?"),
    ({"boards": [ANN, {"nmae": "Bo"}]}, "“nmae”", "is not known here. Did you mean “name”?"),
    (
        {"boards": [ANN, {"cells": {"Hull.1": 3}}]},
        "“Hull.1”",
        "is not a cell of this board. Did you mean “hull.1”?",
    ),
    ({"board": {"chest1.1": 3}}, "“chest1.1”", "Did you mean “chest-1.1”?"),
    ({"boards": [ANN], "ask": ["hull.1"]}, "“ask”", "Known here: game and boards."),
    ({"board": CELLS, "name": "Ann"}, "“name”", "Known here: game, board and ask."),
]


@pytest.mark.parametrize(("boards", "key", "said"), MISSPELT)
def test_a_misspelt_key_is_refused_with_file_line_and_the_nearest_key(
    tmp_path, boards, key, said
) -> None:
    file = tmp_path / "boards.json"
    file.write_text(json.dumps(boards, indent=1))
    line = 1 + next(n for n, text in enumerate(file.read_text().split("\n")) if key[1:-1] in text)
    found = CliRunner().invoke(main, ["score", str(file)])
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith(f"{file}: {key} in line {line} ")
    assert found.stderr.endswith(f"{said}\n")


def test_nothing_that_stands_in_a_file_twice_is_passed_over(tmp_path) -> None:
    file = tmp_path / "boards.json"
    file.write_text('{"board": {"hull.1": 3,\n"infamy": 5,\n"hull.1": 4}}')
    found = CliRunner().invoke(main, ["score", str(file)])
    assert found.exit_code == 2
    twice = "“hull.1” appears twice, again in line 3. Keep one of them."
    assert found.stderr == f"{file}: {twice}\n"
    file.write_text(json.dumps({"board": CELLS, "boards": [ANN]}))
    found = CliRunner().invoke(main, ["score", str(file)])
    assert "contains both “board” and “boards”" in found.stderr


def test_what_the_command_itself_has_told_can_be_counted_again(run) -> None:
    told = json.loads(run({"game": "rolling", "boards": [ANN, BO]}, "--json").stdout)
    assert json.loads(run(told, "--json").stdout) == told


def test_a_file_that_is_not_there_is_named() -> None:
    found = CliRunner().invoke(main, ["score", "nowhere.json"])
    assert (found.exit_code, found.stderr) == (
        2,
        "nowhere.json cannot be read: No such file or directory.\n",
    )


def test_one_of_a_file_and_a_photo_is_given() -> None:
    for words in ([], ["-", "--photo", "x.jpg"]):
        found = CliRunner().invoke(main, ["score", *words])
        assert (found.exit_code, found.stdout) == (2, "")
        assert "Name a file with boards" in found.stderr


# 6 + 5 in a chest, 4 in a buried one (+2), 7 Infamy (2).
MARKS = {"chest-1.1": "6", "chest-1.2": "5", "chest-2.1": "4", "buried.2": "x"}
MARKS |= {f"infamy.{number}": "x" for number in range(1, 8)}


def read_wrong(told, marks):
    """List the cells that were read as something else than what was written."""
    truth = {name: True if mark == "x" else int(mark) for name, mark in marks.items()}
    return [
        cell["name"]
        for cell in told["cells"]
        if cell["state"] != "ask" and (cell["value"] or None) != truth.get(cell["name"])
    ]


def test_a_photo_of_a_printed_map_is_read_and_what_is_smeared_is_asked(tmp_path) -> None:
    picture = tmp_path / "map.jpg"
    picture.write_bytes(filled_map(ROLLING, MARKS | {"hull.1": "8"}, player=4))
    found = CliRunner().invoke(main, ["score", "--photo", str(picture), "--json"])
    told = json.loads(found.stdout)
    assert (found.exit_code, told["player"], told["score"]) == (1, 4, None)
    assert "hull.1" in told["ask"]
    assert len(told["cells"]) == 34 + 3 + 20
    assert read_wrong(told, MARKS) == []
    asked = CliRunner().invoke(main, ["score", "--photo", str(picture)])
    assert "? Hull, square 1: what does it say?" in asked.stdout.splitlines()
    assert "Hull: not known yet" in asked.stdout.splitlines()


def test_a_second_photo_of_the_same_board_answers_what_the_first_left_open(tmp_path) -> None:
    marks = {"hull.1": "2", "crew.1": "5", "infamy.1": "x"}
    for name, hidden in (("one", "hull.1"), ("two", "crew.1")):
        (tmp_path / f"{name}.jpg").write_bytes(filled_map(ROLLING, marks, hide=hidden))
    (tmp_path / "other.jpg").write_bytes(filled_map(ROLLING, {}, player=2))

    def asked(*names: str) -> set[str]:
        words = [word for name in names for word in ("--photo", str(tmp_path / f"{name}.jpg"))]
        told = json.loads(CliRunner().invoke(main, ["score", *words, "--json"]).stdout)
        assert read_wrong(told, marks) == []
        return set(told["ask"])

    assert "hull.1" in asked("one")
    assert "crew.1" in asked("two")
    assert asked("one", "two") == asked("two", "one") == set()
    words = ["--photo", str(tmp_path / "one.jpg"), "--photo", str(tmp_path / "other.jpg")]
    other = CliRunner().invoke(main, ["score", *words])
    assert (other.exit_code, other.stderr) == (2, "These photos do not show the same board.\n")


def test_on_a_photo_of_a_blank_map_nothing_is_written_and_nothing_asked(tmp_path) -> None:
    picture = tmp_path / "map.jpg"
    picture.write_bytes(filled_map(ROLLING, {}))
    found = CliRunner().invoke(main, ["score", "--photo", str(picture), "--json"])
    told = json.loads(found.stdout)
    assert (found.exit_code, told["ask"], told["board"]) == (0, [], {"infamy": 0})
    assert told["score"]["total"] == 0


def test_a_board_in_a_frame_is_read_by_its_template(tmp_path) -> None:
    rows = [PlacedGroup(group, 12, 3 + 7 * n, 12 + 6 * group.columns, 9 + 7 * n)
            for n, group in enumerate(groups_of(ROLLING)) if group.kind == "digit"]  # fmt: skip
    layout = template(ROLLING, rows[3:])
    (tmp_path / "template.json").write_bytes(as_file(layout))
    marks = {"hull.1": "3", "ports.2": "5"}
    (tmp_path / "board.jpg").write_bytes(framed_board(ROLLING, layout, marks))
    words = ["--photo", str(tmp_path / "board.jpg"), "--json"]
    found = CliRunner().invoke(
        main, ["score", *words, "--template", str(tmp_path / "template.json")]
    )
    told = json.loads(found.stdout)
    assert [cell["name"] for cell in told["cells"]] == [field.name for field in layout.fields]
    assert read_wrong(told, marks) == []
    assert {"ports.1", "infamy"} <= set(told["ask"])
    without = json.loads(CliRunner().invoke(main, ["score", *words]).stdout)
    assert (without["cells"], without["score"]) == ([], None)
    assert without["problems"] == ["frame-not-set-up"]
    said = CliRunner().invoke(main, ["score", *words[:2]]).stdout
    assert said == "This board is in a frame: give the positions of its squares with --template.\n"


def test_a_photo_of_the_table_is_told_which_command_reads_it(tmp_path) -> None:
    (tmp_path / "table.jpg").write_bytes(photographed("seer", "noble"))
    found = CliRunner().invoke(main, ["score", "--photo", str(tmp_path / "table.jpg")])
    assert found.exit_code == 1
    assert found.stdout == "This is a photo of the table: use “referee scan”.\n"


def test_corners_that_are_missing_are_said_once(tmp_path) -> None:
    picture = tmp_path / "map.jpg"
    seen = read_picture(filled_map(ROLLING, {})).grey
    picture.write_bytes(photo(seen[: seen.shape[0] // 2, : seen.shape[1] // 2]))
    found = CliRunner().invoke(main, ["score", "--photo", str(picture)])
    assert found.exit_code == 1
    assert found.stdout == "Not all four black squares in the corners are in the picture.\n"


def test_of_half_a_board_the_other_half_is_asked_for(tmp_path) -> None:
    picture = tmp_path / "map.jpg"
    seen = read_picture(filled_map(ROLLING, {"hull.1": "3"})).grey
    picture.write_bytes(photo(seen[:, : seen.shape[1] // 2]))
    found = CliRunner().invoke(main, ["score", "--photo", str(picture)])
    assert found.exit_code == 1
    first, *more = found.stdout.splitlines()
    assert first == (
        "The right side of the board is not in the picture. Photograph the rest too, or type what"
        " it says."
    )
    assert "? Crew, square 5: what does it say?" in more
    assert "? Hull, square 1: what does it say?" not in more
    assert more[-1] == "The result comes once every question is answered."


def test_a_picture_without_a_board_says_what_helps(tmp_path) -> None:
    picture = tmp_path / "table.jpg"
    picture.write_bytes(photo(np.full((300, 400), 200, np.uint8)))
    found = CliRunner().invoke(main, ["score", "--photo", str(picture)])
    assert found.exit_code == 1
    assert "all four black squares in the corners" in found.stdout


def test_an_odd_photo_is_answered_in_one_sentence(tmp_path, monkeypatch) -> None:
    picture = tmp_path / "board.png"
    picture.write_bytes(odd_files.strip("PNG", 60_000, 8))
    words = ["score", "--photo", str(picture)]
    strip = CliRunner().invoke(main, words)
    assert (strip.exit_code, strip.stdout) == (2, "")
    assert strip.stderr.startswith("This picture is a long, narrow strip.")

    def fail(*_given: object) -> None:
        raise ValueError("Maximum image width/height is 65535")

    monkeypatch.setattr("camera.written.find_plane", fail)
    picture.write_bytes(photo(np.full((300, 400), 200, np.uint8)))
    odd = CliRunner().invoke(main, words)
    assert (odd.exit_code, odd.stdout, odd.stderr) == (
        2,
        "",
        "I cannot read this picture. Please take another one.\n",
    )
