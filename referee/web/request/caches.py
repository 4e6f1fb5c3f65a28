"""Keeps what took long to make, and makes it once, however many ask for it at the same time."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from gevent.lock import BoundedSemaphore

_Made = TypeVar("_Made")


class Cache(Generic[_Made]):
    """The `most` things asked for last, by a key that says all on which they depend."""

    def __init__(self, most: int) -> None:
        """Begin without any."""
        self._most = most
        self._kept: OrderedDict[Hashable, _Made] = OrderedDict()
        self._making: WeakValueDictionary[Hashable, BoundedSemaphore] = WeakValueDictionary()

    def get(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Return what is kept under the key, or make it; raises what `make` raises.

        Whoever asks for the same while it is made waits for it.
        """
        with self._making.setdefault(key, BoundedSemaphore(1)):
            if key not in self._kept:
                self._kept[key] = make()
            self._kept.move_to_end(key)
            made = self._kept[key]
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return made
