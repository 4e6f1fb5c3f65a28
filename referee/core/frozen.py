"""Copies of tuples with one item changed."""

from typing import TypeVar

V = TypeVar("V")


def replaced(items: tuple[V, ...], place: int, item: V) -> tuple[V, ...]:
    """Return a copy with `item` at index `place`."""
    return (*items[:place], item, *items[place + 1 :])


def plus(counts: tuple[int, ...], place: int, number: int = 1) -> tuple[int, ...]:
    """Return a copy with `number` added at index `place`."""
    return (*counts[:place], counts[place] + number, *counts[place + 1 :])
