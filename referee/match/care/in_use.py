"""Keeps apart who uses a folder of matches: whoever serves it, or changes it as a whole.

Only one serves it: of what another process enters in a file nobody hears, so its screens would
show an old moment for good. The locks are the system's, so they are gone with the process that held
them.
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
"""How long a server that was told to stop may still answer what was asked."""

_MOMENT_S: Final = 0.05


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
def lock_as_server(folder: Path) -> Iterator[None]:
    """Be the one who serves a folder; raises `InUse` while another one does and does not leave."""
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
    """Return whether somebody serves a folder just now; nothing is made by asking."""
    try:
        number = os.open(folder / _SERVED, os.O_RDWR | os.O_CLOEXEC)
    except OSError:  # nobody ever did, or may not be asked
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
        except OSError:  # a folder of a network that knows no locks
            return None
        if time.monotonic() > until:
            raise InUse(
                say(
                    "A referee runs on these matches already; “referee doctor” says at which port."
                    " Use that one, stop it first, or give this one another folder with --data."
                )
            )
        time.sleep(_MOMENT_S)


@contextmanager
def lock_exclusively(folder: Path) -> Iterator[None]:
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
