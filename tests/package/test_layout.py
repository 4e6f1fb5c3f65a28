"""The shape of the code: sizes that keep a module readable, and names that say something."""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PACKAGES = ("referee", "printables", "camera")
LONGEST_MODULE = 500
LONGEST_FUNCTION = 60
DATA_MODULES = {"rulebook.py", "components.py"}  # tables of rules and cards, read by looking up
ONE_PIECE = TESTS / "oracle"  # each naive engine is written down in one go, as one would play it
SAY_NOTHING = {"utils", "util", "helpers", "common", "base", "managers", "misc"}


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None, package
        assert spec.origin is not None, package
        yield from sorted(Path(spec.origin).parent.rglob("*.py"))


def title(path: Path) -> str:
    return "/".join(path.parts[-3:])


@pytest.mark.parametrize("source", list(sources()), ids=title)
def test_a_module_is_short_enough_to_read(source: Path) -> None:
    if source.name not in DATA_MODULES:
        assert len(source.read_text("utf-8").splitlines()) <= LONGEST_MODULE


def test_a_module_of_tests_is_short_enough_to_read() -> None:
    lengths = {
        title(path): len(path.read_text("utf-8").splitlines())
        for path in sorted(TESTS.rglob("*.py"))
        if ONE_PIECE not in path.parents
    }
    assert {} == {name: length for name, length in lengths.items() if length > LONGEST_MODULE}


@pytest.mark.parametrize("source", list(sources()), ids=title)
def test_a_function_is_short_enough_to_see_at_once(source: Path) -> None:
    functions = [
        node
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    lengths = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in functions}
    assert {} == {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION}


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [] == [title(path) for path in sources() if path.stem in SAY_NOTHING]
    assert [] == [title(path) for path in sources() if path.parent.name in SAY_NOTHING]


def test_no_folder_of_tests_can_be_taken_for_a_package() -> None:
    # tests/camera/__init__.py would shadow camera, in every import mode.
    assert [] == sorted(TESTS.rglob("__init__.py"))
