"""Print the shape of the code as a table: layers, arrows, sizes, and what one tap crosses.

`make shape` runs it. The figures are for watching a trend, not for tests: a module more or less
means nothing, a floor more means that a layer has begun to look upwards.
"""

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any

import grimp

from referee.core import Setup
from referee.games import load_all
from referee.match.storage.sqlite import SqliteStore
from referee.web import Settings, create_app

ROOT = Path(__file__).parents[2]
PACKAGES = ("referee", "camera", "printables")
GERUND = "ing"
NO_GERUNDS = {"string", "king", "printing"}


def sources(*packages: str) -> Iterator[Path]:
    """Yield the Python files of these packages that git tracks."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *(f"{package}/*.py" for package in packages)],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    yield from (ROOT / name for name in listed.stdout.split("\0") if name)


def lines_of(paths: list[Path]) -> int:
    """Return how many lines these files have together."""
    return sum(path.read_text("utf-8").count("\n") for path in paths)


# ------------------------------------------------ imports between modules


def floors(graph: grimp.ImportGraph, package: str) -> tuple[int, int, int]:
    """Return the modules of a package, the imports between them, and the longest chain of these."""
    inside = {name for name in graph.modules if name.startswith(f"{package}.")}
    below = {name: graph.find_modules_directly_imported_by(name) & inside for name in inside}
    depth: dict[str, int] = {}

    def measure(name: str, above: tuple[str, ...] = ()) -> int:
        if name in above:
            raise SystemExit(f"circle: {' > '.join((*above, name))}")
        if name not in depth:
            depth[name] = 1 + max((measure(one, (*above, name)) for one in below[name]), default=0)
        return depth[name]

    deepest = max(map(measure, inside), default=0)
    return len(inside), sum(map(len, below.values())), deepest


# ---------------------------------------------------------------- prose and sizes


def functions(paths: list[Path]) -> Iterator[tuple[int, str]]:
    """Yield for each function its lines and the first word of its docstring, or nothing."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                words = (ast.get_docstring(node) or "").split()
                yield (node.end_lineno or 0) - node.lineno + 1, words[0] if words else ""


def share(numbers: list[int], part: float) -> int:
    """Return the number below which this part of the sorted numbers lies."""
    return sorted(numbers)[int(len(numbers) * part)]


# ---------------------------------------------------------------- one tap


def crossed(work: Callable[[], Any]) -> tuple[int, int]:
    """Return how many modules of the product a call runs through, and the moves between them."""
    seen: set[str] = set()
    moves = 0
    last = ""

    def profile(frame: FrameType, event: str, _arg: object) -> None:
        nonlocal moves, last
        if event == "call":
            name = str(frame.f_globals.get("__name__", ""))
            if name.partition(".")[0] in PACKAGES:
                seen.add(name)
                moves += name != last
                last = name

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return len(seen), moves


def tap() -> dict[str, tuple[int, int]]:
    """Return what a tap of Waves crosses, and the drawing of the screen after it."""
    app = create_app(SqliteStore(":memory:"), load_all(), Settings())
    client = app.test_client()
    with app.app_context():
        from referee.web.services import services  # noqa: PLC0415 - needs the application

        matches = services().matches
        match = matches.open("waves", Setup(("Ann", "Bo", "Cy")))
        action = match.game.format(
            match.game.legal_actions(match.state, next(iter(match.game.to_act(match.state))))[0]
        )
    sent = {"action": action, "expected": str(match.heard()), "sure": "yes"}
    address = f"/matches/{match.id}"
    client.get(address)
    entry = crossed(lambda: client.post(f"{address}/act", data=sent))
    return {"POST /act": entry, "the screen after it": crossed(lambda: client.get(address))}


def main() -> None:
    """Print all figures, one line each."""
    product = list(sources(*PACKAGES))
    tests = list(sources("tests"))
    rows: list[tuple[str, object]] = [
        ("lines of the product", lines_of(product)),
        ("lines of the tests", lines_of(tests)),
        ("modules of the product", len(product)),
    ]
    graph = grimp.build_graph("referee", exclude_type_checking_imports=True)
    for package in ("referee.web", "referee.match", "referee.table", "referee.host"):
        modules, arrows, deepest = floors(graph, package)
        rows.append((f"{package}: modules, imports, floors", (modules, arrows, deepest)))
    found = list(functions(product))
    lengths, first = [length for length, _ in found], [word for _, word in found]
    rows += [
        (
            "functions: median, p90, longest",
            (share(lengths, 0.5), share(lengths, 0.9), max(lengths)),
        ),
        ("docstrings that begin with Give, Tell", (first.count("Give"), first.count("Tell"))),
        (
            "modules named by a gerund",
            sum(path.stem.endswith(GERUND) and path.stem not in NO_GERUNDS for path in product),
        ),
        ("longest module", max(lines_of([path]) for path in product)),
        ("words of CONTRIBUTING", len((ROOT / "CONTRIBUTING.md").read_text("utf-8").split())),
    ]
    rows += [(f"modules, moves crossed by {name}", value) for name, value in tap().items()]
    print(f"shape of tabletop-referee {version('tabletop-referee')}")
    for name, value in rows:
        print(f"{name:48} {value}")


if __name__ == "__main__":
    main()
