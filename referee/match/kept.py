"""Option defaults learned from matches, as stored text.

Each value is stored with the match it comes from, the latest last. So a match that retracts a value
leaves those of other matches.
"""

import json
from typing import Final

_MATCHES: Final = 16
"""Number of matches remembered for one option."""


def with_value(text: str, match: str, value: str | None) -> str:
    """Return the text with the value of a match set, or removed if it is None."""
    known = _read(text)
    if known.get(match) == value:
        return text
    known.pop(match, None)
    if value is not None:
        known[match] = value
    return json.dumps(dict(list(known.items())[-_MATCHES:]), ensure_ascii=False)


def value_of(text: str) -> str | None:
    """Return the value of the latest match; None if there is none."""
    return next(reversed(_read(text).values()), None)


def _read(text: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
