"""Authorization: each view carries its access rule, and the rule is checked before the view runs.

A view without a rule is refused to everybody. The rules themselves are in `rules`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from flask import Flask, abort, current_app, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core import RefereeError, say

View = TypeVar("View", bound=Callable[..., Any])
Check: TypeAlias = Callable[[], AnyResponse | None]

_RULE: Final = "access_rule"


class NotYours(RefereeError):
    """A page or command that this device may not use."""


class NotForHere(NotYours):
    """A device that is not known at a table that is locked."""

    def __init__(self, match_id: str) -> None:
        """Say who can open it."""
        self.match_id = match_id
        super().__init__(
            say(
                "This table is not taking new screens right now. Ask the person with the "
                "table’s tablet."
            )
        )


class CodeWanted(NotYours):
    """A command from a device that has not joined with the code of the table."""

    def __init__(self) -> None:
        """Say where to find the code."""
        super().__init__(
            say(
                "To enter something here, join with the table’s code first. Somebody at the "
                "table can show you the code."
            )
        )


class Unnamed(NotYours):
    """A command from a device without a role at a match that has a host."""

    def __init__(self) -> None:
        """Say what comes first."""
        super().__init__(say("First say who you are at this table. Then enter it again."))


@dataclass(frozen=True, slots=True)
class AccessRule:
    """A rule that says which devices reach a view; used as a decorator on the view.

    `check` raises `NotYours`, or returns a response in place of the view's, or None to let the
    view answer.
    """

    check: Check

    def __call__(self, view: View) -> View:
        """Attach the rule to a view; raises `TypeError` if the view has one already."""
        if rule_of(view) is not None:
            raise TypeError(f"two access rules for {view.__qualname__}")
        vars(view)[_RULE] = self
        return view


def rule_of(view: Callable[..., Any]) -> AccessRule | None:
    """Return the access rule of a view, or None if it has none."""
    rule: AccessRule | None = vars(view).get(_RULE)
    return rule


def authorize(app: Flask) -> None:
    """Check the access rule of each view before the view runs."""
    app.before_request(_check)


def _check() -> AnyResponse | None:
    if request.endpoint is None:
        return None  # Flask answers: no such address or method
    rule = rule_of(current_app.view_functions[request.endpoint])
    if rule is None:
        abort(403)
    return rule.check()
