"""Values that only their owner may see.

A game wraps what is hidden in a `Secret`; `redact` blanks every secret that a seat does not own,
and views are made from redacted states only. So a game cannot leak by forgetting.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Generic,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from referee.core.seats import Seat

V = TypeVar("V")
S = TypeVar("S")

_LEAVES: Final = frozenset({str, int, bool, float, bytes, NoneType})
_PLAIN_CONTAINERS: Final = frozenset({tuple, frozenset, list, dict, Mapping, Union, UnionType})
_trusted: Final[set[type]] = set()
"""The records that are taken to be all of their kind; a subclass might hold a secret."""


@dataclass(frozen=True, slots=True)
class Secret(Generic[V]):
    """A value that belongs to one seat; `value` is None where it is hidden from the reader."""

    owner: Seat
    value: V | None

    @property
    def is_hidden(self) -> bool:
        """Return whether the reader of this state may not see the value."""
        return self.value is None

    def __repr__(self) -> str:
        """Never show the value: a repr ends up in logs."""
        return f"Secret(owner={self.owner})"


def redact(value: S, seat: Seat | None) -> S:
    """Return the same value with every secret blanked that `seat` does not own.

    `None` is a reader who owns nothing: the table's screen, a spectator, the log.
    """
    if any(map(type.__subclasses__, tuple(_trusted))):  # somebody has made one since
        for known in (_suspects, _is_harmless):
            known.cache_clear()
        _trusted.clear()
    redacted: S = _redact(value, seat)
    return redacted


def _redact(value: Any, seat: Seat | None) -> Any:  # noqa: ANN401 - walks any state
    if isinstance(value, Secret):
        return value if value.owner == seat else Secret(value.owner, None)
    kind: Any = type(value)
    if kind in _LEAVES:
        return value
    if _is_record(kind):
        return _redact_fields(value, seat)
    if isinstance(value, tuple | frozenset | list):
        items = [item if type(item) in _LEAVES else _redact(item, seat) for item in value]
        changed = any(new is not old for new, old in zip(items, value, strict=True))
        return kind(items) if changed else value
    if isinstance(value, Mapping):
        return {key: _redact(item, seat) for key, item in value.items()}
    return value


def _redact_fields(value: Any, seat: Seat | None) -> Any:  # noqa: ANN401 - any record
    changed = {}
    kind: Any = type(value)
    for name in _suspects(kind):
        old = getattr(value, name)
        new = _redact(old, seat)
        if new is not old:
            changed[name] = new
    if not changed:
        return value
    return value._replace(**changed) if hasattr(kind, "_fields") else replace(value, **changed)


@cache
def _is_record(kind: Any) -> bool:  # noqa: ANN401 - any type
    return hasattr(kind, "__annotations__") and (is_dataclass(kind) or hasattr(kind, "_fields"))


@cache
def _suspects(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - any record
    """Name the fields of a record in which a secret may lie, by their types."""
    hints = get_type_hints(kind)
    names = kind._fields if issubclass(kind, tuple) else [entry.name for entry in fields(kind)]
    return tuple(name for name in names if not _is_harmless(hints.get(name, Any)))


@cache
def _is_harmless(hint: Any) -> bool:  # noqa: ANN401 - any type
    """Return whether no secret can lie in a value of this type; in doubt, one can."""
    reached: set[Any] = set()
    waiting = [hint]
    while waiting:
        one = waiting.pop()
        if one in reached:
            continue
        reached.add(one)
        parts = _parts(one)
        if parts is None:
            return False
        waiting += parts
    return True


def _parts(hint: Any) -> list[Any] | None:  # noqa: ANN401 - any type
    """Return the types inside a type; None where a secret may lie."""
    if hint in _LEAVES or hint is Ellipsis:
        return []
    supertype = getattr(hint, "__supertype__", None)
    if supertype is not None:
        return [supertype]
    origin = get_origin(hint)
    if origin in _PLAIN_CONTAINERS:
        return list(get_args(hint))
    if origin is Literal or (isinstance(hint, type) and issubclass(hint, Enum)):
        return []
    if isinstance(hint, type) and origin is None and _is_final_record(hint):
        return list(get_type_hints(hint).values())
    return None


def _is_final_record(kind: type) -> bool:
    is_record = is_dataclass(kind) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
    is_final = is_record and kind is not Secret and not kind.__subclasses__()
    if is_final:
        _trusted.add(kind)
    return is_final
