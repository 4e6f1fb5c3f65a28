"""Starts a referee for more screens than it takes by default, for the bench alone.

A third argument names a cache to switch off.
"""

import resource
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from referee.match import story
from referee.serve.run import serve
from referee.web import Settings
from referee.web.screens import render

MOST = 1_100

_SIZES: Final[Mapping[str, tuple[Any, str]]] = {
    "pieces": (render, "_MOST"),
    "sentences": (story._SAID, "_most"),
}
"""Where a cache has the number of things that it keeps."""


def main(port: int, folder: Path, without: str = "") -> None:
    """Serve until told to stop, with all caches but one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * MOST), hard))
    database = folder / "referee.sqlite3"
    settings = Settings("127.0.0.1", port, database, connections=2 * MOST, streams=MOST)
    if without == "screens":
        settings = replace(settings, cached_screens=0)
    with patch.object(*_SIZES[without], 0) if without in _SIZES else nullcontext():
        serve(settings)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
