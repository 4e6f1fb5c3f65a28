"""What tables teach a game, and which matches taught it.

A value is kept with the matches that told it, the latest last. So a match that takes back what it
told leaves what the others told.
"""

import json
from typing import Final

_MATCHES: Final = 16
"""Matches that are remembered for one name; what older ones told nobody takes back."""


def taught(text: str, match: str, value: str | None) -> str:
    """Write down what a match teaches under a name now; None where it teaches nothing."""
    known = _read(text)
    if known.get(match) == value:
        return text
    known.pop(match, None)
    if value is not None:
        known[match] = value
    return json.dumps(dict(list(known.items())[-_MATCHES:]), ensure_ascii=False)


def value_of(text: str) -> str | None:
    """Return the value that was told last."""
    return next(reversed(_read(text).values()), None)


def _read(text: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
