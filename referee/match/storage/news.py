"""What the processes of one server tell each other of the matches that they share."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


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
