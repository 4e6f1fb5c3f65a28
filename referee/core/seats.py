"""Who acts: a seat at the table, or the table itself.

A person is not a seat: people change places, a seat keeps its number.
"""

from typing import Final, NewType

Seat = NewType("Seat", int)
"""A place at the table, numbered clockwise from 0."""

TABLE: Final = Seat(-1)
"""Everybody together: what is drawn, rolled or decided by the whole table."""
