"""`referee` on a machine whose addresses stand in a file, so that a test can change them."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.cli import main
from referee.serve import run as server

ADDRESSES = "REFEREE_TESTS_ADDRESSES"


def moving(run: Callable[..., None]) -> Callable[..., None]:
    """Let the file say which addresses there are, right before the server begins."""

    def changed(*given: Any) -> None:
        from referee.web.request import own_address  # noqa: PLC0415 - not before waiting gives way

        written = Path(os.environ[ADDRESSES])
        vars(own_address)["addresses"] = lambda: tuple(written.read_text("utf-8").split())
        run(*given)

    return changed


if __name__ == "__main__":
    server._run = moving(server._run)
    main()
