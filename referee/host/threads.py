"""Threads that wait for a disk, so that the loop that answers everybody need not.

What runs on them must use no locks, events or streams that the loop uses too.
"""

from collections.abc import Callable
from typing import TypeVar, cast

from gevent import get_hub, monkey, spawn
from gevent.threadpool import ThreadPool

_Answer = TypeVar("_Answer")


class Thread:
    """A thread that does one piece of work after the other; whoever asks lets others go on."""

    def __init__(self) -> None:
        """Begin without work."""
        self._pool = ThreadPool(1)

    def run(self, work: Callable[[], _Answer]) -> _Answer:
        """Return what the work returns, and raise what it raises."""
        return _done(self._pool, work)

    def close(self) -> None:
        """End the thread."""
        self._pool.kill()


def run_on_thread(work: Callable[[], _Answer]) -> _Answer:
    """Do a short piece of work that waits for the disk, beside others of its kind."""
    return _done(get_hub().threadpool, work) if _is_loop() else work()


def run_in_background(work: Callable[..., None], *given: object) -> None:
    """Do something for which nobody waits; without a loop it is done at once.

    It answers for what goes wrong itself.
    """
    if _is_loop():
        spawn(work, *given)
    else:
        work(*given)


def _is_loop() -> bool:
    return monkey.is_module_patched("threading")


def _done(pool: ThreadPool, work: Callable[[], _Answer]) -> _Answer:
    answer, problem = pool.apply(_tried, (work,))
    if problem is not None:
        raise problem
    return cast("_Answer", answer)


def _tried(work: Callable[[], _Answer]) -> tuple[_Answer | None, Exception | None]:
    """Do the work; what it raises is an answer too, else the thread would print it as a fault."""
    try:
        return work(), None
    except Exception as problem:  # noqa: BLE001 - raised again where it was asked for
        return None, problem
