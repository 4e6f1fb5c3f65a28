"""Worker threads for work that would block the event loop: reading a picture takes seconds.

Each kind of work has one thread, which does one job after the other. The number of waiting jobs is
limited.
"""

import logging
from collections.abc import Callable
from functools import cache, partial
from typing import Final, TypeVar, cast

from gevent import monkey, sleep
from gevent.threadpool import ThreadPool

from referee.core import RefereeError, Text, say
from referee.table.sight.scans import as_bad_photo
from referee.web.services import services

log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")

MOST: Final = 12
"""Pieces of work that wait for their turn; a table has no more cameras."""

_PICTURES: Final = say("Too many pictures are being read right now. Send it again.")
_SHEETS: Final = say("Too many sheets are being drawn right now. Try again in a moment.")
_OTHER: Final = say("Too many people are asking for this right now. Try again in a moment.")


class Busy(RefereeError):
    """Too many jobs are waiting."""

    def __init__(self, text: Text = _PICTURES) -> None:
        """Say what helps."""
        super().__init__(text)


class Careful(Busy):
    """The server runs in safe mode, in which no pictures are read."""

    def __init__(self) -> None:
        """Say so, and what can be done."""
        super().__init__(
            say(
                "The referee is in safe mode and reads no pictures. Enter it by hand; the first"
                " page says more."
            )
        )


class Worker:
    """A thread for work of one kind, with its queue."""

    def __init__(self, busy: Text) -> None:
        """Create a worker without a thread; `busy` is the sentence for too many waiting jobs."""
        self._busy = busy
        self._pool = ThreadPool(1)
        self._asked = 0

    def do(self, work: Callable[[], _Answer]) -> _Answer:
        """Run the work in turn and return its result; raises `Busy`, and what the work raises."""
        if self._asked > MOST:
            raise Busy(self._busy)
        # Counted here: the pool queues before it counts.
        self._asked += 1
        try:
            answer, problem = self._pool.apply(_tried, (work,))
        finally:
            self._asked -= 1
        if problem is not None:
            raise problem
        return cast("_Answer", answer)


def read_in_worker(work: Callable[..., _Answer], *given: object, **more: object) -> _Answer:
    """Run work on pictures in their worker; raises `Busy`, and what the work raises.

    An unexpected failure is logged, counted and raised as `BadPhoto`.
    """
    if services().settings.safe_mode:
        raise Careful
    with as_bad_photo(_failed):
        return _done(_PICTURES, partial(work, *given, **more))


def draw_in_worker(work: Callable[..., _Answer], *given: object, **more: object) -> _Answer:
    """Run the drawing of sheets in its own worker; raises like `aside`.

    The work has no request context; pass what it needs.
    """
    return _done(_SHEETS, partial(work, *given, **more))


def run_in_worker(work: Callable[..., _Answer], *given: object, **more: object) -> _Answer:
    """Run other long work in a third worker; raises like `aside`."""
    return _done(_OTHER, partial(work, *given, **more))


def give_way() -> None:
    """Yield to other greenlets: screens show an entry before its author gets the response."""
    if monkey.is_module_patched("threading"):
        sleep(0)


def _failed(error: Exception) -> None:
    services().failures.count += 1
    log.error("reading a picture failed unexpectedly", exc_info=error)


def _done(kind: Text, work: Callable[[], _Answer]) -> _Answer:
    if not monkey.is_module_patched("threading"):  # without an event loop nothing is blocked
        return work()
    return _worker(kind).do(work)


def _tried(work: Callable[[], _Answer]) -> tuple[_Answer | None, Exception | None]:
    """Return the result of the work or its exception, which the thread would otherwise print."""
    try:
        return work(), None
    except Exception as problem:  # noqa: BLE001 - raised again where it was asked for
        return None, problem


@cache
def _worker(busy: Text) -> Worker:
    return Worker(busy)
