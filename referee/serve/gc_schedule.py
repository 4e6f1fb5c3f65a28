"""Runs the cyclic garbage collector between responses and when idle, not during a request.

A full collection takes as long as several entries, and a request would wait for it.
"""

import gc
from collections.abc import Callable
from time import monotonic
from typing import Final

from gevent import sleep

_YOUNG: Final = 5_000
"""Net allocations after which the young generation is collected, after a response."""

_MIDDLE: Final = 10
"""Young collections after which the middle generation is collected too."""

_FULL: Final = 50
"""Middle collections after which everything is collected, even without an idle moment."""

_IMMEDIATE: Final = 8 * _YOUNG
"""Net allocations after which Python collects without waiting for a response."""

_IDLE_S: Final = 1.0
_MIN_MIDDLE: Final = 2
"""Middle collections since the last full one that make another worthwhile."""


def settle() -> None:
    """Exempt all existing objects from collection and set the thresholds."""
    gc.freeze()
    gc.set_threshold(_IMMEDIATE, _MIDDLE, _FULL)


def collect_after_response() -> None:
    """Collect the generations that are due; called when a response has been sent."""
    allocations, young, middle = gc.get_count()
    if allocations < _YOUNG:
        return
    gc.collect(0 if young < _MIDDLE else 1 if middle < _FULL else 2)


def collect_when_idle(last_request_at: Callable[[], float]) -> None:
    """Run full collections when there was no request for 1 s; never returns."""
    while True:
        sleep(_IDLE_S)
        if monotonic() - last_request_at() > _IDLE_S and gc.get_count()[2] >= _MIN_MIDDLE:
            gc.collect()
