"""Who acts: a seat at the table, or the table itself.

A person is not a seat: people change places, a seat keeps its number.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final, NewType

from referee.core.errors import BadSetup
from referee.core.prose import say

Seat = NewType("Seat", int)
"""A place at the table, numbered clockwise from 0."""

TABLE: Final = Seat(-1)
"""Everybody together: what is drawn, rolled or decided by the whole table."""

LONGEST_NAME: Final = 100
"""Letters; nobody writes more on a tablet."""

_TURN_TEXT_AROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def display_names(names: Sequence[str]) -> tuple[str, ...]:
    """Give the names by seat as they are said, so that nobody is taken for somebody else.

    A name that is there twice gets a number behind it. Raises `BadSetup` for a name that is
    missing, too long, or holds signs that cannot be seen.
    """
    for name in names:
        _check(name)
    said = [name.strip() for name in names]
    return tuple(
        f"{name} ({said[: seat + 1].count(name)})" if said.count(name) > 1 else name
        for seat, name in enumerate(said)
    )


def _check(name: str) -> None:
    if not name.strip():
        raise BadSetup(say("Every player needs a name."))
    if len(name) > LONGEST_NAME:
        raise BadSetup(say("A name has at most {longest} letters.", longest=LONGEST_NAME))
    if any(_is_unseen(sign) for sign in name):
        raise BadSetup(say("A name is made of letters and signs that can be seen."))


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cs") or sign in _TURN_TEXT_AROUND
