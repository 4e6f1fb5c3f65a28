"""Rules, and what the referee says about an action before it happens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, NewType, TypeAlias

from referee.core.errors import RefereeError
from referee.core.prose import Text

RuleId = NewType("RuleId", str)
"""The short name of a rule, as it is cited: `W25`."""

Number: TypeAlias = "int | bool | str | tuple[Number, ...] | Mapping[str, Number] | None"
"""What a fact or a ruling counts with: numbers, names, and lists or tables of them."""

Numbers: TypeAlias = Mapping[str, Any]
"""What a ruling counted with, for the sentence that knows which number is of which kind."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game: where it is written, and what it says in our own words."""

    id: RuleId
    cites: str
    says: Text


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether an action is allowed now, and by which rule.

    A refusal has a `reason` (the id of its kind), the `numbers` it counted with, and, where an
    earlier entry may be the mistaken one, how that entry's notation begins (`suspect`).
    """

    allowed: bool
    rule: RuleId
    reason: str = ""
    numbers: Mapping[str, Number] = field(default_factory=dict, hash=False)
    suspect: str = ""


@cache
def allow(rule: str) -> Ruling:
    """Allow something by a rule."""
    return Ruling(allowed=True, rule=RuleId(rule))


def refuse(rule: str, reason: Enum, suspect: str = "", **numbers: Number) -> Ruling:
    """Refuse something by a rule: the kind of refusal, and the numbers it counted with."""
    return Ruling(
        allowed=False, rule=RuleId(rule), reason=reason.value, numbers=numbers, suspect=suspect
    )


class IllegalAction(RefereeError):
    """The action was understood, but the rules do not allow it now."""

    def __init__(self, ruling: Ruling, text: Text) -> None:
        """Keep the ruling beside the sentence that explains it."""
        super().__init__(text)
        self.ruling = ruling
