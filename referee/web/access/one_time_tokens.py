"""Slips of paper that let somebody in once.

What only one person may see is the answer to a POST that carries such a slip. A browser that goes
back, or loads the page again, can only send a slip that is used up.
"""

import secrets
from dataclasses import dataclass
from typing import TypeAlias

from referee.match.storage.one_time_tokens import TokenStore

Place: TypeAlias = tuple[str, int]
"""A match and one of its seats."""


@dataclass(frozen=True, slots=True)
class OneTimeTokens:
    """The slips that are out; they lie where all processes of the server can take them."""

    drawer: TokenStore

    def give(self, place: Place) -> str:
        """Write a slip that lets somebody in at one place, once."""
        slip = secrets.token_urlsafe(12)
        self.drawer.put_token(slip, _written(place))
        return slip

    def take(self, slip: str, place: Place) -> bool:
        """Tear up a slip, and return whether it was good for this place."""
        return self.drawer.take_token(slip) == _written(place)


def _written(place: Place) -> str:
    match, seat = place
    return f"{seat} {match}"
