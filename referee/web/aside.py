"""Does long work beside the loop that answers everybody: reading a picture takes seconds.

The work runs on a thread of its own, one picture after the other; the screens go on meanwhile.
"""

import logging
from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar, cast

from gevent import monkey, sleep
from gevent.threadpool import ThreadPool

from referee.core import RefereeError, say
from referee.table.scanning import as_bad_photo
from referee.web.desk import desk

log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")

_MOST: Final = 12
"""Pieces of work that wait for their turn; a table has no more cameras."""


class Busy(RefereeError):
    """So much work waits already that more would wait too long."""

    def __init__(self) -> None:
        """Say what helps."""
        super().__init__(
            say("So many pictures are being read that there was no turn. Send it again.")
        )


class Careful(Busy):
    """This start is a careful one, which reads no pictures."""

    def __init__(self) -> None:
        """Say so, and what can be done."""
        RefereeError.__init__(
            self,
            say(
                "The referee was started carefully, so it reads no pictures now. Enter it by hand;"
                " the first page says more."
            ),
        )


def aside(work: Callable[..., _Answer], *given: object, **more: object) -> _Answer:
    """Read pictures while others are answered; raises `Busy`, and what the work raises.

    What fails unexpectedly is a `BadPhoto`; it is counted, and the log says where it failed.
    """
    if desk().settings.careful:
        raise Careful
    with as_bad_photo(_failed):
        return _on_a_thread("pictures", work, given, more)


def beside(work: Callable[..., _Answer], *given: object, **more: object) -> _Answer:
    """Do other long work, for which no picture has to wait; raises like `aside`."""
    return _on_a_thread("other", work, given, more)


def give_way() -> None:
    """Let others go on first: screens show an entry before whoever made it is answered."""
    if monkey.is_module_patched("threading"):
        sleep(0)


def _failed(error: Exception) -> None:
    desk().failures.count += 1
    log.error("reading a picture failed unexpectedly", exc_info=error)


def _on_a_thread(
    name: str, work: Callable[..., _Answer], given: tuple[object, ...], more: dict[str, object]
) -> _Answer:
    if not monkey.is_module_patched("threading"):  # without a loop nobody else waits
        return work(*given, **more)
    pool = _pool(name)
    if len(pool) + pool.task_queue.qsize() > _MOST:
        raise Busy
    answer, problem = pool.apply(_tried, (work, given, more))
    if problem is not None:
        raise problem
    return cast("_Answer", answer)


def _tried(
    work: Callable[..., _Answer], given: tuple[object, ...], more: dict[str, object]
) -> tuple[_Answer | None, Exception | None]:
    """Do the work; what it raises is an answer too, else the thread would print it as a fault."""
    try:
        return work(*given, **more), None
    except Exception as problem:  # noqa: BLE001 - raised again where it was asked for
        return None, problem


@cache
def _pool(_name: str) -> ThreadPool:
    return ThreadPool(1)
