"""Dice that are rolled at the table and entered: what a game says so that a photo can show them.

A game whose dice have pips gives `Dice`. Everything that reads, lists or enters what a photo of
them shows works from this alone and knows no game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from referee.core.actions import Action
from referee.core.prose import Text

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class DieKind:
    """Dice of one colour: their id, what people call them, their picture on screens.

    `sample` is the colour as red, green and blue; one without any colour is grey.
    """

    id: str
    label: Text
    icon: str
    sample: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Dice(Generic[S]):
    """The dice of a game, and what can be entered of them.

    `kinds` are those that may lie there. `awaited` counts the dice that are to be entered now,
    nought where none are; `entry` is the action by which a die of a kind is entered.
    """

    faces: tuple[int, ...]
    kinds: Callable[[S], Sequence[DieKind]]
    awaited: Callable[[S], int]
    entry: Callable[[str, int], Action]
