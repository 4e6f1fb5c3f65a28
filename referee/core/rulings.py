"""Rules, and rulings: whether an action is allowed, by which rule."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, NewType, Self, TypeAlias

from referee.core.errors import RefereeError
from referee.core.prose import EMPTY, Text, say

RuleId = NewType("RuleId", str)
"""The id of a rule, such as `W25`."""

Number: TypeAlias = "int | bool | str | tuple[Number, ...] | Mapping[str, Number] | None"
"""The value types of facts and rulings: numbers, names, and lists or dictionaries of them."""

Numbers: TypeAlias = Mapping[str, Any]
"""The numbers of a ruling, for the function that makes its sentence."""


class Origin(Enum):
    """Where a rule comes from, which decides how it is cited."""

    RULEBOOK = "rulebook"
    RULING = "ruling"
    HOUSE_RULE = "house-rule"
    HOUSE_DEFAULT = "house-default"


class RefusalKind(Enum):
    """A kind of refusal: its id and its sentence; games define a subclass with their kinds.

    The template `sentence` names numbers of the ruling, fields of the action or values of the
    state. If it needs logic, it is a function of state, action and numbers (see `sentences`).
    """

    sentence: Text | Callable[..., Text]

    def __new__(cls, written: str, sentence: Text | Callable[..., Text] = EMPTY) -> Self:
        """Keep the id as the value, and the sentence beside it."""
        kind = object.__new__(cls)
        kind._value_ = written
        kind.sentence = sentence
        return kind


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game: where it comes from, and what it says in our own words.

    `source` is the part of the printed rulebook that states it or leaves it open. It may be empty
    unless the origin is `RULEBOOK`. `reason` explains the rule; all other origins require it.
    """

    id: RuleId
    source: Text
    says: Text
    origin: Origin = Origin.RULEBOOK
    reason: Text = EMPTY

    @property
    def cites(self) -> Text:
        """Return how screens cite the rule, such as `Rulebook, Setup` or `Our ruling K4`."""
        if self.origin is Origin.RULING:
            return say("Our ruling {number}", number=self.id)
        return {
            Origin.HOUSE_RULE: say("House rule"),
            Origin.HOUSE_DEFAULT: say("House default"),
        }.get(self.origin, self.source)


def in_rulebook(section: str, page: str = "") -> Text:
    """Return where a printed rulebook says something: its heading, and its page if it has any."""
    if page:
        return say("Rulebook p. {page}, {section}", page=page, section=section)
    return say("Rulebook, {section}", section=section)


def printed_rule(name: str, source: Text, says: Text, reason: Text = EMPTY) -> Rule:
    """Return a rule that the printed rulebook states."""
    return Rule(RuleId(name), source, says, reason=reason)


def our_ruling(name: str, source: Text, says: Text, reason: Text) -> Rule:
    """Return a ruling of ours on what a part of the rulebook (or none: `EMPTY`) leaves open."""
    return Rule(RuleId(name), source, says, Origin.RULING, reason)


def house_rule(name: str, says: Text, reason: Text) -> Rule:
    """Return a rule that is in no rulebook: how the referee works, or a variant of ours."""
    return Rule(RuleId(name), EMPTY, says, Origin.HOUSE_RULE, reason)


def house_default(name: str, source: Text, says: Text, reason: Text) -> Rule:
    """Return a rule with a number of ours, which the table may replace by its own."""
    return Rule(RuleId(name), source, says, Origin.HOUSE_DEFAULT, reason)


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether an action is allowed now, and by which rule.

    A refusal has a `reason` (the id of its kind) and the `numbers` behind it. `suspect` is how
    the notation of an earlier entry starts that may be the actual mistake.
    """

    allowed: bool
    rule: RuleId
    reason: str = ""
    numbers: Mapping[str, Number] = field(default_factory=dict, hash=False)
    suspect: str = ""


@cache
def allow(rule: str) -> Ruling:
    """Return a ruling that allows an action by a rule."""
    return Ruling(allowed=True, rule=RuleId(rule))


def refuse(rule: str, reason: Enum, suspect: str = "", **numbers: Number) -> Ruling:
    """Return a ruling that refuses an action by a rule."""
    return Ruling(
        allowed=False, rule=RuleId(rule), reason=reason.value, numbers=numbers, suspect=suspect
    )


class IllegalAction(RefereeError):
    """The action was understood, but the rules do not allow it now."""

    def __init__(self, ruling: Ruling, text: Text) -> None:
        super().__init__(text)
        self.ruling = ruling
