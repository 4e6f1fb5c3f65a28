"""Iteration that yields to other greenlets, because all requests share one event loop."""

import time
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")

_AT_A_TIME: Final = 64


def cooperatively(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and give other greenlets a turn after every 64."""
    for count, item in enumerate(items, start=1):
        yield item
        if not count % _AT_A_TIME:
            time.sleep(0)
