"""The table decides against the referee: the fact that it did, and how that is told."""

from dataclasses import dataclass

from referee.core.actions import Fact, Overrule, kebab
from referee.core.prose import Text, say
from referee.core.rulings import RuleId
from referee.core.seats import TABLE, Seat


@dataclass(frozen=True, slots=True)
class TableDecided(Fact):
    """The table decided against the referee: what kind of thing, why, and who said so."""

    what: str
    why: str
    by: Seat

    @classmethod
    def of(cls, rule: RuleId, action: Overrule) -> "TableDecided":
        """Note an overrule: `OverruleShells` decides about `shells`."""
        what = kebab(type(action).__name__.removeprefix("Overrule"))
        return cls(rule, what, action.why, action.by)


def tell_overrule(action: Overrule, what: Text, name: object) -> Text:
    """Return an overrule as a line of the story; `name` is the seat's that decided, if one did.

    `what` was decided stands in it as a value of its own, so that a screen can show it alone.
    """
    who = say("The table") if action.by == TABLE else name
    return say("{who} decided: {what} ({why})", who=who, what=what, why=action.why)
