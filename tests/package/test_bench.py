"""The bench runs and writes what its readers expect; what it measures is no matter of a test."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_pytest_takes_no_module_of_the_bench_for_a_test():
    assert [] == [*BENCH.glob("test_*.py"), *BENCH.glob("*_test.py"), *BENCH.glob("conftest.py")]
