"""What the processes of one server tell each other of the matches that they share."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias


class Happened(StrEnum):
    """What another process did."""

    ENTERED = "entered"
    """It appended rows to a match."""
    NUDGED = "nudged"
    """It changed something about a match beside its rows."""
    DELETED = "deleted"
    """It has deleted a match."""
    MISSED = "missed"
    """Nobody knows: news may have been lost, of any match."""


@dataclass(frozen=True, slots=True)
class News:
    """What happened to which match; `seq` is its newest row where some were entered."""

    happened: Happened
    match: str = ""
    seq: int = -1


Hear: TypeAlias = Callable[[News], None]
"""What is called with the news of other processes."""


class Shared(Protocol):
    """A store to which other processes may write too, and how they hear of each other."""

    @property
    def is_shared(self) -> bool:
        """Return whether other processes may write to the store."""

    def nudge(self, match: str) -> None:
        """Notify other processes that something about a match has changed beside its rows."""

    def follow(self, hear: Hear) -> None:
        """Call `hear` from now on with what other processes do, from another thread."""


class NotShared:
    """The part of a store that one server process has for itself: there are no news of others."""

    is_shared = False

    def nudge(self, match: str) -> None:
        """Notify nobody."""

    def follow(self, hear: Hear) -> None:
        """Hear nothing."""
