"""Safe mode: after repeated bad starts, the server runs without camera and daily backup.

A mark file is kept beside the matches from the start until the server has run for a minute or was
stopped on purpose. A mark that is still there means that the previous start ended badly.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.core import Text, say
from referee.match.storage.durable import write

GOOD_AFTER_S: Final = 60.0
NAME: Final = "last-start.json"
THRESHOLD: Final = 2
"""Points of earlier starts from which on safe mode is used."""

_BEGUN: Final = "begun"
_READY: Final = "ready"
_POINTS: Final = {_BEGUN: 2, _READY: 1}
"""A start that ended after it was ready may only have been unplugged, so it counts less."""

SAFE_MODE: Final = say(
    "The last starts ended too soon, so the referee is in safe mode: it does not read pictures of"
    " the table or make daily backups. You can enter everything by hand."
)
REMEDY: Final = say(
    "Unplug the camera, run “referee doctor”, and restart the referee after it has run for a"
    " minute. It then starts normally."
)


class StartGuard:
    """The mark file of this start, in the data folder."""

    def __init__(self, folder: Path) -> None:
        self._mark = folder / NAME
        self._points = 0

    def begin(self) -> bool:
        """Mark that a start has begun; return whether it must use safe mode."""
        stage, points = self._read()
        self._points = points + _POINTS.get(stage, 0)
        self._write(_BEGUN)
        return self._points >= THRESHOLD

    def ready(self) -> None:
        """Mark that the server is ready."""
        self._write(_READY)

    def clear(self) -> None:
        """Remove the mark: the server has run long enough, or was stopped on purpose."""
        with suppress(OSError):
            self._mark.unlink(missing_ok=True)

    def _read(self) -> tuple[str, int]:
        try:
            found = json.loads(self._mark.read_bytes())
            return str(found["stage"]), int(found["points"])
        except FileNotFoundError:
            return "", 0
        except (OSError, ValueError, KeyError, TypeError):
            return _READY, 0  # there was a start, but how it ended is unknown

    def _write(self, stage: str) -> None:
        with suppress(OSError):  # a full or read-only disk must not prevent a start
            write(self._mark, json.dumps({"stage": stage, "points": self._points}).encode())


def explain() -> Text:
    """Return the sentences that explain safe mode and how to leave it."""
    return say("{says} {todo}", says=SAFE_MODE, todo=REMEDY)
