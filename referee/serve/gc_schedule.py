"""Lets Python look for what nobody needs any more when nobody waits, and seldom else.

To look through everything takes as long as some entries do, and whoever enters something meanwhile
waits for it. So what has just been made is looked through once somebody has been answered, and the
rest in a quiet moment.
"""

import gc
from collections.abc import Callable
from time import monotonic
from typing import Final

from gevent import sleep

_YOUNG: Final = 5_000
"""After so many new things the young ones are looked through, once somebody has been answered."""

_LEFT: Final = 10
"""After so many times of these, those that were left are looked through as well."""

_AT_THE_LATEST: Final = 50
"""After so many times of these, everything is, even if there was no quiet moment."""

_AT_ONCE: Final = 8 * _YOUNG
"""After so many new things nobody's answer is waited for."""

_QUIET_S: Final = 1.0
_WORTH_IT: Final = 2
"""How often things must have grown old since everything was looked through."""


def settle() -> None:
    """Take what is there now as there for good; from now on look through things between answers."""
    gc.freeze()
    gc.set_threshold(_AT_ONCE, _LEFT, _AT_THE_LATEST)


def collect_after_response() -> None:
    """Look through what is new, where that is much: whoever has asked waits no longer."""
    new, young, old = gc.get_count()
    if new < _YOUNG:
        return
    gc.collect(0 if young < _LEFT else 1 if old < _AT_THE_LATEST else 2)


def collect_when_idle(asked_at: Callable[[], float]) -> None:
    """Look through everything whenever nobody has asked for anything for a while; never ends."""
    while True:
        sleep(_QUIET_S)
        if monotonic() - asked_at() > _QUIET_S and gc.get_count()[2] >= _WORTH_IT:
            gc.collect()
