"""`referee`, with fewer places for streams or another edition, as the environment says.

Nobody is meant to set these, so there is no option for them; tests look at what they lead to.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.cli import main
from referee.serve import run as server
from referee.web import Settings

PLACES = "REFEREE_TESTS_PLACES"
EDITION = "REFEREE_TESTS_EDITION"


def otherwise(run: Callable[..., None]) -> Callable[..., None]:
    """Change what is asked for right before the server begins, when the web may be loaded."""

    def changed(listener: Any, settings: Settings, *more: Any) -> None:
        from referee.web import app  # noqa: PLC0415 - not before waiting gives way

        if EDITION in os.environ:
            vars(app)["edition_of_pages"] = lambda: os.environ[EDITION]
        places = int(os.environ.get(PLACES, settings.streams))
        run(listener, replace(settings, streams=places), *more)

    return changed


if __name__ == "__main__":
    server._run = otherwise(server._run)
    main()
