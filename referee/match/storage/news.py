"""Notifications between the processes of one store."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Happened(StrEnum):
    """The kinds of news."""

    ENTERED = "entered"
    """Rows were appended to a match."""
    NUDGED = "nudged"
    """Something about a match other than its rows has changed."""
    DELETED = "deleted"
    """A match was deleted."""
    MISSED = "missed"
    """News may have been lost, of any match."""


@dataclass(frozen=True, slots=True)
class News:
    """News of a match; `seq` is its newest row if some were appended."""

    happened: Happened
    match: str = ""
    seq: int = -1


Hear: TypeAlias = Callable[[News], None]
"""A callback for the news of other processes."""
