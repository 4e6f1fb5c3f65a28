"""Measures engine, store, server, printing and reading beside their peers, and writes one JSON.

Each part times ours and the peer in turns, in the same run, so that a busy machine slows both.
`make bench` runs it all; `--only NAME` runs one part, `--quick` repeats little and proves nothing.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.bench import (
    appends,
    boards,
    caches,
    engine,
    machine,
    printing,
    reading,
    reopening,
    screens,
    starting,
    watching,
)
from tests.bench.results import Result, table

PARTS: Final[Mapping[str, Callable[..., list[Result]]]] = {
    "engine": engine.measure,
    "append": appends.measure,
    "reopen": reopening.measure,
    "start": starting.measure,
    "camera": watching.measure,
    "screens": screens.measure,
    "caches": caches.measure,
    "print": printing.measure,
    "read": reading.measure,
    "boards": boards.measure,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what was asked for; a missed goal stands in the results and is no failure."""
    asked = _asked(arguments)
    began = time.perf_counter()
    results: list[Result] = []
    for name in asked.only or PARTS:
        print(f"measuring: {name}", file=sys.stderr, flush=True)
        more = {"scenes": asked.scenes} if name == "read" else {}
        results += PARTS[name](quick=asked.quick, **more)
    report = {
        "machine": machine.facts(),
        "quick": asked.quick,
        "took_s": round(time.perf_counter() - began, 1),
        "results": [result.record() for result in results],
    }
    print(table(results))
    if asked.output is not None:
        _write(asked.output, report)


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--only", action="append", choices=PARTS, help="measure only this part")
    parser.add_argument("--quick", action="store_true", help="repeat little; the times say nothing")
    parser.add_argument("--scenes", type=int, help="scenes for each condition of reading")
    parser.add_argument("--output", type=Path, help="the JSON to write")
    return parser.parse_args(arguments)


def _write(path: Path, report: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, ensure_ascii=False, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
