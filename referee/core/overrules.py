"""Overrules: the fact that the table decided against the referee, and its sentence."""

from dataclasses import dataclass

from referee.core.actions import Fact, Overrule, kebab
from referee.core.prose import Text, say
from referee.core.rulings import RuleId
from referee.core.seats import TABLE, Seat


@dataclass(frozen=True, slots=True)
class TableDecided(Fact):
    """The table decided against the referee: about what, why, and who said so."""

    what: str
    why: str
    by: Seat

    @classmethod
    def of(cls, rule: RuleId, action: Overrule) -> "TableDecided":
        """Return the fact of an overrule; `what` is `shells` for `OverruleShells`."""
        what = kebab(type(action).__name__.removeprefix("Overrule"))
        return cls(rule, what, action.why, action.by)


def tell_overrule(action: Overrule, what: Text, name: object) -> Text:
    """Return an overrule as a line of the story; `name` is the seat's that decided, if one did.

    The decision `what` is a separate value of the text, so that a screen can show it alone.
    """
    who = say("The table") if action.by == TABLE else name
    return say("{who} decided: {what} ({why})", who=who, what=what, why=action.why)
