"""Keeps apart who uses a folder of matches: servers together, or one that changes it as a whole.

The lock is the system's, so it is gone with the process that held it.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.core import RefereeError, say
from referee.match.durable import opened_lock

_NAME: Final = ".in-use"


class InUse(RefereeError):
    """The folder is used by somebody with whom this cannot be shared."""


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Use a folder as a server does; raises `InUse` while it is changed as a whole."""
    try:
        number = _opened(folder)
    except OSError:  # what may not be written is not restored either
        yield
        return
    try:
        _lock(number, fcntl.LOCK_SH)
        yield
    except BlockingIOError:
        raise InUse(say("A backup is just being restored here. Start again in a minute.")) from None
    finally:
        os.close(number)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Have a folder for oneself; raises `InUse` while a server runs on it."""
    number = _opened(folder)
    try:
        _lock(number, fcntl.LOCK_EX)
        yield
    except BlockingIOError:
        raise running() from None
    finally:
        os.close(number)


def running() -> InUse:
    """Say that a server runs, and how to stop it."""
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
