"""A cache that computes each value once, however many threads ask for it at the same time."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from gevent.lock import BoundedSemaphore

_Made = TypeVar("_Made")


class Cache(Generic[_Made]):
    """The `most` recently used values, by a key of everything that they depend on."""

    def __init__(self, most: int) -> None:
        """Create an empty cache."""
        self._most = most
        self._kept: OrderedDict[Hashable, _Made] = OrderedDict()
        self._making: WeakValueDictionary[Hashable, BoundedSemaphore] = WeakValueDictionary()

    def get(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return the value of a key, computing it with `make` if needed; raises what `make` raises.

        A thread that asks for a value while it is computed waits for it.
        """
        with self._making.setdefault(key, BoundedSemaphore(1)):
            if key not in self._kept:
                self._kept[key] = make()
            self._kept.move_to_end(key)
            made = self._kept[key]
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return made
