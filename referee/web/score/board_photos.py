"""Photos of boards and dice, kept in memory for a while to be shown."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final, Generic, TypeVar

from referee.core import RefereeError

_Photo = TypeVar("_Photo")

_MOST: Final = 24
_KEPT_S: Final = 3600.0


class NoBoard(RefereeError):
    """A photo in which no board was found."""


class PhotoCache(Generic[_Photo]):
    """The kept photos of one kind; thread-safe."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._photos: OrderedDict[str, tuple[float, _Photo]] = OrderedDict()

    def keep(self, photo: _Photo) -> str:
        """Keep a photo; return its id, which cannot be guessed."""
        name = secrets.token_hex(12)
        with self._lock:
            self._photos[name] = (self._clock(), photo)
            while len(self._photos) > _MOST:
                self._photos.popitem(last=False)
        return name

    def find(self, name: str) -> _Photo | None:
        """Return a photo, or None if it is no longer kept."""
        with self._lock:
            kept = self._photos.get(name)
            return kept[1] if kept and self._clock() - kept[0] <= _KEPT_S else None
