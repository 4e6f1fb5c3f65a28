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

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe0e\ufe0f\uffa0")
"""Letters and marks by their class, and yet nothing is to be seen of them."""

_TURN_TEXT_AROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def display_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names by seat as they are said, so that nobody is taken for somebody else.

    A name that looks like another gets a number behind it. Raises `BadSetup` for a name that is
    missing, too long, or holds signs that cannot be seen.
    """
    for name in names:
        _check(name)
    said = [name.strip() for name in names]
    looks = [_as_seen(name) for name in said]
    return tuple(
        f"{name} ({looks[: seat + 1].count(look)})" if looks.count(look) > 1 else name
        for seat, (name, look) in enumerate(zip(said, looks, strict=True))
    )


def can_be_seen(words: str) -> bool:
    """Return whether somebody who reads this sees anything."""
    return bool(_as_seen(words).strip())


def _check(name: str) -> None:
    if not can_be_seen(name):
        raise BadSetup(say("Every player needs a name."))
    if len(name) > LONGEST_NAME:
        raise BadSetup(say("A name has at most {longest} letters.", longest=LONGEST_NAME))
    if any(_is_unseen(sign) for sign in name):
        raise BadSetup(say("A name is made of letters and signs that can be seen."))


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in _TURN_TEXT_AROUND


def _as_seen(name: str) -> str:
    """Leave out what takes no ink, so that names are compared as people see them."""
    composed = unicodedata.normalize("NFC", name)
    return "".join(
        sign for sign in composed if unicodedata.category(sign) != "Cf" and sign not in _BLANK
    )
