"""Actions (what is entered) and facts (what follows from them)."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, ClassVar, Final

from referee.core.prose import EMPTY, Text
from referee.core.rulings import RuleId
from referee.core.seats import TABLE, Seat


@dataclass(frozen=True, slots=True)
class Action:
    """Something that happens at the table and is entered; games define one subclass per kind.

    `sentence` is its line in the story: a template with the names of fields, or a method that
    returns one for the state before the action (see `sentences`).
    """

    sentence: ClassVar[Text | Callable[..., Text]] = EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrule(Action):
    """A decision of the table against the referee, with who said so and why.

    A game defines one subclass for each thing that can be overruled. It is logged, replayed and
    undone like any other action. Its `sentence` says what is decided, without the full stop.
    """

    why: str
    by: Seat = TABLE


@dataclass(frozen=True, slots=True)
class Note(Action):
    """A private entry of one seat, such as the value of its face-down card.

    A note changes nothing at the table: others do not see it, the game never waits for it, and it
    does not affect whether other entries are allowed. Its values are secrets of its seat.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class Fact:
    """A consequence of an action, with the rule that caused it and its numbers.

    `also` lists further rules involved. A `minor` fact appears in the history, but not in the
    short story beside the table. `sentence` is its line in the story, and `order` what people do at
    the table because of it, if anything: templates with the names of fields, or methods that return
    some for the state after the action (see `sentences`).
    """

    minor: ClassVar[bool] = False
    sentence: ClassVar[Text | Callable[..., Text]] = EMPTY
    order: ClassVar[Text | Callable[..., Text | tuple[Text, ...] | None] | None] = None

    rule: RuleId
    also: tuple[RuleId, ...] = field(default=(), kw_only=True)

    @property
    def kind(self) -> str:
        """Return the kind of fact: `open-majority` for `OpenMajority`."""
        return kebab(type(self).__name__)


@cache
def kebab(name: str) -> str:
    """Convert a class name from CamelCase to kebab-case, for logs and transcripts."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


_PLAIN: Final = frozenset({str, int, float, bool, type(None)})


def plain(value: object) -> Any:  # noqa: ANN401 - JSON has no narrower type
    """Convert a value for JSON: enums to their values, dataclasses to dictionaries."""
    if type(value) in _PLAIN:  # the common case first
        return value
    if isinstance(value, Fact):
        return {"kind": value.kind, **_fields(value)}
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, dict):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, frozenset | set):
        return sorted(plain(item) for item in value)
    return value


def _fields(value: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass
    return {entry.name: plain(getattr(value, entry.name)) for entry in fields(value)}
