"""What is entered, and what follows from it: the two kinds of value that rules exchange."""

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
    """Something that happens at the table and is entered; a game subclasses it per kind.

    `sentence` tells it in the story: a template that names fields, or a method of the state before
    it that returns one (see `sentences`).
    """

    sentence: ClassVar[Text | Callable[..., Text]] = EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrule(Action):
    """The table decides against the referee: who said so, and why.

    A game subclasses it for each thing that can be overruled. It is an action like any other:
    logged, replayed, undone. Its `sentence` says what is decided, without the full stop.
    """

    why: str
    by: Seat = TABLE


@dataclass(frozen=True, slots=True)
class Note(Action):
    """What a seat tells the referee for itself alone, such as the value of its face-down card.

    A note changes nothing at the table: nobody else hears of it, the game never waits for it, and
    without it every other entry would still be allowed or refused as it was. Its values are
    secrets of its seat.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that followed from an action: which rule made it so, and its numbers.

    `also` names further rules that had a part in it. A `minor` fact stands in the history, but not
    among the few lines of the story beside the table. `sentence` tells it in the story, and `order`
    what people do with their hands because of it, if anything: templates that name fields, or
    methods of the state after it that return some (see `sentences`).
    """

    minor: ClassVar[bool] = False
    sentence: ClassVar[Text | Callable[..., Text]] = EMPTY
    order: ClassVar[Text | Callable[..., Text | tuple[Text, ...] | None] | None] = None

    rule: RuleId
    also: tuple[RuleId, ...] = field(default=(), kw_only=True)

    @property
    def kind(self) -> str:
        """Name the kind of fact: `OpenMajority` is `open-majority`."""
        return kebab(type(self).__name__)


@cache
def kebab(name: str) -> str:
    """Turn a class's name into the word used in logs and transcripts."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


_PLAIN: Final = frozenset({str, int, float, bool, type(None)})


def plain(value: object) -> Any:  # noqa: ANN401 - JSON has no narrower type
    """Turn a value into what JSON can hold: enums to their value, dataclasses to tables."""
    if type(value) in _PLAIN:  # nearly all that values consist of
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
