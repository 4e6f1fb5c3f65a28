"""Dice rolled at the table, as data, so that a photo of them can be read and entered.

A game whose dice have pips provides `Dice`. Reading and entering use this data and know no game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from referee.core.actions import Action
from referee.core.prose import Text

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class DieKind:
    """Dice of one colour; `sample` is a typical colour as (red, green, blue), 0 to 255."""

    id: str
    label: Text
    icon: str
    sample: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Dice(Generic[S]):
    """The dice of a game and their entries.

    `kinds` returns the dice that may be on the table, `awaited` the number of dice to enter now,
    and `entry(kind, face)` the action that enters one die.
    """

    faces: tuple[int, ...]
    kinds: Callable[[S], Sequence[DieKind]]
    awaited: Callable[[S], int]
    entry: Callable[[str, int], Action]
