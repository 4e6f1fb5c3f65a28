"""Threads for blocking disk work, so that the event loop stays free.

Work on these threads must not use locks, events or streams that the loop uses too.
"""

from collections.abc import Callable
from typing import TypeVar, cast

from gevent import get_hub, monkey, spawn
from gevent.threadpool import ThreadPool

_Result = TypeVar("_Result")


class Thread:
    """One worker thread that runs jobs in order; only the calling greenlet waits."""

    def __init__(self) -> None:
        self._pool = ThreadPool(1)

    def run(self, work: Callable[[], _Result]) -> _Result:
        """Return the result of `work`, or raise its exception."""
        return _apply(self._pool, work)

    def close(self) -> None:
        """Stop the thread."""
        self._pool.kill()


def run_on_thread(work: Callable[[], _Result]) -> _Result:
    """Run short disk work on gevent's thread pool, or directly if there is no event loop."""
    return _apply(get_hub().threadpool, work) if _has_loop() else work()


def run_in_background(work: Callable[..., None], *args: object) -> None:
    """Run `work` in a greenlet without waiting, or directly if there is no event loop.

    `work` handles its own exceptions.
    """
    if _has_loop():
        spawn(work, *args)
    else:
        work(*args)


def _has_loop() -> bool:
    return monkey.is_module_patched("threading")


def _apply(pool: ThreadPool, work: Callable[[], _Result]) -> _Result:
    result, exception = pool.apply(_caught, (work,))
    if exception is not None:
        raise exception
    return cast("_Result", result)


def _caught(work: Callable[[], _Result]) -> tuple[_Result | None, Exception | None]:
    """Return the result and the exception of `work`; a raised one would be printed by the pool."""
    try:
        return work(), None
    except Exception as exception:  # noqa: BLE001 - raised again in the caller
        return None, exception
