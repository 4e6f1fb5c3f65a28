"""File locks on the data folder: one server at a time, and none during a restore.

With SQLite, processes do not notify each other, so a second server would show outdated screens. The
locks are `flock` locks, which end with their process.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from referee.core import RefereeError, say
from referee.match.storage.durable import opened_lock

_NAME: Final = ".in-use"
_SERVED: Final = ".served"

_LEAVING_S: Final = 4.0
"""Time for a stopping server to finish its requests, in seconds."""

_MOMENT_S: Final = 0.05


class InUse(RefereeError):
    """The folder is locked by another process."""


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Share the lock on a folder; raises `InUse` during a restore."""
    try:
        number = _opened(folder)
    except OSError:  # a folder that cannot be written is not restored either
        yield
        return
    try:
        _lock(number, fcntl.LOCK_SH)
        yield
    except BlockingIOError:
        raise InUse(
            say("A backup is being restored here right now. Try again in a minute.")
        ) from None
    finally:
        os.close(number)


@contextmanager
def lock_as_server(folder: Path) -> Iterator[None]:
    """Hold the server lock of a folder; raises `InUse` if another server keeps it for 4 s."""
    try:
        number = opened_lock(folder / _SERVED)
    except OSError:  # as above
        yield
        return
    try:
        _wait_for(number)
        yield
    finally:
        os.close(number)


def is_served(folder: Path) -> bool:
    """Return whether a server runs on a folder; creates no file."""
    try:
        number = os.open(folder / _SERVED, os.O_RDWR | os.O_CLOEXEC)
    except OSError:  # no server ever ran here, or it is not readable
        return False
    try:
        _lock(number, fcntl.LOCK_EX)
    except BlockingIOError:
        return True
    except OSError:  # as above
        return False
    finally:
        os.close(number)
    return False


def _wait_for(number: int) -> None:
    until = time.monotonic() + _LEAVING_S
    while True:
        try:
            with suppress(BlockingIOError):
                return _lock(number, fcntl.LOCK_EX)
        except OSError:  # a network file system without locks
            return None
        if time.monotonic() > until:
            raise InUse(
                say(
                    "A referee is already running on these matches; “referee doctor” shows "
                    "its port. Use that one, stop it first, or give this one another folder "
                    "with --data."
                )
            )
        time.sleep(_MOMENT_S)


@contextmanager
def lock_exclusively(folder: Path) -> Iterator[None]:
    """Lock a folder exclusively; raises `InUse` while a server runs on it."""
    number = _opened(folder)
    try:
        _lock(number, fcntl.LOCK_EX)
        yield
    except BlockingIOError:
        raise running() from None
    finally:
        os.close(number)


def running() -> InUse:
    """Return the error that a server runs, with how to stop it."""
    return InUse(
        say(
            "The referee is running on these matches. Stop it first: press Ctrl+C where it was"
            " started, or stop its service with “systemctl stop”. Then try again."
        )
    )


def _opened(folder: Path) -> int:
    return opened_lock(folder / _NAME)


def _lock(number: int, kind: int) -> None:
    fcntl.flock(number, kind | fcntl.LOCK_NB)
