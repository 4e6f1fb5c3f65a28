"""Long loops that let others have their turn: everything that a server does shares one loop."""

import time
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")

_AT_A_TIME: Final = 64


def unhurried(items: Iterable[T]) -> Iterator[T]:
    """Go through many things, and let whoever else waits do something in between."""
    for count, item in enumerate(items, start=1):
        yield item
        if not count % _AT_A_TIME:
            time.sleep(0)
