"""Secrets and their redaction.

A game wraps hidden values in `Secret`; `redact` blanks all secrets that a seat does not own. Views
are made from redacted states only, so a game cannot leak a secret by forgetting to filter it.
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
_final_records: Final[set[type]] = set()
"""Records assumed to have no subclasses, which might contain secrets."""


@dataclass(frozen=True, slots=True)
class Secret(Generic[V]):
    """A value that only one seat may see; `value` is None when redacted."""

    owner: Seat
    value: V | None

    @property
    def is_hidden(self) -> bool:
        """Return whether the value is redacted."""
        return self.value is None

    def __repr__(self) -> str:
        """Return a repr without the value, because reprs end up in logs."""
        return f"Secret(owner={self.owner})"


def redact(value: S, seat: Seat | None) -> S:
    """Return the value with all secrets blanked that `seat` does not own.

    `None` is a reader without secrets: the table's screen, a spectator, the log.
    """
    if any(map(type.__subclasses__, tuple(_final_records))):  # a subclass was defined since
        for cached in (_secret_fields, _is_free_of_secrets):
            cached.cache_clear()
        _final_records.clear()
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
    for name in _secret_fields(kind):
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
def _secret_fields(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - any record
    """Return the fields of a record whose types may contain a secret."""
    hints = get_type_hints(kind)
    names = kind._fields if issubclass(kind, tuple) else [entry.name for entry in fields(kind)]
    return tuple(name for name in names if not _is_free_of_secrets(hints.get(name, Any)))


@cache
def _is_free_of_secrets(hint: Any) -> bool:  # noqa: ANN401 - any type
    """Return whether values of a type cannot contain a secret; False if in doubt."""
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
    """Return the types inside a type; None if it may contain a secret."""
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
        _final_records.add(kind)
    return is_final
