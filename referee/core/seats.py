"""Seats, and the names of players.

A seat is not a person: people change places, a seat keeps its number.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final, NewType

from referee.core.errors import BadSetup
from referee.core.prose import say

Seat = NewType("Seat", int)
"""A place at the table, numbered clockwise from 0."""

TABLE: Final = Seat(-1)
"""All seats together: what is drawn, rolled or decided by the whole table."""

LONGEST_NAME: Final = 100
"""Characters."""

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe0e\ufe0f\uffa0")
"""Characters that Unicode classes as letters or marks, but that are invisible."""

_TURN_TEXT_AROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def display_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names by seat as shown on screens, with numbers after names that look the same.

    Raises `BadSetup` for a name that is missing, too long, or contains invisible characters.
    """
    for name in names:
        _check(name)
    stripped = [name.strip() for name in names]
    looks = [_visible(name) for name in stripped]
    return tuple(
        f"{name} ({looks[: seat + 1].count(look)})" if looks.count(look) > 1 else name
        for seat, (name, look) in enumerate(zip(stripped, looks, strict=True))
    )


def can_be_seen(words: str) -> bool:
    """Return whether a text has visible characters."""
    return bool(_visible(words).strip())


def _check(name: str) -> None:
    if not can_be_seen(name):
        raise BadSetup(say("Every player needs a name."))
    if len(name) > LONGEST_NAME:
        raise BadSetup(say("A name can have at most {longest} letters.", longest=LONGEST_NAME))
    if any(_is_control(sign) for sign in name):
        raise BadSetup(say("A name can only have visible letters and characters."))


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in _TURN_TEXT_AROUND


def _visible(name: str) -> str:
    """Return the visible characters in NFC, to compare names as people see them."""
    composed = unicodedata.normalize("NFC", name)
    return "".join(
        sign for sign in composed if unicodedata.category(sign) != "Cf" and sign not in _BLANK
    )
