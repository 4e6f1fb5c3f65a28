"""One-time tokens for the hidden cards on a shared screen.

Hidden cards are the response to a POST with such a token. A browser that goes back or reloads the
page can only send a token that is used up.
"""

import secrets
from dataclasses import dataclass
from typing import TypeAlias

from referee.match.storage.one_time_tokens import TokenStore

Place: TypeAlias = tuple[str, int]
"""A match and one of its seats."""


@dataclass(frozen=True, slots=True)
class OneTimeTokens:
    """The valid tokens, kept where all processes of the server can use them."""

    drawer: TokenStore

    def give(self, place: Place) -> str:
        """Return a new token for a place."""
        slip = secrets.token_urlsafe(12)
        self.drawer.put_token(slip, _written(place))
        return slip

    def take(self, slip: str, place: Place) -> bool:
        """Use up a token; return whether it was valid for this place."""
        return self.drawer.take_token(slip) == _written(place)


def _written(place: Place) -> str:
    match, seat = place
    return f"{seat} {match}"
