"""Daily backup of the SQLite file, and checkpoints of its write-ahead log when idle.

The copy is made on a thread with low priority; SQLite copies a consistent snapshot while entries
continue. Checkpoints keep the log short, so that losing it costs little.
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
"""Seconds after the start, when the screens have connected."""

INTERVAL_S: Final = 1800.0
_IDLE_S: Final = 30.0
_LOW_PRIORITY: Final = 15


class DailyBackup:
    """Makes a backup when the last one is a day old, and reports a failure once."""

    def __init__(self, settings: Settings, report: Callable[[Text], None]) -> None:
        self._settings = settings
        self._report = report
        self._reported = ""

    def run(self, first_s: float = FIRST_S, interval_s: float = INTERVAL_S) -> None:
        """Make backups for as long as the server runs."""
        gevent.sleep(first_s)
        pool = ThreadPool(1)
        while True:
            pool.apply(self.back_up_if_due)
            gevent.sleep(interval_s)

    def back_up_if_due(self) -> Path | None:
        """Return the file of a new backup; None if none was due or it failed."""
        if not is_due(self._settings.backup_folder, datetime.now(UTC)):
            return None
        _lower_priority()
        try:
            made = back_up_daily(
                self._settings.database, self._settings.backup_folder, self._settings.backups
            )
        except NotBackedUp as no:
            if str(no) != self._reported:
                self._reported = str(no)
                self._report(no.text)
            return None
        self._reported = ""
        return made


def run_daily(settings: Settings, store: Store) -> None:
    """Start checkpoints, and daily backups if they are wanted and matches are in a file."""
    gevent.spawn(settle_when_idle, store)
    if settings.backups and not (settings.safe_mode or settings.database_url):
        gevent.spawn(DailyBackup(settings, _print).run)


def settle_when_idle(store: Store, idle_s: float = _IDLE_S) -> None:
    """Checkpoint the store at intervals; the store waits until no match is being played."""
    while True:
        gevent.sleep(idle_s)
        store.settle()


def _print(text: Text) -> None:
    sys.stderr.write(f"{say('{what} The referee keeps trying.', what=text)}\n")
    sys.stderr.flush()


def _lower_priority() -> None:
    with suppress(OSError, AttributeError):  # not on every system
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOW_PRIORITY)
