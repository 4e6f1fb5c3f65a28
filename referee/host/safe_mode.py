"""Remembers how the starts before ended, so that one after bad ones is careful.

A mark lies beside the matches from the start on until the server has run well for a minute, or was
told to stop. Whoever finds one knows that the start before ended in between.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.core import Text, say
from referee.match.storage.durable import write

GOOD_AFTER_S: Final = 60.0
NAME: Final = "last-start.json"
ENOUGH: Final = 2
"""So many points against the starts before make this one careful."""

_BEGUN: Final = "begun"
_READY: Final = "ready"
_POINTS: Final = {_BEGUN: 2, _READY: 1}
"""A start that never was ready counts twice; one that ended soon may have been the plug."""

TOLD: Final = say(
    "The last starts ended too soon, so this is a careful one: no pictures of the table are read,"
    " and no backup is made by itself. Everything can be entered by hand."
)
TODO: Final = say(
    "Unplug the camera, look at what “referee doctor” says, and start again once this has run for a"
    " minute. That start is an ordinary one."
)


class StartGuard:
    """The mark of this start, in the folder of the matches."""

    def __init__(self, folder: Path) -> None:
        self._mark = folder / NAME
        self._points = 0

    def begin(self) -> bool:
        """Leave the mark of a start that has begun; return whether it must be a careful one."""
        stage, points = self._read()
        self._points = points + _POINTS.get(stage, 0)
        self._leave(_BEGUN)
        return self._points >= ENOUGH

    def ready(self) -> None:
        """Keep that everything has been started; from now on it has to last."""
        self._leave(_READY)

    def good(self) -> None:
        """Take the mark away: this has run well, or it was ended on purpose."""
        with suppress(OSError):
            self._mark.unlink(missing_ok=True)

    def _read(self) -> tuple[str, int]:
        try:
            found = json.loads(self._mark.read_bytes())
            return str(found["stage"]), int(found["points"])
        except FileNotFoundError:
            return "", 0
        except (OSError, ValueError, KeyError, TypeError):
            return _READY, 0  # somebody was here, and nobody knows how it ended

    def _leave(self, stage: str) -> None:
        with suppress(OSError):  # a disk that is full or read-only is no reason not to start
            write(self._mark, json.dumps({"stage": stage, "points": self._points}).encode())


def explain() -> Text:
    """Say that a start is a careful one, and what to do."""
    return say("{told} {todo}", told=TOLD, todo=TODO)
