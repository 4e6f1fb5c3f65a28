"""Looks after what is kept while a server runs: a backup a day, never in the way of play.

The copy is made on a thread of its own that lets every other work go first. SQLite reads all of it
as it was at one moment, and entries go on meanwhile. Whenever nobody has entered anything for a
while, what waits in the log of the file is brought into it, so that little is lost with the log.
"""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import gevent
from gevent.threadpool import ThreadPool

from referee.core import Text, say
from referee.host.settings import Settings
from referee.match.care.backups import NotBackedUp, back_up_daily, is_due
from referee.match.storage.store import Store

FIRST_S: Final = 120.0
"""Seconds after the start, when the screens of the evening have come."""

AGAIN_S: Final = 1800.0
_QUIET_S: Final = 30.0
"""After so long without an entry nobody is taken to be playing just now."""

_LAST_IN_LINE: Final = 15


class DailyBackup:
    """Makes a backup whenever the last one is a day old, and says so where it cannot."""

    def __init__(self, settings: Settings, tell: Callable[[Text], None]) -> None:
        self._settings = settings
        self._tell = tell
        self._told = ""

    def go_on(self, first_s: float = FIRST_S, again_s: float = AGAIN_S) -> None:
        """Look again and again, for as long as the server runs."""
        gevent.sleep(first_s)
        pool = ThreadPool(1)
        while True:
            pool.apply(self.look)
            gevent.sleep(again_s)

    def look(self) -> Path | None:
        """Make a backup if it is time for one."""
        if not is_due(self._settings.backup_folder, datetime.now(UTC)):
            return None
        _let_others_go_first()
        try:
            made = back_up_daily(
                self._settings.database, self._settings.backup_folder, self._settings.backups
            )
        except NotBackedUp as no:
            if str(no) != self._told:  # once is enough for whoever reads the terminal
                self._told = str(no)
                self._tell(no.text)
            return None
        self._told = ""
        return made


def run_daily(settings: Settings, store: Store) -> None:
    """Begin to look after what is kept; backups are made where that is wanted and it is a file."""
    gevent.spawn(settle_when_idle, store)
    if settings.backups and not (settings.careful or settings.database_url):
        gevent.spawn(DailyBackup(settings, _say).go_on)


def settle_when_idle(store: Store, quiet_s: float = _QUIET_S) -> None:
    """Let a store settle whenever nobody plays, for as long as the server runs."""
    while True:
        gevent.sleep(quiet_s)
        store.settle()


def _say(text: Text) -> None:
    sys.stderr.write(f"{say('{what} This goes on trying.', what=text)}\n")
    sys.stderr.flush()


def _let_others_go_first() -> None:
    with suppress(OSError, AttributeError):  # where threads have no turn of their own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LAST_IN_LINE)
