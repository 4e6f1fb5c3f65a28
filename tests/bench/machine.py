"""What is said of the machine beside the figures: enough to judge them, nothing that names it."""

import os
import platform
import sqlite3
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

_LIBRARIES: Final = ("tabletop-referee", "flask", "gevent", "click", "chess", "zxing-cpp")


def facts() -> dict[str, Any]:
    """Return the date, the processor, and the versions of what takes part."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "load": [round(load, 2) for load in os.getloadavg()],
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "sqlite": sqlite3.sqlite_version,
        "libraries": {name: _version(name) for name in _LIBRARIES},
    }


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
