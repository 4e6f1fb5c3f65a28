"""`referee` on a slow disk: a commit waits for as long as a file lies beside the matches.

It waits as a disk does: whoever commits stands still, and nothing on the same thread goes on.
"""

import sqlite3
from pathlib import Path
from time import monotonic
from time import sleep as stand_still  # before waiting means giving way
from typing import Any, Final

from referee.cli import main

HELD: Final = "disk-is-held"
_LONGEST_S: Final = 20


class SlowDisk(sqlite3.Connection):
    """A connection to a file on such a disk."""

    def execute(self, statement: str, *given: Any) -> sqlite3.Cursor:
        if statement.lstrip().startswith(("INSERT", "COMMIT")):
            self._wait()
        return super().execute(statement, *given)

    def _wait(self) -> None:
        (_, _, path), *_ = super().execute("PRAGMA database_list").fetchall()
        until = monotonic() + _LONGEST_S
        while Path(path).with_name(HELD).exists() and monotonic() < until:
            stand_still(0.02)


connect = sqlite3.connect

if __name__ == "__main__":
    vars(sqlite3)["connect"] = lambda *given, **more: connect(*given, **more, factory=SlowDisk)
    main()
