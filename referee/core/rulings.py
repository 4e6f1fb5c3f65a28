"""Rules, and what the referee says about an action before it happens."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, NewType, Self, TypeAlias

from referee.core.errors import RefereeError
from referee.core.prose import EMPTY, Text, say

RuleId = NewType("RuleId", str)
"""The short name of a rule, as it is cited: `W25`."""

Number: TypeAlias = "int | bool | str | tuple[Number, ...] | Mapping[str, Number] | None"
"""What a fact or a ruling counts with: numbers, names, and lists or tables of them."""

Numbers: TypeAlias = Mapping[str, Any]
"""What a ruling counted with, for the sentence that knows which number is of which kind."""


class Origin(Enum):
    """Where a rule comes from, which decides how it is cited."""

    RULEBOOK = "rulebook"
    RULING = "ruling"
    HOUSE_RULE = "house-rule"
    HOUSE_DEFAULT = "house-default"


class RefusalKind(Enum):
    """A kind of refusal: its id, and how it is said; a game subclasses it with its kinds.

    The `sentence` names numbers of the ruling, fields of the action or values of the state. Where
    it takes logic, it is a function of the state, the action and the numbers (see `sentences`).
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

    `source` is the part of the printed rulebook that says it, or that leaves it open; it is empty
    where the rulebook is silent, which no rule of origin `RULEBOOK` may be. `reason` says why we
    rule so; it is needed for whatever the rulebook does not say, and else adds what to know.
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
