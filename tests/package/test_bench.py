"""The bench runs and writes what its readers expect; what it measures is no matter of a test."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CACHES = ("screens", "pieces", "sentences")
BENCH = Path(__file__).parents[1] / "bench"

pytestmark = pytest.mark.package


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    output = tmp_path_factory.mktemp("bench") / "bench.json"
    command = [sys.executable, str(BENCH), "--only", "engine", "--quick", "--output", str(output)]
    subprocess.run(command, cwd=BENCH.parents[1], check=True)
    return json.loads(output.read_text("utf-8"))


def test_each_result_says_what_was_measured_beside_what_and_against_which_goal(report):
    [result] = report["results"]
    assert {"name", "unit", "ours", "peer", "ratio", "goal", "met"} <= result.keys()
    assert ("engine", "us/entry", 2) == (result["name"], result["unit"], result["goal"])
    assert {"minimum", "median", "spread", "repetitions"} == result["ours_figures"].keys()


def test_the_engine_is_measured_over_whole_games_of_all_modes(report):
    [result] = report["results"]
    assert len(result["detail"]["minimum_by_mode"]) == 8
    assert result["detail"]["entries"] > 500


def test_where_the_peer_is_not_installed_the_result_says_so(report):
    [result] = report["results"]
    assert (result["peer"] is None) == (result["ratio"] is None) == bool(result["note"])


def test_the_report_knows_the_machine_but_does_not_name_it(report):
    machine = report["machine"]
    assert {"date", "processor", "cores", "python", "sqlite", "libraries"} <= machine.keys()
    assert str(BENCH.parents[1]) not in json.dumps(report)


def test_screens_are_measured_and_without_npm_it_is_said_that_the_peer_is_not(tmp_path):
    output = tmp_path / "bench.json"
    command = [sys.executable, str(BENCH), "--only", "screens", "--quick", "--output", str(output)]
    without_npm = {**os.environ, "PATH": str(tmp_path)}
    subprocess.run(command, cwd=BENCH.parents[1], env=without_npm, check=True)
    found = {result["name"]: result for result in json.loads(output.read_text("utf-8"))["results"]}
    assert found["screens-lost"]["ours"] == 0
    assert found["screens-p99"]["ours"] > 0
    assert found["screens-p99-ratio"]["met"] is None
    assert found["screens-p50"]["note"].startswith("npm is not installed")
    assert found["tables-p99"]["detail"]["lost"] == 0


def test_boards_are_measured_beside_tesseract_and_beside_never_asking(tmp_path):
    output = tmp_path / "bench.json"
    command = [sys.executable, str(BENCH), "--only", "boards", "--quick", "--output", str(output)]
    subprocess.run(command, cwd=BENCH.parents[1], check=True)
    found = {result["name"]: result for result in json.loads(output.read_text("utf-8"))["results"]}
    silent = found["boards, mnist, usual: wrong in silence"]
    assert (silent["goal"], silent["detail"]["boards"]) == (1, 1)
    assert silent["ours"] <= silent["peer"]
    assert found["boards, mnist, usual: asked"]["goal"] == 3
    assert found["boards, mnist, usual: blank read as written"]["ours"] == 0
    squares = found["squares, mnist, usual: wrong without asking"]
    assert (squares["peer"] is None) == ("not installed" in squares["note"])
    assert found["a board on 12 megapixels: memory"]["ours"] < 200


def test_the_curves_of_boards_are_put_where_the_readme_marks_their_place(tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text("before\n<!-- curves -->\nold\n<!-- end of curves -->\nafter\n", "utf-8")
    command = [sys.executable, "-m", "tests.bench.boards", "--curves", "1", "--readme", str(readme)]
    without_hands = {name: value for name, value in os.environ.items() if name != "REFEREE_HANDS"}
    subprocess.run(command, cwd=BENCH.parents[1], env=without_hands, check=True)
    before, start, *table, end, after = readme.read_text("utf-8").splitlines()
    assert [before, start, end, after] == [
        "before",
        "<!-- curves -->",
        "<!-- end of curves -->",
        "after",
    ]
    rows = [[part.strip() for part in line.split("|")[1:-1]] for line in table]
    assert [row[:3] for row in rows[2:]] == [
        ["mnist", "easy", "1"],
        ["mnist", "usual", "1"],
        ["mnist", "hard", "1"],
    ]
    assert {len(row) for row in rows} == {13}


def test_the_more_is_demanded_of_digits_the_more_is_asked_and_the_less_gets_through():
    program = (
        "from tests.bench.board_doubts import demands; from handwriting import kept_hands;"
        "print(*demands(kept_hands(), 'easy', 1), sep='\\n')"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=BENCH.parents[1], check=True, capture_output=True, text=True)
    title, squares, *rows = done.stdout.splitlines()
    assert title.startswith("easy, 1 boards: temperature times ")
    assert squares.startswith("36 squares;")
    figures = [tuple(map(float, row.partition(": ")[2].split(", "))) for row in rows]
    assert [asked for asked, _, _ in figures] == sorted(asked for asked, _, _ in figures)
    for later, sooner in zip(figures[1:], figures, strict=False):
        assert all(few <= many for few, many in zip(later[1:], sooner[1:], strict=True))


def test_pytest_takes_no_module_of_the_bench_for_a_test():
    assert [] == [*BENCH.glob("test_*.py"), *BENCH.glob("*_test.py"), *BENCH.glob("conftest.py")]


def test_each_cache_is_measured_beside_the_server_with_all_of_them(tmp_path):
    output = tmp_path / "bench.json"
    command = [sys.executable, str(BENCH), "--only", "caches", "--quick", "--output", str(output)]
    subprocess.run(command, cwd=BENCH.parents[1], check=True)
    found = {result["name"]: result for result in json.loads(output.read_text("utf-8"))["results"]}
    names = {f"without-{one}-{what}" for one in CACHES for what in ("p99", "cpu")}
    assert found.keys() == names
    assert all(result["ours"] is not None for result in found.values())
