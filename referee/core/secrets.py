"""Values that only their owner may see.

A game wraps what is hidden in a `Secret`; `redact` blanks every secret that a seat does not own,
and views are made from redacted states only. So a game cannot leak by forgetting.
"""

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Generic, TypeVar

from referee.core.seats import Seat

V = TypeVar("V")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Secret(Generic[V]):
    """A value that belongs to one seat; `value` is None where it is hidden from the reader."""

    owner: Seat
    value: V | None

    @property
    def is_hidden(self) -> bool:
        """Tell whether the reader of this state may not see the value."""
        return self.value is None

    def __repr__(self) -> str:
        """Never show the value: a repr ends up in logs."""
        return f"Secret(owner={self.owner})"


def redact(value: S, seat: Seat | None) -> S:
    """Give the same value with every secret blanked that `seat` does not own.

    `None` is a reader who owns nothing: the table's screen, a spectator, the log.
    """
    redacted: S = _redact(value, seat)
    return redacted


def _redact(value: Any, seat: Seat | None) -> Any:  # noqa: ANN401 - walks any state
    if isinstance(value, Secret):
        return value if value.owner == seat else Secret(value.owner, None)
    if isinstance(value, tuple):
        items = [_redact(item, seat) for item in value]
        if all(new is old for new, old in zip(items, value, strict=True)):
            return value
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, frozenset):
        return frozenset(_redact(item, seat) for item in value)
    if isinstance(value, dict):
        return {key: _redact(item, seat) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        old = {entry.name: getattr(value, entry.name) for entry in fields(value)}
        new = {name: _redact(item, seat) for name, item in old.items()}
        changed = {name: item for name, item in new.items() if item is not old[name]}
        return replace(value, **changed) if changed else value
    return value
