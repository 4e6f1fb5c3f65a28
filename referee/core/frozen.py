"""Frozen tuples: the same one, with something else in one place. Places are counted from 0."""

from typing import TypeVar

V = TypeVar("V")


def replaced(items: tuple[V, ...], place: int, item: V) -> tuple[V, ...]:
    """Return the items with another one in a place."""
    return (*items[:place], item, *items[place + 1 :])


def plus(counts: tuple[int, ...], place: int, number: int = 1) -> tuple[int, ...]:
    """Return the counts with so many more in a place."""
    return (*counts[:place], counts[place] + number, *counts[place + 1 :])
